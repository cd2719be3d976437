"""The emblems of the seventeen factions, each drawn in a box of 100 by 100.

An emblem can be recognised at a glance: one bold figure in the faction's ink, cut out in the colour
of the card's ground, with a little of its accent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from claimant.art.svg import at, both


class Look(NamedTuple):
    """A faction's colours: the card's ground, its figure and number, and an accent."""

    ground: str
    ink: str
    accent: str


LOOKS: Final = {
    "knights": Look("#1b4f9c", "#ffffff", "#ff6b5e"),
    "goblins": Look("#a9cf38", "#1c2a05", "#fff3a6"),
    "giants": Look("#7a4326", "#ffe9cf", "#ffb25e"),
    "gnomes": Look("#c4122f", "#ffffff", "#ffd9b8"),
    "kings": Look("#f4bd16", "#3a1d00", "#c01f2e"),
    "peasants": Look("#4f6128", "#fbf3d4", "#f0c95a"),
    "automatons": Look("#0b6b75", "#ffe0a3", "#f29a4a"),
    "bards": Look("#c82576", "#ffffff", "#ffc9e3"),
    "dragons": Look("#f4731c", "#1e0d02", "#ffe14d"),
    "doppelgangers": Look("#26262f", "#f1f1f6", "#8d8da3"),
    "dwarves": Look("#46525e", "#ffcf70", "#e7edf2"),
    "griffins": Look("#9bd7f7", "#0a2a57", "#ffffff"),
    "raccoons": Look("#c8ccd2", "#16181c", "#ffffff"),
    "seers": Look("#55259b", "#f3e6ff", "#ffd54a"),
    "trolls": Look("#104a33", "#c9f2d4", "#ffffff"),
    "undead": Look("#0d0d10", "#f0e8d2", "#9be564"),
    "vikings": Look("#f7f1e3", "#15305c", "#c92a2a"),
}
"""By the faction's plural name. Numbers have a contrast of at least 4.5 to 1 with their ground."""


def _fill(shape: str, paint: str) -> str:
    return f'<path d="{shape}" fill="{paint}"/>'


def _cut(shape: str, paint: str, edge: str) -> str:
    """A shape that stands off from what is behind it."""
    return f'<path d="{shape}" fill="{paint}" stroke="{edge}" stroke-width="3"/>'


def _line(stroke: str, paint: str, width: float) -> str:
    return (
        f'<path d="{stroke}" fill="none" stroke="{paint}" stroke-width="{width:g}" '
        'stroke-linecap="round"/>'
    )


def _dots(size: float, paint: str, *places: tuple[float, float]) -> str:
    return _line("".join(f"M{x:g} {y:g}v.1" for x, y in places), paint, size)


def _knights(c: Look) -> str:
    """A great helm with a plume."""
    half = _fill("M27 43h17v9H29z", c.ground) + _dots(5.5, c.ground, (35, 64), (42, 70), (35, 76))
    return (
        _fill("M49 17C50 4 66-3 92 6c-9 3-11 9-13 17-8-6-18-8-30-6z", c.accent)
        + _fill("M22 30Q50 8 78 30l2 34Q78 84 50 97 22 84 20 64z", c.ink)
        + _line("M50 20V96M21 36Q50 26 79 36", c.ground, 3)
        + both(half)
    )


def _goblins(c: Look) -> str:
    """A grinning face with long ears."""
    half = (
        _fill("M30 40L0 20Q2 52 30 64z", c.ink)
        + _fill("M25 45L8 33q4 14 17 20z", c.ground)
        + _fill("M29 42l18 12q-14 9-18-12z", c.accent)
        + _dots(5.6, c.ink, (40, 52))
    )
    return (
        _fill("M50 15C74 15 80 34 76 58 73 80 60 95 50 95S27 80 24 58C20 34 26 15 50 15z", c.ink)
        + both(half)
        + _fill("M30 68Q50 80 70 68 66 88 50 88 34 88 30 68z", c.ground)
        + _fill("M36 71l5 9 5-7zM54 73l5 7 5-9zM46 88l4-8 4 8z", c.accent)
        + _line("M46 58q4 10 8 0", c.ground, 3)
    )


def _giants(c: Look) -> str:
    """A fist with a club."""
    spikes = "M40 8l-10-5 9-6zM60 8l10-5-9-6zM41 24h-11l10-10zM59 24h11l-10-10z"
    club = (
        _fill("M42 54L38 8Q36-8 50-8t12 16L58 54z", c.accent)
        + _fill(spikes, c.ink)
        + _fill("M43 88h14v14H43z", c.accent)
    )
    fist = (
        _fill("M24 70h55v10q0 14-14 16H36Q24 94 24 82z", c.ink)
        + "".join(
            _cut(f"M{23 + 14 * i} {59 - dy}a7 7 0 0 1 14 0v17a7 7 0 0 1-14 0z", c.ink, c.ground)
            for i, dy in enumerate((0, 3, 3, 0))
        )
        + _cut("M22 76q0-8 8-8h26q9 0 9 8t-9 8H42q-2 10 6 12H32Q22 92 22 76z", c.ink, c.ground)
    )
    return at(50, 53, at(-50, -50, club), 1, 20) + at(-1, -1, fist)


def _gnomes(c: Look) -> str:
    """A tall hat over a nose and a beard."""
    return (
        _fill("M18 58Q18 99 50 99T82 58Q68 66 50 66 32 66 18 58z", c.ink)
        + _line("M36 86q4-6 0-12M50 92V80M64 86q-4-6 0-12", c.ground, 3)
        + _fill("M56 0Q62 24 80 50H20Q40 22 56 0z", c.ink)
        + _fill("M54 9l5 15-12 0zM35 34l34 0 5 9H29z", c.accent)
        + _cut("M18 48H82a6 6 0 0 1 0 12H18a6 6 0 0 1 0-12z", c.ink, c.ground)
        + _dots(23, c.ground, (50, 67))
        + _dots(18, c.accent, (50, 67))
    )


def _kings(c: Look) -> str:
    """A crown."""
    crown = (
        _fill("M15 74L6 28 30 50 50 14 70 50 94 28 85 74z", c.ink)
        + _dots(15, c.ink, (6, 24), (50, 10), (94, 24))
        + _fill("M17 78H83q3 0 3 3v8q0 3-3 3H17q-3 0-3-3v-8q0-3 3-3z", c.ink)
        + _fill("M50 42l9 13-9 13-9-13z", c.accent)
        + _dots(8, c.ground, (28, 60), (72, 60))
        + _dots(6, c.ground, (24, 85), (37, 85), (50, 85), (63, 85), (76, 85))
    )
    return at(3.5, 4, crown, 0.93)


def _peasants(c: Look) -> str:
    """A pitchfork between ears of wheat."""
    grains = "".join(
        f"M15 {y}q-13-3-11-14 10 2 11 14zM15 {y}q13-3 11-14-10 2-11 14z" for y in (88, 75, 62)
    )
    wheat = _fill(grains + "M15 48q-7-9 0-17 7 8 0 17zM13.5 44h3v54h-3z", c.accent)
    return both(wheat) + _line("M50 4V96M32 4V26Q32 42 50 42T68 26V4", c.ink, 8)


def _gear(teeth: int, outer: float, inner: float) -> str:
    """The outline of a cog wheel around 50,50."""
    points = []
    for i in range(teeth):
        for turn, radius in ((-0.32, inner), (-0.2, outer), (0.2, outer), (0.32, inner)):
            a = 2 * pi * (i + turn) / teeth - pi / 2
            points.append(f"{50 + radius * cos(a):.0f} {50 + radius * sin(a):.0f}")
    return "M" + "L".join(points) + "z"


def _automatons(c: Look) -> str:
    """A cog wheel with a face of plate."""
    return (
        _fill(_gear(9, 50, 39), c.ink)
        + _dots(62, c.ground, (50, 50))
        + _fill("M48 22h4v8h-4zM38 29H62q8 0 8 8V63q0 8-8 8H38q-8 0-8-8V37q0-8 8-8z", c.ink)
        + _dots(13, c.ground, (41, 44), (59, 44))
        + _dots(6, c.accent, (41, 44), (59, 44))
        + _fill("M37 56h26v9H37z", c.ground)
        + _line("M43 57v7M50 57v7M57 57v7", c.ink, 2.5)
    )


def _bards(c: Look) -> str:
    """A lute."""
    lute = (
        _fill("M50 100C18 100 20 64 42 48V14h16v34c22 16 24 52-8 52z", c.ink)
        + _fill("M40 16l4-22h12l4 22z", c.ink)
        + _line("M38 10H30M39 1H31M62 10H70M61 1H69", c.ink, 5)
        + _dots(20, c.ground, (50, 68))
        + _line("M38 88h24", c.ground, 4)
        + _line("M46.5 0V88M53.5 0V88", c.accent, 1.8)
        + _line("M43 22h14M43 30h14M43 38h14", c.ground, 2)
    )
    notes = _line("M16 42V16l16-4v24", c.accent, 4) + _dots(10, c.accent, (12, 43), (28, 37))
    return at(50, 51, at(-50, -50, lute), 0.94, 38) + notes


def _dragons(c: Look) -> str:
    """A horned head that breathes fire."""
    head = (
        "M7 54Q6 43 19 42L40 33 46 22l6 9Q64 22 70 2 82 20 70 34 84 32 96 18 97 40 80 47 92 54 "
        "97 70l-12-5q7 12 7 33H44Q58 86 54 70L26 73 15 66l17-3 16-7-37 5z"
    )
    return (
        _fill("M40 70C28 68 22 78 4 74c8 4 8 8 2 12 8 0 10 2 8 8 12-8 22-6 32-14z", c.accent)
        + _fill(head, c.ink)
        + _fill("M20 59l3 7 3-8zM32 57l3 6 3-7z", c.ink)
        + _fill("M47 45q9-7 17-4-4 9-17 4z", c.accent)
        + _line("M14 50h5", c.ground, 4)
        + _line("M68 56q8 8 8 18M64 70q7 8 6 20", c.ground, 3.5)
    )


def _doppelgangers(c: Look) -> str:
    """Two faces that look at each other, one light, one dark (the card's ground is split)."""
    outline = "M7 4H24Q39 10 38 30L36 37 47 53Q46 57 39 57L42 63 39 67 41 71Q41 80 29 79L31 98H7z"

    def face(paint: str, cut: str) -> str:
        return _fill(outline, paint) + _line("M18 34q7-5 14 0", cut, 4) + _dots(7, cut, (27, 41))

    mirrored = f'<g transform="matrix(-1 0 0 1 100 0)">{face(c.ground, c.ink)}</g>'
    return face(c.ink, c.ground) + mirrored


def _dwarves(c: Look) -> str:
    """Hammer and anvil."""
    hammer = (
        _fill("M46 34h8v50h-8z", c.accent)
        + _fill("M22 10h50l8 6v16l-8 6H22z", c.ink)
        + _line("M32 12v24M66 12v24", c.ground, 3.5)
        + _fill("M49 16l-8 8 8 8 8-8z", c.ground)
    )
    return (
        _fill("M6 64H94Q90 79 68 80L69 87H80V99H24V87H35L37 80Q12 80 6 64z", c.ink)
        + _line("M84 70H30", c.ground, 3)
        + at(54, 30, at(-50, -34, hammer), 1, 22)
        + _line("M12 54L4 46M20 48l-3-12M86 54l9-7", c.accent, 4)
    )


def _griffins(c: Look) -> str:
    """An eagle's head before a raised wing."""
    wing = "".join(
        _cut(feather, c.ink, c.ground)
        for feather in (
            "M56 96Q58 40 64 2 84 24 78 60z",
            "M58 96Q66 56 84 18 97 42 86 70z",
            "M60 98Q74 70 96 46 102 68 86 88z",
        )
    )
    head = (
        "M70 99H26Q36 84 33 71L24 66Q8 66 4 82-1 60 14 48 20 30 38 26L34 12 50 22 58 8 60 28"
        "Q72 40 70 62t0 37z"
    )
    return (
        wing
        + _cut(head, c.ink, c.ground)
        + _fill("M4 82Q-1 60 14 48 22 50 29 60 25 64 24 66 8 66 4 82z", c.accent)
        + _fill("M34 44l13 3q-3 8-10 6z", c.accent)
        + _line("M46 70q8 6 16 0M42 82q11 8 22 0", c.ground, 3.5)
    )


def _raccoons(c: Look) -> str:
    """A masked face."""
    ear = _fill("M14 40Q4 16 16 8q16 0 26 14z", c.ink) + _fill(
        "M19 30q-3-10 1-15 8 2 12 8z", c.accent
    )
    mask = (
        _fill("M47 46Q34 38 20 46 8 56 4 66 22 74 36 68 46 62 47 46z", c.ink)
        + _dots(14, c.accent, (32, 56))
        + _dots(7, c.ink, (33.5, 56))
        + _line("M16 40Q30 31 44 40", c.accent, 5)
    )
    return (
        both(ear)
        + _fill("M50 18C78 18 92 42 97 64 86 82 66 97 50 97S14 82 3 64C8 42 22 18 50 18z", _FUR)
        + both(mask)
        + _fill("M50 54Q66 72 66 82 60 95 50 95T34 82Q34 72 50 54z", c.accent)
        + _fill("M50 20L56 44H44z", c.ink)
        + _fill("M41 73q9-6 18 0-3 9-9 10-6-1-9-10z", c.ink)
        + _line("M50 82v6", c.ink, 3)
    )


_FUR: Final = "#6d747e"


def _seers(c: Look) -> str:
    """An eye with rays."""
    rays = "".join(
        at(50, 58, _fill(f"M-3.5-40L0-{tip} 3.5-40z", c.accent), 1, turn)
        for turn, tip in ((-64, 50), (-32, 54), (0, 60), (32, 54), (64, 50))
    )
    return (
        rays
        + _fill("M0 58Q50 4 100 58 50 112 0 58z", c.ink)
        + _dots(44, c.ground, (50, 58))
        + _fill("M50 40l5 13 13 5-13 5-5 13-5-13-13-5 13-5z", c.accent)
    )


def _trolls(c: Look) -> str:
    """A heavy head with tusks."""
    half = (
        _fill("M22 44Q4 40 4 54 6 66 22 64z", c.ink)
        + _fill("M26 42l20 7q-3 9-11 8-8-3-9-15z", c.ground)
        + _dots(5.6, c.accent, (38, 52))
        + _cut("M34 86Q16 82 20 54q5 16 22 22z", c.accent, c.ground)
    )
    return (
        _fill("M34 14L42 2l4 9 6-11 4 11 8-8 4 12z", c.ink)
        + _fill("M50 8C72 8 82 22 82 42L86 70Q86 98 50 98T14 70L18 42C18 22 28 8 50 8z", c.ink)
        + _line("M21 38Q36 34 50 44 64 34 79 38", c.ground, 4)
        + _fill("M43 52h14l6 14q-13 8-26 0z", _NOSE)
        + _line("M34 80Q50 72 66 80", c.ground, 4)
        + both(half)
    )


_NOSE: Final = "#79ab92"


def _undead(c: Look) -> str:
    """A skull."""
    skull = (
        "M50 4C80 4 94 26 92 48 91 62 82 68 76 72V90Q76 96 70 96H30Q24 96 24 90V72C18 68 9 62 8 48 "
        "6 26 20 4 50 4z"
    )
    eye = _fill("M24 44Q32 34 44 42 48 58 36 62 22 62 24 44z", c.ground)
    return (
        _fill(skull, c.ink)
        + both(eye + _dots(8, c.accent, (36, 51)))
        + _fill("M50 58l8 14H42z", c.ground)
        + _line("M34 83V97M42 81V97M50 81V97M58 81V97M66 83V97", c.ground, 3.5)
        + _line("M62 7l-6 11 7 6-5 8", c.ground, 2.5)
    )


def _vikings(c: Look) -> str:
    """A longship under sail."""
    sail = "M18 12Q50 4 82 12 92 36 80 56 50 48 20 56 30 36 18 12z"
    stripes = (
        "M30 10h10q6 22 0 42l-10 2q8-22 0-44zM50 8h10q8 22 0 43H50z"
        "M70 10l11 2q8 22 0 42l-11-3q8-20 0-41z"
    )
    hull = (
        "M2 42Q12 40 13 52 12 64 18 68H82Q88 64 87 52 88 40 98 42 93 46 95 54 97 92 50 92 3 92 "
        "5 54 7 46 2 42z"
    )
    shields = ((26, 73), (42, 73), (58, 73), (74, 73))
    return (
        _fill("M47.5 2h5v70h-5z", c.ink)
        + _cut(sail, c.ground, c.ink)
        + _fill(stripes, c.accent)
        + _fill(hull, c.ink)
        + _dots(12, c.ground, *shields[::2])
        + _dots(12, c.accent, *shields[1::2])
        + _line("M4 98q8-6 15 0t16 0 16 0 16 0 16 0 13-2", c.ink, 4)
    )


_EMBLEMS: Final[dict[str, Callable[[Look], str]]] = {
    "knights": _knights,
    "goblins": _goblins,
    "giants": _giants,
    "gnomes": _gnomes,
    "kings": _kings,
    "peasants": _peasants,
    "automatons": _automatons,
    "bards": _bards,
    "dragons": _dragons,
    "doppelgangers": _doppelgangers,
    "dwarves": _dwarves,
    "griffins": _griffins,
    "raccoons": _raccoons,
    "seers": _seers,
    "trolls": _trolls,
    "undead": _undead,
    "vikings": _vikings,
}


@cache  # one entry per faction
def figure(faction: str) -> str:
    """A faction's emblem as a drawing in a box of 100 by 100, to stand on its ground."""
    return _EMBLEMS[faction](LOOKS[faction])
