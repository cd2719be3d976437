"""Text that people write, made safe to show to others: no invisible characters, nothing that
changes the reading direction, and no two names at a table that look the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from claimant.i18n import Name, said

MAX_READ: Final = 1000
"""Characters considered. No stored text is nearly as long, and normalizing accents takes long."""
MAX_MARKS: Final = 3
"""Accents on one letter; more would overlap the lines above and below."""
# Categories that break a line or are not characters; a space replaces them.
_BREAKING: Final = {"Cc", "Co", "Cn", "Cs", "Zl", "Zp"}
_MARKS: Final = {"Mn", "Me"}
# Letters and marks that show nothing although their category suggests otherwise: fillers, joiners,
# variation selectors, an empty braille cell, a note without a head. With these or with format
# characters (Cf: zero width, reading direction, tags) two names could differ and look the same.
_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U000e0100-\U000e01ef]"
)


# Letters of other alphabets, and digits, that look like Latin letters. Too many are better than too
# few: names that look the same only get a number. (Ruff warns of such letters; here they belong.)
_LOOK_ALIKES: Final = str.maketrans(
    "АВЕЅЗІЈКМНОРСТУҮХѴԚԜавеѕіјкмнопрстуүхѵԁһҽӏԛԝьгΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγεηικμνορστυχωՕօոսՍՏհցզԼ0",  # noqa: RUF001
    "ABES3IJKMHOPCTYYXVQWabesijkmhonpctyyxvdhelqwbrABEZHIKMNOPTYXayenikuvopotuxwOonuUShgqLo",
)
_LIKE_L: Final = str.maketrans("i1|\u0131", "llll")  # the last one has no dot
_ALPHABETS: Final = frozenset(
    ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
)
"""Alphabets that share letters of the same shape."""


def clean(text: str) -> str:
    """A single line of text, without what cannot be seen or changes the reading direction."""
    seen: list[str] = []
    marks = 0
    for c in _INVISIBLE.sub("", unicodedata.normalize("NFC", text[:MAX_READ])):
        kind = unicodedata.category(c)
        marks = marks + 1 if kind in _MARKS else 0
        if kind != "Cf" and marks <= MAX_MARKS:
            seen.append(" " if kind in _BREAKING else c)
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", "".join(seen))).strip()


def skeleton(name: str) -> str:
    """What a name looks like at a glance: names with the same skeleton are easily confused. Unicode
    has a table for all scripts; this is the part of it that European names need."""
    plain = unicodedata.normalize("NFKD", name).translate(_LOOK_ALIKES).casefold()
    plain = plain.translate(_LOOK_ALIKES).translate(_LIKE_L)
    return "".join(c for c in plain if c.isalnum())


def mixes_alphabets(name: str) -> bool:
    """Whether a word has letters of several alphabets, which only makes it look like another."""
    for word in unicodedata.normalize("NFKC", name).split():
        alphabets = {unicodedata.name(c, "").partition(" ")[0] for c in word}
        if len(_ALPHABETS & alphabets) > 1:
            return True
    return False


def disambiguate(names: Sequence[Name]) -> list[Name]:
    """The names at a table, with a number added to each that looks like an earlier one."""
    seen: set[str] = set()
    distinct: list[Name] = []
    for name in names:
        shown, number = name, 1
        while skeleton(said(shown, "en")) in seen and isinstance(name, str):
            number += 1
            shown = f"{name} ({number})"
        seen.add(skeleton(said(shown, "en")))
        distinct.append(shown)
    return distinct
