"""Measures decisions per second."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

Rates = dict[str, float]


def rate(play: Callable[[], int], seconds: float) -> float:
    """The decisions per second of `play`, which plays some games and returns their number of
    decisions. It runs once before the clock starts, so that compiling and loading do not count."""
    play()
    decisions = 0
    start = perf_counter()
    while (passed := perf_counter() - start) < seconds:
        decisions += play()
    return decisions / passed
