"""The building blocks of all pictures: outer elements, transformations, numerals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Final

SERIF: Final = "Georgia,'Times New Roman','Noto Serif',serif"


class Picture(str):
    """A whole picture as SVG text, which notebooks display."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def part(box: str, body: str, kind: str = "") -> str:
    """A picture inside a page. It is hidden from screen readers: the page has text beside it."""
    name = f"art {kind}".rstrip()
    return f'<svg class="{name}" viewBox="{box}" aria-hidden="true">{body}</svg>'


def whole(width: int, height: int, body: str, title: str, desc: str, style: str = "") -> Picture:
    """A stand-alone picture, with its title, its description and, if given, its colours."""
    sheet = f"<style>{style}</style>" if style else ""
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="art picture" role="img" '
        f'viewBox="0 0 {width} {height}"><title>{escape(title)}</title>'
        f"<desc>{escape(desc)}</desc>{sheet}{body}</svg>"
    )


def at(x: float, y: float, body: str, scale: float = 1, turn: float = 0) -> str:
    """A drawing scaled, then rotated (in degrees), then moved."""
    steps = f"translate({x:g} {y:g})"
    if turn:
        steps += f"rotate({turn:g})"
    if scale != 1:
        steps += f"scale({scale:g})"
    return f'<g transform="{steps}">{body}</g>'


def both(body: str) -> str:
    """A drawing in a box of 100 by 100 and its mirror image: a face needs only one half."""
    return f'{body}<g transform="matrix(-1 0 0 1 100 0)">{body}</g>'


def plain_text(lines: Sequence[str], title: str, desc: str, style: str = "") -> Picture:
    """Lines of text as a picture, for views that have no drawing."""
    body = "".join(
        f'<text x="16" y="{34 + 26 * n}" font-family="{SERIF}" font-size="18" '
        f'fill="var(--text)">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    height = 26 * len(lines) + 32
    ground = f'<rect width="800" height="{height}" rx="14" fill="var(--table)"/>'
    return whole(800, height, ground + body, title, desc, style)


# Each numeral in a box of 14 by 22: where its stroke starts, and the rest of its path.
_NUMERALS: Final = (
    (7, 0, "c-5 0-7 5-7 11s2 11 7 11 7-5 7-11-2-11-7-11z"),
    (2, 5, "l6-5v22m-5.5 0h11"),
    (1, 6, "c0-4 3-6 6-6s6 2 6 6c0 5-12 11-12 16h13"),
    (1, 3, "c1-2 3-3 6-3 4 0 6 2 6 5.5s-3 5-7 5c5 0 8 2 8 6s-3 5.5-7 5.5c-3 0-5.5-1-7-3"),
    (10, 22, "v-22l-10 15h14"),
    (13, 0, "h-10l-1.5 10c1.5-1 3.5-1.5 5.5-1.5 4 0 7 2.5 7 6.5s-3 7-7 7"
            "c-3 0-5.5-1-7-3"),
    (12, 0, "c-7 0-12 7-12 14.5a7 7 0 1 0 14 0a7 7 0 0 0-14 0"),
    (0, 0, "h14l-9 22"),
    (7, 10, "c-4 0-6-2-6-5s2-5 6-5 6 2 6 5-2 5-6 5c-4 0-7 2.5-7 6s3 6 7 6 7-2.5 7-6-3-6-7-6z"),
    (2, 22, "c7 0 12-7 12-14.5a7 7 0 1 0-14 0a7 7 0 0 0 14 0"),
)  # fmt: skip


@cache  # one entry per number, colour and width on a piece
def numeral(value: int, paint: str, weight: float = 5) -> str:
    """A number as paths, 22 high and centred on x = 0. A single 6 or 9 is underlined."""
    path = ""
    right = 0
    for digit in str(value):
        x, y, rest = _NUMERALS[int(digit)]
        if value > 9 and digit == "1":  # without its foot: two numerals share one corner
            path += f"M{right} 4l5-4v22"
            right += 12
        else:
            path += f"M{right + x} {y}{rest}"
            right += 21
    width = right - 7
    if value in (6, 9):
        path += f"M0 {22 + weight * 1.3:g}h14"
    return (
        f'<path transform="translate({-width / 2:g})" d="{path}" fill="none" stroke="{paint}" '
        f'stroke-width="{weight:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )
