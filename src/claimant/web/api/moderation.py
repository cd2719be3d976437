"""The routes of the API for moderating a table."""

from __future__ import annotations

from typing import Any, Final

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from claimant.web.api.answers import answers, me_of
from claimant.web.api.schemas import CloseChat, Muted, ReportTalk, TableShown
from claimant.web.api.views import table_shown
from claimant.web.http.request import AnyRequest, may_add, services_of, visitor_of, watcher_of


@post(
    "/tables/{table:str}/seats/{seat:int}/remove",
    status_code=200,
    summary="Remove a player before the game",
    responses=answers(403, 404, 422),
)
async def remove(request: AnyRequest, table: FromPath[str], seat: FromPath[int]) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.remove(visitor, seat)
    return table_shown(visitor.table)


@post(
    "/tables/{table:str}/chat",
    status_code=200,
    summary="Close the chat of a table, or open it again",
    responses=answers(400, 403, 404, 413),
)
async def close_chat(
    request: AnyRequest, table: FromPath[str], data: JSONBody[CloseChat]
) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).talk.close(visitor, data.closed)
    return table_shown(visitor.table)


@post(
    "/tables/{table:str}/talk/{n:int}/mute",
    status_code=200,
    summary="Mute the person who said a line, for oneself",
    responses=answers(403, 404, 422),
)
async def mute(request: AnyRequest, table: FromPath[str], n: FromPath[int]) -> list[Muted]:
    person = await me_of(request)
    visitor = await watcher_of(request, table)
    await services_of(request).talk.mute(person, visitor.table, n)
    return await _muted(request)


@post(
    "/tables/{table:str}/talk/{n:int}/report",
    status_code=204,
    summary="Report a line to the operator of the server",
    responses=answers(400, 403, 404, 413),
)
async def report(
    request: AnyRequest, table: FromPath[str], n: FromPath[int], data: JSONBody[ReportTalk]
) -> None:
    visitor = await watcher_of(request, table)
    may_add(request, visitor.person, "reports")
    await services_of(request).talk.report(visitor, n, data.reason)


@get("/me/muted", summary="The people I have muted", responses=answers(403))
async def muted(request: AnyRequest) -> list[Muted]:
    return await _muted(request)


@delete("/me/muted/{muted_id:str}", summary="Hear someone again", responses=answers(403, 404))
async def unmute(request: AnyRequest, muted_id: FromPath[str]) -> None:
    person = await me_of(request)
    await services_of(request).store.unmute(person.id, muted_id)


async def _muted(request: AnyRequest) -> list[Muted]:
    person = await me_of(request)
    return [Muted(row.id, row.name) for row in await services_of(request).store.muted(person.id)]


handlers: Final[list[Any]] = [remove, close_chat, mute, report, muted, unmute]
