"""The rules and rulings of every game, in every language.

The rules are Markdown, `texts/rules.LANGUAGE.md` in a game's folder. All languages of a game have
the same sections in the same order, so a section has one anchor for all of them: `R-P3`, `scoring`.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import Final

from claimant import registry
from claimant.i18n import LANGUAGES, SOURCE_LANGUAGE

_HEADING: Final = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)
_RULING: Final = re.compile(r"R-[A-Z]\d+")
_EXAMPLE: Final = re.compile(r"!\[[^]]+]\(example:[a-z-]+/(\w+)\)")


@dataclass(frozen=True)
class Section:
    """A heading and the text below it, up to the next heading."""

    level: int
    title: str
    anchor: str
    """The same in every language."""
    text: str

    @property
    def ruling(self) -> str | None:
        """The id of the ruling that this section is, if it is one."""
        return self.anchor if _RULING.fullmatch(self.anchor) else None

    def __str__(self) -> str:
        return f"{'#' * self.level} {self.title}\n\n{self.text}\n"


# Bounded by the texts, which do not change.
@cache
def rules(game: str, language: str) -> str:
    """The rules and rulings of a game as Markdown, in English if they have not been translated. A
    game without a text has what the docstring of its package says.

    A line like `![Example 1](example:GAME/1)` marks the place of an example's picture.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    package = registry.entry(game).package
    texts = resources.files(package) / "texts"
    for known in (language, SOURCE_LANGUAGE):
        text = texts / f"rules.{known}.md"
        if text.is_file():
            return text.read_text(encoding="utf-8")
    return f"# {game}\n\n{inspect.getdoc(import_module(package)) or ''}\n"


# Bounded by the texts, which do not change.
@cache
def in_60_seconds(game: str, language: str) -> str:
    """A game explained to someone who waits for it to begin, as Markdown; empty if nobody has
    written that. It may refer to examples as the rules do."""
    texts = resources.files(registry.entry(game).package) / "texts"
    for known in (language, SOURCE_LANGUAGE):
        text = texts / f"in-60-seconds.{known}.md"
        if text.is_file():
            return text.read_text(encoding="utf-8")
    return ""


# Bounded by the texts, which do not change.
@cache
def sections(game: str, language: str) -> tuple[Section, ...]:
    """The rules, split at their headings."""
    parts = _parts(game, language)
    return tuple(
        Section(level, title, _anchor(english), text)
        for (level, title, text), (_, english, _) in zip(
            parts, _parts(game, SOURCE_LANGUAGE), strict=True
        )
    )


def rulings(game: str) -> list[str]:
    """The ids of a game's rulings, in order."""
    return [section.anchor for section in sections(game, SOURCE_LANGUAGE) if section.ruling]


# Bounded by the texts, which do not change.
@cache
def ruling(name: str, language: str) -> str:
    """A ruling by its id, `R-P3`, as Markdown: heading, decision, reason."""
    for game in registry.entries():
        for section in sections(game, language):
            if section.ruling == name:
                return str(section)
    raise ValueError(f"no such ruling: {name}")


def pictures(game: str) -> list[str]:
    """The names of the examples to draw, in order."""
    return _EXAMPLE.findall(rules(game, SOURCE_LANGUAGE))


def _parts(game: str, language: str) -> list[tuple[int, str, str]]:
    source = rules(game, language)
    headings = list(_HEADING.finditer(source))
    ends = [heading.start() for heading in headings[1:]] + [len(source)]
    return [
        (len(heading[1]), heading[2], source[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    ]


def _anchor(english: str) -> str:
    """The anchor of a section: a ruling's id, or the words of the English heading."""
    named = _RULING.match(english)
    return named[0] if named else re.sub(r"\W+", "-", english.lower()).strip("-")
