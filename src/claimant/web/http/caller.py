"""The sender of a request, as far as its headers say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

from claimant.i18n import LANGUAGES, Text, accepted_language
from claimant.web.http.errors import Refusal, bad_token, malformed, not_found
from claimant.web.http.limits import Client, client_address
from claimant.web.people.cookies import COOKIE_NAME

LANGUAGE_COOKIE: Final = "language"
MAX_CREDENTIAL: Final = 200
"""Bytes of a cookie or token that are looked at; ours are shorter."""
MAX_HEADER: Final = 1000
"""Bytes of any other header that are looked at."""
MAX_COOKIES: Final = 16 * 1024
"""Bytes of all cookies that are looked at. Other programs under the same host may have set some."""
MAX_COOKIE_NUMBER: Final = 100
MAX_PATH: Final = 500
MAX_QUERY: Final = 1000
MAX_PARAMETERS: Final = 20
"""Parameters of a query."""
_SCOPE_KEY: Final = "caller"


class Caller:
    """Created once per request by the middleware. If a header comes twice, the first one counts."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._headers: Final[dict[bytes, bytes]] = dict(reversed(scope["headers"]))
        client = scope.get("client")
        credential = self._headers.get(b"authorization") or self._cookie(_PERSON) or b""
        self.client: Final = Client(
            client_address(client[0]) if client else "", credential[:MAX_CREDENTIAL]
        )

    def header(self, name: bytes) -> str | None:
        value = self._headers.get(name)
        return None if value is None else value[:MAX_HEADER].decode("latin-1")

    def cookie_named(self, name: str) -> str:
        """The value of a cookie; empty if there is none."""
        return (self._cookie(name.encode()) or b"")[:MAX_CREDENTIAL].decode("latin-1")

    def _cookie(self, name: bytes) -> bytes | None:
        return self._cookies.get(name)

    @cached_property
    def _cookies(self) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        given = self._headers.get(b"cookie")
        if given is not None:
            for cookie in given[:MAX_COOKIES].split(b";", MAX_COOKIE_NUMBER)[:MAX_COOKIE_NUMBER]:
                key, _, value = cookie.strip().partition(b"=")
                found.setdefault(key, value.strip(b'"'))
        return found

    @property
    def cookie(self) -> str | None:
        """The cookie that says who a person is."""
        value = self._cookie(_PERSON)
        return None if value is None else value[:MAX_CREDENTIAL].decode("latin-1")

    @property
    def host(self) -> str | None:
        """The name of the host that was asked for, with its port, in lower case; empty if none was
        named, None if it is not the name of a host."""
        return _host_name(self._headers.get(b"host", b"")[:MAX_HEADER])

    @property
    def token(self) -> str | None:
        """The token of an `Authorization` header; raises `Refusal` if it is not a bearer token."""
        given = self.header(b"authorization")
        if given is None:
            return None
        scheme, _, token = given.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise bad_token()
        return token.strip()[:MAX_CREDENTIAL]

    @cached_property
    def language(self) -> str:
        """The language chosen on the site, else the best match for what the browser accepts."""
        chosen = self.cookie_named(LANGUAGE_COOKIE)
        return chosen if chosen in LANGUAGES else accepted_language(self.header(_ACCEPTED) or "")

    def cross_site(self, api: bool) -> bool:
        """Whether another site made the browser send this. It would come with the person's cookie.
        The API ignores the cookie if there is a token, and refuses a token that is not valid; pages
        ignore tokens."""
        if api and b"authorization" in self._headers:
            return False
        site = self.header(b"sec-fetch-site")
        if site is not None:
            return site not in ("same-origin", "none")
        origin = self.header(b"origin")
        return origin is not None and _host(origin) != (self.header(b"host") or "")

    @property
    def has_body(self) -> bool:
        return b"transfer-encoding" in self._headers or self._headers.get(
            b"content-length", b"0"
        ) != (b"0")

    @property
    def forwarded(self) -> bool:
        """Whether a proxy says for whom it asks."""
        return b"x-forwarded-for" in self._headers or b"forwarded" in self._headers


_HOST: Final = re.compile(r"(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{0,5}))?", re.ASCII)
MAX_HOST: Final = 260
"""Characters of the name of a host, with its port."""
MAX_PORT: Final = 65_535
_PERSON: Final = COOKIE_NAME.encode()
_ACCEPTED: Final = b"accept-language"


def check_address(caller: Caller, path: str, query: bytes) -> None:
    """Raise `Refusal` for something that is not a host, and for a path or query longer than any
    of ours, before anything reads them. (The framework would fail if the port is not a number.)"""
    if caller.host is None:
        raise malformed()
    if len(path) > MAX_PATH:
        raise not_found()
    if len(query) > MAX_QUERY or query.count(b"&") >= MAX_PARAMETERS:
        raise Refusal(414, "too-large", Text("this is too long"))


@lru_cache(256)  # a value of the header alone; most requests name the same one
def _host_name(header: bytes) -> str | None:
    given = header.decode("latin-1").lower()
    found = _HOST.fullmatch(given)
    if given and (found is None or len(given) > MAX_HOST or int(found[1] or 0) > MAX_PORT):
        return None
    return given


def caller_of(scope: Any) -> Caller:
    """The caller of a request."""
    found = scope.get(_SCOPE_KEY)
    if not isinstance(found, Caller):
        found = scope[_SCOPE_KEY] = Caller(scope)
    return found


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # not an address
        return None
