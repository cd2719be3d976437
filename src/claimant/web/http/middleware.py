"""The gate that every request and every answer passes: who asks and how much, the headers that
guard a page, the id of the request, and what is counted.

It stands before the whole application, whichever way that answers, and costs microseconds.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from html import escape
from itertools import count
from time import perf_counter
from typing import Any, Final

import msgspec
from litestar import Request

from claimant.i18n import Text
from claimant.web.api.schemas import Refused
from claimant.web.http import shortcut
from claimant.web.http.connection import DIRECT, Direct
from claimant.web.http.errors import Refusal
from claimant.web.http.limits import (
    LONGEST_REQUEST,
    PAGE_COST,
    TOO_FAST,
    TOO_MANY_STREAMS,
    Asker,
    address_of,
    too_many,
)
from claimant.web.http.request import language_of
from claimant.web.ops.logs import REQUEST
from claimant.web.ops.metrics import CONTENT_TYPE, Metrics
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.services import Services
from claimant.web.store.interface import Trouble

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
        " img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self';"
        " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }.items()
)
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
SLOWEST: Final = 15.0
"""Seconds for a whole body to arrive."""
HELD: Final = 1.0
"""Seconds that someone who asks too fast waits for being told so."""
MOST_HELD: Final = 200
"""Such waits of one address at a time; the next connection is closed."""

_COOKIE: Final = re.compile(rb"(?:^|;\s*)%s=([^;]{1,120})" % COOKIE_NAME.encode())
_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_PLAIN: Final = b"text/plain; charset=utf-8"

log: Final = logging.getLogger("claimant.access")
notes: Final = logging.getLogger(__name__)


class Gate:
    def __init__(self, app: App, services: Services) -> None:
        self._app = app
        self._services = services
        self._settings = services.settings
        self._metrics = Metrics(services)
        self._turnstile = services.rate_limits
        self._held: Counter[str] = Counter()
        self._run = secrets.token_hex(4)
        self._number = count(1)
        self._told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        path: str = scope["path"]
        method: str = scope["method"]
        headers = dict(scope["headers"])
        authorization = headers.get(b"authorization", b"")
        cookie = _COOKIE.search(headers[b"cookie"]) if b"cookie" in headers else None
        given = headers.get(b"x-request-id", b"")
        forwarded = b"x-forwarded-for" in headers or b"forwarded" in headers
        if forwarded and not (self._settings.proxy or self._told):
            self._told = True
            notes.warning("a proxy says for whom it asks, but --behind-proxy does not name it")
        # Only a proxy of ours may name a request: else anyone could write into the log.
        known = bool(self._settings.proxy) and _ID.fullmatch(given)
        number = given.decode() if known else f"{self._run}-{next(self._number):x}"
        REQUEST.set(number)
        status = 0
        extra = [(b"x-request-id", number.encode())]
        if scope["scheme"] == "https":
            extra.append(HSTS)

        def sending(message: Any) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                nonlocal status
                status = message["status"]
                if status in _ENDING:
                    extra.append((b"connection", b"close"))
                own = {name for name, _ in message["headers"]}  # a page may be stricter
                usual = [header for header in HEADERS if header[0] not in own]
                message["headers"] = [*message["headers"], *usual, *extra]
            return send(message)

        client = scope.get("client")
        person = authorization[:120] or (cookie[1] if cookie else b"")
        asker = scope["asker"] = Asker(address_of(client[0]) if client else "", person)
        # What comes twice, the framework may read otherwise: it decides then.
        move = len(headers) == len(scope["headers"]) and shortcut.fits(method, path, headers)
        # The framework takes a path with a slash at its end for the same.
        feed = not move and path.rstrip("/").endswith("/feed")
        route = ""
        try:
            if path in _OWN:
                route = path
                await self._own(scope, sending, authorization, forwarded)
                return
            wait = self._turnstile.ask(asker, 1.0 if move else _cost(method, path))
            if wait > 0.0:
                await self._refuse(scope, receive, sending, asker, too_many(TOO_FAST, wait))
            elif not feed:
                # Under another server than ours there is no direct way.
                direct: Direct | None = scope.get(DIRECT) if move else None
                body = None if direct is None else direct.body()
                if body is None and method not in ("GET", "HEAD"):
                    whole = await _whole(receive, headers.get(b"content-length", b""))
                    if whole is None:
                        return
                    receive = whole
                turns = self._turnstile.turns
                if not turns.enter(asker.address):
                    await turns.wait(asker.address)
                try:
                    if (
                        direct is not None
                        and body is not None
                        and await self._move(direct, body, path, headers, extra)
                    ):
                        status, route = 200, shortcut.ROUTE
                        return
                    if method == "HEAD":  # a look without the body, which the server leaves out
                        scope = {**scope, "method": "GET"}
                    await self._app(scope, receive, sending)
                finally:
                    turns.leave(asker.address)
                    if status == 429:  # who goes on asking for more tables is soon too fast
                        self._turnstile.ask(asker, PAGE_COST)
            elif self._turnstile.listen(asker):
                try:
                    await self._app(scope, receive, sending)
                finally:
                    self._turnstile.leave(asker)
            else:
                refusal = too_many(TOO_MANY_STREAMS, 60.0)
                await self._refuse(scope, receive, sending, asker, refusal)
        except Refusal as refusal:  # a body that came too slowly
            if status:
                raise
            await _say(scope, receive, sending, refusal)
        finally:
            seconds = perf_counter() - began
            route = route or scope.get("path_template") or "none"
            method = method if method in _METHODS else "other"
            self._metrics.count(method, route, status, None if feed else seconds)
            if self._settings.access_log:
                fields = {"method": method, "route": route, "status": status}
                log.info("answered", extra=fields | {"milliseconds": round(1000 * seconds, 2)})

    async def _move(
        self,
        direct: Direct,
        body: bytes,
        path: str,
        headers: Mapping[bytes, bytes],
        extra: list[tuple[bytes, bytes]],
    ) -> bool:
        """Make a move by the shortcut, and answer; False: it is for the application."""
        answer = await shortcut.answer(self._services, path, headers, body)
        if answer is None:
            return False
        await asyncio.sleep(0)  # with what the listeners are sent, see `Live`
        more = b"".join([b"%b: %b\r\n" % header for header in extra])
        direct.answer(_HEADERS + more, answer)
        return True

    async def _refuse(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        asker: Asker,
        refusal: Refusal,
    ) -> None:
        """Say that it is too much. Whoever goes on regardless waits for that answer, and who opens
        more and more connections loses them: the others must not feel it."""
        address = asker.address
        close = self._held[address] >= MOST_HELD
        if not close:
            self._held[address] += 1
            try:
                await asyncio.sleep(HELD)
            finally:
                self._held[address] -= 1
                if not self._held[address]:
                    del self._held[address]
        await _say(scope, receive, send, refusal, close)

    # What whoever runs the server asks.

    async def _own(self, scope: Scope, send: Send, authorization: bytes, forwarded: bool) -> None:
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, _PLAIN, b"look only\n", [(b"allow", b"GET, HEAD")])
        elif path == "/healthz":
            await _answer(send, 200, _PLAIN, b"alive\n")
        elif path == "/readyz":
            await self._ready(send)
        elif self._may_measure(scope, authorization, forwarded):
            await _answer(send, 200, CONTENT_TYPE.encode(), self._metrics.text())
        else:
            words = Text("there is nothing here").say().encode()
            await _answer(send, 404, _PLAIN, words + b"\n")

    async def _ready(self, send: Send) -> None:
        try:
            async with asyncio.timeout(5.0):
                await self._services.readiness.check()
        except (Trouble, TimeoutError):
            await _answer(send, 503, _PLAIN, b"the store cannot be written\n")
        else:
            await _answer(send, 200, _PLAIN, b"ready\n")

    def _may_measure(self, scope: Scope, authorization: bytes, forwarded: bool) -> bool:
        """With the token where there is one; else from this machine, and not through a proxy."""
        token = self._settings.metrics_token
        if token:
            return hmac.compare_digest(authorization, b"Bearer " + token.encode())
        client = scope.get("client")
        return not forwarded and client is not None and client[0] in ("127.0.0.1", "::1")


_HEADERS: Final = b"content-type: application/json\r\n" + b"".join(
    [b"%b: %b\r\n" % header for header in HEADERS]
)
"""Of every answer to a move."""
_ENDING: Final = frozenset((408, 413))
"""What is answered before all was read: the rest of it is not waited for."""
_OWN: Final = frozenset(("/healthz", "/readyz", "/metrics"))
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"))
_PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>claimant</title>'
    '<main><p role="alert">{words}</p></main></html>'
)


def _cost(method: str, path: str) -> float:
    path = path.rstrip("/")
    if method == "POST" or path.startswith("/static/") or path.endswith(("/feed", "/moment")):
        return 1.0
    dear = not path.startswith("/api/") or path in _LISTS or path.endswith("/record")
    return PAGE_COST if dear else 1.0


_LISTS: Final = frozenset(("/api/tables", "/api/finished", "/api/me/tables", "/api/openapi.json"))


async def _whole(receive: Receive, length: bytes) -> Receive | None:
    """Wait for the body, as long as it comes in time, before a turn is taken: who sends slowly
    keeps nobody waiting. What is longer than any request may be is left to be refused; None: who
    asked has gone."""
    if length.isdigit() and int(length) > LONGEST_REQUEST:
        return receive
    came = []
    size = 0
    more = True
    try:
        async with asyncio.timeout(SLOWEST):
            while more and size <= LONGEST_REQUEST:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                came.append(message)
                size += len(message.get("body", b""))
                more = message.get("more_body", False)
    except TimeoutError:
        raise Refusal(408, "too-slow", Text("the request came too slowly")) from None

    async def receiving() -> Any:
        return came.pop(0) if came else await receive()

    return receiving


async def _say(
    scope: Scope, receive: Receive, send: Send, refusal: Refusal, close: bool = False
) -> None:
    request: Request[Any, Any, Any] = Request(scope, receive, send)  # type: ignore[arg-type]
    language = language_of(request)
    words = refusal.say(language)
    if scope["path"].startswith("/api/"):
        kind = b"application/json"
        body = msgspec.json.encode(Refused(refusal.code, words))
    else:
        kind = b"text/html; charset=utf-8"
        body = _PAGE.format(language=language, words=escape(words)).encode()
    headers = [(b"connection", b"close")] if close else []
    if refusal.wait is not None:
        headers.append((b"retry-after", str(refusal.wait).encode()))
    await _answer(send, refusal.status, kind, body, headers)


async def _answer(
    send: Send, status: int, kind: bytes, body: bytes, more: list[tuple[bytes, bytes]] | None = None
) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *(more or ()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
