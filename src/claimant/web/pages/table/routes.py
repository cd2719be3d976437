"""The routes of a table's page. What is done there, the server does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from claimant.art import tokens
from claimant.components import page_of
from claimant.i18n import Text
from claimant.presentation import presentation_of
from claimant.web.api.routes import version_in
from claimant.web.http.errors import Refusal, malformed
from claimant.web.http.forms import single_fields
from claimant.web.http.request import (
    AnyRequest,
    charge_events,
    cookie_for,
    language_of,
    link_to,
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
from claimant.web.ops.settings import Settings
from claimant.web.pages.qr import qr_code
from claimant.web.pages.table import finished
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.context import table_context
from claimant.web.pages.table.luck import WITHOUT_SCRIPT, luck_notes, page_luck
from claimant.web.pages.table.page import (
    RenderedTable,
    audience,
    render_table,
    standing,
    title_of,
)
from claimant.web.pages.templating import go, page
from claimant.web.services import Services
from claimant.web.store.interface import StoreError, TalkRow
from claimant.web.tables.event_stream import EventStream
from claimant.web.tables.feed import MAX_CATCH_UP, Renderer
from claimant.web.tables.record_stream import record_stream
from claimant.web.tables.requests import count_bots
from claimant.web.tables.table import Table
from claimant.web.tables.talk import encoded
from claimant.web.tables.visitors import Visitor

MAX_LOG: Final = 1000
"""Lines of the log; the record has everything."""
LINES_AT_ONCE: Final = 50
PLAIN: Final = {"cache-control": "no-store"}


def path_of(table: Table) -> str:
    return f"/tables/{table.id}"


async def page_watcher(request: AnyRequest, name: str) -> Visitor:
    visitor = await watcher_of(request, name)
    if visitor.table.status == "closed":
        raise Refusal(404, "no-table", Text("this table was closed before the game began"))
    return visitor


def number_in(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else None


async def _said(
    services: Services, table: Table, muted: frozenset[str], since: int = 0
) -> list[TalkRow]:
    """The table talk; nothing while the store does not respond, so that the game stays visible."""
    try:
        return await services.talk.lines(table, since, muted)
    except StoreError:
        return []


async def _muted(request: AnyRequest) -> frozenset[str]:
    """Whose talk is not shown; everybody's is while the store does not respond."""
    try:
        return await muted_by(request)
    except StoreError:
        return frozenset()


def _moment(request: AnyRequest, visitor: Visitor) -> tuple[int | None, int | None]:
    """The version of a finished game to show, None for the current one, and the seat to show it
    to, None for a spectator."""
    table = visitor.table
    at = number_in(request.query_params.get("at"))
    if at is None or not table.over:
        return None, visitor.seat
    at = min(max(at, 1), table.version)
    wanted = request.query_params.get("eyes")
    if wanted is None:
        return at, visitor.seat
    viewer = number_in(wanted)
    return at, viewer if viewer is not None and viewer < table.game.players else None


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
) -> Response[str]:
    table, seat = visitor.table, visitor.seat
    services = services_of(request)
    visitor.check_may_watch()  # also if the visitor was refused something else
    last = table.version  # it may move on while the page is made
    language = language_of(request)
    at, viewer = _moment(request, visitor)
    version = (table, services.settings, viewer, language, at)
    context = table_context(*version, live=at is None)
    render = context.render
    play = str(render_table(*version, live=at is None))
    waiting, over = table.status == "waiting", table.over
    link = link_to(request, path_of(table))
    view = render.view
    part = page_of(view.game).table
    luck_script = game_file(view.game, "luck.js")
    return await page(
        request,
        "table.html",
        status=200 if refusal is None else refusal.status,
        cookies=cookies,
        title=title_of(context),
        wide=True,
        table=table,
        game=presentation_of(view.game).title,
        seat=seat,
        at=at,
        play=play,
        note=_note(request, refusal),
        waiting=waiting,
        over=over,
        again=not over and not render.mine,
        away=seat is not None and table.seats[seat].away and not over,
        joining=waiting and seat is None and any(s.kind == "open" for s in table.seats),
        luck=page_luck(table, seat),
        luck_notes=luck_notes(table),
        without_script=WITHOUT_SCRIPT,
        leaving=seat is not None and not over and not table.seats[seat].away,
        gone=_may_be_gone(table, seat),
        link=link,
        qr=qr_code(link) if waiting else "",
        talk=await _said(services, table, await _muted(request)),
        host=visitor.host,
        log=await _log(table, last, viewer, language),
        steps=finished.steps_bar(context, viewer, path_of(table)) if over else "",
        fairness=await finished.fairness(table, language, luck_script) if over else "",
        stylesheets=stylesheets(view.game),
        table_stylesheets=stylesheets(view.game, sheet="table.css"),
        game_script=game_file(view.game, "table.js"),
        definitions=tokens.definitions() + part.definitions(view),
        overlays=part.overlays(view, language),
    )


async def _log(table: Table, last: int, viewer: int | None, language: str) -> list[tuple[int, str]]:
    """The lines of the log up to a version, latest first. Everyone else has their turn now and
    then."""
    lines = []
    for n in range(last, max(0, last - MAX_LOG), -1):
        lines.append((n, cache_of(table).story(table, viewer, n, language)))
        if n % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return lines


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
    at, viewer = _moment(request, visitor)
    settings, language = services_of(request).settings, language_of(request)
    rendered = render_table(visitor.table, settings, viewer, language, at, live=at is None)
    return Response(str(rendered), media_type="text/html; charset=utf-8", headers=PLAIN)


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
        said = [] if heard is None else await _said(services, visitor.table, muted, heard)
        return [encoded(row) for row in said]

    there = (visitor.table, visitor.seat)
    return EventStream(
        services.feed,
        *there,
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


def _may_be_gone(table: Table, seat: int | None) -> bool:
    """Whether another player could keep this one waiting forever."""
    others = any(s.kind == "person" and s.seat != seat for s in table.seats)
    return (
        seat is not None and others and table.status == "running" and table.options.pace == "none"
    )


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


@post("/tables/{table:str}/leave")
async def leave(request: AnyRequest, table: FromPath[str]) -> Redirect:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.leave(visitor)
    return go("/")


@post("/tables/{table:str}/back")
async def back(request: AnyRequest, table: FromPath[str]) -> Redirect:
    visitor = await visitor_of(request, table)
    await services_of(request).seating.come_back(visitor)
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
    made = await services_of(request).lifecycle.rematch(visitor)
    return go(path_of(made.table))


handlers: Final[list[Any]] = [
    *(show, moment, feed, record, happen, join, give, leave, back, stand_in, rematch)
]


class PageRenderer(Renderer):
    """Sends tables to the web app."""

    heartbeat = b"event: beat\ndata:\n\n"  # a script cannot hear a comment

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def render(
        self,
        table: Table,
        version: int,
        seat: int | None,
        language: str,
        shown: RenderedTable | None,
    ) -> tuple[bytes, RenderedTable]:
        now = render_table(table, self._settings, seat, language, version, scripted=True)
        return (now.whole() if shown is None else now.changes_since(shown)), now

    def summary(self, table: Table, version: int, seat: int | None, language: str) -> bytes:
        return f"{version} {cache_of(table).story(table, seat, version, language)}".encode()

    def audience(self, table: Table, seat: int | None, version: int) -> object:
        return audience(table, seat, version)

    def announce(self, table: Table, language: str) -> bytes:
        return standing(table).encode()


def attach(services: Services) -> None:
    """Register how the web app is sent tables."""
    services.feed.renderers["page"] = PageRenderer(services.settings)
