"""Limits on connections that an ASGI application cannot enforce: it sees a request only once all of
its headers have arrived.

`GuardedConnection` is an asyncio protocol around the one that uvicorn would use. It reads the bytes
that come in, so that headers which are slow, endless or too many at once never get further, and it
needs nothing of uvicorn but its `http` setting and asyncio's own interfaces.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from claimant.web.http.limits import client_address
from claimant.web.ops.settings import Settings

MAX_HEADER_BYTES: Final = 32 * 1024
MAX_BYTES_AT_ONCE: Final = 512 * 1024
"""Bytes that a client may send while a request of its is being answered: the request's body, or the
requests after it."""
MAX_PIPELINED: Final = 16
"""Requests in one piece of data."""
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
        """Seconds for all headers to arrive, and for the first byte of a connection."""
        self.open: Final[Counter[str]] = Counter()

    def protocol(self, **created_with: Any) -> GuardedConnection:
        """Make a connection's protocol; uvicorn calls this as it would call its own class."""
        return GuardedConnection(self, created_with)


class GuardedConnection(asyncio.Protocol):
    """One connection: forwards what is within the limits to uvicorn's protocol."""

    def __init__(self, limits: ConnectionLimits, created_with: Mapping[str, Any]) -> None:
        self._limits = limits
        self._http = HttpToolsProtocol(
            **{**created_with, "app_state": {**created_with["app_state"], _STATE: self}}
        )
        self._loop = asyncio.get_running_loop()
        self._accepted = False
        self._address = ""
        self._requests = 0
        """Requests being answered."""
        self._received = 0
        """Bytes since a request began to be answered, or since its headers began to arrive."""
        self._deadline: float | None = None
        """When headers must be complete; None if no incomplete headers are known of."""
        self._timer: asyncio.TimerHandle | None = None
        self.writable = True
        """Whether there is room for more output."""
        self.lost: Final[asyncio.Future[None]] = self._loop.create_future()
        """Done once the connection is closed. ASGI's `receive` does not say so to a request that
        is followed by another on the same connection."""

    # Called by the middleware.

    def begin_request(self) -> None:
        self._requests += 1
        self._received = 0
        self._deadline = None

    def end_request(self) -> None:
        self._requests -= 1
        self._received = 0

    # asyncio's interface.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        peer = transport.get_extra_info("peername")
        if self._limits.per_address and isinstance(peer, tuple):
            address = client_address(peer[0])
            if self._limits.open[address] >= self._limits.per_address:
                transport.abort()
                return
            self._address = address
            self._limits.open[address] += 1
        self._accepted = True
        self._http.connection_made(transport)
        self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._address:
            self._limits.open[self._address] -= 1
            if not self._limits.open[self._address]:
                del self._limits.open[self._address]
        self.lost.set_result(None)
        if self._accepted:
            self._http.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._requests:
            if not self._received:
                data = data.lstrip(b"\r\n")  # empty lines between requests
            end = data.find(_END)
            if end < 0:
                self._received += len(data)
                self._expect_headers()
            else:
                # Nothing is upgraded here, but some programs ask for it with every request, and
                # uvicorn's parser would ignore what follows such a request.
                data = _UPGRADE.sub(b"", data[:end]) + data[end:]
            if self._received + max(end, 0) > MAX_HEADER_BYTES:
                self._transport.write(_TOO_LONG)
                self._transport.close()
                return
        else:
            self._received += len(data)
        if data.count(_END) > MAX_PIPELINED or self._received > MAX_BYTES_AT_ONCE:
            self._transport.close()
        elif data:
            self._http.data_received(data)

    def eof_received(self) -> None:
        self._http.eof_received()

    def pause_writing(self) -> None:
        self.writable = False
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self.writable = True
        self._http.resume_writing()

    # Slow headers.

    def _expect_headers(self) -> None:
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
