"""Measures decisions per second."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Final, TypeVar

T = TypeVar("T")
Rates = dict[str, float]
AT_A_TIME: Final = 20


def rate(play: Callable[[], int], seconds: float) -> float:
    """The decisions per second of `play`, which plays some games and returns their number of
    decisions. It runs once before the clock starts, so that compiling and loading do not count.

    The clock is the processor time of this process with all of its threads, which other work on the
    machine distorts less than the time that passes.
    """
    play()
    decisions = 0
    start = process_time()
    while (passed := process_time() - start) < seconds:
        decisions += play()
    return decisions / passed


def rate_from(prepare: Callable[[], T], play: Callable[[T], int], seconds: float) -> float:
    """Like `rate`, without the time that it takes to prepare what is played."""
    decisions = 0
    passed = 0.0
    while passed < seconds:
        prepared = [prepare() for _ in range(AT_A_TIME)]
        start = process_time()
        for one in prepared:
            decisions += play(one)
        passed += process_time() - start
    return decisions / passed
