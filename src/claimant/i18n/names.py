"""What players and lists of things are called."""

from __future__ import annotations

from collections.abc import Sequence

from claimant.i18n.text import Text

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
    """a, b and c; where a comma is within them, as in the names of spaces: 1,2; 3,4 and 5,6."""
    if not things:
        return Text("nothing")
    *rest, last = things
    if not rest:
        return last
    start = rest[0]
    apart = any(isinstance(thing, str) and "," in thing for thing in things)
    for thing in rest[1:]:
        if apart:
            start = Text("{start}; {next}", start=start, next=thing)
        else:
            start = Text("{start}, {next}", start=start, next=thing)
    return Text("{start} and {last}", start=start, last=last)
