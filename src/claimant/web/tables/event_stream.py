"""The HTTP response that connects a listener to the feed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from claimant.web.http.connection import connection_of
from claimant.web.tables.devices import Viewer
from claimant.web.tables.feed import Feed
from claimant.web.tables.listener import Listener
from claimant.web.tables.table import Table


class EventStream(Stream):
    """The response that is a feed: a table for a viewer, from the version after `since` or from the
    current one. `missed` returns lines of talk that the listener has not seen."""

    def __init__(
        self,
        feed: Feed,
        table: Table,
        viewer: Viewer,
        *,
        kind: str = "json",
        language: str = "en",
        since: int | None = None,
        missed: Callable[[], Awaitable[list[bytes]]] | None = None,
        muted: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__((), media_type="text/event-stream")
        self._feed = feed
        self._listener = Listener(table, viewer, kind, language, since)
        self._listener.muted = muted
        self._missed = missed

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        return _StreamResponse(self._feed, self._listener, self._missed)


class _StreamResponse(ASGIResponse):
    """Waits for the listener to leave, or for the stream to end, while the feed sends."""

    def __init__(
        self,
        feed: Feed,
        listener: Listener,
        missed: Callable[[], Awaitable[list[bytes]]] | None,
    ) -> None:
        super().__init__(media_type="text/event-stream")
        self._feed = feed
        self._listener = listener
        self._missed = missed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        listener = self._listener
        listener.send, listener.output = send, connection_of(scope)
        await send(listener.body(b"retry: 1000\n\n"))
        self._feed.add(listener)
        try:
            # After `add`, so that nothing is missed; lines said meanwhile may come first.
            if self._missed is not None:
                self._feed.resend_talk(listener, await self._missed())
            await _disconnected(receive)
        finally:
            self._feed.remove(listener)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
