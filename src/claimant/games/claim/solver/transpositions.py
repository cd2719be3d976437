"""The solver's transposition table: what is proven about positions (kernel).

What can be played depends only on a position's key; the result also depends on the leads in the
races. A seat that is not worse off in any race gets at least as much, so an entry also settles
positions with other leads. A faction in which a seat is worse off costs it two at most, the
difference between won and lost.

Leads are packed into one number, a byte per faction whose highest bit is free: WON or LOST for a
race that is decided for or against seat 0, and LEVEL plus the lead for an open one.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim.rules.cards import SLOTS
from claimant.kernels.bits import count
from claimant.kernels.compile import part

OPEN: Final = -1
LOST: Final = 0
WON: Final = 127
LEVEL: Final = 64
_GUARDS: Final = sum(0x80 << 8 * slot for slot in range(SLOTS))
_ONES: Final = sum(1 << 8 * slot for slot in range(SLOTS))
_WAYS: Final = 4
"""The entries of a bucket."""
_OFFSET: Final = 16  # goals are stored as positive numbers of five bits


def new_transpositions(bits: int = 18) -> np.ndarray:
    """A transposition table for 2**bits positions of 24 bytes; newer ones replace older."""
    return np.zeros((1 << bits, 3), np.int64)


@part
def margin(mine: int, other: int) -> int:
    """How much better, at least, the result of a position is for seat 0 than that of another with
    the same key, by the packed leads of both."""
    worse = count((((mine | _GUARDS) - other) & _GUARDS) ^ _GUARDS)
    won = (mine + _ONES) & _GUARDS
    lost = ((other + (_GUARDS - _ONES)) & _GUARDS) ^ _GUARDS
    return 2 * count(won & lost) - 2 * worse


@part
def look_up(transpositions: Any, key: int, leads: int, goal: int) -> tuple[int, int]:
    """Whether a position reaches the goal (1 or 0) or is OPEN, and the rank of a promising move."""
    at = _WAYS * (key & (len(transpositions) // _WAYS - 1))
    found = OPEN
    best = 0
    for i in range(at, at + _WAYS):
        if transpositions[i, 0] == key:
            word = transpositions[i, 2]
            proven = (word & 31) - _OFFSET
            if (word >> 5) & 1:
                if proven + margin(leads, transpositions[i, 1]) >= goal:
                    found = 1
            elif proven - margin(transpositions[i, 1], leads) <= goal:
                found = 0
            if word >> 11:
                best = word >> 11
    return found, best


@part
def store(
    transpositions: Any, key: int, leads: int, goal: int, reached: int, best: int, left: int
) -> None:
    """Store whether a position reaches a goal, the rank of the move that proved it, and how many
    cards are left: the positions with the fewest make room for others."""
    at = _WAYS * (key & (len(transpositions) // _WAYS - 1))
    place = at
    fewest = 99
    for i in range(at, at + _WAYS):
        cards = (transpositions[i, 2] >> 6) & 31
        if transpositions[i, 0] == key:
            word = transpositions[i, 2]
            proven = (word & 31) - _OFFSET
            if (word >> 5) & 1 == reached and (
                goal + margin(transpositions[i, 1], leads) >= proven
                if reached
                else goal - margin(leads, transpositions[i, 1]) <= proven
            ):
                cards = -1  # the new one says as much
        if cards < fewest:
            fewest = cards
            place = i
    transpositions[place, 0] = key
    transpositions[place, 1] = leads
    transpositions[place, 2] = goal + _OFFSET | reached << 5 | left << 6 | best << 11
