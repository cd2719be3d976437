"""Ratings of puzzles and of the people who solve them, on one scale (openskill).

A puzzle is rated once, from how often each level fails; its rating never changes. An attempt is a
game between a person and a puzzle, after which the person's rating follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from claimant.teaching.puzzles import TRIALS

LEVELS: Final = (15.0, 20.0, 25.0, 30.0, 35.0)
"""What the levels are assumed to be rated at, the weakest first."""
_SURE: Final = 1.0
"""The uncertainty of a puzzle's rating."""
_RANGE: Final = (0.0, 50.0)
_STEPS: Final = 20
_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """A person's rating: the most likely value and its uncertainty."""

    mu: float
    sigma: float


NEW: Final = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of someone who has not solved any puzzle yet."""


def chance_to_solve(mu: float, sigma: float, puzzle: float) -> float:
    """The chance that someone with a rating solves a puzzle with a rating."""
    person = [_MODEL.rating(mu=mu, sigma=sigma)]
    return float(_MODEL.predict_win([person, [_MODEL.rating(mu=puzzle, sigma=_SURE)]])[0])


def rating_of(fails: Sequence[int]) -> float:
    """The rating with which the levels would be expected to fail as often as they did."""
    return _rating(sum(fails), len(fails))


@lru_cache(1024)
def _rating(fails: int, levels: int) -> float:
    """The results for the 1024 numbers of failures used last are cached."""
    solved = levels - fails / TRIALS
    low, high = _RANGE
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if sum(chance_to_solve(mu, _SURE, middle) for mu in LEVELS[:levels]) > solved:
            low = middle
        else:
            high = middle
    return round((low + high) / 2, 2)


def after_attempt(rating: Rating, puzzle: float, *, solved: bool) -> Rating:
    """A person's rating after an attempt."""
    person = _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
    sides = [[person], [_MODEL.rating(mu=puzzle, sigma=_SURE)]]
    ((after,), _) = _MODEL.rate(sides, ranks=[1, 2] if solved else [2, 1])
    return Rating(float(after.mu), float(after.sigma))
