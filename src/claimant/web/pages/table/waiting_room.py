"""The waiting room: the seats, and how the host can fill them."""

from __future__ import annotations

from claimant.bots import OFFERED, USUAL
from claimant.components import badges, escape, page_of
from claimant.i18n import Text
from claimant.presentation import presentation_of
from claimant.teaching.course import course_of
from claimant.web.pages.paces import PACES
from claimant.web.pages.qr import qr_code
from claimant.web.pages.rules import in_60_seconds
from claimant.web.pages.table.context import TableContext
from claimant.web.store.interface import SeatRow
from claimant.web.tables.requests import BOT_PREFIX
from claimant.web.tables.table import Table


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
        who = f'<span class="name open">{context.render.say(_open(context, row))}</span>'
    else:
        name = context.render.name(number)
        about = badges(context.render, number) + _place(context, row)
        who = f'<span class="name">{name}</span>{about}'
    change = ""
    if host and row.kind != "person":
        change = _change(context, row)
    elif host and number != context.render.seat and row.device != context.table.row.host:
        change = _removal(context, row)
    picture = context.render.face(number) or context.render.token(number)
    return f"<li class=who>{picture}{who}{change}</li>"


def _open(context: TableContext, row: SeatRow) -> Text:
    """What an open seat waits for."""
    if not row.held:
        return Text("free")
    names = context.cache.reserved
    if names:
        return Text("reserved for {name}", name=names[row.seat])
    return Text("reserved for the player of the last game")


def _place(context: TableContext, row: SeatRow) -> str:
    """On whose device a player plays, if it is not their own."""
    owner = None if row.device is None else context.table.seat_of_person(row.device)
    if owner is None:
        return ""
    words = Text("on the device of {name}", name=context.render.names[owner])
    return f'<span class="badge">{context.render.say(words)}</span>'


def _change(context: TableContext, row: SeatRow) -> str:
    """Controls that let the host give the seat to a bot or open it."""
    opened = _give(context, row, "", "open", Text("Free this seat"))
    if row.kind == "bot":
        return opened
    levels = "".join(
        f'<option value="{BOT_PREFIX}{name}"{" selected" * (name == USUAL)}>'
        f"{context.render.say(level.name)}</option>"
        for name, level in OFFERED.items()
    )
    label = context.render.say(Text("Strength of the bot for seat {n}", n=row.seat + 1))
    choice = f'<select name="who" aria-label="{label}">{levels}</select>'
    return opened * row.held + _give(context, row, choice, "", Text("Let a bot sit here"))


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
    if context.table.options.memory_aid and table_page.memory_aid is not None:
        texts.append(table_page.memory_aid)
    title = presentation_of(game.name).title
    line = " · ".join([title, *(text.say(language) for text in texts)])
    return escape(line) + table_page.set_up_details(game, language)


def besides(table: Table, link: str, language: str) -> dict[str, object]:
    """What the page shows in addition while the table waits for players."""
    game = table.game.name
    if table.status != "waiting":
        return {"qr": "", "course": False, "explained": ""}
    return {
        "qr": qr_code(link),
        "course": course_of(game) is not None,
        "explained": in_60_seconds(game, language),
    }
