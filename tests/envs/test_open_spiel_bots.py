"""OpenSpiel's bots at our tables: they play whole games from views, and play to win."""

from __future__ import annotations

import pytest
from support.openings import claim, states

from claimant import bots
from claimant.envs.open_spiel_bots import bot
from claimant.game import CHANCE, Game, Illegal, State
from claimant.games.claim import worlds
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Secret, Seeded
from claimant.play import play


def played(game: Game, spec: str, seed: int) -> list[str]:
    """The events of a game of OpenSpiel's bot against random ones."""
    secret = Secret.from_seed(seed)
    players = [bot(spec, seed), *(bots.create("random", n) for n in range(4))]

    def decide(state: State, _: int) -> str:
        assert state.actor is not None
        return players[state.actor].choose(state.view(state.actor))

    return [turn.event for turn in play(game, decide, secret.event)]


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        (ClaimIt(2), "open_spiel:mcts=2"),
        (ClaimIt(5, squatters_return=True), "open_spiel:mcts=2"),
        (claim(2), "open_spiel:ismcts=3"),
        (claim(3, "hungry-court"), "open_spiel:ismcts=3"),
        (claim(4, "clockwork-war"), "open_spiel:ismcts=2"),
    ],
    ids=str,
)
def test_a_bot_of_openspiel_plays_a_whole_game(game: Game, spec: str) -> None:
    assert played(game, spec, 1)[0].startswith("first ")


def test_the_same_seed_and_views_make_the_same_choices() -> None:
    assert played(claim(2), "open_spiel:ismcts=3", 2) == played(claim(2), "open_spiel:ismcts=3", 2)
    state = next(s for s in states(ClaimIt(3), 1) if len(s.legal()) > 2)
    view = state.view(state.actor)
    for seed in range(3):
        one, twin = (bot("open_spiel:mcts=9", seed) for _ in range(2))
        assert one.choose(view) == twin.choose(view)


def test_mcts_stops_if_stopping_wins() -> None:
    """The last turn of a game: stopping wins, and rolling again may lose everything."""
    found = 0
    for seed in range(200):
        for state in states(ClaimIt(2), seed):
            if state.choices() != ["roll", "stop"] or state.view(None).turns_left != 1:  # type: ignore[attr-defined]
                continue
            seat = state.actor
            outcome = state.play("stop").outcome
            if seat is None or outcome is None or outcome.winners != (seat,):
                continue
            found += 1
            assert bot("open_spiel:mcts=300", seed).choose(state.view(seat)) == "stop"
        if found > 3:
            return
    raise AssertionError("there was no such position")


def sure_results(state: State, seat: int) -> dict[int, set[bool]]:
    """For each decision of a seat near the end: whether the seat can win and can lose after it."""

    def ends(state: State) -> set[bool]:
        if state.outcome is not None:
            return {state.outcome.winners == (seat,)}
        return set().union(*(ends(state.apply(action)) for action in state.legal()))

    return {action: ends(state.apply(action)) for action in state.legal()}


def test_ismcts_takes_the_win_that_is_sure_in_every_world() -> None:
    found = 0
    luck = Seeded(1)
    for seed in range(300):
        for state in states(claim(2), seed):
            seat = state.actor
            if seat is None or seat == CHANCE or len(state.legal()) != 2:
                continue
            view = state.view(seat)
            assert isinstance(view, ClaimView)
            if view.phase == 1 or view.trick != 12:
                continue
            sure = [sure_results(worlds.sample(view, luck), seat) for _ in range(5)]
            good = [a for a in state.legal() if all(world[a] == {True} for world in sure)]
            bad = [a for a in state.legal() if all(world[a] == {False} for world in sure)]
            if good and bad:
                found += 1
                choice = bot("open_spiel:ismcts=60", seed).choose(view)
                assert choice == state.write(good[0])
        if found > 2:
            return
    raise AssertionError("there was no such position")


@pytest.mark.parametrize("spec", ["open_spiel:mcts@0.001s", "open_spiel:mcts@0.02s"])
def test_mcts_answers_within_any_time(spec: str) -> None:
    state = next(s for s in states(ClaimIt(2), 3) if len(s.legal()) > 2)
    view = state.view(state.actor)
    assert bot(spec, 1).choose(view) in view.legal


@pytest.mark.parametrize("spec", ["open_spiel:ismcts@0.001s", "open_spiel:ismcts@0.02s"])
def test_ismcts_answers_within_any_time(spec: str) -> None:
    state = next(s for s in states(claim(3), 3) if len(s.legal()) > 2)
    view = state.view(state.actor)
    assert bot(spec, 1).choose(view) in view.legal


@pytest.mark.parametrize(
    "spec",
    ["open_spiel:", "open_spiel:mcts", "open_spiel:mcts=1", "open_spiel:mcts@s", "open_spiel:ab=9"],
)
def test_a_name_that_is_none_is_refused(spec: str) -> None:
    with pytest.raises(Illegal, match=f"there is no bot called {spec}; those of OpenSpiel are"):
        bot(spec, 1)


def test_a_bot_is_for_its_own_game() -> None:
    dice = next(s for s in states(ClaimIt(2), 1) if len(s.legal()) > 1)
    cards = next(s for s in states(claim(2), 1) if len(s.legal()) > 1)
    with pytest.raises(Illegal, match="open_spiel:ismcts plays Claim only"):
        bot("open_spiel:ismcts=9", 1).choose(dice.view(dice.actor))
    with pytest.raises(Illegal, match="open_spiel:mcts plays Claim It! only"):
        bot("open_spiel:mcts=9", 1).choose(cards.view(cards.actor))
