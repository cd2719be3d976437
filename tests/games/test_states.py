"""What every state accepts besides its own integers and its own luck."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from claimant.game import CHANCE
from claimant.games.claim.game import Claim
from claimant.games.claim_it.game import ClaimIt


@pytest.mark.parametrize("game", [Claim(), ClaimIt(2)], ids=repr)
@pytest.mark.parametrize("luck", [Random, np.random.default_rng])
def test_luck_and_decisions_of_python_and_numpy(game: Any, luck: Any) -> None:
    """A generator of either draws, and NumPy's integers decide as Python's do."""
    source, state = luck(1), game.start()
    for _ in range(12):
        if state.actor == CHANCE:
            state = state.happen(state.draw(source))
        else:
            action = state.legal()[0]
            state, same = state.apply(action), state.apply(np.int64(action))
            assert state.data == same.data
