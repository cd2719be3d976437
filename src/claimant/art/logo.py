"""The mark of the house: a stake with its flag, driven into the ground."""

from __future__ import annotations

from functools import cache

from claimant.art.svg import at, part
from claimant.games.claim.art.cards import STAKE

_NS = 'xmlns="http://www.w3.org/2000/svg"'


@cache
def logo() -> str:
    """The mark on its ground, for the head of a page."""
    return part("0 0 120 120", _mark(), "logo")


@cache
def favicon(your_turn: bool = False) -> str:
    """The icon of the tab; with a bright dot when it is the reader's turn."""
    dot = '<circle cx="92" cy="92" r="24" fill="#ffd54a" stroke="#1b1510" stroke-width="7"/>'
    return f'<svg {_NS} viewBox="0 0 120 120">{_mark()}{dot if your_turn else ""}</svg>'


def _mark() -> str:
    return f'<rect width="120" height="120" rx="26" fill="#22303c"/>{at(12, 8, STAKE)}'
