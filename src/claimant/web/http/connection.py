"""The wire of one connection: uvicorn's, with an end to the patience for who sends slowly or much
before there is even a request to answer, and with a direct way for what comes with every move."""

from __future__ import annotations

import asyncio
from collections import Counter
from math import ceil, inf
from typing import Any, ClassVar, Final, cast

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from claimant.web.http.limits import address_of
from claimant.web.ops.settings import Settings

SLOWEST: Final = 15.0
"""Seconds for all headers of a request to arrive, also for the first byte."""
LONGEST: Final = 32 * 1024
"""Bytes of headers."""
MOST_WAITING: Final = 16
"""Requests of one connection that wait for their answers; who sends more is not heard."""
DIRECT: Final = "claimant.direct"
"""Where a request's scope has its `Direct`."""


class Direct:
    """The wire under one request. What goes this way is on it as ASGI would have put it there,
    without its detours: for a move and its four listeners they took a tenth of a millisecond, more
    than the rules and the commit."""

    __slots__ = ("_cycle",)

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle

    def body(self) -> bytes | None:
        """The body, where all of it has come and there is room for an answer."""
        cycle = self._cycle
        return None if cycle.more_body or cycle.flow.write_paused else bytes(cycle.body)

    def answer(self, headers: bytes, body: bytes) -> None:
        """Answer that all is well; each of the headers ends its line."""
        cycle = self._cycle
        if cycle.disconnected or cycle.transport.is_closing():
            return
        first = [STATUS_LINE[200]]
        for name, value in cycle.default_headers:
            first += (name, b": ", value, b"\r\n")
        closing = b"" if cycle.keep_alive else b"connection: close\r\n"
        length = b"content-length: %d\r\n" % len(body)
        cycle.transport.write(b"".join((*first, headers, length, closing, b"\r\n", body)))
        cycle.response_started = cycle.response_complete = True
        cycle.message_event.set()
        if closing:
            cycle.transport.close()
        cycle.on_response()

    def push(self, piece: bytes) -> bool:
        """Send more of a body that is being sent; whether there was room for it."""
        cycle = self._cycle
        if not cycle.disconnected and not cycle.transport.is_closing():
            if cycle.flow.write_paused:
                return False
            chunk = b"%x\r\n%b\r\n" % (len(piece), piece) if cycle.chunked_encoding else piece
            cycle.transport.write(chunk)
        return True


class Wire(HttpToolsProtocol):
    most = 0
    """Connections of one address; 0: any number."""
    _open: ClassVar[Counter[str]] = Counter()
    _counted = ""
    _late: asyncio.TimerHandle | None = None
    _rests = inf
    """Since when nothing is asked; not at all while something is."""
    _heading = False
    """Whether headers have begun and not ended."""
    _head = 0
    """Bytes that have come since the headers began."""
    _asked: tuple[RequestResponseCycle, ...] = ()
    """What is answered now or will be: more than one where someone does not wait for answers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.most and self.client is not None:
            address = address_of(self.client[0])
            if self._open[address] >= self.most:
                transport.abort()
                return
            self._counted = address
            self._open[address] += 1
        self._late = self.loop.call_later(SLOWEST, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super()._unset_keepalive_if_required()
        if self._counted:
            self._open[self._counted] -= 1
            if not self._open[self._counted]:
                del self._open[self._counted]
        for cycle in self._asked:  # uvicorn tells only the last of them
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._late is not None:
            end = data.find(b"\r\n\r\n")
            self._head += len(data) if end < 0 else end
            if self._head > LONGEST:
                self.send_400_response("The headers are too long.")
                return
        self._parse(data)
        if self._heading and self._late is None:  # more of them are to come
            self._head = len(data) - (data.rfind(b"\r\n\r\n") + 1)
            self._late = self.loop.call_later(SLOWEST, self.transport.close)

    def _parse(self, data: bytes) -> None:
        while data:
            try:
                self.parser.feed_data(data)
                return
            except HttpParserUpgrade as upgrade:
                data = data[upgrade.args[0] :]
                if self.parser.get_method() == b"CONNECT":
                    self.send_400_response("Invalid HTTP request received.")
                    return
            except HttpParserError:
                if not self.transport.is_closing():
                    self.send_400_response("Invalid HTTP request received.")
                return
            # Nobody is served otherwise here, and some programs ask for it with every request: the
            # same request is read once more without that wish.
            version = self.parser.get_http_version().encode()
            first = b"%b %b HTTP/%b\r\n" % (self.parser.get_method(), self.url, version)
            kept = [b"%b: %b\r\n" % header for header in self.headers if header[0] != b"upgrade"]
            self.parser = HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
            data = b"".join((first, *kept, b"\r\n", data))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._rests = inf
        self._heading = True

    def on_headers_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        self._heading = False
        self._rests = inf
        self._in_time()
        waiting = [cycle for cycle in self._asked if not cycle.response_complete]
        if len(waiting) >= MOST_WAITING:
            self.transport.close()
            raise RuntimeError("too many requests at once")  # the parser stops here
        super().on_headers_complete()
        self._asked = (*waiting, self.cycle)
        cast(dict[str, Any], self.cycle.scope)[DIRECT] = Direct(self.cycle)

    def on_message_complete(self) -> None:
        if not self.parser.should_upgrade():
            super().on_message_complete()

    # A connection that rests is closed after a while. uvicorn sets a timer for that with every
    # answer and takes it back with every request, and in uvloop a timer is dear: here the one that
    # there is looks, when its time has come, how long the connection has rested by then.

    def _unset_keepalive_if_required(self) -> None:
        pass

    def on_response_complete(self) -> None:
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
            return
        self.server_state.total_requests += 1
        self.flow.resume_reading()
        self._rests = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._look_after(self.timeout_keep_alive)

    def timeout_keep_alive_handler(self) -> None:
        left = self._rests + self.timeout_keep_alive - self.loop.time()
        if left > 0.0:
            self._look_after(min(left, self.timeout_keep_alive))
        else:
            super().timeout_keep_alive_handler()

    def _look_after(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(
            seconds, self.timeout_keep_alive_handler
        )

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def wired(settings: Settings) -> type[Wire]:
    """The wires of one server. Behind a proxy all come from one address: that counts for itself."""
    most = 0 if settings.proxy else ceil(settings.limits.connections * settings.limits.times)
    return type("Wire", (Wire,), {"most": most, "_open": Counter()})
