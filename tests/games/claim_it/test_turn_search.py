"""A turn thought through, against the same counted roll by roll by the rules themselves."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest

from claimant.games.claim_it import turn_search, value_net
from claimant.games.claim_it.from_view import record
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItView

TRAITS = (
    "mine",
    "claims",
    "spaces",
    "safe mine",
    "mine with one space more",
    "spaces that could be joined",
    "second group",
    "spaces around",
    "loose",
    "loose on the diagonal",
    "mine after a loss",
    "room",
)
NET = np.random.default_rng(1).normal(0.0, 0.3, value_net.WEIGHTS)


BOARD = """
A A A B B B
A A A B B B
A . A B B B
A A . . B B
A A a b B B
A A A B B B"""


def table(players: int = 2, squatters_return: bool = False, drawing: str = BOARD) -> ClaimItState:
    """Ann's turn on a drawn board (see `table.py`; here it need not be one that play can reach)."""
    game = ClaimIt(players, squatters_return)
    view = game.start().play("first 0").view(0)
    cells = [cell for row in reversed(drawing.strip().splitlines()) for cell in row.split()]
    owners = tuple(None if cell == "." else "abcde".index(cell.lower()) for cell in cells)
    claimed = tuple(cell.isupper() for cell in cells)
    return ClaimItState(game, bytes(record(view.but(owners=owners, claimed=claimed))))


def thought(state: ClaimItState, *care: float) -> turn_search.Mind:
    """A mind that leaves nothing out, where not said how careful it is."""
    mind = turn_search.mind(NET, *(care or (9.0, 0.0)))
    mind.path[0] = np.frombuffer(bytearray(state.data), turn.STATE)[0]
    return mind


@cache
def judged(state: ClaimItState, who: int) -> float:
    desk = np.zeros(1, value_net.DESK)
    value_net.judge(np.frombuffer(bytearray(state.data), turn.STATE)[0], NET, desk[0])
    return float(desk[0].chances[who])


Counts = dict[tuple[object, ...], tuple[float, float]]


def counted(
    state: ClaimItState, deep: int, actor: int, seat: int, known: Counts | None = None
) -> tuple[float, float]:
    """Rolling on, by all 216 falls and every placement after each."""
    known = {} if known is None else known
    view = state.view(None)
    key = (deep, view.squatted, view.capped, view.squatters)  # the order makes no difference
    if key not in known:
        known[key] = counted_anew(state, deep, actor, seat, known)
    return known[key]


def counted_anew(
    state: ClaimItState, deep: int, actor: int, seat: int, known: Counts
) -> tuple[float, float]:
    total = [0.0, 0.0]
    for dice in combinations_with_replacement(range(1, 7), 3):
        share = len(set(permutations(dice))) / 216
        after = state.play("roll").happen(dice)
        options = []
        for space in after.choices() if after.view(None).stage == "place" else ():
            placed = after.play(space)
            stopped = placed.play("stop")
            options.append((judged(stopped, actor), judged(stopped, seat)))
            if deep > 1:
                options.append(counted(placed, deep - 1, actor, seat, known))
        if not options:
            options = [(judged(after, actor), judged(after, seat))]
        best = max(options, key=lambda option: option[0])
        total[0] += best[0] * share
        total[1] += best[1] * share
    return total[0], total[1]


@pytest.mark.parametrize("squatters_return", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_rolling_on_is_what_all_rolls_and_placements_give(
    seat: int, squatters_return: bool
) -> None:
    state = table(2, squatters_return)
    mind = thought(state)
    for deep in (1, 2):
        found = turn_search.rolling(mind, 0, deep, seat, turn_search.chapter(deep))
        assert found == pytest.approx(counted(state, deep, 0, seat))
        assert (
            turn_search.rolling(mind, 0, deep, seat, turn_search.chapter(deep)) == found
        )  # as noted


FULL = """
A A A B B B
A A A B B B
A A A B B B
A A . A B B
A A A b B B
A A A B B B"""


def test_a_whole_turn_is_thought_through_roll_by_roll() -> None:
    """Two spaces can be taken and then claimed: no turn has more than four placements."""
    state = table(drawing=FULL)
    exact = counted(state, 5, 0, 1)
    all_of_it, as_usual = thought(state), thought(state, turn_search.WIDTH, turn_search.REACH)
    for deep in range(1, 6):
        all_of_it.work[0].cut = 0
        found = turn_search.rolling(all_of_it, 0, deep, 1, turn_search.chapter(deep))
        nearly = turn_search.rolling(as_usual, 0, deep, 1, turn_search.chapter(1))
    assert found == pytest.approx(exact)
    assert nearly == pytest.approx(exact, abs=1e-4)
    assert not all_of_it.work[0].cut


def test_who_is_behind_in_the_last_turn_would_roll_on_to_the_end() -> None:
    """Stopping loses, so no look is at its end but where nothing can be placed any more."""
    view = table(drawing=FULL.translate(str.maketrans("ABb", "BAa"))).view(0)
    state = ClaimItState(ClaimIt(2), bytes(record(view.but(caller=0, turns_left=1))))
    mind = thought(state, turn_search.WIDTH, 0.0)
    for deep in range(1, 4):
        mind.work[0].cut = 0
        found = turn_search.rolling(mind, 0, deep, 1, turn_search.chapter(1))
        assert found == pytest.approx(counted(state, deep, 0, 1))
        assert mind.work[0].cut


def test_a_look_is_broken_off_at_its_limit_and_the_one_before_it_stands() -> None:
    # The last turn, and Ann is behind: she would roll on after any roll.
    view = table().view(0).but(caller=0, turns_left=1)
    mind = thought(ClaimItState(ClaimIt(2), bytes(record(view))))
    found = turn_search.rolling(mind, 0, 1, 0, turn_search.chapter(1))
    assert mind.work[0].cut
    mind.work[0].limit = mind.work[0].looked + 3
    turn_search.rolling(mind, 0, 3, 0, turn_search.chapter(1))
    assert mind.work[0].looked == mind.work[0].limit
    assert turn_search.rolling(mind, 0, 1, 0, turn_search.chapter(1)) == found


def test_a_deeper_look_that_leaves_more_out_makes_a_turn_not_worth_less() -> None:
    view = table().view(0).but(caller=0, turns_left=1)
    mind = thought(ClaimItState(ClaimIt(2), bytes(record(view))))
    found = turn_search.rolling(mind, 0, 2, 0, turn_search.chapter(1))
    mind.notes["key"][mind.notes["deep"] < 2] = 0  # all but the result is forgotten
    mind.work[0].reach = 1.0  # and nothing is likely enough to be looked at again
    assert turn_search.rolling(mind, 0, 3, 0, turn_search.chapter(1)) == found


def test_stopping_is_worth_the_table_it_leaves() -> None:
    state = table(3)
    for event in ("roll", "dice 2 4 6", "2,4"):
        state = state.play(event)
    found = turn_search.stopping(thought(state), 0, 2, turn_search.chapter(1))
    left = state.play("stop")
    assert found == (judged(left, 0), judged(left, 2))


def test_placing_busting_and_passing_follow_the_rules() -> None:
    state = table().play("roll").play("dice 2 4 6")
    mind = thought(state)
    turn_search.placing(mind, NAMES.index("2,4"))
    placed = state.play("2,4")
    assert seen(mind, 1, placed) == placed.view(0)
    mind.path[0] = mind.path[1]
    assert turn_search.passing(mind, 0)
    stopped = placed.play("stop")
    assert seen(mind, 1, stopped).owners == stopped.view(0).owners
    assert seen(mind, 1, stopped).turn == 1
    turn_search.busting(mind)
    assert not any(seen(mind, 1, placed).squatted)


def seen(mind: turn_search.Mind, at: int, like: ClaimItState) -> ClaimItView:
    data = bytearray(mind.path[at : at + 1].tobytes())
    turn.reopen(data)
    return ClaimItState(like.game, bytes(data), like.before).view(0)


def test_a_turn_that_ends_the_game_is_worth_its_outcome() -> None:
    state = table(drawing=BOARD.replace("A . A B B B", "A A A A B B"))
    over = ClaimItState(state.game, bytes(record(state.view(0).but(caller=0, turns_left=1))))
    mind = thought(over)
    # Ann's mine is larger already, and no roll can change that.
    assert turn_search.rolling(mind, 0, 1, 1, turn_search.chapter(1)) == (1.0, 0.0)
    assert not turn_search.passing(mind, 0)


def test_a_shared_win_is_worth_its_parts() -> None:
    drawing = "\n".join(["A A A B B B"] * 6)
    view = table(drawing=drawing).view(0)
    state = ClaimItState(ClaimIt(2), bytes(record(view.but(caller=0, turns_left=1))))
    assert turn_search.stopping(thought(state), 0, 1, turn_search.chapter(1)) == (0.5, 0.5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chances_add_up_to_one(players: int) -> None:
    state = table(players)
    assert sum(judged(state, seat) for seat in range(players)) == pytest.approx(1.0)


def test_the_traits_of_a_mine() -> None:
    drawing = """
. . . . . a
. . . . . .
. a . . C .
A . b . C c
. a a A . .
a . A B . ."""
    s = np.frombuffer(bytearray(table(3, drawing=drawing).data), turn.STATE)[0]
    traits = np.zeros(value_net.TRAITS)
    value_net.look_at(s.owned[0], s.claimed, traits)
    assert dict(zip(TRAITS, traits.tolist(), strict=True)) == {
        "mine": 4,  # 2,2 3,2 4,2 and 3,1
        "claims": 3,
        "spaces": 8,
        "safe mine": 1,  # 4,2 and 3,1 touch at a corner only
        "mine with one space more": 6,  # 2,1 or 1,2 or 2,3 join a single space
        "spaces that could be joined": 3,  # all but 6,6
        "second group": 1,
        "spaces around": 6,  # 2,1 1,2 2,3 3,3 (Ben's) 4,3 5,2
        "loose": 2,
        "loose on the diagonal": 1,
        "mine after a loss": 1,  # without 3,2
        "room": 33,  # all but what others have claimed
    }
    value_net.look_at(0, s.claimed, traits)
    assert not traits[:11].any()
