"""Decisions a second."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

Rates = dict[str, float]


def rate(play: Callable[[], int], seconds: float) -> float:
    """Decisions a second of `play`, which plays some games and says how many decisions they
    took. It runs once before the clock starts, so that nothing is compiled or loaded meanwhile."""
    play()
    decisions = 0
    start = perf_counter()
    while (passed := perf_counter() - start) < seconds:
        decisions += play()
    return decisions / passed
