"""How often a bot wins, with confidence intervals.

The independent observations are matches, not games, because the games of a match share their luck.
A match gives each of its entrants a share from 0 to 1. Over n matches with mean m the 95% interval
is Wilson's for n / f observations, where

    f = (1 + sum of (share - m)² / (m (1 - m))) / n        (1 if m is 0 or 1)

is the variance of the shares relative to that of a single game, which is won or lost. Playing the
same luck from both sides lowers it and narrows the interval. The 1 stands for one more match with
the greatest possible variance, so that a few equal results are not taken for certainty.

Line-ups have equal weight: the rate over several is the mean of their means, and the distances to
the ends of their intervals are added as squares (the MOVER method of Zou and Donner).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964
"""95% of a normal distribution lie within this many standard deviations of its mean."""


class Rate(NamedTuple):
    """A win rate and its 95% interval."""

    mean: float
    low: float
    high: float


def win_rate(shares: Sequence[float]) -> Rate:
    """The rate over the matches of one line-up."""
    n = len(shares)
    mean = fsum(shares) / n
    variance = mean * (1 - mean)
    certain = variance < 1e-12
    f = 1.0 if certain else (1 + fsum((share - mean) ** 2 for share in shares) / variance) / n
    count = n / f
    center = (mean + Z * Z / (2 * count)) / (1 + Z * Z / count)
    reach = Z * sqrt(variance / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
    return Rate(mean, max(0.0, center - reach), min(1.0, center + reach))


def combined(rates: Sequence[Rate]) -> Rate:
    """The rate over several line-ups of equal weight."""
    n = len(rates)
    mean = fsum(r.mean for r in rates) / n
    below = hypot(*(r.mean - r.low for r in rates)) / n
    above = hypot(*(r.high - r.mean for r in rates)) / n
    return Rate(mean, max(0.0, mean - below), min(1.0, mean + above))
