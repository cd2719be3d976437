"""The logo: a stake with its flag, driven into the ground."""

from __future__ import annotations

from functools import cache
from typing import Final

from claimant.art.svg import at, part

STAKE: Final = (
    '<path d="M34 6h9v82l-4.5 10L34 88z" fill="#f1e5c8"/>'
    '<path d="M43 10Q62 2 92 14 78 27 92 42 62 32 43 42z" fill="#d9ad57"/>'
    '<path d="M10 84q14-10 28 0t28 0 24 0" fill="none" stroke="#d9ad57" stroke-width="6" '
    'stroke-linecap="round"/>'
)
"""A stake with its flag, in a box of 100 by 100."""

_NS: Final = 'xmlns="http://www.w3.org/2000/svg"'


@cache
def logo() -> str:
    """The logo on its background, for the header of a page."""
    return part("0 0 120 120", _mark(), "logo")


@cache  # two entries at most
def favicon(your_turn: bool = False) -> str:
    """The icon of the tab, with a bright dot when it is the reader's turn."""
    dot = '<circle cx="92" cy="92" r="24" fill="#ffd54a" stroke="#1b1510" stroke-width="7"/>'
    return f'<svg {_NS} viewBox="0 0 120 120">{_mark()}{dot if your_turn else ""}</svg>'


def app_icon(maskable: bool = False) -> str:
    """The icon on a home screen. A maskable one fills its square, and everything that matters is
    inside a circle that a device may cut out."""
    if not maskable:
        return favicon()
    middle = at(60, 60, f'<g transform="scale(.66) translate(-51 -52)">{STAKE}</g>')
    ground = '<rect width="120" height="120" fill="#22303c"/>'
    return f'<svg {_NS} viewBox="0 0 120 120">{ground}{middle}</svg>'


def badge() -> str:
    """The small icon in a status bar, of which only the shape counts."""
    shape = STAKE.replace("#f1e5c8", "#fff").replace("#d9ad57", "#fff")
    return f'<svg {_NS} viewBox="0 0 100 100">{shape}</svg>'


def _mark() -> str:
    return f'<rect width="120" height="120" rx="26" fill="#22303c"/>{at(12, 8, STAKE)}'
