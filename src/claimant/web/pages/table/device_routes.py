"""Adding players on one's own device, and passing it from one of them to the next."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from claimant.web.http.caller import caller_of
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import number_in, single_fields
from claimant.web.http.request import AnyRequest, look_cookie, services_of, visitor_of
from claimant.web.pages.table.routes import path_of, table_page
from claimant.web.pages.templating import go
from claimant.web.tables.devices import LOOK_COOKIE, Unveiled, seats_on_device, with_look
from claimant.web.tables.visitors import Visitor


@post("/tables/{table:str}/look")
async def look(request: AnyRequest, table: FromPath[str]) -> Redirect:
    """A player has tapped their name and sees their cards; without a seat, the cards are hidden."""
    visitor = await visitor_of(request, table, current=True)
    seat = number_in((await single_fields(request)).get("seat"))
    here = visitor.table
    opened = None if seat is None else Unveiled(visitor.only(seat).own_seat, here.version)
    looks = with_look(caller_of(request.scope).cookie_named(LOOK_COOKIE), here.id, opened)
    return go(path_of(here), [look_cookie(request, looks)])


@post("/tables/{table:str}/guests")
async def add_guest(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    """Give a seat to someone who plays on the visitor's device."""
    visitor = await visitor_of(request, table)
    name = (await single_fields(request)).get("name", "")[:200].strip()
    try:
        await services_of(request).seating.add_guest(visitor, name or None)
    except Refusal as refusal:
        if refusal.status not in (403, 422):
            raise
        return await table_page(request, visitor, refusal)
    return go(path_of(visitor.table))


@post("/tables/{table:str}/leave")
async def leave(request: AnyRequest, table: FromPath[str]) -> Redirect:
    visitor = await _one_of(request, table)
    await services_of(request).seating.leave(visitor)
    person = visitor.person
    here = () if person is None else seats_on_device(visitor.table, person.id)
    return go(path_of(visitor.table) if set(here) - set(visitor.seats) else "/")


async def _one_of(request: AnyRequest, table: str) -> Visitor:
    """The visitor, or the one player of the device whom the form names."""
    seat = number_in((await single_fields(request)).get("seat"))
    return (await visitor_of(request, table)).only(seat)


@post("/tables/{table:str}/back")
async def back(request: AnyRequest, table: FromPath[str]) -> Redirect:
    visitor = await _one_of(request, table)
    await services_of(request).seating.come_back(visitor)
    return go(path_of(visitor.table))


handlers: Final[list[Any]] = [look, add_guest, leave, back]
