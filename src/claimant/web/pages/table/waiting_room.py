"""The waiting room: the seats, and how the host can fill them."""

from __future__ import annotations

from claimant.bots import LEVELS, USUAL
from claimant.components import badges, escape, page_of
from claimant.i18n import Text
from claimant.presentation import presentation_of
from claimant.web.pages.paces import PACES
from claimant.web.pages.table.context import TableContext
from claimant.web.store.interface import SeatRow
from claimant.web.tables.requests import BOT_PREFIX


def room(context: TableContext) -> str:
    table = context.table
    host = _is_host(context)
    seats = "".join(_seat(context, row, host) for row in table.seats)
    notes = "".join(
        f'<p class="aside">{escape(note.say(context.render.language))}</p>'
        for note in table.game.notes
    )
    return (
        f'<div class="room"><p class="set-up">{_set_up(context)}</p>{notes}'
        f'<ol class="seats">{seats}</ol></div>'
    )


def _is_host(context: TableContext) -> bool:
    """Whether the viewer made the table and can still fill its seats."""
    table = context.table
    if context.render.seat is None or table.row.host is None or table.status != "waiting":
        return False
    return table.seats[context.render.seat].person == table.row.host


def _seat(context: TableContext, row: SeatRow, host: bool) -> str:
    number = row.seat
    if row.kind == "open":
        text = Text("held for whoever sat here") if row.held else Text("open")
        who = f'<span class="name open">{context.render.say(text)}</span>'
    else:
        name = context.render.name(number)
        who = f'<span class="name">{name}</span>{badges(context.render, number)}'
    change = ""
    if host and row.kind != "person":
        change = _change(context, row)
    elif host and number != context.render.seat:
        change = _removal(context, row)
    return f"<li class=who>{context.render.token(number)}{who}{change}</li>"


def _change(context: TableContext, row: SeatRow) -> str:
    """Controls that let the host give the seat to a bot or open it."""
    opened = _give(context, row, "", "open", Text("Open the seat"))
    if row.kind == "bot":
        return opened
    levels = "".join(
        f'<option value="{BOT_PREFIX}{name}"{" selected" * (name == USUAL)}>'
        f"{context.render.say(Text('Bot: {level}', level=level.name))}</option>"
        for name, level in LEVELS.items()
    )
    label = context.render.say(Text("A bot for seat {n}", n=row.seat + 1))
    choice = f'<select name="who" aria-label="{label}">{levels}</select>'
    return opened * row.held + _give(context, row, choice, "", Text("Put a bot here"))


def _give(context: TableContext, row: SeatRow, choice: str, who: str, words: Text) -> str:
    value = f' name="who" value="{who}"' if who else ""
    return (
        f'<form method="post" action="/tables/{context.table.id}/seats" class="give">'
        f'<input type="hidden" name="seat" value="{row.seat}">{choice}'
        f'<button class="quiet"{value}>{context.render.say(words)}</button></form>'
    )


def _removal(context: TableContext, row: SeatRow) -> str:
    """The control that lets the host remove a player."""
    label = Text("Remove {name}", name=context.render.names[row.seat]).say(context.render.language)
    return (
        f'<form method="post" action="/tables/{context.table.id}/remove" class="give">'
        f'<input type="hidden" name="seat" value="{row.seat}"><button class="quiet"'
        f' aria-label="{escape(label)}">{context.render.say(Text("Remove"))}</button></form>'
    )


def _set_up(context: TableContext) -> str:
    """What is played here, in one line, and what the game adds to it."""
    game, language = context.table.game, context.render.language
    table_page = page_of(game.name).table
    texts = [Text("{n} players", n=game.players), *table_page.set_up(game)]
    pace = PACES.get(context.table.options.pace)
    if pace is not None:
        texts.append(pace.short)
    title = presentation_of(game.name).title
    line = " · ".join([title, *(text.say(language) for text in texts)])
    return escape(line) + table_page.set_up_details(game, language)
