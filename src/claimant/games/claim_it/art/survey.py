"""The empty board of Claim It!: a survey map of 1855."""

from __future__ import annotations

from functools import cache
from typing import Final

from claimant.art.svg import SERIF, at
from claimant.games.claim_it.art.terrain import contours
from claimant.games.claim_it.names import SPACE_NAMES

CELL: Final = 100
LEFT: Final = 60
TOP: Final = 16
SHEET: Final = LEFT + 6 * CELL + 16
"""The sheet is square, with spaces of 100, row numbers on the left and column numbers below."""

_RIGHT: Final = LEFT + 6 * CELL
_FOOT: Final = TOP + 6 * CELL


def corner(column: int, row: int) -> tuple[int, int]:
    """The top left corner of a space; rows count upwards (R-I1)."""
    return LEFT + (column - 1) * CELL, TOP + (6 - row) * CELL


@cache
def places_css() -> str:
    """Style rules that put a box over its space: `class="space c5 r2"` inside a positioned box as
    large as the board. (The content security policy forbids style attributes.)"""
    size = f"{CELL / SHEET:.4%}"
    rules = f".space{{position:absolute;width:{size};height:{size}}}"
    for n in range(1, 7):
        x, y = corner(n, n)
        rules += f".c{n}{{left:{x / SHEET:.4%}}}.r{n}{{top:{y / SHEET:.4%}}}"
    return rules


def compass() -> str:
    """A compass rose of radius 25 around 0,0. N is north in all our languages."""
    star = "".join(
        at(0, 0, f'<path d="M0 -{tip}L{side} -{side} 0 0Z" fill="var(--ink)"/>'
                 f'<path d="M0 -{tip}L-{side} -{side} 0 0Z" fill="var(--paper)"/>', 1, turn)
        for tip, side, turns in ((14, 3, (45, 135, 225, 315)), (23, 5, (0, 90, 180, 270)))
        for turn in turns
    )  # fmt: skip
    return (
        '<g stroke="var(--ink)" stroke-width="1" stroke-linejoin="round">'
        '<circle r="17" fill="none" stroke="var(--brass)" stroke-width="2"/>'
        f'<circle r="13.5" fill="none" stroke-dasharray="1 3.24"/>{star}</g>'
    )


def _pick(x: float, y: float) -> str:
    """Crossed hammers, the map sign of a mine."""
    return f"M{x - 9} {y + 9}l18-18m-5 -3l8 8M{x + 9} {y + 9}l-18-18m5 -3l-8 8"


def _tree(x: float, y: float) -> str:
    return f"M{x} {y}v-6m-6 0h12l-6-13z"


@cache
def sheet() -> str:
    """The whole map as a drawing in a box of SHEET by SHEET."""
    river = "M395 0C370 90 330 120 352 200S440 330 395 400 390 520 440 560 452 620 470 640"
    signs = _pick(178, 152) + _pick(520, 238) + _pick(232, 458)
    woods = "".join(
        _tree(x, y) for x, y in ((92, 300), (110, 308), (128, 298), (612, 100), (632, 108),
                                 (596, 112), (330, 590), (348, 598), (90, 590), (312, 330))
    )  # fmt: skip
    lines = "".join(
        f"M{LEFT + i * CELL} {TOP}v600M{LEFT} {TOP + i * CELL}h600" for i in range(1, 6)
    )
    # The frame: alternating bars of ink and paper, half a space long, as on printed maps.
    frame = f"M{LEFT - 5} {TOP - 5}h610v610h-610z"
    bars = "".join(
        f"M{LEFT + i * CELL} {TOP - 5}h50M{LEFT + i * CELL + 50} {_FOOT + 5}h50"
        f"M{LEFT - 5} {TOP + i * CELL + 50}v50M{_RIGHT + 5} {TOP + i * CELL}v50"
        for i in range(6)
    )
    numbers = "".join(
        f'<text x="{LEFT + n * CELL - 50}" y="{_FOOT + 46}">{n}</text>'
        f'<text x="27" y="{_FOOT - n * CELL + 63}">{n}</text>'
        for n in range(1, 7)
    )
    return (
        f'<rect width="{SHEET}" height="{SHEET}" rx="10" fill="var(--paper)"/>'
        f'<g fill="none" stroke="var(--contour)" stroke-width="2">'
        f'<path d="{contours(LEFT - 30, TOP - 33)}"/>'
        f'<path d="{river}" stroke="var(--water)" stroke-width="9"/>'
        f'<path d="{river}" stroke="var(--paper)" stroke-width="2" stroke-dasharray="30 16"/>'
        f'<path d="{signs}{woods}" stroke-width="3"/></g>'
        f'<path d="M0 0H{SHEET}V{SHEET}H0ZM{LEFT} {TOP}V{_FOOT}H{_RIGHT}V{TOP}Z" '
        'fill="var(--margin)"/>'
        f'<path d="{lines}" stroke="var(--faint)" stroke-width="1.5"/>'
        f'<path d="{frame}" fill="none" stroke="var(--ink)" stroke-width="11"/>'
        f'<path d="{bars}" stroke="var(--paper)" stroke-width="7"/>'
        f'<g font-family="{SERIF}" fill="var(--ink)" font-size="38" font-weight="700" '
        f'text-anchor="middle">{numbers}</g>{at(27, _FOOT + 33, compass())}'
    )


@cache  # one entry per language
def labels(language: str) -> str:
    """The spaces' names in their corners, as the language writes them."""
    names = "".join(
        f'<text x="{x + 6}" y="{y + 21}">{name.say(language)}</text>'
        for i, name in enumerate(SPACE_NAMES)
        for x, y in (corner(i % 6 + 1, i // 6 + 1),)
    )
    return f'<g font-family="{SERIF}" fill="var(--faint)" font-size="20">{names}</g>'
