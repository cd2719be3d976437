"""The routes of the API for the chat of a table, and for reactions."""

from __future__ import annotations

from typing import Any, Final

from litestar import get, post
from litestar.params import FromPath, JSONBody

from claimant.web.api.answers import answers
from claimant.web.api.schemas import React, Said, Say
from claimant.web.api.views import said_shown
from claimant.web.http.caller import caller_of
from claimant.web.http.request import (
    AnyRequest,
    language_of,
    may_add,
    muted_by,
    services_of,
    visitor_of,
    watcher_of,
)


@get("/tables/{table:str}/talk", summary="Read the chat", responses=answers(403, 404))
async def talk(request: AnyRequest, table: FromPath[str]) -> list[Said]:
    muted = await muted_by(request)
    visitor = await watcher_of(request, table)
    lines = await services_of(request).talk.lines(visitor.table, muted=muted)
    return [said_shown(row, language_of(request)) for row in lines]


@post(
    "/tables/{table:str}/talk",
    status_code=200,
    summary="Say something at the table",
    responses=answers(400, 403, 404, 413, 422),
)
async def say(request: AnyRequest, table: FromPath[str], data: JSONBody[Say]) -> Said:
    visitor = (await visitor_of(request, table)).only(data.seat)
    may_add(request, visitor.person, "talk")
    address = caller_of(request.scope).client.address
    return said_shown(
        await services_of(request).talk.say(visitor, data.text, address), language_of(request)
    )


@post(
    "/tables/{table:str}/reactions",
    status_code=200,
    summary="Send a reaction across the table",
    responses=answers(400, 403, 404, 413, 422),
)
async def react(request: AnyRequest, table: FromPath[str], data: JSONBody[React]) -> Said:
    visitor = (await visitor_of(request, table)).only(data.seat)
    may_add(request, visitor.person, "talk")
    address = caller_of(request.scope).client.address
    said = await services_of(request).talk.react(visitor, data.reaction, address)
    return said_shown(said, language_of(request))


handlers: Final[list[Any]] = [talk, say, react]
