"""Limits on connections that an ASGI application cannot enforce: it sees a request only once all of
its headers have arrived, and never what comes after its body.

`GuardedConnection` is an asyncio protocol around the one that uvicorn would use. Every byte passes
it, in slices, and every byte counts towards the request it belongs to: request line, headers, body,
chunk sizes, chunk extensions and trailers. Beyond a limit the connection is closed.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from claimant.web.http.body import MAX_BODY_BYTES
from claimant.web.http.limits import TokenBucket, client_address
from claimant.web.ops.settings import Settings

MAX_HEADER_BYTES: Final = 32 * 1024
MAX_FIELDS: Final = 100
"""Headers and trailers of a request. Each costs many times its length in memory."""
MAX_FRAMING_BYTES: Final = 24 * 1024
"""Bytes of a request after its headers that are not its body: chunk sizes, chunk extensions and
trailers."""
MAX_UNANSWERED_BYTES: Final = MAX_HEADER_BYTES + MAX_BODY_BYTES + MAX_FRAMING_BYTES
"""Bytes of all requests on a connection that have not been both received and answered completely:
a single large request, or several small ones that are sent without waiting for the responses."""
MAX_PIPELINED: Final = 16
"""Requests on a connection that have not been answered."""
HELD_SECONDS: Final = 2.0
"""Seconds for which a connection that is not heard stays open: accepting the next one is what costs
the others, and most programs wait for this one to end before they open it."""
SLICE: Final = 8 * 1024
"""Bytes that are parsed at a time. The limits are checked after each slice."""
_STATE: Final = "connection"
_END: Final = b"\r\n\r\n"
_UPGRADE: Final = re.compile(rb"(?i)\r\nupgrade:[^\r\n]*")
_TOO_LONG: Final = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 25\r\nconnection: close\r\n\r\nThe headers are too long."
)


class ConnectionLimits:
    """The limits of one server, and the connections it has, by address."""

    def __init__(self, settings: Settings) -> None:
        # Behind a proxy all connections come from its address.
        limits = settings.limits
        self.per_address: Final = (
            0 if settings.proxy else ceil(limits.connections * limits.address_factor)
        )
        """Connections from one address; 0: any number."""
        self.header_seconds: Final = limits.request_seconds
        """Seconds for all headers to arrive, for the first byte of a connection, and for the rest
        of a request that was answered before it was complete."""
        self.held_seconds = HELD_SECONDS
        self.open: Final[Counter[str]] = Counter()
        self._broken = TokenBucket(limits.rate / 30, max(1.0, limits.burst / 5))
        """Connections that were closed because of what they sent, by address."""
        self._held: Final[set[asyncio.Transport]] = set()
        """Connections that are not heard; each for `held_seconds`."""

    def accepts(self, address: str) -> bool:
        """Whether an address may open one more connection."""
        return self.open[address] < self.per_address

    def hears(self, address: str) -> bool:
        """Whether requests of an address are read. One that only opens connections to break the
        limits of requests is not heard for a while: reading such requests costs, too."""
        return not self._broken.wait(address)

    def count_broken(self, address: str) -> None:
        if self.per_address:
            self._broken.take(address)

    def hold(self, transport: asyncio.Transport) -> asyncio.TimerHandle:
        """Keep a connection open without hearing it."""
        self._held.add(transport)
        return asyncio.get_running_loop().call_later(self.held_seconds, transport.abort)

    def let_go(self, transport: asyncio.Transport) -> None:
        """The connection is closed."""
        self._held.discard(transport)

    def close_held(self) -> None:
        """Close all connections that are not heard: the server stops."""
        for transport in [*self._held]:
            transport.abort()

    def protocol(self, **created_with: Any) -> GuardedConnection:
        """Make a connection's protocol; uvicorn calls this as it would call its own class."""
        return GuardedConnection(self, created_with)


class _Usage:
    """What the requests on a connection have used. Positions are numbers of received bytes, and
    those inside a slice count as its beginning, so that never too few are counted."""

    __slots__ = (
        *("_ends", "answered", "began", "body", "fields", "in_body", "in_head", "received"),
        "unanswered",
    )

    def __init__(self) -> None:
        self.received = 0
        """The end of the last slice."""
        self.answered = 0
        """The end of the last request that was received and answered completely."""
        self._ends: deque[int] = deque()
        """The ends of complete requests that have not been answered, at most `MAX_PIPELINED`."""
        self.unanswered = 0
        """Requests whose headers are complete and which have not been answered."""
        # Of the request that is arriving:
        self.in_head = False
        self.in_body = False
        """Whether its body or trailers are arriving, even if it has been answered already."""
        self.began = 0
        """Where its headers began; once they are complete, where the rest begins."""
        self.body = 0
        """Bytes of its body."""
        self.fields = 0
        """Its headers and trailers."""

    @property
    def incomplete(self) -> bool:
        return self.in_head or self.in_body

    def begin_request(self) -> None:
        self.in_head = True
        self.began = self.received
        self.body = self.fields = 0

    def end_headers(self) -> None:
        self.in_head, self.in_body = False, True
        self.began = self.received
        self.unanswered += 1

    def end_request(self) -> None:
        self.in_body = False
        if self.unanswered > len(self._ends):
            self._ends.append(self.received)
        else:  # it was answered before it was complete
            self.answered = self.received

    def end_response(self) -> None:
        self.unanswered -= 1
        if self._ends:
            self.answered = self._ends.popleft()


class _CountedProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which counts what its parser finds. An exception in one of the parser's
    callbacks makes it answer with status 400 and close the connection."""

    def __init__(self, connection: GuardedConnection, **created_with: Any) -> None:
        self._connection = connection
        self._usage = connection.usage
        self._unanswered: deque[RequestResponseCycle] = deque()
        super().__init__(**created_with)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell all requests, of which uvicorn tells only the last: the others would not notice, and
        would fail when they are answered."""
        for request in self._unanswered:
            request.disconnected = True
            request.message_event.set()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        self._usage.begin_request()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._usage.fields += 1
        if self._usage.fields > MAX_FIELDS:
            raise ValueError("too many headers")
        # Trailers are dropped: they must not pass for headers, which a proxy may have checked.
        if self._usage.in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._usage.end_headers()
        if self._usage.unanswered > MAX_PIPELINED:
            raise ValueError("too many requests at once")
        super().on_headers_complete()
        self._unanswered.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        self._usage.body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._usage.end_request()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._unanswered.popleft()
        self._connection.answered()
        super().on_response_complete()


class GuardedConnection(asyncio.Protocol):
    """One connection: forwards what is within the limits to uvicorn's protocol."""

    def __init__(self, limits: ConnectionLimits, created_with: Mapping[str, Any]) -> None:
        self._limits = limits
        self._created_with = created_with
        self._usage = _Usage()
        self._loop = asyncio.get_running_loop()
        self._accepted = False
        self._address = ""
        self.peer = ""
        """The address at the other end: a proxy's, if there is one."""
        self._deadline: float | None = None
        """When the rest of a request must have arrived; None if none is waited for here."""
        self._timer: asyncio.TimerHandle | None = None
        self.writable = True
        """Whether there is room for more output."""

    # asyncio's interface.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        peer = transport.get_extra_info("peername")
        if isinstance(peer, tuple):
            self.peer = peer[0]
        if self._limits.per_address and self.peer:
            address = client_address(self.peer)
            if not self._limits.accepts(address):
                transport.abort()
                return
            self._address = address
            self._limits.open[address] += 1
            if not self._limits.hears(address):
                self._timer = self._limits.hold(transport)
                return
        self._accepted = True
        # Only now: a connection that is refused should cost as little as possible.
        created = self._created_with
        self._http = _CountedProtocol(
            self, **{**created, "app_state": {**created["app_state"], _STATE: self}}
        )
        self._http.connection_made(transport)
        self._expect_rest()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._address:
            self._limits.open[self._address] -= 1
            if not self._limits.open[self._address]:
                del self._limits.open[self._address]
        if self._accepted:
            self._http.connection_lost(exc)
        else:
            self._limits.let_go(self._transport)

    def data_received(self, data: bytes) -> None:
        if not self._accepted:
            self._transport.pause_reading()  # uvloop ignores this before the first bytes arrive
            return
        usage = self._usage
        if not usage.unanswered:
            if not usage.incomplete:
                data = data.lstrip(b"\r\n")  # empty lines between requests
            end = data.find(_END)
            if end >= 0 and not usage.in_body:
                # Nothing is upgraded here, but some programs ask for it with every request, and
                # uvicorn's parser would ignore what follows such a request.
                data = _UPGRADE.sub(b"", data[:end]) + data[end:]
        for start in range(0, len(data), SLICE):
            self._parse(data if len(data) <= SLICE else data[start : start + SLICE])
            if self._transport.is_closing():
                self._limits.count_broken(client_address(self.peer))
                return
        if usage.unanswered:
            self._deadline = None
        elif data:
            self._expect_rest()

    def _parse(self, data: bytes) -> None:
        usage = self._usage
        self._http.data_received(data)
        usage.received += len(data)
        if usage.in_head and usage.received - usage.began > MAX_HEADER_BYTES:
            self._transport.write(_TOO_LONG)
            self._transport.close()
        elif usage.received - usage.answered > MAX_UNANSWERED_BYTES or (
            usage.in_body and usage.received - usage.began - usage.body > MAX_FRAMING_BYTES
        ):
            self._transport.close()

    def answered(self) -> None:
        """A response has been sent."""
        self._usage.end_response()
        if self._usage.in_body and not self._usage.unanswered:
            self._expect_rest()  # of a body that nobody waits for

    @property
    def usage(self) -> _Usage:
        return self._usage

    @property
    def is_complete(self) -> bool:
        """Whether everything has arrived of each request that has begun."""
        return not self._usage.incomplete

    def eof_received(self) -> None:
        if self._accepted:
            self._http.eof_received()

    def pause_writing(self) -> None:
        self.writable = False
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self.writable = True
        self._http.resume_writing()

    # Slow requests.

    def _expect_rest(self) -> None:
        if self._deadline is None:
            self._deadline = self._loop.time() + self._limits.header_seconds
            if self._timer is None:
                self._timer = self._loop.call_at(self._deadline, self._check_deadline)

    def _check_deadline(self) -> None:
        """Timers are expensive in uvloop: this one runs on while requests come and go, and looks
        at the deadline when it is called."""
        self._timer = None
        if self._deadline is None:
            return
        if self._loop.time() >= self._deadline:
            self._transport.close()
        else:
            self._timer = self._loop.call_at(self._deadline, self._check_deadline)


def connection_of(scope: Mapping[str, Any]) -> GuardedConnection | None:
    """The connection of a request; None under another server than ours."""
    found = scope.get("state", {}).get(_STATE)
    return found if isinstance(found, GuardedConnection) else None
