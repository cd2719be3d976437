"""What the framework's routes need to know of a request: its person, its visitor, its language, and
whether what it asks for is within the limits."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie

from claimant.web.http.addresses import SiteAddress, site_address
from claimant.web.http.body import decode
from claimant.web.http.caller import LANGUAGE_COOKIE, caller_of
from claimant.web.http.connection import connection_of
from claimant.web.http.errors import bad_token, cross_site
from claimant.web.http.limits import (
    BOTS_BUSY,
    EVENTS_PER_REQUEST,
    HINT_COST,
    TOO_MANY_EVENINGS,
    TOO_MANY_OPEN,
    Client,
    too_many,
)
from claimant.web.http.proxies import TrustedProxies
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.people.people import Person
from claimant.web.services import Services
from claimant.web.tables.devices import LOOK_COOKIE
from claimant.web.tables.visitors import Visitor

AnyRequest = Request[Any, Any, Any]
YEAR: Final = 365 * 24 * 3600


def services_of(request: AnyRequest) -> Services:
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


def language_of(request: AnyRequest) -> str:
    return caller_of(request.scope).language


def token_of(request: AnyRequest) -> str | None:
    """The bearer token; pages ignore it, so that a link can never act with one."""
    return caller_of(request.scope).token if request.url.path.startswith("/api/") else None


def address_of_site(request: AnyRequest) -> SiteAddress:
    """Where others reach this site, and what they should know about that."""
    services = services_of(request)
    if services.settings.public_url:
        return SiteAddress(services.settings.public_url.rstrip("/"))
    asked = caller_of(request.scope).host or ""
    connection = connection_of(request.scope)
    proxies = TrustedProxies(services.settings.proxy)
    proxied = bool(asked) and connection is not None and proxies.trusts(connection.peer)
    server = request.scope.get("server")
    port = (server and server[1]) or 80
    return site_address(request.url.scheme, asked, port, services.listens, proxied=proxied)


def link_to(request: AnyRequest, path: str) -> str:
    """The whole address of a path, as others can open it."""
    return address_of_site(request).base + path


async def person_of(request: AnyRequest) -> Person | None:
    """The person of the request's cookie or token."""
    people = services_of(request).people
    token = token_of(request)
    if token is not None:
        person = await people.from_token(token)
        if person is None:
            raise bad_token()
        return person
    return await people.from_cookie(caller_of(request.scope).cookie)


async def visitor_of(request: AnyRequest, table: str, current: bool = False) -> Visitor:
    """The visitor of a table: the person or token, and the seat."""
    services = services_of(request)
    token = token_of(request)
    person = None if token is not None else await person_of(request)
    looks = caller_of(request.scope).cookie_named(LOOK_COOKIE)
    return await services.visitors.identify(
        table, token=token, person=person, current=current, looks=looks
    )


async def watcher_of(request: AnyRequest, table: str) -> Visitor:
    """The visitor of a table that is about to be shown as it is now."""
    visitor = await visitor_of(request, table, current=True)
    visitor.check_may_watch()
    return visitor


async def muted_by(request: AnyRequest) -> frozenset[str]:
    """Whose talk the person of a request has muted; nobody's for the token of a seat."""
    services = services_of(request)
    token = token_of(request)
    people = services.people
    person = await (people.from_token(token) if token is not None else person_of(request))
    return await services.talk.muted_by(person)


# Limits on what is stored.


def _client(request: AnyRequest, person: Person | None = None) -> Client:
    """Whose allowance is used: the person's, however they are identified."""
    client = caller_of(request.scope).client
    return client if person is None else Client(client.address, person.id.encode())


def charge_events(request: AnyRequest, number: int) -> None:
    """Count the events that an answer contains; raises `Refusal` if that is too much at once."""
    if number > 0:
        client = caller_of(request.scope).client
        services_of(request).rate_limits.charge(client, number / EVENTS_PER_REQUEST)


def charge_hint(request: AnyRequest) -> None:
    """Count a hint; raises `Refusal` if there have been too many at once."""
    services_of(request).rate_limits.charge(_client(request), HINT_COST)


async def welcome(
    request: AnyRequest, name: str | None = None, colour: int | None = None
) -> Person:
    """Create a new guest; raises `Refusal` if very many have come from there."""
    services = services_of(request)
    services.rate_limits.create(_client(request), "people")
    return await services.people.create_guest(name, colour)


def may_add(request: AnyRequest, person: Person | None, what: str) -> None:
    """Raise `Refusal` if someone has added very much `talk` or very many `reports`."""
    services_of(request).rate_limits.create(_client(request, person), what)


async def may_make(request: AnyRequest, person: Person | None, bots: int) -> None:
    """Raise `Refusal` if someone has created many tables, or sits at many unfinished ones."""
    services = services_of(request)
    may_ask_bots(request, person, bots)
    services.rate_limits.create(_client(request, person), "tables")
    most = services.settings.limits.open_tables
    if person is not None and most < 10_000:
        rows = await services.store.tables_of(person.id, 2 * most)
        if sum(row.summary.status in ("waiting", "starting", "running") for row in rows) >= most:
            raise too_many(TOO_MANY_OPEN, 600.0)


async def may_organise(request: AnyRequest, person: Person | None) -> None:
    """Raise `Refusal` if someone has started many series and tournaments, or many go on."""
    services = services_of(request)
    may_add(request, person, "evenings")
    if person is not None:
        under_way = await services.store.open_evenings_by(person.id)
        if under_way >= services.settings.limits.open_evenings:
            raise too_many(TOO_MANY_EVENINGS, 600.0)


def may_ask_bots(request: AnyRequest, person: Person | None, bots: int) -> None:
    """Raise `Refusal` if too many bots are waiting to move already, or were invited lately."""
    services = services_of(request)
    if bots <= 0:
        return
    processes = max(1, services.settings.bot_processes)
    if services.bots.pending > services.settings.limits.queued_bots * processes:
        raise too_many(BOTS_BUSY, 60.0)
    services.rate_limits.create(_client(request, person), "bots", bots)


# Cookies.


def cookie_for(request: AnyRequest, person: Person) -> Cookie:
    """The cookie by which a browser is recognised."""
    return _cookie(request, COOKIE_NAME, services_of(request).people.cookie_for(person), YEAR)


def cookie_gone(request: AnyRequest) -> Cookie:
    return _cookie(request, COOKIE_NAME, "", 0)


def look_cookie(request: AnyRequest, looks: str) -> Cookie:
    """The cookie that says whose cards are open on a device; it lasts as long as the browser."""
    return _cookie(request, LOOK_COOKIE, looks, None if looks else 0)


def language_cookie(request: AnyRequest, language: str) -> Cookie:
    return _cookie(request, LANGUAGE_COOKIE, language, YEAR)


def _cookie(request: AnyRequest, name: str, value: str, seconds: int | None) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


# Checks before a route is called.


async def check_origin(request: AnyRequest) -> None:
    """Raise `Refusal` if another site made the browser send a request that may change something."""
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        api = request.url.path.startswith("/api/")
        if caller_of(request.scope).cross_site(api):
            raise cross_site()


async def check_request(request: AnyRequest) -> None:
    """Check the origin, and that the body is exactly of the route's type: Litestar alone would
    accept `"2"` for 2."""
    await check_origin(request)
    field = request.route_handler.parsed_data_field
    if field is not None:
        decode(await request.body(), field.annotation)
