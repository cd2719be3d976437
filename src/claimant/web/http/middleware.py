"""What every request and response passes through: limits, security headers, ids, metrics.

It is plain ASGI around the framework. Moves, by far the most frequent requests, it passes to
`MoveHandler` without the framework.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from itertools import count
from time import perf_counter
from typing import Any, Final

from claimant.web.api.moves import MoveHandler
from claimant.web.http.body import Receive, read_body, replay
from claimant.web.http.caller import Caller, caller_of, check_address
from claimant.web.http.connection import connection_of
from claimant.web.http.errors import Refusal, blocked
from claimant.web.http.limits import (
    MOMENT_COST,
    PAGE_COST,
    TOO_FAST,
    TOO_MANY_STREAMS,
    too_many,
)
from claimant.web.http.operations import PATHS, Operations
from claimant.web.http.proxies import TrustedProxies
from claimant.web.http.responses import NO_STORE, Send, send_refusal
from claimant.web.ops.logs import REQUEST
from claimant.web.ops.metrics import Metrics
from claimant.web.services import Services

Scope = MutableMapping[str, Any]
App = Callable[[Any, Any, Any], Awaitable[None]]

SECURITY_HEADERS: Final = [
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
]
_SECURITY_NAMES: Final = frozenset(name for name, _ in SECURITY_HEADERS)
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
REJECTION_DELAY: Final = 1.0
"""Seconds before a request over the limits is rejected: a client that keeps asking is slowed down
by its own requests."""
MAX_DELAYED: Final = 200
"""Delayed rejections per address; beyond that the connection is closed at once."""
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"))
_LISTS: Final = frozenset(("/api/tables", "/api/finished", "/api/me/tables", "/api/openapi.json"))

access_log: Final = logging.getLogger("claimant.access")
log: Final = logging.getLogger(__name__)


class Exchange:
    """One request and the response to it. It does not refer to the request's scope, in which the
    framework stores objects that refer to `send`: only the garbage collector would free them."""

    __slots__ = ("_extra", "_send", "began", "caller", "method", "path", "route", "status")

    def __init__(self, scope: Scope, send: Send, request_id: str) -> None:
        self.began = perf_counter()
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.caller: Caller = caller_of(scope)
        self.route = ""
        self.status = 0
        """0 until the response has begun."""
        self._send = send
        self._extra = [(b"x-request-id", request_id.encode())]
        if scope["scheme"] == "https":
            self._extra.append(HSTS)

    def send(self, message: Any) -> Awaitable[None]:
        """Send, and add the headers of every response."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = message["headers"]
            names = [name for name, _ in headers]
            own = _SECURITY_NAMES.intersection(names)
            usual = SECURITY_HEADERS
            if own:  # a page may be stricter
                usual = [header for header in usual if header[0] not in own]
            message["headers"] = [*headers, *usual, *self._extra]
            if b"cache-control" not in names:  # nothing is anyone else's unless it says so
                message["headers"].append(NO_STORE)
        return self._send(message)

    async def refuse(self, refusal: Refusal, *, close: bool = False) -> None:
        await send_refusal(self.send, self.path, self.caller, refusal, close=close)


class RequestMiddleware:
    def __init__(self, app: App, services: Services) -> None:
        self._app = app
        self._settings = services.settings
        self._limiter = services.rate_limits
        self._moderation = services.moderation
        self._metrics = Metrics(services)
        self._operations = Operations(services, self._metrics)
        self._moves = MoveHandler(services)
        self._delayed: Counter[str] = Counter()
        self._proxies = TrustedProxies(services.settings.proxy)
        self._run = secrets.token_hex(4)
        self._numbers = count(1)
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = self._request_id(scope)
        REQUEST.set(request_id)
        exchange = Exchange(scope, send, request_id)
        try:
            await self._answer(exchange, scope, receive)
        except Refusal as refusal:  # of the body, the rest of which is not waited for
            if exchange.status:
                raise
            await exchange.refuse(refusal, close=True)
        finally:
            exchange.route = exchange.route or scope.get("path_template") or "none"
            self._count(exchange)

    def _request_id(self, scope: Scope) -> str:
        """A number, or the name that our own proxy gave: anyone else could write into the log."""
        caller, connection = caller_of(scope), connection_of(scope)
        if connection is not None and self._proxies.trusts(connection.peer):
            given = caller.header(b"x-request-id") or ""
            if _REQUEST_ID.fullmatch(given):
                return given
        elif caller.forwarded and not self._settings.proxy and not self._warned:
            self._warned = True
            log.warning("a proxy forwards requests, but --behind-proxy does not name it")
        return f"{self._run}-{next(self._numbers):x}"

    async def _answer(self, exchange: Exchange, scope: Scope, receive: Receive) -> None:
        caller, path = exchange.caller, exchange.path
        if path in PATHS:
            exchange.route = path
            await self._operations.answer(scope, caller, exchange.send)
            return
        if self._moderation.is_blocked(caller.client.address):
            raise blocked()
        wait = self._limiter.admit(caller.client, _cost(exchange.method, path))
        if wait > 0.0:
            await self._reject(exchange, too_many(TOO_FAST, wait))
            return
        check_address(caller, path, scope["query_string"])
        if _is_feed(path):
            await self._answer_feed(exchange, scope, receive)
        else:
            body = b""
            if caller.has_body:
                # Before a turn is taken, so that slow senders keep nobody waiting. A timer is
                # expensive, and most bodies come together with their headers.
                connection = connection_of(scope)
                arrived = connection is not None and connection.is_complete
                seconds = None if arrived else self._limiter.limits.request_seconds
                read = await read_body(receive, caller.header(b"content-length"), seconds)
                if read is None:
                    return
                body, receive = read, replay(read, receive)
            await self._answer_in_turn(exchange, scope, body, receive)

    async def _answer_in_turn(
        self, exchange: Exchange, scope: Scope, body: bytes, receive: Receive
    ) -> None:
        caller = exchange.caller
        turns = self._limiter.concurrency
        if not turns.enter(caller.client.address):
            await turns.wait(caller.client.address)
        try:
            table = MoveHandler.table_in(exchange.method, exchange.path)
            if table is not None:
                exchange.route = MoveHandler.ROUTE
                await self._moves.answer(caller, table, body, exchange.send)
                return
            if exchange.method == "HEAD":  # the server leaves out the body
                scope = {**scope, "method": "GET"}
            await self._app(scope, receive, exchange.send)
        finally:
            turns.leave(caller.client.address)
            if exchange.status == 429:  # asking for ever more tables soon counts as too fast
                self._limiter.admit(caller.client, PAGE_COST)

    async def _answer_feed(self, exchange: Exchange, scope: Scope, receive: Receive) -> None:
        client = exchange.caller.client
        if not self._limiter.open_stream(client):
            await self._reject(exchange, too_many(TOO_MANY_STREAMS, 60.0))
            return
        try:
            await self._app(scope, receive, exchange.send)
        finally:
            self._limiter.close_stream(client)
            if exchange.status == 429:
                self._limiter.admit(client, PAGE_COST)

    async def _reject(self, exchange: Exchange, refusal: Refusal) -> None:
        """Reject a request over the limits, slowly: a client that keeps asking waits, and one that
        opens ever more connections loses them, without others noticing."""
        address = exchange.caller.client.address
        close = self._delayed[address] >= MAX_DELAYED
        if not close:
            self._delayed[address] += 1
            try:
                await asyncio.sleep(REJECTION_DELAY)
            finally:
                self._delayed[address] -= 1
                if not self._delayed[address]:
                    del self._delayed[address]
        # A body that nobody reads would be taken for the next request.
        await exchange.refuse(refusal, close=close or exchange.caller.has_body)

    def _count(self, exchange: Exchange) -> None:
        seconds = perf_counter() - exchange.began
        method = exchange.method if exchange.method in _METHODS else "other"
        feed = _is_feed(exchange.path)
        self._metrics.count(method, exchange.route, exchange.status, None if feed else seconds)
        if self._settings.access_log:
            fields = {"method": method, "route": exchange.route, "status": exchange.status}
            access_log.info("answered", extra=fields | {"milliseconds": round(1000 * seconds, 2)})


def _is_feed(path: str) -> bool:
    """The framework ignores a slash at the end."""
    return path.rstrip("/").endswith("/feed")


def _cost(method: str, path: str) -> float:
    """What a request costs at least; the routes add what depends on the length of a game. A form
    counts as a page because it may be answered with one."""
    path = path.rstrip("/")
    if path.startswith("/static/") or path.endswith("/feed"):
        return 1.0
    if path.endswith(("/moment", "/scenes")):
        return MOMENT_COST
    if not path.startswith("/api/") or path in _LISTS or path.endswith("/record"):
        return PAGE_COST
    # A change to a person concerns all tables where they sit.
    changes_person = method not in ("GET", "HEAD") and path.startswith("/api/me")
    return PAGE_COST if changes_person else 1.0
