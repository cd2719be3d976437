"""Faces of dice."""

from __future__ import annotations

from functools import cache
from typing import Final

from claimant.art.svg import part

_PIPS: Final = (
    "",
    "M50 50v.1",
    "M28 72v.1M72 28v.1",
    "M26 74v.1M50 50v.1M74 26v.1",
    "M28 28v.1M72 28v.1M28 72v.1M72 72v.1",
    "M27 27v.1M73 27v.1M50 50v.1M27 73v.1M73 73v.1",
    "M29 25v.1M71 25v.1M29 50v.1M71 50v.1M29 75v.1M71 75v.1",
)


@cache  # one entry per number
def face(n: int) -> str:
    """A die as a drawing in a box of 100 by 100; 0 is a die not rolled yet."""
    pips = (
        f'<path d="{_PIPS[n]}" stroke="var(--die-ink)" stroke-width="17" stroke-linecap="round"/>'
        if n
        else '<path d="M36 50h.1M50 50h.1M64 50h.1" stroke="var(--die-ink)" stroke-width="6" '
        'stroke-linecap="round" opacity=".5"/>'
    )
    return (
        '<rect x="4" y="7" width="92" height="91" rx="18" fill="var(--die-ink)" opacity=".35"/>'
        '<rect x="5" y="4" width="90" height="90" rx="17" fill="var(--die)" '
        f'stroke="var(--die-ink)" stroke-width="4"/><g transform="translate(0 -1)">{pips}</g>'
    )


@cache  # one entry per number and form
def die(n: int, *, defined: bool = False) -> str:
    """A die as its own small picture. `defined`: it refers to `faces` instead of containing one."""
    return part("0 0 100 100", f'<use href="#die-{n}"/>' if defined else face(n), "die")


def faces() -> str:
    """The definitions that a page must contain for dice that are `defined`."""
    return "".join(f'<g id="die-{n}">{face(n)}</g>' for n in range(len(_PIPS)))
