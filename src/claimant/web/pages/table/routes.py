"""The routes of a table's page. They leave the work to the parts of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from claimant.art import tokens
from claimant.art.reactions import symbols
from claimant.components import page_of
from claimant.game import CHANCE, Game
from claimant.i18n import Text
from claimant.presentation import presentation_of
from claimant.web.api.routes import version_in
from claimant.web.http.errors import Refusal, malformed, not_found
from claimant.web.http.forms import number_in, single_fields
from claimant.web.http.request import (
    AnyRequest,
    address_of_site,
    charge_events,
    cookie_for,
    language_of,
    may_ask_bots,
    may_make,
    muted_by,
    person_of,
    services_of,
    visitor_of,
    watcher_of,
    welcome,
)
from claimant.web.http.static import game_file, stylesheets
from claimant.web.pages.evenings.series import CHOICES, AtTable, at_table
from claimant.web.pages.learn.coach import coach_at
from claimant.web.pages.notifications import notification_offer
from claimant.web.pages.table import finished, waiting_room
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.device import closed_look, may_add_here, players_here, speaker
from claimant.web.pages.table.fair_match import fair_note
from claimant.web.pages.table.hints import HintShown, hints_here
from claimant.web.pages.table.luck import WITHOUT_SCRIPT, luck_notes, page_luck
from claimant.web.pages.table.news import present
from claimant.web.pages.table.page import title_of
from claimant.web.pages.table.replay import is_wall, moment_in
from claimant.web.pages.table.talk import said_at, said_lines
from claimant.web.pages.templating import go, page
from claimant.web.pages.tempos import TEMPOS
from claimant.web.services import Services
from claimant.web.store.interface import StoreError
from claimant.web.tables.event_stream import EventStream
from claimant.web.tables.feed import MAX_CATCH_UP
from claimant.web.tables.reactions import REACTIONS
from claimant.web.tables.record_stream import record_stream
from claimant.web.tables.requests import count_bots
from claimant.web.tables.table import Table
from claimant.web.tables.talk import encoded
from claimant.web.tables.tempo import TEMPOS as FACTORS
from claimant.web.tables.visitors import Visitor

MAX_LOG: Final = 1000
MAX_LOG_RUNNING: Final = 250
"""Lines of the log, and while the game runs; the record has everything."""
LINES_AT_ONCE: Final = 50
PLAIN: Final = {"cache-control": "no-store"}
_encode: Final = msgspec.json.Encoder().encode


def path_of(table: Table) -> str:
    return f"/tables/{table.id}"


async def page_watcher(request: AnyRequest, name: str) -> Visitor:
    visitor = await watcher_of(request, name)
    if visitor.table.status == "closed":
        raise Refusal(404, "no-table", Text("this table was closed before the game began"))
    return visitor


async def _muted(request: AnyRequest) -> frozenset[str]:
    """The people whose talk is hidden; nobody's is while the store does not respond."""
    try:
        return await muted_by(request)
    except StoreError:
        return frozenset()


async def _offer(request: AnyRequest, visitor: Visitor) -> str:
    """An offer of messages; none while the store does not respond."""
    try:
        return await notification_offer(request, visitor)
    except StoreError:
        return ""


async def _evening(request: AnyRequest, visitor: Visitor) -> AtTable | None:
    """The evening that the table belongs to, if the store responds."""
    try:
        return await at_table(request, visitor)
    except StoreError:
        return None


@get("/tables/{table:str}")
async def show(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    visitor = await page_watcher(request, table)
    if table != visitor.table.id:  # it was found by its code
        return go(path_of(visitor.table))
    return await table_page(request, visitor)


async def table_page(
    request: AnyRequest,
    visitor: Visitor,
    refusal: Refusal | None = None,
    cookies: Sequence[Cookie] = (),
    hint: HintShown | None = None,
) -> Response[str]:
    table, wall = visitor.table, is_wall(request)
    seat = visitor.seats[0] if visitor.seats and not wall else None
    services = services_of(request)
    visitor.check_may_watch()  # also if the visitor was refused something else
    last = table.version  # it may move on while the page is made
    language = language_of(request)
    shown = moment_in(request, visitor)
    await _note_reserved(services, table)
    context = shown.context(table, services.settings, language)
    render = context.render
    play = str(shown.rendered(table, services.settings, language))
    waiting, over = table.status == "waiting", table.over
    base, link_note = address_of_site(request)
    link = base + path_of(table)
    view = render.view
    part = page_of(view.game).table
    luck = page_luck(table, seat)
    return await page(
        request,
        "table.html",
        status=200 if refusal is None else refusal.status,
        cookies=[*cookies, *closed_look(request, visitor)],
        no_store=visitor.device is not None,
        public=over,
        title=title_of(context),
        wide=True,
        wall=wall,
        mark=None if seat is None else render.colours[seat],
        table=table,
        game=presentation_of(view.game).title,
        seat=seat,
        at=shown.at,
        play=play,
        note=_note(request, refusal),
        waiting=waiting,
        over=over,
        again=not over and not render.mine,
        away=not over and not visitor.device and seat is not None and table.seats[seat].away,
        players_here=[] if wall else players_here(visitor, language),
        adding=may_add_here(visitor) and not wall,
        speaker=speaker(visitor),
        joining=_may_join(visitor) and not wall,
        inviting=_host_name(table),
        luck=luck,
        luck_notes=luck_notes(table),
        without_script=WITHOUT_SCRIPT,
        leaving=not over and any(not table.seats[place].away for place in visitor.seats),
        gone=_may_be_gone(table, visitor.seats),
        link=link,
        link_note=link_note,
        coach=None if wall else await coach_at(request, visitor),
        **waiting_room.besides(table, link, language),
        talk=await said_lines(services, table, await _muted(request), language),
        host=visitor.host and not wall,
        hint=hint,
        hints=hints_here(visitor),
        fair=await fair_note(services.store, visitor),
        offer="" if wall else await _offer(request, visitor),
        tempos=TEMPOS,
        tempo_factor=FACTORS[table.row.tempo],
        present=present(table, services.feed.seats_present(table.id)),
        evening=await _evening(request, visitor),
        series_choices=CHOICES,
        redraws=type(table.game).redrawn is not Game.redrawn,
        log=await _log(table, last, render.seat, language),
        **await finished.besides(context, None if wall else visitor.viewer, luck, services.reviews),
        stylesheets=stylesheets(view.game),
        table_stylesheets=stylesheets(view.game, sheet="table.css"),
        game_script=game_file(view.game, "table.js"),
        reactions=REACTIONS,
        definitions=tokens.definitions() + symbols() + part.definitions(view),
        overlays=part.overlays(view, language),
    )


def _host_name(table: Table) -> str:
    """The name of the player who opened the table; empty if they do not sit at it."""
    seat = None if table.row.host is None else table.seat_of_person(table.row.host)
    return "" if seat is None else str(table.names[seat])


def _may_join(visitor: Visitor) -> bool:
    """Whether there is a free seat for someone without one."""
    waiting = visitor.table.status == "waiting" and not visitor.seats
    return waiting and any(seat.kind == "open" for seat in visitor.table.seats)


async def _log(table: Table, last: int, viewer: int | None, language: str) -> list[tuple[int, str]]:
    """The lines of the log up to a version, latest first. Other requests get their turn
    meanwhile."""
    lines = []
    most = MAX_LOG if table.over else MAX_LOG_RUNNING
    for n in range(last, max(0, last - most), -1):
        lines.append((n, cache_of(table).story(table, viewer, n, language)))
        if n % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return lines


async def _note_reserved(services: Services, table: Table) -> None:
    """Look up for whom the seats of a rematch are reserved, in the game before it."""
    if table.row.before is None or not any(seat.held for seat in table.seats):
        return
    with suppress(Refusal, StoreError):
        before = await services.tables.find(table.row.before)
        cache_of(table).reserve(before.names)


def _note(request: AnyRequest, refusal: Refusal | None) -> str:
    if refusal is not None:
        return refusal.say(language_of(request))
    if "reported" in request.query_params:
        thanks = Text("Thank you: the operator of this server will look at it")
        return thanks.say(language_of(request))
    return ""


@get("/tables/{table:str}/moment")
async def moment(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """One moment of a finished game, for the script that steps through it."""
    visitor = await page_watcher(request, table)
    asked = (visitor.table, services_of(request).settings, language_of(request))
    content = moment_in(request, visitor).rendered(*asked)
    return Response(str(content), media_type="text/html; charset=utf-8", headers=PLAIN)


@get("/tables/{table:str}/scenes")
async def scenes(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """A moment of a finished game, with the scenes before it and whether it lasts: some versions
    only wait for a random draw."""
    visitor = await page_watcher(request, table)
    if not visitor.table.over:
        raise not_found()
    asked = (visitor.table, services_of(request).settings, language_of(request))
    moment = moment_in(request, visitor)
    content = moment.rendered(*asked, scripted=True).as_json()
    at = visitor.table.version if moment.at is None else moment.at
    passing = b"true" if visitor.table.deciders(at).actor == CHANCE else b"false"
    content = b'{"passing":%b,%b' % (passing, content[1:])
    return Response(content, media_type="application/json", headers=PLAIN)


@get("/tables/{table:str}/feed")
async def feed(request: AnyRequest, table: FromPath[str]) -> EventStream:
    muted = await _muted(request)
    visitor = await page_watcher(request, table)
    since = version_in(request.headers.get("last-event-id", ""))
    if since is None:
        since = number_in(request.query_params.get("since"))
    if since is not None:
        charge_events(request, min(visitor.table.version - since, MAX_CATCH_UP))
    services, language = services_of(request), language_of(request)
    heard = number_in(request.query_params.get("talk"))

    async def missed() -> list[bytes]:
        said = [] if heard is None else await said_at(services, visitor.table, muted, heard)
        return [encoded(row, language) for row in said]

    return EventStream(
        services.feed,
        visitor.table,
        None if is_wall(request) else visitor.viewer,
        kind="page",
        language=language,
        since=since,
        missed=missed,
        muted=muted,
    )


@get("/tables/{table:str}/record")
async def record(request: AnyRequest, table: FromPath[str]) -> Stream:
    visitor = await page_watcher(request, table)
    name = f"{visitor.table.game.name}-{visitor.table.id}.claim"
    charge_events(request, visitor.table.version)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return record_stream(visitor.table, visitor.seat, headers)


@post("/tables/{table:str}/events")
async def happen(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    """Make a move; if it is refused, the page says why."""
    visitor = await visitor_of(request, table)
    form = await single_fields(request)
    version = number_in(form.get("version"))
    try:
        if version is None:
            raise malformed()
        await services_of(request).moves.act(visitor, version, form.get("event", "")[:200])
    except Refusal as refusal:
        if refusal.status not in (403, 409, 422):
            raise
        return await table_page(request, visitor, refusal)
    return go(path_of(visitor.table))


def _may_be_gone(table: Table, seats: Sequence[int]) -> bool:
    """Whether another player could keep these waiting forever."""
    others = any(s.kind == "person" and s.seat not in seats for s in table.seats)
    return bool(seats) and others and table.status == "running" and table.options.pace == "none"


@post("/tables/{table:str}/join")
async def join(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    services = services_of(request)
    found = await services.tables.find(table)
    form = await single_fields(request)
    name = form.get("name", "").strip()
    person = await person_of(request)
    cookies = []
    try:
        if person is None:
            person = await welcome(request, name or None)
            cookies = [cookie_for(request, person)]
        await services.seating.join(
            *(found, person, name or None, form.get("word", "").strip()),
            contributes=form.get("contributes") == "yes",
        )
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        visitor = await services.visitors.identify(found.id, person=person)
        return await table_page(request, visitor, refusal, cookies)
    return go(path_of(found), cookies)


@post("/tables/{table:str}/seats")
async def give(request: AnyRequest, table: FromPath[str]) -> Redirect:
    """The host gives an open seat to a bot, or opens one."""
    visitor = await visitor_of(request, table)
    form = await single_fields(request)
    seat = number_in(form.get("seat"))
    who = form.get("who", "")[:40]
    may_ask_bots(request, visitor.person, count_bots([who]))
    await services_of(request).seating.fill(visitor, -1 if seat is None else seat, who)
    return go(path_of(visitor.table))


@post("/tables/{table:str}/stand-in")
async def stand_in(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    visitor = await visitor_of(request, table)
    try:
        await services_of(request).seating.stand_in(visitor)
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        return await table_page(request, visitor, refusal)
    return go(path_of(visitor.table))


@post("/tables/{table:str}/rematch")
async def rematch(request: AnyRequest, table: FromPath[str]) -> Redirect:
    visitor = await visitor_of(request, table)
    await may_make(request, visitor.person, 0)
    made = await services_of(request).series.next_game(visitor)
    return go(path_of(made.table))


handlers: Final[list[Any]] = [
    *(show, moment, scenes, feed, record, happen, join, give, stand_in, rematch)
]
