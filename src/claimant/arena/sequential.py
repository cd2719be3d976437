"""Whether it is clear which of two bots is better, asked after every match.

An interval for a fixed number of matches may not be looked at again and again: sooner or later it
excludes equality by chance. A confidence sequence may. It is a series of intervals that all contain
the true value with a probability of 95%, so a contest can stop at the first one without equality.

The method is betting (Waudby-Smith and Ramdas, 2024). If the mean share of the first bot were m, a
player who stakes the fraction f of their money on "more than m", at fair odds, would multiply it by
1 + f (share - m) / m in each match, and nobody gains at fair odds on average. The money of several
such players, some of them on "less", is averaged. By Ville's inequality it reaches 20 times the
stake with a probability of at most 5%, however often one looks; if it does, m is excluded. Nothing
is assumed about the shares, except that they lie between 0 and 1 and have the same mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Any, Final, NamedTuple

import numpy as np

from claimant.arena.matches import Contest, Match
from claimant.arena.standings import shares
from claimant.game import Illegal
from claimant.i18n import Text

LEVEL: Final = 0.95
EQUAL: Final = 0.5
"""The mean of equally strong bots."""
STAKES: Final = np.array([0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9])
MEANS: Final = np.linspace(0.0, 1.0, 401)[1:-1]


class Interval(NamedTuple):
    """Where the mean share lies, at any number of matches. The ends themselves are excluded."""

    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether it excludes equality."""
        return not self.low < EQUAL < self.high


class ConfidenceSequence:
    """The intervals for the mean of a growing series of numbers from 0 to 1."""

    def __init__(self, level: float = LEVEL, means: Any = MEANS) -> None:
        self._means = np.asarray(means, np.float64)
        m = self._means[:, None]
        self._bets = np.concatenate([STAKES / m, -STAKES / (1 - m)], axis=1)
        self._money = np.zeros(self._bets.shape)  # logarithms
        self._possible = np.ones(len(self._means), bool)
        self._enough = log(1 / (1 - level))

    def add(self, share: float) -> None:
        """Take another number into account."""
        self._money += np.log1p(self._bets * (share - self._means[:, None]))
        most = self._money.max(axis=1)
        average = most + np.log(np.exp(self._money - most[:, None]).mean(axis=1))
        self._possible &= average < self._enough

    @property
    def interval(self) -> Interval:
        """All means that are still possible, with the next ones that are not."""
        left = np.flatnonzero(self._possible)
        if not len(left):  # with a probability of 5% at most
            return Interval(0.0, 1.0)
        ends = np.concatenate([[0.0], self._means, [1.0]])
        return Interval(float(ends[left[0]]), float(ends[left[-1] + 2]))

    def excludes(self, mean: float) -> bool:
        """Whether one of the means is no longer possible."""
        return not self._possible[int(np.abs(self._means - mean).argmin())]


class Verdict:
    """Follows a contest of two bots match by match, in the order of their numbers: which match
    finishes first must not matter."""

    def __init__(self, contest: Contest) -> None:
        if len(contest.entrants) != 2:
            raise Illegal("entrants", Text("stopping when it is clear needs exactly two bots"))
        self._contest = contest
        self._sequence = ConfidenceSequence()
        self.matches = 0
        """The number of matches taken into account."""

    def is_clear(self, matches: Mapping[int, Match]) -> bool:
        """Take the next matches into account until one is missing or it is clear."""
        while self.matches + 1 in matches and not self._sequence.excludes(EQUAL):
            self.matches += 1
            share = shares(self._contest, matches[self.matches])
            # With several sides, the difference between the bots' shares per side.
            self._sequence.add((1 + share[0] - share[1]) / 2)
        return self._sequence.excludes(EQUAL)

    @property
    def interval(self) -> Interval:
        return self._sequence.interval
