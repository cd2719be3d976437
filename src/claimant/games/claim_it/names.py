"""What the spaces are called: every language writes them as its rulebook does.

Records and the API write column and row with a comma (`rules.board.NAMES`). People read a `Text`,
so that a language's catalogue decides: Dutch writes 3/5, and German joins spaces with a word, since
commas separate decimals there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from claimant.games.claim_it.rules.board import NUMBERS, SIDE, SPACES
from claimant.i18n import Name, Text

SPACE_NAMES: Final = tuple(
    Text("{column},{row}", column=i % SIDE + 1, row=i // SIDE + 1) for i in range(SPACES)
)
"""The spaces by number."""
_FEW: Final = 2


def space_name(space: str) -> Text:
    """A space, given as records write it."""
    return SPACE_NAMES[NUMBERS[space]]


class _Spaces(Text):
    """Several spaces in one text."""

    __slots__ = ()

    def say(self, language: str = "en") -> str:
        spaces = self.values["spaces"]
        assert isinstance(spaces, tuple)
        last_two = Text("{spaces} and {space}", spaces="", space="")
        others = Text("{spaces}; {space}", spaces="", space="")
        alike = last_two.say(language) == others.say(language)
        if self.values.get("brief") and len(spaces) > _FEW and alike:
            return Text("{n} space", "{n} spaces", n=len(spaces)).say(language)
        first, *more = [SPACE_NAMES[i].say(language) for i in spaces]
        *middle, last = more
        said = first
        for space in middle:
            said = Text("{spaces}; {space}", spaces=said, space=space).say(language)
        return Text("{spaces} and {space}", spaces=said, space=last).say(language)


def spaces_named(spaces: Iterable[int], *, brief: bool = False) -> Name:
    """Spaces by number, in one phrase. A `brief` one only counts more than two of them where the
    language would join them all by the same word."""
    found = tuple(spaces)
    if not found:
        return Text("nothing")
    return (
        SPACE_NAMES[found[0]] if len(found) == 1 else _Spaces("{spaces}", spaces=found, brief=brief)
    )
