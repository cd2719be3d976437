"""A playing card seen from behind."""

from __future__ import annotations

from functools import cache
from typing import Final

from claimant.art.logo import STAKE
from claimant.art.svg import at, part

WIDTH: Final = 100
HEIGHT: Final = 140

EDGE: Final = (
    '<rect x="1.5" y="1.5" width="97" height="137" rx="8" fill="none" stroke="var(--card-edge)" '
    'stroke-width="3"/>'
)
"""The outline of a card."""


@cache
def back() -> str:
    """The back of a card as a drawing of WIDTH by HEIGHT."""
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="9" fill="#22303c"/>'
        f'{EDGE}<rect x="9" y="9" width="82" height="122" rx="4" fill="none" stroke="#d9ad57" '
        f'stroke-width="2.5"/>'
        '<path d="M50 24L82 70 50 116 18 70z" fill="none" stroke="#d9ad57" stroke-width="2.5"/>'
        '<path d="M9 38L31 9M91 38L69 9M9 102L31 131M91 102L69 131" stroke="#d9ad57" '
        'stroke-width="2"/>'
        f"{at(30, 50, STAKE, 0.4)}"
    )


def card_back() -> str:
    """The back of a card as its own picture."""
    return part(f"0 0 {WIDTH} {HEIGHT}", back(), "card")
