"""Talk on a table's page, and how it is moderated: removing, closing, muting, reporting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from claimant.i18n import Text
from claimant.web.http.caller import caller_of
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import number_in, single_fields
from claimant.web.http.request import (
    AnyRequest,
    language_of,
    may_add,
    person_of,
    services_of,
    visitor_of,
)
from claimant.web.pages.table.routes import (
    page_watcher,
    path_of,
    table_page,
)
from claimant.web.pages.templating import go, page
from claimant.web.people.people import Person
from claimant.web.store.interface import TalkRow
from claimant.web.tables.talk import MAX_LENGTH, is_character, words_of
from claimant.web.tables.visitors import Visitor


@post("/tables/{table:str}/talk")
async def say(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    return await _add_line(request, table, services_of(request).talk.say, "text")


@post("/tables/{table:str}/reactions")
async def react(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    return await _add_line(request, table, services_of(request).talk.react, "reaction")


async def _add_line(
    request: AnyRequest,
    table: str,
    add: Callable[[Visitor, str, str], Awaitable[object]],
    field: str,
) -> Response[Any]:
    """Add what this field of the form says to the chat."""
    visitor = await visitor_of(request, table)
    form = await single_fields(request)
    may_add(request, visitor.person, "talk")
    address = caller_of(request.scope).client.address
    try:
        await add(visitor.only(number_in(form.get("seat"))), form.get(field, ""), address)
    except Refusal as refusal:
        if refusal.status not in (403, 422):
            raise
        return await table_page(request, visitor, refusal)
    return go(path_of(visitor.table))


@post("/tables/{table:str}/remove")
async def remove(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    """The host removes a player before the game."""
    visitor = await visitor_of(request, table)
    seat = number_in((await single_fields(request)).get("seat"))
    try:
        await services_of(request).seating.remove(visitor, -1 if seat is None else seat)
    except Refusal as refusal:
        if refusal.status not in (403, 422):
            raise
        return await table_page(request, visitor, refusal)
    return go(path_of(visitor.table))


@post("/tables/{table:str}/chat")
async def close_chat(request: AnyRequest, table: FromPath[str]) -> Redirect:
    visitor = await visitor_of(request, table)
    closed = (await single_fields(request)).get("closed") == "yes"
    await services_of(request).talk.close(visitor, closed)
    return go(path_of(visitor.table))


async def _line(request: AnyRequest, table: str, n: int) -> tuple[Visitor, TalkRow]:
    visitor = await page_watcher(request, table)
    return visitor, await services_of(request).talk.line(visitor.table, n)


@get("/tables/{table:str}/talk/{n:int}")
async def line(request: AnyRequest, table: FromPath[str], n: FromPath[int]) -> Response[str]:
    """A page about one line of talk, to mute its author or to report it."""
    visitor, said = await _line(request, table, n)
    me = await person_of(request)
    own = me is not None and said.person == me.id
    return await page(
        request,
        "talk_line.html",
        me=me,
        table=visitor.table,
        said=said._replace(text=words_of(said, language_of(request))),
        bot=is_character(said),
        own=own,
        longest=MAX_LENGTH,
    )


@post("/tables/{table:str}/talk/{n:int}/mute")
async def mute(request: AnyRequest, table: FromPath[str], n: FromPath[int]) -> Redirect:
    visitor, _ = await _line(request, table, n)
    person = await _known(request)
    await services_of(request).talk.mute(person, visitor.table, n)
    return go(path_of(visitor.table))


@post("/tables/{table:str}/talk/{n:int}/report")
async def report(request: AnyRequest, table: FromPath[str], n: FromPath[int]) -> Redirect:
    visitor, _ = await _line(request, table, n)
    reason = (await single_fields(request)).get("reason", "")
    may_add(request, visitor.person, "reports")
    await services_of(request).talk.report(visitor, n, reason)
    return go(f"{path_of(visitor.table)}?reported=yes")


@post("/me/unmute")
async def unmute(request: AnyRequest) -> Redirect:
    person = await _known(request)
    muted = (await single_fields(request)).get("muted", "")
    await services_of(request).store.unmute(person.id, muted[:40])
    return go("/me")


async def _known(request: AnyRequest) -> Person:
    person = await person_of(request)
    if person is None:
        raise Refusal(403, "person", Text("you are not known here yet: choose a name first"))
    return person


handlers: Final[list[Any]] = [say, react, remove, close_chat, line, mute, report, unmute]
