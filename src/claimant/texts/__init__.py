"""Our own rules of both games, their rulings and the factions' powers, in every language.

The rules are Markdown files beside this one. All languages of a game have the same sections in the
same order, so a section has one anchor for all of them: `R-P3`, `knights`, `scoring`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from claimant.language import LANGUAGES

GAMES: Final = ("claim-it", "claim")

_HEADING: Final = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)
_RULING: Final = re.compile(r"R-[A-Z]\d+")
_EXAMPLE: Final = re.compile(r"!\[[^]]+]\(example:[a-z-]+/(\w+)\)")


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it, up to the next heading."""

    level: int
    title: str
    anchor: str
    """The same in every language."""
    text: str

    @property
    def ruling(self) -> str | None:
        """The id of the ruling that this section holds."""
        return self.anchor if _RULING.fullmatch(self.anchor) else None

    def __str__(self) -> str:
        return f"{'#' * self.level} {self.title}\n\n{self.text}\n"


@dataclass(frozen=True)
class FactionText:
    plural: str
    singular: str
    power: str
    """What it does, in one sentence."""


@cache
def rules(game: str, language: str) -> str:
    """The rules and rulings of a game as Markdown.

    A line like `![Example 1](example:claim-it/1)` stands where the picture of an example belongs.
    """
    if game not in GAMES:
        raise ValueError(f"no such game: {game}")
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    return _read(f"{game}.{language}.md")


@cache
def sections(game: str, language: str) -> tuple[Section, ...]:
    """The rules, taken apart at their headings."""
    parts = _parts(game, language)
    return tuple(
        Section(level, title, _anchor(english), text)
        for (level, title, text), (_, english, _) in zip(parts, _parts(game, "en"), strict=True)
    )


def rulings(game: str) -> list[str]:
    """The ids of a game's rulings, in order."""
    return [section.anchor for section in sections(game, "en") if section.ruling]


@cache
def ruling(name: str, language: str) -> str:
    """A ruling by its id, `R-P3`, as Markdown: heading, decision, reason."""
    for game in GAMES:
        for section in sections(game, language):
            if section.ruling == name:
                return str(section)
    raise ValueError(f"no such ruling: {name}")


def pictures(game: str) -> list[str]:
    """The names of the examples to draw, in order; `claimant.texts.examples` has what they show."""
    return _EXAMPLE.findall(rules(game, "en"))


def factions() -> list[str]:
    """The names of all factions as in a record."""
    return list(_factions())


@cache
def faction(name: str, language: str) -> FactionText:
    """A faction by its name in a record, `dwarves`."""
    if name not in _factions():
        raise ValueError(f"no such faction: {name}")
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    return FactionText(**_factions()[name][language])


@cache
def _factions() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(_read("factions.toml"))


def _parts(game: str, language: str) -> list[tuple[int, str, str]]:
    source = rules(game, language)
    headings = list(_HEADING.finditer(source))
    ends = [heading.start() for heading in headings[1:]] + [len(source)]
    return [
        (len(heading[1]), heading[2], source[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    ]


def _anchor(english: str) -> str:
    """What links name: a ruling's id, else the words of the English heading."""
    named = _RULING.match(english)
    return named[0] if named else re.sub(r"\W+", "-", english.lower()).strip("-")


def _read(name: str) -> str:
    return (resources.files(__name__) / name).read_text(encoding="utf-8")
