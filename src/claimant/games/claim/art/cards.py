"""The faces of the cards: ground, number, corner mark, emblem.

A card is 100 wide and 140 high. The left 30 of it, which is all that shows of most cards in a
fanned hand, contain the number and the corner mark.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from claimant.art.cards import EDGE, HEIGHT, WIDTH, back
from claimant.art.svg import at, numeral, part
from claimant.games.claim.art.corners import corner_mark
from claimant.games.claim.art.emblems import LOOKS, figure
from claimant.games.claim.rules.cards import BY_NAME, Card

_SACK: Final = (
    '<path d="M7 1h10l-2 6q8 4 8 11 0 6-6 6H7q-6 0-6-6 0-7 8-11z" fill="#16181c"/>'
    '<path d="M8 8h8" stroke="#ffd54a" stroke-width="2"/>'
    '<circle cx="12" cy="16" r="4.5" fill="#ffd54a"/>'
)


@cache
def _known(code: str) -> Card:
    """The card with a code; one entry per code."""
    return Card(code)


@cache  # one entry per faction
def chip(faction: str) -> str:
    """The corner mark on its ground, as a drawing of 36 by 36."""
    return (
        f'<rect width="36" height="36" rx="7" fill="{LOOKS[faction].ground}" '
        f'stroke="var(--card-edge)" stroke-width="1.5"/>{at(6, 6, corner_mark(faction))}'
    )


@cache  # two entries per faction
def corner(faction: str, *, defined: bool = False) -> str:
    """The corner mark on its ground as its own small picture, which stands for a faction in lists.
    `defined`: it refers to `definitions` instead of containing the drawing."""
    drawn = f'<use href="#corner-{faction}"/>' if defined else chip(faction)
    return part("-1 -1 38 38", drawn, "corner")


@cache  # two entries per faction
def emblem(faction: str, *, defined: bool = False) -> str:
    """The emblem on its ground, as its own picture. `defined`: it refers to `definitions`."""
    drawn = f'<use href="#card-figure-{faction}"/>' if defined else figure(faction)
    return part("0 0 140 140", f"{_colour(faction, 140, 140, 70)}{at(20, 20, drawn)}", "emblem")


def _colour(faction: str, width: int, height: int, middle: int) -> str:
    look = LOOKS[faction]
    colour = f'<rect width="{width}" height="{height}" rx="9" fill="{look.ground}"/>'
    if faction == "doppelgangers":  # two halves: its two faces, the light one within the outline
        colour += (
            f'<path d="M{middle} 1.5H{width - 9}q7.5 0 7.5 7.5V{height - 9}q0 7.5-7.5 7.5'
            f'H{middle}z" fill="{look.ink}"/>'
        )
    return colour


@cache  # one entry per faction and prefix
def ground(faction: str, prefix: str | None = None) -> str:
    """A card without its number, as a drawing. With a prefix others can refer to its figure."""
    drawn = figure(faction)
    if prefix is not None:
        drawn = f'<g id="{prefix}-figure-{faction}">{drawn}</g>'
    return (
        f"{_colour(faction, WIDTH, HEIGHT, 59)}{EDGE}"
        f"{at(23.5, 62, drawn, 0.72)}{at(5, 52, corner_mark(faction))}"
    )


@cache  # one entry per value and ink
def _number(value: int, ink: str) -> str:
    """The number, large in the corner."""
    if value < 10:
        return at(17, 9, numeral(value, ink, 5.2), 1.2)
    return at(17, 11, numeral(value, ink, 5.6), 0.89)


def _sack(card: Card) -> str:
    """The sack of loot beside the number of some raccoons."""
    return at(62, 8, _SACK, 1.25) if card.has_loot else ""


def definitions(factions: Iterable[str], *, cards: bool = True) -> str:
    """The definitions that a page must contain for its cards: the grounds of the factions in play,
    the numbers, the corner marks and, unless the page has drawings only, the cards."""
    names = tuple(factions)
    corners = "".join(f'<g id="corner-{name}">{chip(name)}</g>' for name in names)
    codes = [
        f"{BY_NAME[name].singular}-{value}"
        for name in names
        for value in sorted(set(BY_NAME[name].values))
    ]
    whole = "".join(map(_symbol, [*codes, "?"])) if cards else ""
    return (
        '<svg class="defs" width="0" height="0" aria-hidden="true">'
        f"{symbols(names)}<defs>{corners}</defs>{whole}</svg>"
    )


def _symbol(code: str) -> str:
    """A card as a symbol. Updates of a table contain many cards, so each refers to just one."""
    box = f"0 0 {WIDTH} {HEIGHT}"
    return f'<symbol id="{_symbol_id(code)}" viewBox="{box}">{drawing(code)}</symbol>'


def _symbol_id(code: str) -> str:
    return "face-down" if code == "?" else code


def symbols(factions: Iterable[str], prefix: str = "card") -> str:
    names = tuple(factions)
    values = sorted({value for name in names for value in BY_NAME[name].values})
    shapes = [f'<g id="{prefix}-{name}">{ground(name, prefix)}</g>' for name in names]
    shapes += [f'<g id="{prefix}-n{value}">{_number(value, "inherit")}</g>' for value in values]
    return f'<defs>{"".join(shapes)}<g id="{prefix}-back">{back()}</g></defs>'


def drawing(code: str, prefix: str | None = "card") -> str:
    """A card as a drawing of WIDTH by HEIGHT; `?` is its back. Without a prefix it contains
    its ground, else it refers to `definitions`."""
    if code == "?":
        return back() if prefix is None else f'<use href="#{prefix}-back"/>'
    known = _known(code)
    ink = LOOKS[known.faction].ink
    if prefix is None:
        return ground(known.faction) + _number(known.value, ink) + _sack(known)
    return (
        f'<use href="#{prefix}-{known.faction}"/>'
        f'<use href="#{prefix}-n{known.value}" stroke="{ink}"/>{_sack(known)}'
    )


@cache  # two entries per card
def card(code: str, *, alone: bool = False) -> str:
    """A card as its own picture. `alone`: it does not refer to `definitions`."""
    if alone:
        return part(f"0 0 {WIDTH} {HEIGHT}", drawing(code, None), "card")
    return part(f"0 0 {WIDTH} {HEIGHT}", f'<use href="#{_symbol_id(code)}"/>', "card")


def card_back(*, alone: bool = False) -> str:
    """The back, the same for all cards."""
    return card("?", alone=alone)
