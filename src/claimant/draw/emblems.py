"""The emblems of the seventeen factions, each drawn in a box of 100 by 100.

An emblem is bold enough to be told at a glance: one figure in the faction's ink, cut out in the
colour of the card's ground, with a little of its accent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from claimant.draw.svg import at, both


class Look(NamedTuple):
    """A faction's colours: the card's ground, the figure and number on it, a touch more."""

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
"""By the faction's plural name. The number on a card always has 4.5 to 1 against its ground."""


def _knights(c: Look) -> str:
    """A great helm with a plume."""
    half = (
        f'<path d="M27 43h17v9H29z" fill="{c.ground}"/><path d="M35 64v.1M42 70v.1M35 76v.1" '
        f'stroke="{c.ground}" stroke-width="5.5" stroke-linecap="round"/>'
    )
    return (
        f'<path d="M49 17C50 4 66-3 92 6c-9 3-11 9-13 17-8-6-18-8-30-6z" fill="{c.accent}"/>'
        f'<path d="M22 30Q50 8 78 30l2 34Q78 84 50 97 22 84 20 64z" fill="{c.ink}"/>'
        f'<path d="M50 19V97M20 36Q50 26 80 36" stroke="{c.ground}" stroke-width="3" fill="none"/>'
        f"{both(half)}"
    )


def _goblins(c: Look) -> str:
    """A grinning face with long ears."""
    half = (
        f'<path d="M30 40L0 20Q2 52 30 64z" fill="{c.ink}"/>'
        f'<path d="M25 45L8 33q4 14 17 20z" fill="{c.ground}"/>'
        f'<path d="M29 42l18 12q-14 9-18-12z" fill="{c.accent}"/>'
        f'<circle cx="40" cy="52" r="2.8" fill="{c.ink}"/>'
    )
    face = f'<path d="M50 15C74 15 80 34 76 58 73 80 60 95 50 95S27 80 24 58C20 34 26 15 50 15z" fill="{c.ink}"/>'
    grin = (
        f'<path d="M30 68Q50 80 70 68 66 88 50 88 34 88 30 68z" fill="{c.ground}"/>'
        f'<path d="M36 71l5 9 5-7zM54 73l5 7 5-9zM46 88l4-8 4 8z" fill="{c.accent}"/>'
        f'<path d="M46 58q4 10 8 0" stroke="{c.ground}" stroke-width="3" fill="none"/>'
    )
    return face + both(half) + grin


def _giants(c: Look) -> str:
    """A fist with a club."""
    club = (
        f'<path d="M42 54L38 8Q36-8 50-8t12 16L58 54z" fill="{c.accent}"/>'
        f'<path d="M40 8l-10-5 9-6zM60 8l10-5-9-6zM41 24l-11 0 10-10zM59 24l11 0-10-10z" fill="{c.ink}"/>'
        f'<path d="M43 88h14v14H43z" fill="{c.accent}"/>'
    )
    fist = "".join(
        f'<rect x="{23 + i * 14}" y="{52 - (i in (1, 2)) * 3}" width="14" height="31" rx="7" '
        f'fill="{c.ink}" stroke="{c.ground}" stroke-width="3"/>'
        for i in range(4)
    )
    thumb = (
        f'<path d="M22 76q0-8 8-8h26q9 0 9 8t-9 8H42q-2 10 6 12H32Q22 92 22 76z" fill="{c.ink}" '
        f'stroke="{c.ground}" stroke-width="3"/>'
    )
    palm = f'<path d="M24 70h55v10q0 14-14 16H36Q24 94 24 82z" fill="{c.ink}"/>'
    return at(0, 3, at(50, 50, at(-50, -50, club), 1, 20) + at(-1, -4, palm + fist + thumb))


def _gnomes(c: Look) -> str:
    """A tall hat over a nose and a beard."""
    return (
        f'<path d="M18 58Q18 99 50 99T82 58Q68 66 50 66 32 66 18 58z" fill="{c.ink}"/>'
        f'<path d="M36 86q4-6 0-12M50 92V76M64 86q-4-6 0-12" stroke="{c.ground}" stroke-width="3" '
        f'fill="none" stroke-linecap="round"/>'
        f'<path d="M56 0Q62 24 80 50H20Q40 22 56 0z" fill="{c.ink}"/>'
        f'<path d="M54 9l5 15-12 0zM35 34l34 0 5 9H29z" fill="{c.accent}"/>'
        f'<rect x="12" y="48" width="76" height="12" rx="6" fill="{c.ink}" stroke="{c.ground}" stroke-width="3"/>'
        f'<circle cx="50" cy="67" r="10" fill="{c.accent}" stroke="{c.ground}" stroke-width="3"/>'
    )


def _kings(c: Look) -> str:
    """A crown."""
    crown = (
        f'<path d="M15 74L6 28 30 50 50 14 70 50 94 28 85 74z" fill="{c.ink}"/>'
        f'<path d="M6 24v.1M50 10v.1M94 24v.1" stroke="{c.ink}" stroke-width="15" stroke-linecap="round"/>'
        f'<rect x="14" y="78" width="72" height="14" rx="3" fill="{c.ink}"/>'
        f'<path d="M50 42l9 13-9 13-9-13z" fill="{c.accent}"/>'
        f'<path d="M28 60v.1M72 60v.1" stroke="{c.ground}" stroke-width="8" stroke-linecap="round"/>'
        f'<path d="M24 85v.1M37 85v.1M50 85v.1M63 85v.1M76 85v.1" stroke="{c.ground}" stroke-width="6" '
        f'stroke-linecap="round"/>'
    )
    return at(3.5, 4, crown, 0.93)


def _peasants(c: Look) -> str:
    """A pitchfork between ears of wheat."""
    grains = "".join(
        f'<path d="M15 {y}q-13-3-11-14 10 2 11 14zM15 {y}q13-3 11-14-10 2-11 14z"/>'
        for y in (88, 75, 62)
    )
    wheat = f'<g fill="{c.accent}">{grains}<path d="M15 48q-7-9 0-17 7 8 0 17zM13.5 44h3v54h-3z"/></g>'
    return (
        both(wheat)
        + f'<path d="M50 2V98M32 4V26Q32 42 50 42T68 26V4" fill="none" stroke="{c.ink}" '
        f'stroke-width="8" stroke-linecap="round"/>'
    )


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
        f'<path d="{_gear(9, 50, 39)}" fill="{c.ink}"/><circle cx="50" cy="50" r="31" fill="{c.ground}"/>'
        f'<path d="M48 22h4v8h-4z" fill="{c.ink}"/>'
        f'<rect x="30" y="29" width="40" height="42" rx="8" fill="{c.ink}"/>'
        f'<path d="M41 44v.1M59 44v.1" stroke="{c.ground}" stroke-width="13" stroke-linecap="round"/>'
        f'<path d="M41 44v.1M59 44v.1" stroke="{c.accent}" stroke-width="6" stroke-linecap="round"/>'
        f'<path d="M37 56h26v9H37z" fill="{c.ground}"/>'
        f'<path d="M43 56v9M50 56v9M57 56v9" stroke="{c.ink}" stroke-width="2.5"/>'
    )


def _bards(c: Look) -> str:
    """A lute."""
    lute = (
        f'<path d="M50 100C18 100 20 64 42 48V14h16v34c22 16 24 52-8 52z" fill="{c.ink}"/>'
        f'<path d="M40 16l4-22h12l4 22z" fill="{c.ink}"/>'
        f'<path d="M38 10H30M39 1H31M62 10H70M61 1H69" stroke="{c.ink}" stroke-width="5" stroke-linecap="round"/>'
        f'<circle cx="50" cy="68" r="10" fill="{c.ground}"/>'
        f'<path d="M38 88h24" stroke="{c.ground}" stroke-width="4" stroke-linecap="round"/>'
        f'<path d="M46.5 0V88M53.5 0V88" stroke="{c.accent}" stroke-width="1.8"/>'
        f'<path d="M42 22h16M42 30h16M42 38h16" stroke="{c.ground}" stroke-width="2"/>'
    )
    note = f'<path d="M14 40V14l16-4v24" fill="none" stroke="{c.accent}" stroke-width="4"/><path d="M10 41h.1M26 35h.1" stroke="{c.accent}" stroke-width="10" stroke-linecap="round"/>'
    return at(50, 51, at(-50, -50, lute, 1), 0.94, 38) + at(2, 2, note)


def _dragons(c: Look) -> str:
    """A horned head that breathes fire."""
    return (
        f'<path d="M40 70C28 68 22 78 4 74c8 4 8 8 2 12 8 0 10 2 8 8 12-8 22-6 32-14z" fill="{c.accent}"/>'
        f'<path d="M7 54Q6 43 19 42L40 33 46 22l6 9Q64 22 70 2 82 20 70 34 84 32 96 18 '
        f"97 40 80 47 92 54 97 70l-12-5q7 12 7 33H44Q58 86 54 70L26 73 15 66l17-3 16-7-37 5z"
        f'" fill="{c.ink}"/>'
        f'<path d="M47 45q9-7 17-4-4 9-17 4z" fill="{c.accent}"/>'
        f'<path d="M14 50h5" stroke="{c.ground}" stroke-width="4" stroke-linecap="round"/>'
        f'<path d="M68 56q8 8 8 18M64 70q7 8 6 20" stroke="{c.ground}" stroke-width="3.5" fill="none" '
        f'stroke-linecap="round"/>'
        f'<path d="M20 59l3 7 3-8zM32 57l3 6 3-7z" fill="{c.ink}"/>'
    )


_PROFILE: Final = "M7 4H24Q39 10 38 30L36 37 47 53Q46 57 39 57L42 63 39 67 41 71Q41 80 29 79L31 98H7z"


def _doppelgangers(c: Look) -> str:
    """Two faces that look at each other, one light, one dark (the card's ground is split)."""
    return (
        f'<path d="{_PROFILE}" fill="{c.ink}"/><path d="M18 34q7-5 14 0" stroke="{c.ground}" '
        f'stroke-width="4" fill="none" stroke-linecap="round"/><circle cx="27" cy="41" r="3.5" fill="{c.ground}"/>'
        f'<g transform="matrix(-1 0 0 1 100 0)"><path d="{_PROFILE}" fill="{c.ground}"/>'
        f'<path d="M18 34q7-5 14 0" stroke="{c.ink}" stroke-width="4" fill="none" stroke-linecap="round"/>'
        f'<circle cx="27" cy="41" r="3.5" fill="{c.ink}"/></g>'
    )


def _dwarves(c: Look) -> str:
    """Hammer and anvil."""
    hammer = (
        f'<path d="M46 34h8v50h-8z" fill="{c.accent}"/>'
        f'<path d="M22 10h50l8 6v16l-8 6H22z" fill="{c.ink}"/>'
        f'<path d="M32 10v28M66 10v28" stroke="{c.ground}" stroke-width="3.5"/>'
        f'<path d="M49 16l-8 8 8 8 8-8z" fill="{c.ground}"/>'
    )
    anvil = (
        f'<path d="M6 64H94Q90 79 68 80L69 87H80V99H24V87H35L37 80Q12 80 6 64z" fill="{c.ink}"/>'
        f'<path d="M84 70H30" stroke="{c.ground}" stroke-width="3"/>'
    )
    sparks = f'<path d="M12 54L4 46M20 48l-3-12M86 54l9-7" stroke="{c.accent}" stroke-width="4" stroke-linecap="round"/>'
    return anvil + at(54, 30, at(-50, -34, hammer), 1, 22) + sparks


def _griffins(c: Look) -> str:
    """An eagle's head before a raised wing."""
    feathers = "".join(
        f'<path d="{d}" fill="{c.ink}" stroke="{c.ground}" stroke-width="3"/>'
        for d in (
            "M56 96Q58 40 64 2 84 24 78 60z",
            "M58 96Q66 56 84 18 97 42 86 70z",
            "M60 98Q74 70 96 46 102 68 86 88z",
        )
    )
    return (
        feathers
        + f'<path d="M70 99H26Q36 84 33 71L24 66Q8 66 4 82-1 60 14 48 20 30 38 26L34 12 50 22 58 8 60 28'
        f'Q72 40 70 62t0 37z" fill="{c.ink}" stroke="{c.ground}" stroke-width="3"/>'
        f'<path d="M4 82Q-1 60 14 48 22 50 29 60 25 64 24 66 8 66 4 82z" fill="{c.accent}"/>'
        f'<path d="M34 44l13 3q-3 8-10 6z" fill="{c.accent}"/>'
        f'<path d="M46 70q8 6 16 0M42 82q11 8 22 0" stroke="{c.ground}" stroke-width="3.5" fill="none" '
        f'stroke-linecap="round"/>'
    )


def _raccoons(c: Look) -> str:
    """A masked face."""
    half = (
        f'<path d="M14 40Q4 16 16 8q16 0 26 14z" fill="{c.ink}"/>'
        f'<path d="M19 30q-3-10 1-15 8 2 12 8z" fill="{c.accent}"/>'
    )
    mask = (
        '<path d="M47 46Q34 38 20 46 8 56 4 66 22 74 36 68 46 62 47 46z" '
        f'fill="{c.ink}"/><circle cx="32" cy="56" r="7" fill="{c.accent}"/>'
        f'<circle cx="33.5" cy="56" r="3.5" fill="{c.ink}"/>'
        f'<path d="M16 40Q30 31 44 40" stroke="{c.accent}" stroke-width="5" fill="none" stroke-linecap="round"/>'
    )
    head = '<path d="M50 18C78 18 92 42 97 64 86 82 66 97 50 97S14 82 3 64C8 42 22 18 50 18z" fill="#6d747e"/>'
    muzzle = (
        f'<path d="M50 54Q66 72 66 82 60 95 50 95T34 82Q34 72 50 54z" fill="{c.accent}"/>'
        f'<path d="M50 20L56 44H44z" fill="{c.ink}"/>'
        f'<path d="M41 73q9-6 18 0-3 9-9 10-6-1-9-10z" fill="{c.ink}"/>'
        f'<path d="M50 82v6" stroke="{c.ink}" stroke-width="3"/>'
    )
    return both(half) + head + both(mask) + muzzle


def _seers(c: Look) -> str:
    """An eye with rays."""
    rays = "".join(
        at(50, 58, f'<path d="M-3.5 -40L0 -{tip} 3.5 -40z" fill="{c.accent}"/>', 1, turn)
        for turn, tip in ((-64, 50), (-32, 54), (0, 60), (32, 54), (64, 50))
    )
    return (
        f'{rays}<path d="M0 58Q50 4 100 58 50 112 0 58z" fill="{c.ink}"/>'
        f'<circle cx="50" cy="58" r="22" fill="{c.ground}"/>'
        f'<path d="M50 40l5 13 13 5-13 5-5 13-5-13-13-5 13-5z" fill="{c.accent}"/>'
    )


def _trolls(c: Look) -> str:
    """A heavy head with tusks."""
    half = (
        f'<path d="M22 44Q4 40 4 54 6 66 22 64z" fill="{c.ink}"/>'
        f'<path d="M26 42l20 7q-3 9-11 8-8-3-9-15z" fill="{c.ground}"/>'
        f'<circle cx="38" cy="52" r="2.8" fill="{c.accent}"/>'
        f'<path d="M34 86Q16 82 20 54q5 16 22 22z" fill="{c.accent}" stroke="{c.ground}" stroke-width="3"/>'
    )
    return (
        f'<path d="M34 14L42 2l4 9 6-11 4 11 8-8 4 12z" fill="{c.ink}"/>'
        f'<path d="M50 8C72 8 82 22 82 42L86 70Q86 98 50 98T14 70L18 42C18 22 28 8 50 8z" fill="{c.ink}"/>'
        f'<path d="M20 38Q36 34 50 44 64 34 80 38" stroke="{c.ground}" stroke-width="4" fill="none"/>'
        f'<path d="M43 52h14l6 14q-13 8-26 0z" fill="{c.ground}" opacity=".45"/>'
        f'<path d="M34 80Q50 72 66 80" stroke="{c.ground}" stroke-width="4" fill="none" stroke-linecap="round"/>'
        f"{both(half)}"
    )


def _undead(c: Look) -> str:
    """A skull."""
    half = (
        f'<path d="M24 44Q32 34 44 42 48 58 36 62 22 62 24 44z" fill="{c.ground}"/>'
        f'<circle cx="36" cy="51" r="4" fill="{c.accent}"/>'
    )
    return (
        f'<path d="M50 4C80 4 94 26 92 48 91 62 82 68 76 72V90Q76 96 70 96H30Q24 96 24 90V72'
        f'C18 68 9 62 8 48 6 26 20 4 50 4z" fill="{c.ink}"/>{both(half)}'
        f'<path d="M50 58l8 14H42z" fill="{c.ground}"/>'
        f'<path d="M34 82V97M42 80V97M50 80V97M58 80V97M66 82V97" stroke="{c.ground}" stroke-width="3.5"/>'
        f'<path d="M62 6l-6 12 7 6-5 8" stroke="{c.ground}" stroke-width="2.5" fill="none"/>'
    )


def _vikings(c: Look) -> str:
    """A longship under sail."""
    shields = "".join(
        f'<circle cx="{x}" cy="73" r="7" fill="{c.accent if i % 2 else c.ground}" stroke="{c.ink}" '
        f'stroke-width="3"/>'
        for i, x in enumerate((26, 42, 58, 74))
    )
    return (
        f'<path d="M47.5 2h5v70h-5z" fill="{c.ink}"/>'
        f'<path d="M18 12Q50 4 82 12 92 36 80 56 50 48 20 56 30 36 18 12z" fill="{c.ground}" '
        f'stroke="{c.ink}" stroke-width="3.5"/>'
        f'<path d="M30 10h10q6 22 0 42l-10 2q8-22 0-44zM50 8h10q8 22 0 43H50zM70 10l11 2q8 22 0 42l-11-3q8-20 0-41z" '
        f'fill="{c.accent}"/>'
        f'<path d="M2 42Q12 40 13 52 12 64 18 68H82Q88 64 87 52 88 40 98 42 93 46 95 54 97 92 50 92 '
        f'3 92 5 54 7 46 2 42z" fill="{c.ink}"/>{shields}'
        f'<path d="M2 98q8-6 16 0t16 0 16 0 16 0 16 0 16 0" stroke="{c.ink}" stroke-width="4" fill="none"/>'
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


@cache
def figure(faction: str) -> str:
    """A faction's emblem as a drawing in a box of 100 by 100, to stand on its ground."""
    return _EMBLEMS[faction](LOOKS[faction])
