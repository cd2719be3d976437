"""What people write, made fit to be shown to others: nothing unseen, nothing that turns the reading
direction, and no two at a table who look the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from claimant.i18n import Name, said

# What would break a line or is no character at all: a space stands for it.
_BROKEN: Final = {"Cc", "Co", "Cn", "Cs", "Zl", "Zp"}
MOST_READ: Final = 1000
"""Characters; nothing that is kept is nearly as long, and putting accents in order takes long."""
MOST_MARKS: Final = 3
"""Accents on one letter; more would run over the lines above and below."""
# Letters and marks that show nothing, though they are of a kind that does: fillers, joiners,
# selectors of a variant, an empty braille cell, a note without a head. With the format characters
# (Cf: zero width, reading direction, tags) two names could differ and look the same.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U000e0100-\U000e01ef]"
)
_MARKS: Final = {"Mn", "Me"}


def clean(text: str) -> str:
    """A line that people wrote, without what is not seen or turns the reading direction."""
    seen: list[str] = []
    marks = 0
    for c in _BLANK.sub("", unicodedata.normalize("NFC", text[:MOST_READ])):
        kind = unicodedata.category(c)
        marks = marks + 1 if kind in _MARKS else 0
        if kind != "Cf" and marks <= MOST_MARKS:
            seen.append(" " if kind in _BROKEN else c)
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", "".join(seen))).strip()


def looks(name: str) -> str:
    """What a name looks like at a glance: who looks the same is told apart."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain if c.isalnum())


def told_apart(names: Sequence[Name]) -> list[Name]:
    """The names at a table; who looks like someone before them gets a number."""
    seen: set[str] = set()
    apart: list[Name] = []
    for name in names:
        shown, number = name, 1
        while looks(said(shown, "en")) in seen and isinstance(name, str):
            number += 1
            shown = f"{name} ({number})"
        seen.add(looks(said(shown, "en")))
        apart.append(shown)
    return apart
