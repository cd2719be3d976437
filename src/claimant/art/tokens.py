"""The players' tokens. Shape, pattern and colour each suffice to distinguish them."""

from __future__ import annotations

from functools import cache
from typing import Final

from claimant.art.svg import part
from claimant.i18n import Text

SHAPES: Final = (
    Text("blue circle"),
    Text("orange square"),
    Text("green triangle"),
    Text("pink diamond"),
    Text("yellow star"),
)
"""Each token in words."""

_WHITE: Final = "#fff"
_DARK: Final = "#33270c"

# In a box of 100 by 100: the outline, then the pattern inside it.
_OUTLINES: Final = (
    '<circle cx="50" cy="50" r="30"',
    '<path d="M25 25H75V75H25Z"',
    '<path d="M50 17L83 75H17Z"',
    '<path d="M50 13L84 50 50 87 16 50Z"',
    '<path d="M50 12L60.6 37.4 87 39.5 66.8 56.7 73.1 82.5 50 68.5 26.9 82.5 '
    '33.2 56.7 13 39.5 39.4 37.4Z"',
)
_PATTERNS: Final = (
    f'<circle cx="50" cy="50" r="15" fill="none" stroke="{_WHITE}" stroke-width="7"/>',
    f'<path d="M27 50L50 27M27 73L73 27M50 73L73 50" stroke="{_WHITE}" stroke-width="6"/>',
    f'<path d="M50 36v.1M40 54v.1M60 54v.1M32 68v.1M50 68v.1M68 68v.1" stroke="{_WHITE}" '
    'stroke-width="9" stroke-linecap="round"/>',
    f'<path d="M50 15V50H18ZM50 85V50H82Z" fill="{_DARK}"/>',
    f'<path d="M50 50V14L60 37ZM50 50L85 40 67 57ZM50 50L72 80 50 68ZM50 50L28 80 34 57Z'
    f'M50 50L15 40 39 38Z" fill="{_DARK}"/>',
)


def mark(seat: int, rim: str = "var(--ink)", weight: float = 4) -> str:
    """A token as a drawing in a box of 100 by 100."""
    return (
        f'{_OUTLINES[seat]} fill="var(--seat{seat})" stroke="{rim}" stroke-width="{weight * 2:g}" '
        f'stroke-linejoin="round"/>{_OUTLINES[seat]} fill="var(--seat{seat})"/>{_PATTERNS[seat]}'
    )


_BOX: Final = "8 8 84 84"


def definitions() -> str:
    """The definitions that a page must contain for tokens that are `defined`."""
    marks = "".join(
        f'<symbol id="mark-{seat}" viewBox="{_BOX}">{mark(seat)}</symbol>'
        for seat in range(len(SHAPES))
    )
    return f'<svg class="defs" width="0" height="0" aria-hidden="true">{marks}</svg>'


@cache  # one entry per colour and form
def token(seat: int, *, defined: bool = False) -> str:
    """A token as its own small picture. `defined`: it refers to `definitions` instead of
    containing the drawing."""
    if defined:
        return f'<svg class="art token" aria-hidden="true"><use href="#mark-{seat}"/></svg>'
    return part(_BOX, mark(seat), "token")
