"""How unusual a side's luck was, among games in which chance decided otherwise.

Every random event is compared with others drawn from the same position, worth what the judge says
they are worth. If chance was fair, what really happened is just one draw among them. So the luck
of a whole game is ranked among the sums that result from picking, for every event, one of its
draws: a permutation test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from claimant.teaching.worth import Shares

TRIALS: Final = 2000
"""Games put together from the draws."""


def ranks(draws: Sequence[Sequence[Shares]], sides: int, seed: int) -> tuple[float, ...]:
    """The percentage of games in which each side would have been less lucky. `draws` has, for every
    random event, what it was worth to each side, and then what the others would have been."""
    random = np.random.Generator(np.random.PCG64(seed))
    real, others = np.zeros(sides), np.zeros((TRIALS, sides))
    for worth in draws:
        table = np.array(worth)
        real += table[0]
        others += table[random.integers(len(table), size=TRIALS)]
    # What is equal but for rounding counts half.
    below = (others < real - 1e-9).mean(axis=0)
    above = (others > real + 1e-9).mean(axis=0)
    return tuple(
        round(100 * float(b + (1 - b - a) / 2), 1) for b, a in zip(below, above, strict=True)
    )
