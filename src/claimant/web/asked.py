"""What a request says of who asks: the language, the person, the token, and whence it comes."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie

from claimant.language import LANGUAGES, Text
from claimant.web.house import House
from claimant.web.people import COOKIE, Person
from claimant.web.refusal import Refusal, bad_token
from claimant.web.seating import Visitor

AnyRequest = Request[Any, Any, Any]
LANGUAGE_COOKIE = "language"
YEAR = 365 * 24 * 3600


def house_of(request: AnyRequest) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


def language_of(request: AnyRequest) -> str:
    """The language someone chose, else the first of ours that their browser asks for."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        name, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.strip()[:2].lower()))
        except ValueError:
            continue
    return next((name for _, name in sorted(wanted, key=lambda w: w[0]) if name in LANGUAGES), "en")


def token_of(request: AnyRequest) -> str | None:
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise bad_token()
    return token.strip()[:200]


async def person_of(request: AnyRequest) -> Person | None:
    """The person whose cookie, or whose token, came with the request."""
    people = house_of(request).people
    token = token_of(request) if request.url.path.startswith("/api/") else None
    if token is not None:
        return await people.of_token(token)
    return await people.of_cookie(request.cookies.get(COOKIE))


async def visitor_of(request: AnyRequest, table: str) -> Visitor:
    """Who asks for a table, and at which seat they sit."""
    house = house_of(request)
    token = token_of(request) if request.url.path.startswith("/api/") else None
    person = None if token is not None else await person_of(request)
    return await house.visitor(table, token=token, person=person)


def cookie_for(request: AnyRequest, person: Person) -> Cookie:
    """What makes a browser remember who it is."""
    return _cookie(request, COOKIE, house_of(request).people.cookie(person), YEAR)


def cookie_gone(request: AnyRequest) -> Cookie:
    return _cookie(request, COOKIE, "", 0)


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
        foreign = origin is not None and urlsplit(origin).netloc != host
    if foreign:
        raise Refusal(403, "cross-site", Text("this was sent by another site and is refused"))
