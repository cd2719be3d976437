"""How often a bot wins, and how sure that is.

The independent observations are matches, not games: the games of a match share their luck. A match
gives each of its entrants a share from 0 to 1. Over n matches with mean m the 95% interval is
Wilson's for n / f observations, where

    f = (1 + sum of (share - m)² / (m (1 - m))) / n        (1 where m is 0 or 1)

is how much the shares spread beside the win or loss of a single game. Same luck for both makes
them spread less, which narrows the interval as it should. The 1 stands for one further match that
spreads as much as can be: a few matches that came out alike do not pretend to be certain.

Several line-ups count alike: the mean of their means, with the distances to the ends of their
intervals added as squares (Zou and Donner's MOVER).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964
"""Of a normal distribution 95% lie as many deviations from the mean at most."""


class Rate(NamedTuple):
    mean: float
    low: float
    high: float


def rate(shares: Sequence[float]) -> Rate:
    """The mean of some matches' shares with its 95% interval."""
    n = len(shares)
    mean = fsum(shares) / n
    spread = mean * (1 - mean)
    alone = spread < 1e-12
    f = 1.0 if alone else (1 + fsum((share - mean) ** 2 for share in shares) / spread) / n
    count = n / f
    middle = (mean + Z * Z / (2 * count)) / (1 + Z * Z / count)
    reach = Z * sqrt(spread / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
    return Rate(mean, max(0.0, middle - reach), min(1.0, middle + reach))


def together(rates: Sequence[Rate]) -> Rate:
    """Over several line-ups, each as important as the others."""
    n = len(rates)
    mean = fsum(r.mean for r in rates) / n
    below = hypot(*(r.mean - r.low for r in rates)) / n
    above = hypot(*(r.high - r.mean for r in rates)) / n
    return Rate(mean, max(0.0, mean - below), min(1.0, mean + above))
