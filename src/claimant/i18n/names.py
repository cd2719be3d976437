"""What players and lists of things are called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from claimant.i18n.text import Text

if TYPE_CHECKING:
    from babel.core import Locale

Name = str | Text
"""A player's own name is the same in every language, a made-up one is a text."""


def said(name: Name, language: str) -> str:
    """A name in a language."""
    return name.say(language) if isinstance(name, Text) else name


def player(seat: int) -> Text:
    """The name of a player without one. People count from 1."""
    return Text("Player {n}", n=seat + 1)


def everyone(players: int) -> list[Name]:
    """Names for players without one."""
    return [player(seat) for seat in range(players)]


class _List(Text):
    """Several names in one text."""

    __slots__ = ()

    def say(self, language: str = "en") -> str:
        things = self.values["things"]
        assert isinstance(things, tuple)
        names = [said(thing, language) for thing in things]
        if any(isinstance(thing, str) and "," in thing for thing in things):
            # Commas would not separate them, and Unicode's patterns for lists have nothing else.
            names = ["; ".join(names[:-1]), names[-1]]
        return _joined(tuple(names), language)


@lru_cache(4096)
def _joined(names: tuple[str, ...], language: str) -> str:
    """Names in one phrase. The last ones are cached: the same cards and spaces are named to every
    listener. Nothing else enters into it, so nothing is invalidated."""
    from babel.lists import format_list

    return format_list(names, locale=_locale(language))


def listing(things: Sequence[Name]) -> Name:
    """All things in one phrase: `a, b and c`. If one contains a comma, as the names of spaces do,
    semicolons separate them: `1,2; 3,4 and 5,6`."""
    if not things:
        return Text("nothing")
    if len(things) == 1:
        return things[0]
    return _List("{things}", things=tuple(things))


@cache
def _locale(language: str) -> Locale:
    """The locale whose lists are ours: British for English, without a comma before the `and`.
    One entry per language; they never change."""
    from babel.core import Locale

    return Locale("en", "GB") if language == "en" else Locale(language)
