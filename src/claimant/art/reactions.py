"""Six reactions that players send across the table, each in a box of 32 by 32."""

from __future__ import annotations

from typing import Final

_FACE: Final = (
    '<circle cx="16" cy="16" r="13" fill="#ffd35c" stroke="#33270c" stroke-width="2"/>'
    '<g fill="none" stroke="#33270c" stroke-width="2.2" stroke-linecap="round"'
    ' stroke-linejoin="round">{}</g>'
)
_LEAF: Final = '<path d="M16 15C9 15 8 5 13 5q2 0 3 3 1-3 3-3c5 0 4 10-3 10z"/>'

_TURNS: Final = (45, 135, 225, 315)

DRAWINGS: Final = {
    "bravo": (
        '<g stroke="#33270c" stroke-width="2" stroke-linejoin="round">'
        '<path fill="#ffd35c" d="M11 15l5-11c2.8 0 4 1.6 3.5 4.2l-.9 4.8H26c2 0 3 1.5 2.5 3.2l-2.3'
        ' 8.3c-.4 1.5-1.4 2.5-3 2.5H11z"/><path fill="#3d9fe0" d="M4 14h7v14H4z"/></g>'
    ),
    "laugh": _FACE.format('<path d="M8 14l3-3 3 3M18 14l3-3 3 3"/>')
    + '<path d="M8.5 18h15c0 10-15 10-15 0z" fill="#7d1f17" stroke="#33270c" stroke-width="2"'
    ' stroke-linejoin="round"/>',
    "wow": _FACE.format('<path d="M8.5 8.5l3-1.5M23.5 8.5l-3-1.5M11 13v.1M21 13v.1"/>')
    + '<ellipse cx="16" cy="21.5" rx="3.5" ry="4.5" fill="#7d1f17"/>',
    "ouch": _FACE.format('<path d="M8 10l4 2-4 2M24 10l-4 2 4 2M9 22l3-2.5 3 2.5 3-2.5 4 2.5"/>'),
    "luck": (
        '<path d="M16 15q0 8 5 14" fill="none" stroke="#1d5a34" stroke-width="2.5"/>'
        '<g fill="#3aa564" stroke="#1d5a34" stroke-width="1.6" stroke-linejoin="round">'
        + "".join(f'<g transform="rotate({turn} 16 15)">{_LEAF}</g>' for turn in _TURNS)
        + "</g>"
    ),
    "thanks": (
        '<path d="M16 28C4 20 2 13 5 8.5c3-4 9-3 11 2 2-5 8-6 11-2 3 4.5 1 11.5-11 19.5z"'
        ' fill="#d8433b" stroke="#33270c" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M8.5 13.5q0-3 2.5-3.5" fill="none" stroke="#fff" stroke-width="2"'
        ' stroke-linecap="round"/>'
    ),
}  # fmt: skip


def symbols() -> str:
    """The definitions that a page must contain once."""
    drawn = "".join(
        f'<symbol id="reaction-{name}" viewBox="0 0 32 32">{drawing}</symbol>'
        for name, drawing in DRAWINGS.items()
    )
    return f'<svg class="defs" width="0" height="0" aria-hidden="true">{drawn}</svg>'


def reaction(name: str) -> str:
    """A reaction that refers to `symbols`."""
    return f'<svg class="reaction" aria-hidden="true"><use href="#reaction-{name}"/></svg>'
