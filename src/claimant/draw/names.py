"""What players, factions, cards and lists of things are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimant import texts
from claimant.claim.cards import Card
from claimant.language import Text

Name = str | Text
"""A player's own name is the same in every language, a made-up one is a text."""


def said(name: Name, language: str) -> str:
    return name.say(language) if isinstance(name, Text) else name


def player(seat: int) -> Text:
    """A player who gave no name. People count from 1."""
    return Text("Player {n}", n=seat + 1)


def everyone(players: int) -> list[Name]:
    return [player(seat) for seat in range(players)]


def listing(things: Sequence[Name]) -> Name:
    """a, b and c."""
    if not things:
        return Text("nothing")
    *rest, last = things
    if not rest:
        return last
    start = rest[0]
    for thing in rest[1:]:
        start = Text("{start}, {next}", start=start, next=thing)
    return Text("{start} and {last}", start=start, last=last)


class _FactionName(Text):
    """A faction's plural, which the texts of the rules have."""

    def say(self, language: str = "en") -> str:
        return texts.faction(self.one, language).plural


class _CardName(Text):
    """A card by its faction's singular and its value."""

    def say(self, language: str = "en") -> str:
        singular = texts.faction(self.one, language).singular
        return f"{singular} {self.values['value']}"


def faction(name: str) -> Text:
    """A faction by its name in the record, `dwarves`."""
    return _FactionName(name)


def card(code: str) -> Text:
    """A card by its code, `dwarf-4`; `?` is one that the viewer does not know."""
    if code == "?":
        return Text("an unknown card")
    known = Card(code)
    return _CardName(known.faction, value=known.value)


def cards(codes: Sequence[str]) -> Name:
    return listing([card(code) for code in codes])


def scenario(name: str) -> Text:
    """A scenario by its English name."""
    return _SCENARIOS.get(name) or Text("{name}", name=name)


_SCENARIOS: Final = {
    "the old kingdom": Text("the old kingdom"),
    "the high mountains": Text("the high mountains"),
    "the hungry court": Text("the hungry court"),
    "the clockwork war": Text("the clockwork war"),
}
