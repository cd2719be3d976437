"""The sender of a request, as far as its headers tell."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

from claimant.i18n import LANGUAGES, accepted_language
from claimant.web.http.errors import bad_token
from claimant.web.http.limits import Client, client_address
from claimant.web.people.cookies import COOKIE_NAME

LANGUAGE_COOKIE: Final = "language"
MAX_CREDENTIAL: Final = 200
"""Characters of a cookie or token that are looked at; ours are shorter."""
_SCOPE_KEY: Final = "caller"


class Caller:
    """Created once per request by the middleware. If a header comes twice, the first one counts."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._headers: Final[dict[bytes, bytes]] = dict(reversed(scope["headers"]))
        self._cookies = self._headers.get(b"cookie", b"")
        client = scope.get("client")
        credential = self._headers.get(b"authorization") or self._cookie(_PERSON) or b""
        self.client: Final = Client(
            client_address(client[0]) if client else "", credential[:MAX_CREDENTIAL]
        )

    def header(self, name: bytes) -> str | None:
        value = self._headers.get(name)
        return None if value is None else value.decode("latin-1")

    def _cookie(self, name: bytes) -> bytes | None:
        for cookie in self._cookies.split(b";"):
            key, _, value = cookie.strip().partition(b"=")
            if key == name:
                return value.strip(b'"')
        return None

    @property
    def cookie(self) -> str | None:
        """The cookie that says who a person is."""
        value = self._cookie(_PERSON)
        return None if value is None else value[:MAX_CREDENTIAL].decode("latin-1")

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
        chosen = (self._cookie(LANGUAGE_COOKIE.encode()) or b"").decode("latin-1")
        return chosen if chosen in LANGUAGES else accepted_language(self.header(_ACCEPTED) or "")

    @property
    def cross_site(self) -> bool:
        """Whether another site made the browser send this. It would come with the person's cookie;
        a token, on the other hand, is known only to the program that shows it."""
        if b"authorization" in self._headers:
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


_PERSON: Final = COOKIE_NAME.encode()
_ACCEPTED: Final = b"accept-language"


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
