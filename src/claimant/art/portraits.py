"""The portraits of the bots' characters, each drawn in a box of 100 by 100.

All of them are made the same way: a bold bust of few flat shapes on a plain ground, with two dots
for eyes. A silhouette alone tells them apart, so that they also work as small as a token. A page
crops them to a circle, which has everything that matters.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from claimant.art.svg import both

INK: Final = "#241a12"
CREAM: Final = "#fff6e0"
_PALE: Final = "#f3cfa6"
_TAN: Final = "#d79c68"
_BROWN: Final = "#8d5a3a"
_ROSY: Final = "#eeb08a"

_NS: Final = 'xmlns="http://www.w3.org/2000/svg"'


def _fill(shape: str, paint: str) -> str:
    return f'<path d="{shape}" fill="{paint}"/>'


def _line(stroke: str, paint: str = INK, width: float = 3) -> str:
    return (
        f'<path d="{stroke}" fill="none" stroke="{paint}" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _bust(coat: str, skin: str, *, broad: bool = False) -> str:
    """Shoulders, neck and head."""
    wide = "M2 104Q4 76 34 72H66Q96 76 98 104z" if broad else "M12 104Q14 79 38 75H62Q86 79 88 104z"
    return (
        _fill(wide, coat)
        + _fill("M41 60H59V76Q50 84 41 76z", skin)
        + f'<ellipse cx="50" cy="47" rx="20" ry="23" fill="{skin}"/>'
    )


def _eyes(y: float = 47, apart: float = 9, size: float = 5.5) -> str:
    return _line(f"M{50 - apart:g} {y:g}v.1M{50 + apart:g} {y:g}v.1", INK, size)


def _marta() -> str:
    """An innkeeper in a headscarf, who has seen it all."""
    return (
        _bust("#7a2e2a", _ROSY)
        + _fill("M38 75L50 88 62 75 66 104H34z", CREAM)
        + _fill("M27 50Q22 18 50 17 78 18 73 50 70 35 50 33 30 35 27 50z", "#c8452f")
        + _line("M33 33l.1 0M44 26l.1 0M56 26l.1 0M67 33l.1 0", CREAM, 5)
        + _fill("M70 44Q86 46 86 60 77 58 69 52z", "#c8452f")
        + _eyes()
        + _line("M37 40L45 41M63 40L55 41")
        + _line("M44 60H56")
    )


def _bruno() -> str:
    """A gentle soul with a full beard."""
    return (
        _bust("#3d5a45", _PALE, broad=True)
        + _fill("M24 40Q22 14 50 14T76 40L74 50Q72 36 62 33 50 38 38 33 28 36 26 50z", "#6b3d1e")
        + _fill("M27 46Q30 58 50 56 70 58 73 46 80 84 50 90 20 84 27 46z", "#6b3d1e")
        + _fill("M42 62Q50 58 58 62 57 70 50 70 43 70 42 62z", INK)
        + _fill("M44 63Q50 61 56 63L55 66H45z", CREAM)
        + _eyes(45, 8)
        + _line("M36 37Q41 34 45 37M64 37Q59 34 55 37", "#6b3d1e", 4)
    )


def _felix() -> str:
    """A gambler with a bowler hat and a thin moustache."""
    return (
        _bust("#2d2347", _TAN)
        + _fill("M42 76L50 104 58 76 50 82z", CREAM)
        + _fill("M40 80L50 84 60 80V92L50 87 40 92z", "#d8a72c")
        + _fill("M30 34Q28 8 50 8T70 34z", INK)
        + _fill("M30 28H70V34H30z", "#d8a72c")
        + _fill("M18 34Q50 26 82 34 82 40 76 40 50 33 24 40 18 40 18 34z", INK)
        + _eyes(47)
        + _line("M36 42L45 41M64 38Q59 36 55 40")
        + _line("M50 58Q44 54 34 59M50 58Q56 54 66 59", INK, 3.4)
        + _line("M47 64Q53 66 57 62", INK, 2.6)
    )


def _nora() -> str:
    """A captain with her cap."""
    return (
        _fill("M26 40Q18 78 34 84L40 60 60 60 66 84Q82 78 74 40z", "#b8552a")
        + _bust("#16324f", _PALE)
        + _fill("M38 75L50 98 62 75 68 78 52 104H48L32 78z", CREAM)
        + _fill("M28 36Q18 14 34 14 50 6 66 14 82 14 72 36z", CREAM)
        + _fill("M28 29H72V37H28z", "#16324f")
        + _fill("M30 36Q50 46 70 36 72 41 66 43 50 48 34 43 28 41 30 36z", INK)
        + _fill("M50 15l3 5 6 1-4 4 1 6-6-3-6 3 1-6-4-4 6-1z", "#d8a72c")
        + _eyes(51)
        + _line("M42 60Q51 67 60 58")
    )


def _selma() -> str:
    """A sage in a hood, with closed eyes."""
    return (
        _fill("M6 104Q10 78 22 66 16 14 50 10 84 14 78 66 90 78 94 104z", "#5b3f8c")
        + _fill("M24 104Q24 80 32 68 22 22 50 20 78 22 68 68 76 80 76 104z", "#41296b")
        + f'<ellipse cx="50" cy="49" rx="19" ry="23" fill="{_BROWN}"/>'
        + _line("M36 48Q41 52 45 48M55 48Q59 52 64 48")
        + _line("M44 61Q50 65 56 61")
        + _fill("M50 29l3 5-3 5-3-5z", "#f0c95a")
        + _line("M36 76Q50 86 64 76", "#f0c95a", 3)
        + _line("M50 82v.1", "#f0c95a", 8)
    )


def _anton() -> str:
    """A poet with a beret and a scarf, who suffers beautifully."""
    return (
        _fill("M29 38Q20 62 30 70L70 70Q80 62 71 38z", "#2a2a33")
        + _bust("#2a2a33", _PALE)
        + _fill("M30 34Q22 26 30 18 52 2 80 16 86 24 74 32 50 24 30 34z", "#b03a5b")
        + _line("M55 10L58 4", "#b03a5b", 4)
        + _fill("M30 73Q50 86 70 73L74 82Q50 96 26 82z", "#e0b13c")
        + _fill("M58 86L70 84 74 104H60z", "#e0b13c")
        + _eyes(48)
        + _line("M36 42Q40 37 45 37M64 42Q60 37 55 37")
        + _line("M45 63Q50 58 56 62")
        + _fill("M47 66H53L50 72z", "#2a2a33")
    )


def _rufus() -> str:
    """A dog with a neckerchief."""
    half = _fill("M32 26Q14 18 10 40 8 62 22 66 30 58 32 40z", "#7b4a25") + _line(
        "M40 44v.1", INK, 7
    )
    return (
        _fill("M16 104Q18 80 34 74H66Q82 80 84 104z", "#d9a566")
        + _fill("M26 76Q50 88 74 76L70 86 50 104 30 86z", "#c8312f")
        + _fill(
            "M50 16Q74 16 76 42 76 60 66 66 66 80 50 80 34 80 34 66 24 60 24 42 26 16 50 16z",
            "#d9a566",
        )
        + _fill("M46 16H54L57 46Q68 54 66 66 62 79 50 79 38 79 34 66 32 54 43 46z", CREAM)
        + both(half)
        + _fill("M41 53Q50 49 59 53 58 61 50 62 42 61 41 53z", INK)
        + _line("M50 62V68M50 68Q44 73 39 68M50 68Q56 73 61 68")
        + _fill("M45 71H55Q56 82 50 82 44 82 45 71z", "#e8697a")
    )


def _casper() -> str:
    """A tall, thin pessimist with a top hat too small for him."""
    return (
        _bust("#4b5560", _PALE)
        + _fill("M42 75L50 84 58 75V104H42z", INK)
        + '<ellipse cx="50" cy="50" rx="16" ry="27" fill="#f3cfa6"/>'
        + _fill("M33 46Q31 32 38 29H62Q69 32 67 46L64 36H36z", "#c9c3b4")
        + _fill("M39 6H61L60 27H40z", INK)
        + _fill("M32 26H68V31H32z", INK)
        + _fill("M40 20H60V26H40z", "#7c8894")
        + _eyes(50, 7)
        + _line("M37 45L46 41M63 45L54 41")
        + _line("M43 68Q50 62 57 68")
        + _line("M50 52L48 60H51", INK, 2.4)
    )


def _olga() -> str:
    """A grandmother with a bun, and knitting needles in it."""
    return (
        _line("M32 4L60 24M68 4L40 24", "#b98a3c", 4)
        + '<circle cx="50" cy="17" r="12" fill="#d9d5cc"/>'
        + _bust("#8a4f7d", _ROSY)
        + _fill("M27 54Q20 22 50 20 80 22 73 54 70 38 50 34 30 38 27 54z", "#d9d5cc")
        + '<g fill="#fff6e0" fill-opacity=".55" stroke="#241a12" stroke-width="2.6">'
        '<circle cx="41" cy="48" r="7.5"/><circle cx="59" cy="48" r="7.5"/></g>'
        + _line("M48.500 48H51.500", INK, 2.6)
        + _eyes(48, 9, 5)
        + _line("M41 61Q50 69 59 61")
        + _line("M34 57v.1M66 57v.1", "#d9736a", 7)
        + _line("M36 78Q50 90 64 78", CREAM, 5)
    )


def _victor() -> str:
    """A prospector with a slouch hat and a golden tooth."""
    return (
        _bust("#9a5a1e", _TAN, broad=True)
        + _fill("M30 72L50 88 70 72 64 70H36z", "#b8322a")
        + _fill("M29 50Q30 80 50 82 70 80 71 50 66 56 50 54 34 56 29 50z", "#b9b2a2")
        + _fill("M33 32Q30 10 42 10 50 15 58 10 70 10 67 32z", "#5a4326")
        + _fill("M32 27H68V33H32z", INK)
        + _fill("M8 36Q20 28 50 30 80 28 92 36 84 44 74 40 50 34 26 40 16 44 8 36z", "#5a4326")
        + _eyes(46)
        + _line("M36 41L45 39M64 41L55 39", "#b9b2a2", 4)
        + _fill("M38 62Q50 60 62 62 60 74 50 74 40 74 38 62z", INK)
        + _fill("M41 63H59L58 67H42z", CREAM)
        + _fill("M52 63H57V68H52z", "#e8b93a")
    )


def _lina() -> str:
    """An inventor with goggles and two tufts of hair."""
    half = _fill("M34 26Q12 8 8 30 6 46 24 48 30 40 34 30z", "#e2731d")
    return (
        both(half)
        + _bust("#1f6f78", _PALE)
        + _fill("M29 46Q26 20 50 20T71 46Q62 34 50 33 38 34 29 46z", "#e2731d")
        + _line("M29 31Q50 22 71 31", INK, 5)
        + '<g fill="#9bd7e8" stroke="#241a12" stroke-width="4">'
        '<circle cx="40" cy="29" r="8"/><circle cx="60" cy="29" r="8"/></g>'
        + _line("M37 27l3-2M57 27l3-2", CREAM, 2.500)
        + _eyes(49)
        + _fill("M40 57Q50 60 60 57 58 69 50 69 42 69 40 57z", INK)
        + _fill("M42 58Q50 61 58 58L57 61.500H43z", CREAM)
        + _line("M36 56v.1M64 56v.1", "#e88d6a", 5)
        + _line("M37 78L44 104M63 78L56 104", CREAM, 4)
    )


def _agnes() -> str:
    """An accountant with a sharp bob and square glasses."""
    return (
        _fill("M22 72V40Q22 14 50 14T78 40V72L66 68H34z", INK)
        + _bust("#5f6b3a", _BROWN)
        + _fill("M28 44Q26 22 50 22T72 44L70 36H30z", INK)
        + _fill("M38 76L50 88 62 76 58 104H42z", CREAM)
        + _line("M50 90V104", "#c8312f", 5)
        + _fill("M31 42H47V54H31zM53 42H69V54H53z", CREAM)
        + _line("M31 42H47V54H31zM53 42H69V54H53zM47 46H53", "#d8a72c", 2.8)
        + _eyes(48, 11, 5)
        + _line("M33 37H45M67 37H55")
        + _line("M45 63H54L57 61", INK, 2.8)
    )


_DRAWN: Final[dict[str, tuple[str, Callable[[], str]]]] = {
    "marta": ("#e9c46a", _marta),
    "bruno": ("#f0a35a", _bruno),
    "felix": ("#8fb98b", _felix),
    "nora": ("#7fb7cf", _nora),
    "selma": ("#d9b8e8", _selma),
    "anton": ("#f2d9c0", _anton),
    "rufus": ("#6fa8a0", _rufus),
    "casper": ("#a8b8c8", _casper),
    "olga": ("#f2b5b0", _olga),
    "victor": ("#e5d08c", _victor),
    "lina": ("#c6dd8f", _lina),
    "agnes": ("#e08a72", _agnes),
}
"""Each portrait's ground and drawing, by its name."""


@cache  # one entry per portrait
def portrait(name: str) -> str:
    """A portrait as a picture of its own. An unknown name raises `KeyError`."""
    ground, draw = _DRAWN[name]
    return (
        f'<svg {_NS} viewBox="0 0 100 100"><rect width="100" height="100" fill="{ground}"/>'
        f"{draw()}</svg>"
    )


def portraits() -> tuple[str, ...]:
    """The names of all portraits."""
    return tuple(_DRAWN)
