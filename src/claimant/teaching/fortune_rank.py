"""How lucky a side was, and how unusual that is, among games in which chance decided otherwise.

Every random event is compared with others drawn from the same position, worth what the judge says
they are worth. If chance was fair, what really happened is just one draw among them. So the luck
of a whole game is compared with the sums that result from picking, for every event, one of its
draws: a permutation test. Luck is the distance from the median of these sums, so that its sign and
its rank cannot contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from claimant.teaching.worth import Shares

TRIALS: Final = 2000
"""Games put together from the draws."""


class RankedLuck(NamedTuple):
    """A side's luck in a game."""

    luck: float
    """How much more winning chance the draws brought than those of the median game."""
    rank: float
    """The percentage of games in which the side would have been less lucky."""


def fortunes(draws: Sequence[Sequence[Shares]], sides: int, seed: int) -> tuple[RankedLuck, ...]:
    """The luck of each side. `draws` has, for every random event, what it was worth to each side,
    and then what the others would have been."""
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
        RankedLuck(float(luck), round(100 * float(b + (1 - b - a) / 2), 1))
        for luck, b, a in zip(real - np.median(others, axis=0), below, above, strict=True)
    )
