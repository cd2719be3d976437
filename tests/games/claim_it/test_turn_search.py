"""The search of a turn, compared with counting roll by roll with the rules themselves."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest

from claimant.games.claim_it import turn_search, value_net
from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItView

FEATURES = (
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
NET = np.random.default_rng(1).normal(0.0, 0.3, value_net.SHAPE)


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
    return ClaimItState(game, bytes(state_data(view.replace(owners=owners, claimed=claimed))))


def search_of(state: ClaimItState, *care: float) -> turn_search.TurnSearch:
    """A search that prunes nothing unless told to."""
    search = turn_search.new_search(NET, *(care or (9.0, 0.0)))
    search.states[0] = np.frombuffer(bytearray(state.data), turn.STATE)[0]
    return search


@cache
def evaluated(state: ClaimItState, who: int) -> float:
    buffers = np.zeros(1, value_net.BUFFERS)
    value_net.win_chances(np.frombuffer(bytearray(state.data), turn.STATE)[0], NET, buffers[0])
    return float(buffers[0].chances[who])


Counts = dict[tuple[object, ...], tuple[float, float]]


def counted(
    state: ClaimItState, deep: int, actor: int, seat: int, known: Counts | None = None
) -> tuple[float, float]:
    """The value of rolling again, from all 216 rolls and every placement after each."""
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
            options.append((evaluated(stopped, actor), evaluated(stopped, seat)))
            if deep > 1:
                options.append(counted(placed, deep - 1, actor, seat, known))
        if not options:
            options = [(evaluated(after, actor), evaluated(after, seat))]
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
    search = search_of(state)
    for deep in (1, 2):
        found = turn_search.roll_value(search, 0, deep, seat, turn_search.salt(deep))
        assert found == pytest.approx(counted(state, deep, 0, seat))
        assert (
            turn_search.roll_value(search, 0, deep, seat, turn_search.salt(deep)) == found
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
    all_of_it, as_usual = search_of(state), search_of(state, turn_search.WIDTH, turn_search.REACH)
    for deep in range(1, 6):
        all_of_it.stats[0].cut = 0
        found = turn_search.roll_value(all_of_it, 0, deep, 1, turn_search.salt(deep))
        nearly = turn_search.roll_value(as_usual, 0, deep, 1, turn_search.salt(1))
    assert found == pytest.approx(exact)
    assert nearly == pytest.approx(exact, abs=1e-4)
    assert not all_of_it.stats[0].cut


def test_a_player_behind_in_the_last_turn_keeps_rolling() -> None:
    """Stopping loses, so every line ends only when nothing more can be placed."""
    view = table(drawing=FULL.translate(str.maketrans("ABb", "BAa"))).view(0)
    state = ClaimItState(ClaimIt(2), bytes(state_data(view.replace(caller=0, turns_left=1))))
    search = search_of(state, turn_search.WIDTH, 0.0)
    for deep in range(1, 4):
        search.stats[0].cut = 0
        found = turn_search.roll_value(search, 0, deep, 1, turn_search.salt(1))
        assert found == pytest.approx(counted(state, deep, 0, 1))
        assert search.stats[0].cut


def test_a_search_stops_at_its_limit_and_the_last_complete_depth_counts() -> None:
    # The last turn, and Ann is behind: she would roll on after any roll.
    view = table().view(0).replace(caller=0, turns_left=1)
    search = search_of(ClaimItState(ClaimIt(2), bytes(state_data(view))))
    found = turn_search.roll_value(search, 0, 1, 0, turn_search.salt(1))
    assert search.stats[0].cut
    search.stats[0].limit = search.stats[0].evaluated + 3
    turn_search.roll_value(search, 0, 3, 0, turn_search.salt(1))
    assert search.stats[0].evaluated == search.stats[0].limit
    assert turn_search.roll_value(search, 0, 1, 0, turn_search.salt(1)) == found


def test_a_deeper_look_that_leaves_more_out_makes_a_turn_not_worth_less() -> None:
    view = table().view(0).replace(caller=0, turns_left=1)
    search = search_of(ClaimItState(ClaimIt(2), bytes(state_data(view))))
    found = turn_search.roll_value(search, 0, 2, 0, turn_search.salt(1))
    search.transpositions["key"][search.transpositions["depth"] < 2] = (
        0  # all but the result is forgotten
    )
    search.stats[0].reach = 1.0  # and nothing is likely enough to be looked at again
    assert turn_search.roll_value(search, 0, 3, 0, turn_search.salt(1)) == found


def test_stopping_is_worth_the_table_it_leaves() -> None:
    state = table(3)
    for event in ("roll", "dice 2 4 6", "2,4"):
        state = state.play(event)
    found = turn_search.stop_value(search_of(state), 0, 2, turn_search.salt(1))
    left = state.play("stop")
    assert found == (evaluated(left, 0), evaluated(left, 2))


def test_placing_busting_and_passing_follow_the_rules() -> None:
    state = table().play("roll").play("dice 2 4 6")
    search = search_of(state)
    turn_search.apply_placement(search, NAMES.index("2,4"))
    placed = state.play("2,4")
    assert seen(search, 1, placed) == placed.view(0)
    search.states[0] = search.states[1]
    assert turn_search.apply_stop(search, 0)
    stopped = placed.play("stop")
    assert seen(search, 1, stopped).owners == stopped.view(0).owners
    assert seen(search, 1, stopped).turn == 1
    turn_search.apply_bust(search)
    assert not any(seen(search, 1, placed).squatted)


def seen(search: turn_search.TurnSearch, at: int, like: ClaimItState) -> ClaimItView:
    data = bytearray(search.states[at : at + 1].tobytes())
    turn.refresh_choices(data)
    return ClaimItState(like.game, bytes(data), like.before).view(0)


def test_a_turn_that_ends_the_game_is_worth_its_outcome() -> None:
    state = table(drawing=BOARD.replace("A . A B B B", "A A A A B B"))
    over = ClaimItState(
        state.game, bytes(state_data(state.view(0).replace(caller=0, turns_left=1)))
    )
    search = search_of(over)
    # Ann's mine is larger already, and no roll can change that.
    assert turn_search.roll_value(search, 0, 1, 1, turn_search.salt(1)) == (1.0, 0.0)
    assert not turn_search.apply_stop(search, 0)


def test_a_shared_win_is_worth_its_parts() -> None:
    drawing = "\n".join(["A A A B B B"] * 6)
    view = table(drawing=drawing).view(0)
    state = ClaimItState(ClaimIt(2), bytes(state_data(view.replace(caller=0, turns_left=1))))
    assert turn_search.stop_value(search_of(state), 0, 1, turn_search.salt(1)) == (0.5, 0.5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chances_add_up_to_one(players: int) -> None:
    state = table(players)
    assert sum(evaluated(state, seat) for seat in range(players)) == pytest.approx(1.0)


def test_the_traits_of_a_mine() -> None:
    drawing = """
. . . . . a
. . . . . .
. a . . C .
A . b . C c
. a a A . .
a . A B . ."""
    s = np.frombuffer(bytearray(table(3, drawing=drawing).data), turn.STATE)[0]
    features = np.zeros(value_net.FEATURES)
    value_net.extract_features(s.owned[0], s.claimed, features)
    assert dict(zip(FEATURES, features.tolist(), strict=True)) == {
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
    value_net.extract_features(0, s.claimed, features)
    assert not features[:11].any()
