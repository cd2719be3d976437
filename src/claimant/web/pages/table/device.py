"""A device that several players share, on the page of a table: the curtain between two of them, and
whose cards are open.

In a game without secrets nothing is hidden: there the headline names the player.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from litestar.datastructures import Cookie

from claimant.components import PART, VERSION, Area, escape
from claimant.i18n import Text
from claimant.web.http.caller import caller_of
from claimant.web.http.request import AnyRequest, look_cookie
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.clock import clock
from claimant.web.pages.table.context import TableContext
from claimant.web.tables.devices import LOOK_COOKIE, Device, look_in, with_look
from claimant.web.tables.visitors import Visitor


def attributes(context: TableContext, device: Device) -> dict[str, str]:
    """What the script has to know: when `front` changes, everything that was shown is secret."""
    table, render = context.table, context.render
    if not device.veils(table):
        return {"front": ""}
    coming = device.next_player(table)
    if coming is None:
        return {"front": "all" if render.seat is None else str(render.seat)}
    title = Text("Pass the device to {name}", name=render.names[coming]).say(render.language)
    return {"front": f"next {coming}", "title": title}


def with_bar(context: TableContext, device: Device, area: Area) -> Area:
    """The area with the curtain in front of it, or with a line that says whose cards are open."""
    if not device.veils(context.table):
        return area
    coming = device.next_player(context.table)
    layout, names = _with_device(area.layout, area.names, coming is not None)
    part = _bar(context, device) if coming is None else _curtain(context, device, coming)
    return area._replace(layout=layout, names=names, own=area.own | {"device": part})


# A few entries per game and running table, as for the headline.
@lru_cache(1000)
def _with_device(layout: str, names: tuple[str, ...], curtain: bool) -> tuple[str, tuple[str, ...]]:
    """Behind the curtain is what everyone may see, and nothing of it can be used."""
    if curtain:
        return f'{PART}<div class="behind" inert>{layout}</div>', ("device", *names)
    return PART + layout, ("device", *names)


def _curtain(context: TableContext, device: Device, coming: int) -> str:
    """What is public of the last event stays readable: it is why the device is passed on."""
    render = context.render
    colour = render.colours[coming]
    asked = render.say(Text("Pass the device to"))
    ready = render.say(Text("I am {name}", name=render.names[coming]))
    return (
        f'<section class="curtain" id="device" data-colour="{colour}" aria-labelledby="next">'
        f'<div class="drape" aria-hidden="true"></div><div class="front">'
        f'<div class="medal">{render.token(coming)}</div>'
        f'<h1 id="next"><span>{asked}</span> <b>{render.name(coming)}</b></h1>'
        f'<p class="event">{escape(context.as_spectator().story)}</p>{clock(context)}'
        f"{_look(context, coming, ready)}{_undo(context, device, coming)}</div></section>"
    )


def _undo(context: TableContext, device: Device, coming: int) -> str:
    """The player before may take their decision back, without showing their cards again."""
    undoer = context.table.deciders(context.version).undoer
    if undoer is None or undoer == coming or undoer not in device.seats:
        return ""
    render = context.render
    words = render.say(Text("{name}: take it back", name=render.names[undoer]))
    return (
        f'<form method="post" action="{render.events_path}" data-act>'
        f'<input type="hidden" name="version" value="{VERSION}">'
        f'<button class="quiet" name="event" value="undo">{words}</button></form>'
    )


def _bar(context: TableContext, device: Device) -> str:
    """Whose cards are open, or, while others decide, who may want to look at theirs."""
    render = context.render
    if render.seat is not None:
        words = render.say(Text("{name} has the device", name=render.names[render.seat]))
        hide = _look(context, None, render.say(Text("Hide the cards")))
        inner = f"{render.token(render.seat)}<b>{words}</b>{hide}"
    else:
        buttons = "".join(
            _look(context, seat, f"{render.token(seat)}{render.name(seat)}")
            for seat in device.seats
        )
        inner = f"<b>{render.say(Text('Who wants to look at their cards?'))}</b>{buttons}"
    return f'<div class="device-bar panel" id="device">{inner}</div>'


def _look(context: TableContext, seat: int | None, words: str) -> str:
    value = "" if seat is None else seat
    return (
        f'<form method="post" action="/tables/{context.table.id}/look" data-look>'
        f'<button name="seat" value="{value}">{words}</button></form>'
    )


def closed_look(request: AnyRequest, visitor: Visitor) -> list[Cookie]:
    """The cookie without a look that has ended. (That browsers notice a change of cookies also
    keeps them from showing an earlier page again.)"""
    device, table = visitor.device, visitor.table
    looks = caller_of(request.scope).cookie_named(LOOK_COOKIE)
    ended = device is None or device.seat_at(table, table.version) is None
    if look_in(looks, table.id) is None or not (ended or table.over):
        return []
    return [look_cookie(request, with_look(looks, table.id, None))]


class PlayerHere(NamedTuple):
    """A player on a device, for the parts of the page around the game."""

    seat: int
    name: str
    colour: int
    away: bool
    owner: bool
    """Whether the device is theirs."""


def players_here(visitor: Visitor, language: str) -> list[PlayerHere]:
    """The players on a device with several; none on others."""
    if visitor.device is None:
        return []
    labels = cache_of(visitor.table).people(visitor.table, language)
    names, colours, away = labels.names, labels.colours, labels.away
    return [
        PlayerHere(seat, names[seat], colours[seat], away[seat], seat == visitor.own_seat)
        for seat in visitor.seats
    ]


def may_add_here(visitor: Visitor) -> bool:
    """Whether someone can join on the visitor's device."""
    table = visitor.table
    free = any(row.kind == "open" and not row.held for row in table.seats)
    return free and table.status == "waiting" and visitor.person is not None and bool(visitor.seats)


def speaker(visitor: Visitor) -> int | None:
    """Who is taken to be speaking: the player in front of the device."""
    return visitor.own_seat if visitor.seat is None and visitor.seats else visitor.seat
