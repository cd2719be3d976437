"""The levels of Claim It!: legal, repeatable, honest, and each stronger than a beginner."""

from __future__ import annotations

import pytest

from claimant.bots import LEVELS, UNHURRIED, Bot, create
from claimant.games.claim_it.bots import create as player
from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.lookahead_bot import DEPTHS, LookaheadBot, LookaheadDepth
from claimant.games.claim_it.view import ClaimItView
from claimant.luck import Secret


def play(game: ClaimIt, bots: list[Bot], seed: int) -> tuple[list[str], ClaimItState]:
    """A game with the luck of a seed, each draw by its number in the game."""
    secret = Secret.from_seed(seed)
    state = game.start()
    events: list[str] = []
    while (actor := state.actor) is not None:
        if actor < 0:
            event = secret.event(state, len(events) + 1)
        else:
            view = state.view(actor)
            event = bots[actor].choose(view)
            assert event in view.legal
        state = state.play(event)
        events.append(event)
    return events, state


def share(game: ClaimIt, name: str, other: str, seeds: range) -> float:
    """The share of wins of one bot among others, the same luck played from every seat."""
    won = 0.0
    for seed in seeds:
        for seat in range(game.players):
            bots = [create(name if p == seat else other, seed + p) for p in range(game.players)]
            winners = play(game, bots, seed)[1].outcome.winners  # type: ignore[union-attr]
            won += (seat in winners) / len(winners)
    return won / (len(seeds) * game.players)


@pytest.mark.parametrize("squatters_return", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_levels_play_legally_to_the_end(players: int, squatters_return: bool) -> None:
    names = [list(LEVELS)[(players + p) % len(LEVELS)] for p in range(players)]
    bots = [player(name, p, LEVELS[name].budget) for p, name in enumerate(names)]
    assert play(ClaimIt(players, squatters_return), bots, players)[1].outcome


@pytest.mark.parametrize("name", ["novice", "easy", "normal", "hard"])
def test_the_same_seed_chooses_the_same(name: str) -> None:
    first, again = (
        play(ClaimIt(2), [player(name, 4, 9.0), player(name, 5, 9.0)], 3)[0] for _ in range(2)
    )
    assert first == again


def test_novice_beats_random() -> None:
    assert share(ClaimIt(2), "novice", "random", range(20)) > 0.7


def test_normal_beats_novice() -> None:
    assert share(ClaimIt(2), "normal", "novice", range(10)) > 0.8


def test_hard_beats_normal_with_three() -> None:
    assert share(ClaimIt(3), "hard", "normal", range(8)) > 1 / 3


def shown(drawing: str, *, caller: int | None = None, **changes: object) -> ClaimItView:
    """Ann's view of a drawn board: capital letters are claimed, row 6 on top."""
    view = ClaimIt(2).start().play("first 0").play("roll").view(0)
    cells = [cell for row in reversed(drawing.strip().splitlines()) for cell in row.split()]
    view = view.replace(
        owners=tuple(None if cell == "." else "ab".index(cell.lower()) for cell in cells),
        claimed=tuple(cell.isupper() for cell in cells),
        caller=caller,
        turns_left=0 if caller is None else 1,
        **changes,
    )
    return ClaimItState(ClaimIt(2), bytes(state_data(view))).view(0)


def rolled(view: ClaimItView, *events: str) -> ClaimItView:
    state = ClaimItState(ClaimIt(2), bytes(state_data(view)))
    for event in events:
        state = state.play(event)
    return state.view(0)


AHEAD = """
. . . . . .
. . B B . .
. . B B . .
. . . . . .
A A A . . .
A A . . . ."""


@pytest.mark.parametrize("name", ["hard", "expert", "master"])
def test_a_player_who_wins_by_stopping_the_last_turn_stops(name: str) -> None:
    """Ann is behind, but her squatters decide the game: a roll on could only lose them."""
    behind = AHEAD.replace("A A A . . .", "A . A . . .")
    view = rolled(shown(behind, caller=0), "dice 2 2 6", "2,2")
    assert player(name, 1, 9.0).choose(view) == "stop"


@pytest.mark.parametrize("name", ["hard", "expert", "master"])
def test_a_player_who_would_lose_by_stopping_the_last_turn_rolls_on(name: str) -> None:
    behind = AHEAD.replace("A A A . . .", "A . . . . .")
    view = rolled(shown(behind, caller=0), "dice 6 6 5", "6,6")
    assert player(name, 1, 9.0).choose(view) == "roll"


@pytest.mark.parametrize("name", ["hard", "expert", "master"])
def test_a_space_that_joins_two_groups_is_taken(name: str) -> None:
    apart = """
. . . . . .
. . . . B B
. . . . B B
. . . . . .
A A A . A A
. A A . A ."""
    view = rolled(shown(apart), "dice 4 2 6")  # 4,2 joins; 2,6 6,4 and the like do not
    assert player(name, 1, 9.0).choose(view) == "4,2"


def test_expert_sees_what_only_four_markers_can_still_win() -> None:
    """Ann's last turn: her three spaces must become seven, and 4,3 is beside them. By two rolls
    more all would be lost."""
    far = """
. . B B B .
. . B B B .
. . . . . .
. . . . . .
. A A A . .
. . . . . ."""
    view = rolled(shown(far, caller=0), "dice 3 4 6")
    values = LookaheadBot(DEPTHS["expert"], 1, 9.0).evaluate(view)
    assert max(values, key=lambda choice: values[choice]) == "4,3"
    assert LookaheadBot(LookaheadDepth(2, 2, 2), 1, 9.0).evaluate(view) == dict.fromkeys(
        view.legal, 0.0
    )


def test_a_deadline_that_has_passed_still_gives_an_answer() -> None:
    view = rolled(shown(AHEAD), "dice 4 2 6")
    bot = LookaheadBot(LookaheadDepth(4, 4, 4), 1, 0.0)  # as far as this it would look for minutes
    assert bot.choose(view) in view.legal


def test_master_looks_into_the_next_turn_in_the_last_round_only() -> None:
    master = DEPTHS["master"]._replace(positions=3000)

    def values(view: ClaimItView, depth: LookaheadDepth) -> dict[str, float]:
        return LookaheadBot(depth, 1, UNHURRIED).evaluate(view)

    before = rolled(shown(AHEAD), "dice 4 2 6")
    last = shown(AHEAD).replace(caller=1, turns_left=2)
    last = rolled(last, "dice 4 2 6")
    blind = master._replace(last_reply=0)
    assert values(before, master) == values(before, blind)
    assert values(last, master) != values(last, blind)
    assert values(last, master) == values(last, master._replace(reply=master.last_reply))
    assert values(before, master) != values(before, master._replace(reply=1))
