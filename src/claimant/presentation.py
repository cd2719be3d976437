"""How a game is presented: its title, its sentences and its pictures.

A game's registry entry names a `Presentation`; shared code reaches it with `presentation_of`. Every
method has a plain default, so that a game is playable before it has words or pictures of its own.
All of them take views, so they cannot reveal more than the viewer may know.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from claimant import registry
from claimant.art.palette import css
from claimant.art.svg import Picture, plain_text
from claimant.game import View
from claimant.i18n import Name, Text, everyone, listing

if TYPE_CHECKING:
    from rich.console import RenderableType

TERMINAL_WIDTH = 80

V = TypeVar("V", bound=View)


class Fortune(NamedTuple):
    """A turn of fortune that everyone at the table has seen."""

    seat: int
    good: bool
    """Whether it was good for that seat."""


class Presentation(Generic[V]):
    """A game in words and pictures. `V` is its view, and `names` are the players' names by seat."""

    def __init__(self, title: str) -> None:
        self.title = title

    def narrate(self, before: V, event: str, after: V, names: Sequence[Name], /) -> list[Text]:
        """What an event brought about, including what follows by rule, said to the viewer: "you" is
        the seat of the views. `event` is what the viewer may read of it. It is never `first` or
        `undo`: the function `narrate` covers those."""
        if before.actor is None or before.actor < 0:
            return [Text("{event}", event=event)]
        if before.actor == after.seat:
            return [Text("You: {event}", event=event)]
        return [Text("{who}: {event}", who=names[before.actor], event=event)]

    def informed_seats(self, before: V, event: str, after: V, /) -> tuple[int, ...]:
        """The seats to which `narrate` says something else about an event than to a spectator,
        whose views these are: they know more, or it is about them. Naming every seat is always
        correct, but costs time. The event is never `first` or `undo`."""
        return tuple(range(after.players))

    def fortune(self, before: V, event: str, after: V, /) -> Fortune | None:
        """Whether an event was a turn of fortune that is worth a remark. Only spectators' views are
        passed. It is never `first` or `undo`."""
        return None

    def explain(self, view: V, names: Sequence[Name], /) -> list[Text]:
        """The result of a finished game, step by step."""
        assert view.outcome is not None
        winners = listing([names[seat] for seat in view.outcome.winners])
        return [
            Text(
                "The winner is {who}.", "The winners are {who}.",
                who=winners, n=len(view.outcome.winners),
            )
        ]  # fmt: skip

    def choice(self, view: V, event: str, /) -> Text:
        """A legal decision, as a player would say it."""
        return Text("{event}", event=event)

    def menu(self, view: V, /) -> Sequence[str]:
        """The legal decisions in the order in which a player is shown them."""
        return view.legal

    def hints(self, view: V, /) -> list[Text]:
        """What a player should know before deciding."""
        return []

    def describe(self, view: V, names: Sequence[Name], /) -> list[Text]:
        """Everything that a picture of this view shows."""
        return [
            Text("{field}: {value}", field=field, value=value) for field, value in own_fields(view)
        ]

    def picture(
        self,
        view: V,
        names: Sequence[Name] = (),
        language: str = "en",
        *,
        style: bool = True,
        tokens: Sequence[int] = (),
    ) -> Picture:
        """The view as SVG. Without `style` its colours come from the page around it. `tokens`: the
        token of each seat, if players have chosen theirs."""
        lines = [
            text.say(language) for text in self.describe(view, names or everyone(view.players))
        ]
        return plain_text(
            lines, heading(view, names).say(language), " ".join(lines), css(".art") if style else ""
        )

    def terminal(
        self, view: V, language: str, names: Sequence[Name], choices: Mapping[str, int], /
    ) -> RenderableType:
        """The view for a terminal of `TERMINAL_WIDTH` columns; `choices` are numbers to put beside
        the possible decisions. Nothing is expressed by colour alone."""
        return "\n".join(text.say(language) for text in self.describe(view, names))


def own_fields(view: View) -> list[tuple[str, Any]]:
    """The fields that a game adds to the View of the contract, by name."""
    return [(name, value) for name, value in vars(view).items() if name not in View.__annotations__]


# One entry per game, valid as long as the process.
@cache
def presentation_of(game: str) -> Presentation[Any]:
    """A game's presentation, by the game's name."""
    entry = registry.entry(game)
    if not entry.presentation:
        return Presentation(entry.name)
    found: Presentation[Any] = registry.part(entry.presentation)
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
        return Text("{game}: it is the turn of {who}", game=game, who=who[view.actor])
    return Text("{game}: luck decides next", game=game)


def narrate(before: View, event: str, after: View, names: Sequence[Name] = ()) -> list[Text]:
    """What an event brought about, as the viewer may know it."""
    who = names or everyone(before.players)
    if event == "undo":
        assert after.actor is not None
        if after.actor == after.seat:
            return [Text("You take that back.")]
        return [Text("{who} takes that back.", who=who[after.actor])]
    if event.startswith("first "):
        first = int(event.split()[1])
        return [Text("You go first.") if first == after.seat else (
            Text("{who} goes first.", who=who[first])
        )]  # fmt: skip
    return presentation_of(before.game).narrate(before, event, after, who)


def informed_seats(before: View, event: str, after: View) -> tuple[int, ...]:
    """The seats to which `narrate` says something else than to a spectator, whose views these
    are."""
    if event == "undo":
        assert after.actor is not None
        return (after.actor,)
    if event.startswith("first "):
        return (int(event.split()[1]),)
    return presentation_of(before.game).informed_seats(before, event, after)


def fortune(before: View, event: str, after: View) -> Fortune | None:
    """The turn of fortune that an event was, for spectators."""
    if event == "undo" or event.startswith("first "):
        return None
    return presentation_of(before.game).fortune(before, event, after)


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


def as_text(view: View, language: str = "en") -> str:
    """The table as plain text: what `print(view)` shows."""
    from rich.console import Console

    out = io.StringIO()
    screen = Console(file=out, width=TERMINAL_WIDTH, color_system=None, highlight=False)
    screen.print(terminal(view, language))
    return out.getvalue().rstrip()


def as_picture(view: View, language: str = "en") -> Picture:
    """The table as a picture with its own colours: what a notebook shows."""
    return presentation_of(view.game).picture(view, language=language)
