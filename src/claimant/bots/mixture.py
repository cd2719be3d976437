"""Bots between two levels: `normal+40` leaves 40 of 100 decisions to the next level, `hard`.

A fair match needs small steps between the levels. A mixture makes no mistakes of its own: each of
its decisions is one that a player of either level would make.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final, NamedTuple

from claimant.bots import LEVELS, Bot, create
from claimant.bots.time_limit import Clock
from claimant.game import View
from claimant.i18n import Text

_ORDER: Final = tuple(LEVELS)
STRONGEST: Final = len(_ORDER) - 1
"""The strength of the strongest level; that of the weakest is 0."""
_NAME: Final = re.compile(r"([a-z]+)\+(\d{1,2})", re.A)
A_LITTLE: Final = 13
"""Percent of decisions below which a mixture plays like its lower level."""
HALF: Final = 38
"""Percent from which on it plays between the two."""


class Mixture(NamedTuple):
    lower: str
    upper: str
    """The same as `lower` for the strongest level, above which there is none."""
    percent: int
    """How many of 100 decisions the upper level makes."""

    @property
    def budget(self) -> float:
        """Seconds per decision: those of the level that takes more, so that the time a bot seems
        to think does not reveal which of them has decided."""
        return max(LEVELS[self.lower].budget, LEVELS[self.upper].budget)

    @property
    def words(self) -> Text:
        """How strong the mixture is."""
        lower, upper = LEVELS[self.lower].name, LEVELS[self.upper].name
        if self.percent < A_LITTLE:
            return lower
        if self.percent < HALF:
            return Text("a little above {level}", level=lower)
        if self.percent <= 100 - HALF:
            return Text("between {weaker} and {stronger}", weaker=lower, stronger=upper)
        if self.percent <= 100 - A_LITTLE:
            return Text("a little below {level}", level=upper)
        return upper


def mixture(name: str) -> Mixture | None:
    """The mixture of a name; None if it is not one of these names."""
    found = _NAME.fullmatch(name)
    if found is None or found[1] not in LEVELS:
        return None
    place = _ORDER.index(found[1])
    return Mixture(found[1], _ORDER[min(place + 1, STRONGEST)], int(found[2]))


def mixture_name(strength: float) -> str:
    """The name of the mixture of a strength: 2.4 is `normal+40`. It is never weaker than the
    weakest level, nor stronger than the strongest."""
    hundredths = round(100 * min(max(strength, 0.0), float(STRONGEST)))
    return f"{_ORDER[hundredths // 100]}+{hundredths % 100}"


def strength_of(name: str) -> float | None:
    """The strength of a level or mixture; None for other bots."""
    if name in LEVELS:
        return float(_ORDER.index(name))
    found = mixture(name)
    return None if found is None else _ORDER.index(found.lower) + found.percent / 100


class MixtureBot:
    """Draws for each decision which of the two levels makes it."""

    def __init__(self, of: Mixture, seed: int, budget: float, clock: Clock) -> None:
        self._mixture = of
        self._how = (seed, budget, clock)
        # Not the numbers that the levels draw from the same seed.
        self._random = Random(f"mixture {seed}")
        self._bots: dict[str, Bot] = {}

    def choose(self, view: View) -> str:
        stronger = self._random.random() * 100 < self._mixture.percent
        level = self._mixture.upper if stronger else self._mixture.lower
        if level not in self._bots:
            self._bots[level] = create(level, *self._how)
        return self._bots[level].choose(view)
