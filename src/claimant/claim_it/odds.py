"""What the next roll may bring, exactly: from all 216 ways three dice can fall."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from claimant.claim_it import turn
from claimant.claim_it.board import NAMES, SPACES, members
from claimant.claim_it.game import ClaimItView

WAYS: Final = 216
"""In how many ways three dice can fall."""

_DICE: Final = tuple(combinations_with_replacement(range(1, 7), 3))


class Roll(NamedTuple):
    """One of the 56 different rolls, and what it would allow."""

    dice: tuple[int, int, int]
    """Ascending."""
    ways: int
    """In how many of the 216 ways it can fall: 1, 3 or 6."""
    spaces: tuple[str, ...]
    """Where the player could place; none: a bust."""


def rolls(view: ClaimItView) -> tuple[Roll, ...]:
    """What each roll would allow the player whose turn it is, on the board as it lies."""
    data = bytearray(turn.STATE.itemsize)
    s = np.frombuffer(data, turn.STATE)[0]
    seat = view.turn
    if seat is None:
        raise ValueError("nobody's turn: the game has not begun, or is over")
    s.actor = seat
    for i in range(SPACES):
        bit = 1 << i
        if view.owners[i] is not None:
            s.owned[view.owners[i]] |= bit
        s.claimed |= bit * view.claimed[i]
        s.squatted |= bit * view.squatted[i]
        s.capped |= bit * view.capped[i]
    for number, where in enumerate(view.squatters, start=1):
        s.supply |= (where < 0) << number
    spaces = np.zeros(len(_DICE), np.int64)
    turn.allowed(data, _ROLLS, spaces)
    return tuple(
        Roll(dice, (1, 3, 6)[len(set(dice)) - 1], members(allowed))
        for dice, allowed in zip(_DICE, spaces.tolist(), strict=True)
    )


_ROLLS: Final = np.array(_DICE, np.int64)


def bust(view: ClaimItView) -> Fraction:
    """The chance that the next roll allows nothing. (As `rolls` has it, but a page asks for it
    after every event, and sets of spaces as plain numbers take far less time.)"""
    if view.turn is None:
        raise ValueError("nobody's turn: the game has not begun, or is over")
    free = mine = supply = 0
    for i in range(SPACES):
        if not (view.claimed[i] or view.capped[i]):
            free |= 1 << i
            if view.squatted[i] or view.owners[i] == view.turn:
                mine |= 1 << i
    for number, where in enumerate(view.squatters, start=1):
        supply |= (where < 0) << number
    busts = 0
    for ways, spaces, thirds in _WITH_THIRD:
        if not spaces & mine and not any(
            with_third & free and supply >> third & 1 for third, with_third in thirds
        ):
            busts += ways
    return Fraction(busts, WAYS)


def _pair(a: int, b: int) -> int:
    return 1 << (6 * a + b - 7) | 1 << (6 * b + a - 7)


_WITH_THIRD: Final = tuple(
    (
        (1, 3, 6)[len({a, b, c}) - 1],
        _pair(a, b) | _pair(a, c) | _pair(b, c),
        tuple({(a, _pair(b, c)), (b, _pair(a, c)), (c, _pair(a, b))}),
    )
    for a, b, c in _DICE
)
"""Each roll: in how many ways it falls, all its spaces, and its spaces with each third die."""


def places(view: ClaimItView) -> dict[str, Fraction]:
    """For each space, the chance that the next roll allows to place there."""
    ways = dict.fromkeys(NAMES, 0)
    for roll in rolls(view):
        for name in roll.spaces:
            ways[name] += roll.ways
    return {name: Fraction(n, WAYS) for name, n in ways.items()}
