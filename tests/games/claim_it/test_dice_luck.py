"""The luck of draws in Claim It!, by which the results of matches are adjusted (`tools/`)."""

from __future__ import annotations

import importlib.util
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from claimant.game import CHANCE
from claimant.games.claim_it.game import ClaimIt, ClaimItState


def tool() -> ModuleType:
    path = Path(__file__).parents[3] / "tools" / "dice_luck.py"
    spec = importlib.util.spec_from_file_location("dice_luck", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def draws(game: ClaimIt, seed: int) -> list[ClaimItState]:
    """Every state of a random game in which chance decides."""
    random = Random(seed)
    state: ClaimItState = game.start()
    found = []
    while state.actor is not None:
        if state.actor == CHANCE:
            found.append(state)
            state = state.happen(state.draw(random))
        else:
            state = state.apply(random.choice(state.legal()))
    return found


@pytest.mark.parametrize(("players", "variant"), [(2, False), (3, True), (5, False)])
def test_the_mean_luck_of_a_draw_is_zero(players: int, variant: bool) -> None:
    """Over everything that could have happened: so luck changes no expected result."""
    before = draws(ClaimIt(players, variant), 1)
    lucky = 0
    for state in (before[0], *before[1::15]):
        luck = tool().DiceLuck(players - 1)
        ways: list[tuple[int, ...]] = [(seat,) for seat in range(players)]
        if state is not before[0]:
            ways = list(product(range(1, 7), repeat=3))
        found = [luck.of(state, state.happen(way)) for way in ways]
        assert sum(found) / len(found) == pytest.approx(0.0, abs=1e-12)
        lucky += max(found) > 0.01
    assert lucky > 2
