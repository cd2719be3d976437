"""A fair match: how strong bots have to be so that a person's chances are even.

Every game against bots whose strength is known is evidence of how strong the person is, measured on
the scale of `bots.mixture`: the standing. It moves after each game, more if the result was a
surprise and never by more than a step, so it drifts slowly. The same results always give the same
standing; nothing but the results is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from claimant.bots.mixture import STRONGEST

START: Final = 1.5
"""The standing of someone without results: between easy and normal."""
FIRST_STEP: Final = 1.0
"""The step of the first game; that of the second is half of it, that of the third a third, …"""
STEP: Final = 0.3
"""The least step, in levels: what a certain win says after a loss, or the reverse."""
SLOPE: Final = 0.8
"""How much a level is worth: with two players, one level above wins about 69 of 100 games."""
MEMORY: Final = 100
"""The latest games that count; what came before them has faded by then."""
SCORES: Final = {"won": 1.0, "shared": 0.5, "lost": 0.0}
"""What the results of games that count are worth."""


class Played(NamedTuple):
    """A game that someone has finished against bots."""

    strength: float
    """Of the bots."""
    result: str
    """One of `SCORES`."""


def share(standing: float, strength: float, sides: int) -> float:
    """The chance to win that someone of a standing has against bots of a strength."""
    power = exp(SLOPE * (standing - strength))
    return power / (power + sides - 1)


def standing(games: Sequence[Played], sides: int) -> float:
    """How strong someone is after these games, the first one first, with this number of sides."""
    found = START
    for number, game in enumerate(games[-MEMORY:], 1):
        surprise = SCORES[game.result] - share(found, game.strength, sides)
        found += max(STEP, FIRST_STEP / number) * surprise
        found = min(max(found, 0.0), float(STRONGEST))
    return found


def strength_for(standings: Sequence[float]) -> float:
    """The strength of bots that is fair to these people together: the average."""
    return sum(standings) / len(standings) if standings else START
