"""The wire of one connection: uvicorn's, with an end to the patience for who sends slowly or much
before there is even a request to answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from math import ceil
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from claimant.web.limits import address_of
from claimant.web.settings import Settings

SLOWEST: Final = 15.0
"""Seconds for all headers of a request to arrive, also for the first byte."""
LONGEST: Final = 32 * 1024
"""Bytes of headers."""


class Wire(HttpToolsProtocol):
    most = 0
    """Connections of one address; 0: any number."""
    _open: ClassVar[Counter[str]] = Counter()
    _counted = ""
    _late: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes that have come since the headers began."""

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
        if self._counted:
            self._open[self._counted] -= 1
            if not self._open[self._counted]:
                del self._open[self._counted]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._late is not None:
            end = data.find(b"\r\n\r\n")
            self._head += len(data) if end < 0 else end
            if self._head > LONGEST:
                self.send_400_response("The headers are too long.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._late is None:
            self._head = 0
            self._late = self.loop.call_later(SLOWEST, self.transport.close)

    def on_headers_complete(self) -> None:
        self._in_time()
        super().on_headers_complete()

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def wired(settings: Settings) -> type[Wire]:
    """The wires of one server. Behind a proxy all come from one address: that counts for itself."""
    most = 0 if settings.proxy else ceil(settings.limits.connections * settings.limits.times)
    return type("Wire", (Wire,), {"most": most, "_open": Counter()})
