"""How a game is presented: its title, its sentences and its pictures.

A game's registry entry names a `Presentation`; shared code reaches it with `presentation_of`. Every
method has a plain default, so that a game is playable before it has words or pictures of its own.
All of them take views, so they cannot reveal more than the viewer may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from claimant import registry
from claimant.art.palette import css
from claimant.art.svg import Picture, plain_text
from claimant.game import View
from claimant.i18n import Name, Text, everyone, listing

if TYPE_CHECKING:
    from rich.console import RenderableType

TERMINAL_WIDTH = 80


class Presentation:
    """A game in words and pictures. `names` are the players' names by seat."""

    def __init__(self, title: str) -> None:
        self.title = title

    def narrate(self, before: View, event: str, after: View, names: Sequence[Name]) -> list[Text]:
        """What an event brought about, including what follows by rule. `event` is what the viewer
        may read of it. It is never `first` or `undo`: the function `narrate` covers those."""
        if before.actor is None or before.actor < 0:
            return [Text("{event}", event=event)]
        return [Text("{who}: {event}", who=names[before.actor], event=event)]

    def informed_seats(self, before: View, event: str, after: View) -> tuple[int, ...]:
        """The seats for which `narrate` says more about an event than for a spectator, whose views
        these are. All seats is always a correct answer, but costs time."""
        return tuple(range(after.players))

    def explain(self, view: View, names: Sequence[Name]) -> list[Text]:
        """The result of a finished game, step by step."""
        assert view.outcome is not None
        winners = listing([names[seat] for seat in view.outcome.winners])
        return [
            Text(
                "The winner is {who}.", "The winners are {who}.",
                who=winners, n=len(view.outcome.winners),
            )
        ]  # fmt: skip

    def choice(self, view: View, event: str) -> Text:
        """A legal decision, as a player would say it."""
        return Text("{event}", event=event)

    def hints(self, view: View) -> list[Text]:
        """What a player should know before deciding."""
        return []

    def describe(self, view: View, names: Sequence[Name]) -> list[Text]:
        """Everything that a picture of this view shows."""
        return [
            Text("{field}: {value}", field=field, value=value) for field, value in own_fields(view)
        ]

    def picture(
        self, view: View, names: Sequence[Name] = (), language: str = "en", *, style: bool = True
    ) -> Picture:
        """The view as SVG. Without `style` its colours come from the page around it."""
        lines = [
            text.say(language) for text in self.describe(view, names or everyone(view.players))
        ]
        return plain_text(
            lines, heading(view, names).say(language), " ".join(lines), css(".art") if style else ""
        )

    def terminal(
        self, view: View, language: str, names: Sequence[Name], choices: Mapping[str, int]
    ) -> RenderableType:
        """The view for a terminal of `TERMINAL_WIDTH` columns; `choices` are numbers to put beside
        the possible decisions. Nothing is expressed by colour alone."""
        return "\n".join(text.say(language) for text in self.describe(view, names))


def own_fields(view: View) -> list[tuple[str, Any]]:
    """The fields that a game adds to the View of the contract, by name."""
    return [(name, value) for name, value in vars(view).items() if name not in View.__annotations__]


# One entry per game, valid as long as the process.
@cache
def presentation_of(game: str) -> Presentation:
    """A game's presentation, by the game's name."""
    entry = registry.entry(game)
    if not entry.presentation:
        return Presentation(entry.name)
    found: Presentation = registry.part(entry.presentation)
    return found


def titles() -> dict[str, str]:
    """The title of every game by name."""
    return {name: presentation_of(name).title for name in registry.entries()}


def heading(view: View, names: Sequence[Name] = ()) -> Text:
    """The title of a picture: the game, and who has won or is to move."""
    who = names or everyone(view.players)
    game = presentation_of(view.game).title
    if view.outcome is not None:
        winners = listing([who[seat] for seat in view.outcome.winners])
        return Text("{game}: the winner is {who}", "{game}: the winners are {who}",
                    game=game, who=winners, n=len(view.outcome.winners))  # fmt: skip
    if view.actor is not None and view.actor >= 0:
        return Text("{game}: {who} is to move", game=game, who=who[view.actor])
    return Text("{game}: luck is to decide", game=game)


def narrate(before: View, event: str, after: View, names: Sequence[Name] = ()) -> list[Text]:
    """What an event brought about, as the viewer may know it."""
    who = names or everyone(before.players)
    if event == "undo":
        assert after.actor is not None
        return [Text("{who} takes that back.", who=who[after.actor])]
    if event.startswith("first "):
        return [Text("{who} goes first.", who=who[int(event.split()[1])])]
    return presentation_of(before.game).narrate(before, event, after, who)


def explain(view: View, names: Sequence[Name] = ()) -> list[Text]:
    """The result of a finished game, step by step."""
    return presentation_of(view.game).explain(view, names or everyone(view.players))


def terminal(
    view: View,
    language: str = "en",
    names: Sequence[Name] = (),
    choices: Mapping[str, int] | None = None,
) -> RenderableType:
    """The table as a viewer sees it; `choices` are numbers to put beside the possible decisions."""
    who = names or everyone(view.players)
    return presentation_of(view.game).terminal(view, language, who, choices or {})
