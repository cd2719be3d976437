"""The board of 6 by 6 spaces, as the bits of one number (kernel).

Space `5,2` is column 5, row 2, and rows count upwards (R-I1): bit (row - 1) * 6 + (column - 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from claimant.kernels.bits import count
from claimant.kernels.compile import entry, kernel

SIDE: Final = 6
SPACES: Final = 36
_ALL: Final = (1 << SPACES) - 1
_LEFT_EDGE: Final = sum(1 << (row * SIDE) for row in range(SIDE))
_NOT_LEFT: Final = _ALL ^ _LEFT_EDGE
_NOT_RIGHT: Final = _ALL ^ (_LEFT_EDGE << (SIDE - 1))

NAMES: Final = tuple(f"{i % SIDE + 1},{i // SIDE + 1}" for i in range(SPACES))
"""The spaces as players write them, by number."""
NUMBERS: Final = {name: i for i, name in enumerate(NAMES)}


@kernel
def space(column: int, row: int) -> int:
    """The number of a space from its column and row, both from 1 to 6."""
    return (row - 1) * SIDE + column - 1


@kernel
def spread(spaces: int) -> int:
    """The spaces and their neighbours, across edges but not corners."""
    wide = ((spaces & _NOT_RIGHT) << 1) | ((spaces & _NOT_LEFT) >> 1)
    return (spaces | wide | (spaces << SIDE) | (spaces >> SIDE)) & _ALL


@kernel
def group_of(start: int, spaces: int) -> int:
    """The spaces connected to `start`, which is one of them, across edges but not corners."""
    group = start
    while True:
        grown = spread(group) & spaces
        if grown == group:
            return group
        group = grown


@entry
def largest_group(spaces: int) -> int:
    """The largest group among the spaces; of equally large ones the one with the lowest space."""
    best = 0
    size = 0
    while spaces:
        group = group_of(spaces & -spaces, spaces)
        spaces ^= group
        members = count(group)
        if members > size:
            best = group
            size = members
    return best


def bits_of(flags: Iterable[bool]) -> int:
    """The set of spaces for which a flag is set, by number."""
    return sum(1 << i for i, flag in enumerate(flags) if flag)


def members(spaces: int) -> tuple[str, ...]:
    """The names of a set of spaces."""
    return tuple(NAMES[i] for i in range(SPACES) if spaces >> i & 1)
