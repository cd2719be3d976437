"""The picture of Claim where games are introduced: a fan of cards."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Final

from claimant.art.svg import at, part
from claimant.games.claim.art.cards import drawing

_FAN: Final = ("knight-7", "goblin-0", "undead-8", "dwarf-5", "doppelganger-9")
_TURN: Final = 13.0
"""Degrees between two cards."""
_RADIUS: Final = 330.0


@cache
def cover() -> str:
    """A fan of the first deck's factions, on a table."""
    first = -_TURN * (len(_FAN) - 1) / 2
    cards = ""
    for n, code in enumerate(_FAN):
        turn = first + n * _TURN
        x = 160 + _RADIUS * sin(radians(turn))
        y = 400 - _RADIUS * cos(radians(turn))
        cards += at(x, y, at(-50, -20, drawing(code, None)), turn=turn)
    ground = (
        '<rect x="-400" y="-400" width="1120" height="1040" fill="#1f5547"/>'
        '<circle cx="160" cy="150" r="190" fill="#2a6857"/>'
    )
    return part("0 0 320 250", ground + cards, "picture")
