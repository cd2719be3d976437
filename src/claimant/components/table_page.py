"""A game's part of the page of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from claimant.components.context import RenderContext
from claimant.components.markup import PART, escape
from claimant.components.parts import Area, Parts
from claimant.components.scenes import Moment, Scene
from claimant.components.widgets import badges, events_form, undo_button
from claimant.game import CHANCE, Game, Outcome, View
from claimant.i18n import Name, Text
from claimant.presentation import explain, presentation_of


class SideScore(NamedTuple):
    """The figure of a side at the end of a game."""

    seats: tuple[int, ...]
    figure: int


class TablePage:
    """What a table's page shows of a game. The default works for every game: it lists what the
    view says in sentences, and has a button for each legal decision."""

    memory_aid: Text | None = None
    """What players can look up at a table with a memory aid; None if the game has nothing for them
    to remember."""
    counted: Text | None = None
    """What the figures of the score count; None if that needs no words."""
    turn_back = Text("One turn back")
    turn_on = Text("One turn on")
    turn_by_turn = Text("Turn by turn")
    """How a replay goes back, on, and by itself, by what `turn_begins` says."""
    all_open = Text("everything open")
    """The choice to see all secrets of a finished game, as in “Seen by: …”."""

    def area(self, context: RenderContext) -> Area:
        """One version of the table as one viewer sees it. The page puts the headline and the result
        above it."""
        common = context.once("common", lambda: _plain(context.as_spectator()))
        own: dict[str, str] = {}
        if context.view.seat is not None:
            own = {"view": _sentences(context), "acts": _decisions(context)}
        return Area(_LAYOUT, _NAMES, common, own)

    def scenes(
        self, before: View, event: str, after: View, names: Sequence[Name]
    ) -> Sequence[Scene]:
        """What is shown, one after the other, before the version that an event led to. How many
        there are and how long they last must follow from what everyone can see: bots wait for it.
        """
        return ()

    def staged(
        self, context: RenderContext, before: View, scene: Scene, parts: Mapping[str, str]
    ) -> Mapping[str, str]:
        """The parts that a scene changes, by name. `parts` are those of the next version."""
        return {name: parts[name] for name in scene.parts if name in parts}

    def moment(self, before: View, event: str, after: View, names: Sequence[Name]) -> Moment | None:
        """The words that a version deserves over the whole table. (The end has its own.)"""
        return None

    def headline(self, view: View) -> Text:
        """What the viewer, whose turn it is, has to do."""
        return Text("Your turn: choose what to do")

    def others_turn(self, view: View, who: str) -> Text:
        """What a player is doing, for everyone else."""
        return Text("{who} is thinking", who=who)

    def random_draw(self, view: View) -> Text:
        """What is being drawn at random."""
        return Text("Luck decides")

    def definitions(self, view: View) -> str:
        """SVG definitions that the page contains once, for pictures that refer to them."""
        return ""

    def overlays(self, view: View, language: str) -> str:
        """Elements outside the area, such as popovers. They are sent with the page only."""
        return ""

    def result(self, context: RenderContext) -> tuple[str, list[Text]]:
        """How a finished game was decided: markup to show first, and sentences to list below."""
        return "", explain(context.view, context.names)

    def score(self, game: Game, outcome: Outcome) -> list[SideScore]:
        """The score of a finished game by side, the winners first; empty without figures."""
        found = []
        for team in game.teams:
            figure = outcome.figure(team[0])
            if figure is not None:
                found.append(SideScore(team, figure))
        return sorted(found, key=lambda side: (side.seats[0] not in outcome.winners, -side.figure))

    def decided(self, view: View) -> Text | None:
        """What decided a finished game, in one line without names; None if the score says it."""
        return None

    def turn_begins(self, view: View, last: int | None) -> bool:
        """Whether a spectator's view is the beginning of a turn, or of whatever a replay of this
        game goes by. `last` is the seat that decided last. By default a turn begins when another
        player has to decide."""
        return view.actor not in (CHANCE, None, last)

    def set_up(self, game: Game) -> list[Text]:
        """The options of a set-up in a few words each, for the waiting room."""
        return []

    def set_up_details(self, game: Game, language: str) -> str:
        """Markup after the line that names the set-up in the waiting room."""
        return ""


_NAMES: Final = ("players", "view", "acts")
_LAYOUT: Final = f'<div class="plain">{PART * len(_NAMES)}</div>'


def _plain(context: RenderContext) -> Parts:
    parts = {
        "players": _players(context),
        "view": _sentences(context),
        "acts": _decisions(context),
    }
    return Parts(context.view, parts)


def _players(context: RenderContext) -> str:
    rows = "".join(
        f'<li class="who{" turn" if context.view.actor == seat else ""}">{context.token(seat)}'
        f'<span class="name">{context.name(seat)}</span>{badges(context, seat)}</li>'
        for seat in context.seats
    )
    return f'<ol class="seats panel" id="players">{rows}</ol>'


def _sentences(context: RenderContext) -> str:
    presentation = presentation_of(context.view.game)
    texts = presentation.describe(context.view, context.names)
    if context.mine:
        texts = [*texts, *presentation.hints(context.view)]
    rows = "".join(f"<li>{escape(text.say(context.language))}</li>" for text in texts)
    return f'<ul class="panel" id="view">{rows}</ul>'


def _decisions(context: RenderContext) -> str:
    presentation = presentation_of(context.view.game)
    buttons = [
        f'<button name="event" value="{escape(event)}">'
        f"{escape(presentation.choice(context.view, event).say(context.language))}</button>"
        for event in (context.view.legal if context.mine else ())
    ]
    buttons.append(undo_button(context))
    if not any(buttons):
        return '<div id="acts" hidden></div>'
    return events_form(context, "".join(buttons), "acts", "acts")
