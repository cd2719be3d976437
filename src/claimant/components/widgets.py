"""Elements that the pages of all games share: forms that send events, the undo button, badges."""

from __future__ import annotations

from functools import cache

from claimant.components.context import RenderContext
from claimant.components.markup import VERSION, escape
from claimant.game import View
from claimant.i18n import Text


def events_form(context: RenderContext, inner: str, css_class: str, name: str) -> str:
    """A form around buttons named `event`. Works without script. Viewers who cannot act get a
    `div` instead."""
    if not context.live or context.seat is None:
        return f'<div class="{css_class}" id="{name}">{inner}</div>'
    return (
        f'<form class="{css_class}" id="{name}" method="post" '
        f'action="{context.events_path}" data-act>'
        f'<input type="hidden" name="version" value="{VERSION}">{inner}</form>'
    )


def acting_seat(view: View) -> str:
    """The seat whose turn it is, as the attribute `data-actor` of a page: the stylesheet marks that
    player, so no element is sent again just for that."""
    return "" if view.actor is None or view.actor < 0 else str(view.actor)


def undo_button(context: RenderContext, *, always: bool = False) -> str:
    """The button that takes the last decision back, if the viewer may do that. With `always` it is
    drawn hidden if not, or if the script is to show it, so that the part around it is unchanged."""
    shown = context.live and context.view.undo and not (always and context.scripted)
    if not shown and not (always and context.live):
        return ""
    words = context.say(Text("Take it back"))
    hidden = "" if shown else " hidden"
    return f'<button class="quiet" id="undo" name="event" value="undo"{hidden}>{words}</button>'


def badges(context: RenderContext, seat: int) -> str:
    """What the table shows about a player besides their name."""
    level = context.level(seat)
    you = f'<span class="badge level">{level}</span>' if level else _you(seat, context.language)
    if not context.away[seat]:
        return you
    return f'{you}<span class="badge away">{context.say(Text("away, a bot plays"))}</span>'


# One entry per seat and language.
@cache
def _you(seat: int, language: str) -> str:
    """The badge of the viewer's own seat, and the dot of a player who has the page open. They are
    rendered at every seat and the stylesheet shows some of them, so that all viewers are sent the
    same."""
    here = escape(Text("here now").say(language))
    you = escape(Text("you").say(language))
    return (
        f'<span class="here here-{seat}" title="{here}"><span class="unseen">{here}</span></span>'
        f'<span class="badge you you-{seat}">{you}</span>'
    )
