"""A game's part of the page of a table."""

from __future__ import annotations

from typing import Final

from claimant.components.context import RenderContext
from claimant.components.markup import PART, escape
from claimant.components.parts import Area, Parts
from claimant.components.widgets import badges, events_form, undo_button
from claimant.game import Game, View
from claimant.i18n import Text
from claimant.presentation import explain, presentation_of


class TablePage:
    """What a table's page shows of a game. The default works for every game: it lists what the
    view says in sentences, and has a button for each legal decision."""

    def area(self, context: RenderContext) -> Area:
        """One version of the table as one viewer sees it. The page puts the headline and the result
        above it."""
        common = context.once("common", lambda: _plain(context.as_spectator()))
        own: dict[str, str] = {}
        if context.view.seat is not None:
            own = {"view": _sentences(context), "acts": _decisions(context)}
        return Area(_LAYOUT, _NAMES, common, own)

    def headline(self, view: View) -> Text:
        """What the viewer, whose turn it is, has to decide."""
        return Text("Your turn")

    def definitions(self, view: View) -> str:
        """SVG definitions that the page contains once, for pictures that refer to them."""
        return ""

    def overlays(self, view: View, language: str) -> str:
        """Elements outside the area, such as popovers. They are sent with the page only."""
        return ""

    def result(self, context: RenderContext) -> tuple[str, list[Text]]:
        """How a finished game was decided: markup to show first, and sentences to list below."""
        return "", explain(context.view, context.names)

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
