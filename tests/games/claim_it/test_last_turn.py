"""The values of the last turn, compared with counting every roll and placement by the rules."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from random import Random

import numpy as np
import pytest

from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.judge import JUDGE
from claimant.games.claim_it.last_turn import MAX_DEPTH, STOPPED, find_bounds, new_last_turn
from claimant.games.claim_it.rules.board import SIDE, SPACES
from claimant.games.claim_it.rules.turn import STATE

ROLLS = {
    dice: len(set(permutations(dice))) / 216
    for dice in combinations_with_replacement(range(1, 7), 3)
}


def divided(random: Random, free: int) -> tuple[list[int | None], list[int]]:
    """The west is Ann's and the rest is Ben's, but a few of his spaces at the border are not safe:
    without them he would be behind."""
    while True:
        widths = [random.randint(2, 4) for _ in range(SIDE)]
        owners: list[int | None] = [int(n % SIDE >= widths[n // SIDE]) for n in range(SPACES)]
        border = [row * SIDE + width for row, width in enumerate(widths)]
        open_ = random.sample(border, free)
        if SPACES // 2 - free <= owners.count(0) < SPACES // 2:
            return owners, open_


def last_turn(random: Random, free: int) -> ClaimItState:
    """Ann's turn, the last one, on such a board."""
    game = ClaimIt(2)
    owners, open_ = divided(random, free)
    claimed = tuple(space not in open_ for space in range(SPACES))
    view = game.start().play("first 0").view(0)
    view = view.replace(owners=tuple(owners), claimed=claimed, caller=0, turns_left=1)
    return ClaimItState(game, bytes(state_data(view)))


Known = dict[tuple[object, ...], float]


def share(state: ClaimItState) -> float:
    """What Ann gets of a finished game."""
    outcome = state.outcome
    assert outcome is not None
    return (0 in outcome.winners) / len(outcome.winners)


def best(state: ClaimItState, known: Known) -> float:
    """The chance to win with the best decisions: tries all rolls and all placements."""
    view = state.view(None)
    key = (view.stage, view.squatted, view.capped, view.squatters)
    if key not in known:
        known[key] = rolling(state, known)
        if "stop" in state.choices():
            known[key] = max(known[key], share(state.play("stop")))
    return known[key]


def rolling(state: ClaimItState, known: Known) -> float:
    rolling = state.play("roll")
    total = 0.0
    for dice, chance in ROLLS.items():
        rolled = rolling.happen(dice)
        if rolled.outcome is not None:
            total += chance * share(rolled)
        else:
            total += chance * max(best(rolled.play(to), known) for to in rolled.choices())
    return total


def bounds(state: ClaimItState, depth: int) -> tuple[float, float]:
    search = new_last_turn()
    search.stats[0].limit = 1 << 40
    search.states[0] = np.frombuffer(state.data, STATE)[0]
    least, most = find_bounds(search, depth)
    assert least != STOPPED
    return float(least), float(most)


@pytest.mark.parametrize("free", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_the_last_turn_is_worth_what_brute_force_finds(seed: int, free: int) -> None:
    start = last_turn(Random(seed), free)
    known: Known = {}
    assert JUDGE.judge(start.view(0)).values == pytest.approx({"roll": best(start, known)})
    # After a first placement, in every way in which the next decision can come.
    compared = 0
    for dice in ROLLS:
        rolled = start.play("roll").happen(dice)
        if rolled.outcome is not None:
            continue
        judged = JUDGE.judge(rolled.view(0))
        assert judged.exact
        exact = {to: best(rolled.play(to), known) for to in rolled.choices()}
        assert judged.values == pytest.approx(exact)
        for to, value in exact.items():
            placed = rolled.play(to)
            found = [bounds(placed, depth) for depth in range(1, MAX_DEPTH + 1)]
            assert [least for least, _ in found] == sorted(least for least, _ in found)
            for least, most in found:
                assert least - 1e-12 <= value <= most + 1e-12
            if free == 2:  # with two spaces no turn has more than four placements
                assert found[-1] == pytest.approx((value, value))
            if "stop" in placed.choices():
                told = JUDGE.judge(placed.view(0)).values
                assert told["roll"] == pytest.approx(rolling(placed, known))
                assert told["stop"] == share(placed.play("stop"))
            compared += 1
    assert compared
