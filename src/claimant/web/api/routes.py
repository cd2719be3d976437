"""The JSON API: everything the web app can do, for programs. See `docs/api.md`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody
from litestar.response import Stream

from claimant import registry
from claimant.bots import names
from claimant.web.api import (
    evenings,
    figures,
    hints,
    moderation,
    notifications,
    passkeys,
    puzzles,
    reviews,
    talk,
    tempo,
)
from claimant.web.api.answers import answers, me_of
from claimant.web.api.evening_schemas import BODIES as EVENING_BODIES
from claimant.web.api.schemas import (
    AddPasskey,
    AskHint,
    CloseChat,
    Commit,
    Fill,
    GameShown,
    Happen,
    Happened,
    Introduce,
    Join,
    Joined,
    Made,
    MakeTable,
    Offered,
    PersonShown,
    React,
    ReportTalk,
    Reveal,
    Say,
    SetHints,
    SetTempo,
    Subscribe,
    TableSeen,
    TableShown,
    UsePasskey,
)
from claimant.web.api.views import table_seen, table_shown
from claimant.web.http.request import (
    AnyRequest,
    charge_events,
    check_request,
    cookie_for,
    may_ask_bots,
    may_make,
    muted_by,
    person_of,
    services_of,
    token_of,
    visitor_of,
    watcher_of,
    welcome,
)
from claimant.web.ops.settings import Settings
from claimant.web.tables.devices import Viewer, seat_of
from claimant.web.tables.event_stream import EventStream
from claimant.web.tables.listener import Listener, Renderer, data_field
from claimant.web.tables.record_stream import record_stream
from claimant.web.tables.requests import TableRequest, count_bots
from claimant.web.tables.table import Table


@get("/games", summary="List the games, bots and paces", responses=answers())
async def games(request: AnyRequest) -> Offered:
    return Offered(
        [
            GameShown(game.name, game.rules, list(game.seats))
            for _, game in sorted(registry.games().items())
        ],
        list(names()),
        dict(services_of(request).settings.paces),
    )


@get("/tables", summary="List public tables that are waiting for players", responses=answers())
async def waiting(request: AnyRequest) -> list[TableShown]:
    return [table_shown(table) for table in await services_of(request).tables.waiting()]


@get("/finished", summary="List public finished games", responses=answers())
async def finished(request: AnyRequest) -> list[TableShown]:
    return [table_shown(table) for table in await services_of(request).tables.finished()]


@post("/tables", summary="Create a table", responses=answers(400, 403, 413, 422))
async def make(request: AnyRequest, data: JSONBody[MakeTable]) -> Made:
    wanted = TableRequest(
        *(data.game, data.players, data.seats, data.options),
        *(data.pace, data.public, data.spectators, data.word),
        swift=data.swift,
        banter=data.banter,
        memory_aid=data.memory_aid,
        contributes=data.contributes,
        tempo=data.tempo,
    )
    person = await person_of(request)
    await may_make(request, person, count_bots(data.seats))
    made = await evenings.make_table(request, wanted, data, person)
    return Made(made.table.id, made.seat, made.token)


@post(
    "/tables/{table:str}/join",
    status_code=200,
    summary="Take a seat",
    responses=answers(400, 403, 404, 413, 422),
)
async def join(request: AnyRequest, table: FromPath[str], data: JSONBody[Join]) -> Joined:
    services = services_of(request)
    if data.guest:
        visitor = await visitor_of(request, table)
        seated = await services.seating.add_guest(visitor, data.name, data.word, data.seat)
    else:
        person = await person_of(request)
        seated = await services.seating.join(
            *(await services.tables.find(table), person, data.name, data.word, data.seat),
            contributes=data.contributes,
        )
    assert seated.seat is not None
    return Joined(seated.seat, seated.token)


@post(
    "/tables/{table:str}/commit",
    status_code=200,
    summary="Commit to random bits for the draws",
    responses=answers(400, 403, 404, 413, 422),
)
async def commit(request: AnyRequest, table: FromPath[str], data: JSONBody[Commit]) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.commit(visitor, data.commit)
    return table_shown(visitor.table)


@post(
    "/tables/{table:str}/reveal",
    status_code=200,
    summary="Reveal the random bits, once everyone has committed",
    responses=answers(400, 403, 404, 413, 422),
)
async def reveal(request: AnyRequest, table: FromPath[str], data: JSONBody[Reveal]) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.reveal(visitor, data.contribution, data.word)
    return table_shown(visitor.table)


@get(
    "/tables/{table:str}",
    summary="Show the table as this seat sees it",
    responses=answers(403, 404),
)
async def see(request: AnyRequest, table: FromPath[str]) -> TableSeen:
    visitor = await watcher_of(request, table)
    return table_seen(visitor.table, services_of(request).settings, visitor.seat)


@post(
    "/tables/{table:str}/events",
    status_code=200,
    summary="Make a move",
    responses=answers(400, 403, 404, 409, 413, 422),
)
async def happen(table: FromPath[str], data: JSONBody[Happen]) -> Happened:
    """Documents the route. The middleware passes such requests to `MoveHandler`."""
    raise NotImplementedError


@get(
    "/tables/{table:str}/feed",
    summary="Follow the table as it changes, as server-sent events",
    media_type="text/event-stream",
    responses=answers(403, 404),
)
async def feed(
    request: AnyRequest,
    table: FromPath[str],
    last: Annotated[
        str, HeaderParameter(name="Last-Event-ID", description="Continue after this version.")
    ] = "",
) -> EventStream:
    muted = await muted_by(request)
    visitor = await watcher_of(request, table)
    feed = services_of(request).feed
    since = version_in(last)
    if since is not None:
        charge_events(request, visitor.table.version - since)
    return EventStream(feed, visitor.table, visitor.viewer, since=since, muted=muted)


@get(
    "/tables/{table:str}/record",
    summary="Get the record, redacted for this seat while the game is running",
    media_type="text/plain",
    responses=answers(403, 404, 422),
)
async def record(request: AnyRequest, table: FromPath[str]) -> Stream:
    visitor = await watcher_of(request, table)
    charge_events(request, visitor.table.version)
    return record_stream(visitor.table, visitor.seat, {})


_AT_A_TABLE: Final[dict[str, Any]] = {"status_code": 200, "responses": answers(403, 404, 422)}


@post("/tables/{table:str}/leave", summary="Leave the seat", **_AT_A_TABLE)
async def leave(request: AnyRequest, table: FromPath[str]) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.leave(visitor)
    return table_shown(visitor.table)


@post("/tables/{table:str}/back", summary="Take over from the bot again", **_AT_A_TABLE)
async def back(request: AnyRequest, table: FromPath[str]) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.come_back(visitor)
    return table_shown(visitor.table)


@post(
    "/tables/{table:str}/stand-in",
    summary="Let a bot play for a player who keeps a table without a time limit waiting",
    **_AT_A_TABLE,
)
async def stand_in(request: AnyRequest, table: FromPath[str]) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.stand_in(visitor)
    return table_shown(visitor.table)


@post(
    "/tables/{table:str}/rematch",
    summary="Play a rematch, or a series' next game",
    **_AT_A_TABLE,
)
async def rematch(request: AnyRequest, table: FromPath[str]) -> Made:
    visitor = await visitor_of(request, table)
    await may_make(request, visitor.person, 0)
    made = await services_of(request).series.next_game(visitor)
    return Made(made.table.id, made.seat, made.token)


@post(
    "/tables/{table:str}/seats/{seat:int}",
    status_code=200,
    summary="Give an open seat to a bot, or open it",
    responses=answers(400, 403, 404, 413, 422),
)
async def fill(
    request: AnyRequest, table: FromPath[str], seat: FromPath[int], data: JSONBody[Fill]
) -> TableShown:
    visitor = await visitor_of(request, table)
    may_ask_bots(request, visitor.person, count_bots([data.seat]))
    await services_of(request).seating.fill(visitor, seat, data.seat)
    return table_shown(visitor.table)


@post("/people", summary="Create a person", responses=answers(400, 403, 413, 422))
async def introduce(request: AnyRequest, data: JSONBody[Introduce]) -> PersonShown:
    if token_of(request) is not None:
        await person_of(request)  # which refuses a token that is not valid
    person = await welcome(request, data.name, data.colour)
    token = await services_of(request).people.new_link(person)
    return PersonShown(person.id, person.name, person.colour, token)


@get("/me", summary="Show the person", responses=answers(403))
async def me(request: AnyRequest) -> PersonShown:
    person = await me_of(request)
    return PersonShown(person.id, person.name, person.colour)


@post(
    "/me",
    status_code=200,
    summary="Change the name or the colour",
    responses=answers(400, 403, 413, 422),
)
async def rename(request: AnyRequest, data: JSONBody[Introduce]) -> PersonShown:
    services = services_of(request)
    person = await me_of(request)
    await services.accounts.rename(person, data.name or person.name, data.colour)
    now = await me_of(request)
    return PersonShown(now.id, now.name, now.colour)


@post(
    "/me/revoke",
    status_code=200,
    summary="Sign out everywhere: earlier tokens, cookies and feeds become invalid",
    responses=answers(403),
)
async def revoke(request: AnyRequest) -> Response[PersonShown]:
    now, token = await services_of(request).accounts.revoke(await me_of(request), link=True)
    shown = PersonShown(now.id, now.name, now.colour, token)
    return Response(shown, cookies=[] if token_of(request) else [cookie_for(request, now)])


@delete("/me", summary="Delete the person", responses=answers(403))
async def forget(request: AnyRequest) -> None:
    await services_of(request).accounts.forget(await me_of(request))


@get("/me/tables", summary="List the person's tables", responses=answers(403))
async def my_tables(request: AnyRequest) -> list[TableShown]:
    tables = await services_of(request).tables.of_person(await me_of(request))
    return [table_shown(table) for table in tables]


_BODIES: Final = (
    *(MakeTable, Join, Commit, Reveal, Happen, Fill, Say, React, Introduce, CloseChat, ReportTalk),
    *(AddPasskey, UsePasskey, Subscribe, SetTempo, AskHint, SetHints, reviews.PlayOn),
    *(puzzles.AnswerPuzzle, *EVENING_BODIES),
)


@get("/openapi.json", include_in_schema=False)
async def openapi(request: AnyRequest) -> dict[str, Any]:
    schema = request.app.openapi_schema.to_schema()
    for shape in _BODIES:  # unknown fields are refused
        schema["components"]["schemas"][shape.__name__]["additionalProperties"] = False
    return schema


def version_in(given: str) -> int | None:
    """The version in a `Last-Event-ID`; None if there is none, or it makes no sense."""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 8 else None


class JsonRenderer(Renderer):
    """Sends tables to programs, as the API shows them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._encode = msgspec.json.Encoder().encode

    def render(
        self, table: Table, version: int, viewer: Viewer, language: str, shown: object
    ) -> tuple[bytes, None]:
        seat = seat_of(table, viewer, version)
        return data_field(self._encode(table_seen(table, self._settings, seat, version))), None

    def audience(self, table: Table, viewer: Viewer, version: int) -> object:
        return seat_of(table, viewer, version)

    def announce(self, listener: Listener) -> bytes:
        return self._encode(table_shown(listener.table))


api: Final = Router(
    "/api",
    route_handlers=[
        *(games, waiting, finished, make, join, commit, reveal),
        *(see, happen, feed, record, leave, back),
        *(stand_in, rematch),
        *(fill, introduce, me, rename, revoke, forget, my_tables, openapi),
        *talk.handlers,
        *moderation.handlers,
        *(*tempo.handlers, *hints.handlers),
        *passkeys.handlers,
        *notifications.handlers,
        *figures.handlers,
        *evenings.handlers,
        *reviews.handlers,
        *puzzles.handlers,
    ],
    before_request=check_request,
)
