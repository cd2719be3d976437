"""The exact odds of the next roll, from all 216 ways in which three dice can fall."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from struct import pack_into
from typing import Final, NamedTuple

import numpy as np

from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES, NUMBERS, bits_of, members
from claimant.games.claim_it.view import ClaimItView
from claimant.kernels.compile import offset

WAYS: Final = 216
"""The number of ways in which three dice can fall."""

_DICE: Final = tuple(combinations_with_replacement(range(1, 7), 3))
_FALLS: Final = tuple((1, 3, 6)[len(set(dice)) - 1] for dice in _DICE)
_ROLLS: Final = np.array(_DICE, np.int64)
_FALLS_ARRAY: Final = np.array(_FALLS, np.int64)
_CHANCES: Final = tuple(Fraction(ways, WAYS) for ways in range(WAYS + 1))
_AT: Final = {
    name: offset(turn.STATE, name)
    for name in ("actor", "owned", "claimed", "squatted", "capped", "supply")
}


class Roll(NamedTuple):
    """One of the 56 distinct rolls, and the placements it would allow."""

    dice: tuple[int, int, int]
    """Ascending."""
    ways: int
    """The number of the 216 ways that give it: 1, 3 or 6."""
    spaces: tuple[str, ...]
    """Where the player could place; empty for a bust."""


def rolls(view: ClaimItView) -> tuple[Roll, ...]:
    """The placements that each roll would allow the player whose turn it is."""
    return tuple(
        Roll(dice, ways, members(spaces))
        for dice, ways, spaces in zip(_DICE, _FALLS, _allowed(view).tolist(), strict=True)
    )


def bust(view: ClaimItView) -> Fraction:
    """The chance that the next roll busts."""
    return _CHANCES[ways_to_bust(view)]


def ways_to_bust(view: ClaimItView) -> int:
    """The number of the 216 ways in which the next roll busts."""
    return _ways(_board(view))


def _ways(board: bytearray) -> int:
    return int(turn.ways_to_bust(board, _ROLLS, _FALLS_ARRAY))


def ways_to_bust_after(view: ClaimItView) -> dict[str, int]:
    """For each legal placement, the number of ways in which the roll after it busts."""
    data = _board(view)
    squatted, capped = _bits(view.squatted), _bits(view.capped)
    supply = _supply(view.squatters)
    found = {}
    for name in view.legal:
        i = NUMBERS[name]
        settled, claimed, left = squatted, capped, supply
        if view.squatted[i] or view.owners[i] == view.turn:
            claimed |= 1 << i
            if view.squatters_return and i in view.squatters:  # R-I10
                left |= 1 << view.squatters.index(i) + 1
        else:
            settled |= 1 << i
            left ^= 1 << view.squatter_for(i)
        pack_into("<qq", data, _AT["squatted"], settled, claimed)
        data[_AT["supply"]] = left
        found[name] = _ways(data)
    return found


def places(view: ClaimItView) -> dict[str, Fraction]:
    """For each space, the chance that the next roll allows a placement there."""
    ways = dict.fromkeys(NAMES, 0)
    for roll in rolls(view):
        for name in roll.spaces:
            ways[name] += roll.ways
    return {name: Fraction(n, WAYS) for name, n in ways.items()}


def _allowed(view: ClaimItView) -> np.ndarray:
    """The spaces that each of the 56 rolls would allow, as bits, according to the rules."""
    spaces = np.zeros(len(_DICE), np.int64)
    turn.allowed(_board(view), _ROLLS, spaces)
    return spaces


def _board(view: ClaimItView) -> bytearray:
    """A state with as much of the board as the rules need for placements."""
    if view.turn is None:
        raise ValueError("nobody's turn: the game has not begun, or is over")
    data = bytearray(turn.STATE.itemsize)
    pack_into("<q", data, _AT["owned"] + 8 * view.turn, _owned(view.owners, view.turn))
    pack_into("<q", data, _AT["claimed"], _bits(view.claimed))
    pack_into("<q", data, _AT["squatted"], _bits(view.squatted))
    pack_into("<q", data, _AT["capped"], _bits(view.capped))
    data[_AT["actor"]] = view.turn
    data[_AT["supply"]] = _supply(view.squatters)
    return data


# Pages and bots ask for the odds of the same board many times. These are pure functions, so nothing
# is invalidated; 1024 entries cover the boards of a busy server.


@lru_cache(1024)
def _supply(squatters: tuple[int, ...]) -> int:
    """The squatters in the supply, as bits. The 1024 supplies used last are cached."""
    return bits_of((False, *(where < 0 for where in squatters)))


@lru_cache(1024)
def _owned(owners: tuple[int | None, ...], seat: int) -> int:
    """The spaces of a seat, as bits. The 1024 boards used last are cached."""
    return bits_of(owner == seat for owner in owners)


@lru_cache(1024)
def _bits(flags: tuple[bool, ...]) -> int:
    """A set of spaces, as bits. The 1024 sets used last are cached."""
    return bits_of(flags)
