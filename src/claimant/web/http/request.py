"""What a request says of who asks: the language, the person, the token, and whence it comes."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.datastructures import Cookie

from claimant.i18n import LANGUAGES, Text, accepted_language
from claimant.web.http.body_errors import fault
from claimant.web.http.errors import Refusal, bad_token, malformed
from claimant.web.http.limits import BOTS_BUSY, TOO_MANY_OPEN, Asker, too_many
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.people.people import Person
from claimant.web.services import Services
from claimant.web.tables.visitors import Visitor

AnyRequest = Request[Any, Any, Any]
LANGUAGE_COOKIE = "language"
YEAR = 365 * 24 * 3600


def services_of(request: AnyRequest) -> Services:
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


def language_of(request: AnyRequest) -> str:
    """The language chosen on the site, else the best match for what the browser accepts."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return accepted_language(request.headers.get("accept-language", ""))


def token_of(request: AnyRequest) -> str | None:
    given = request.headers.get("authorization")
    return None if given is None else bearer(given)


def bearer(given: str) -> str:
    """The token of an `Authorization` header."""
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise bad_token()
    return token.strip()[:200]


async def person_of(request: AnyRequest) -> Person | None:
    """The person whose cookie, or whose token, came with the request."""
    people = services_of(request).people
    token = token_of(request) if request.url.path.startswith("/api/") else None
    if token is not None:
        person = await people.from_token(token)
        if person is None:
            raise bad_token()
        return person
    return await people.from_cookie(request.cookies.get(COOKIE_NAME))


async def visitor_of(request: AnyRequest, table: str, current: bool = False) -> Visitor:
    """Who asks for a table, and at which seat they sit."""
    services = services_of(request)
    token = token_of(request) if request.url.path.startswith("/api/") else None
    person = None if token is not None else await person_of(request)
    return await services.visitors.identify(table, token=token, person=person, current=current)


async def watcher_of(request: AnyRequest, table: str) -> Visitor:
    """Who looks at a table as it is now."""
    visitor = await visitor_of(request, table, current=True)
    visitor.check_may_watch()
    return visitor


# What is kept for good, and is therefore counted.


def _asker(request: AnyRequest, person: Person | None = None) -> Asker:
    """Whom it is counted for: the person, whichever way they are known, else what they showed."""
    asker = request.scope.get("asker")
    asker = asker if isinstance(asker, Asker) else Asker("", b"")
    return asker if person is None else Asker(asker.address, person.id.encode())


async def welcome(
    request: AnyRequest, name: str | None = None, colour: int | None = None
) -> Person:
    """A new guest, unless very many have come from there."""
    services = services_of(request)
    services.rate_limits.make(_asker(request), "people")
    return await services.people.create_guest(name, colour)


async def may_make(request: AnyRequest, person: Person | None, bots: int) -> None:
    """Refuse a table to who has made many, or sits at many that are not over."""
    services = services_of(request)
    may_ask_bots(request, person, bots)
    services.rate_limits.make(_asker(request, person), "tables")
    most = services.settings.limits.open_tables
    if person is not None and most < 10_000:
        rows = await services.store.tables_of(person.id, 2 * most)
        if sum(row.summary.status in ("waiting", "running") for row in rows) >= most:
            raise too_many(TOO_MANY_OPEN, 600.0)


def may_ask_bots(request: AnyRequest, person: Person | None, bots: int) -> None:
    """Refuse bots where those there are have too much to think about already."""
    services = services_of(request)
    if bots <= 0:
        return
    processes = max(1, services.settings.bot_processes)
    if services.bots.pending > services.settings.limits.thoughts * processes:
        raise too_many(BOTS_BUSY, 60.0)
    services.rate_limits.make(_asker(request, person), "bots", bots)


def cookie_for(request: AnyRequest, person: Person) -> Cookie:
    """What makes a browser remember who it is."""
    return _cookie(request, COOKIE_NAME, services_of(request).people.cookie_for(person), YEAR)


def cookie_gone(request: AnyRequest) -> Cookie:
    return _cookie(request, COOKIE_NAME, "", 0)


def language_cookie(request: AnyRequest, language: str) -> Cookie:
    return _cookie(request, LANGUAGE_COOKIE, language, YEAR)


def _cookie(request: AnyRequest, name: str, value: str, seconds: int) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


async def understood(request: AnyRequest) -> None:
    """Refuse what another site sends, and a body that is not exactly of the route's type: Litestar
    alone would take `"2"` for 2."""
    await same_site(request)
    field = request.route_handler.parsed_data_field
    if field is not None:
        body = await request.body()
        try:
            _decoder(field.annotation).decode(body)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            raise malformed(fault(body, field.annotation)) from error


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _place(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None  # no address at all


async def same_site(request: AnyRequest) -> None:
    """Refuse what another site makes a browser send: it would come with the person's cookie."""
    if request.method in ("GET", "HEAD", "OPTIONS") or "authorization" in request.headers:
        return
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        foreign = site not in ("same-origin", "none")
    else:
        host = request.headers.get("host", "")
        foreign = origin is not None and _place(origin) != host
    if foreign:
        raise Refusal(403, "cross-site", Text("this was sent by another site and is refused"))
