"""What happens at a table, sent to whoever listens, as server-sent events.

Each version is rendered once for each distinct view of it, however many listen. A listener gets
every version in order; of those that are past by then, a page gets only the line for its log.
`id:` is the version, so `Last-Event-ID` says where to go on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Final

from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from claimant.web.tables import Table

Render = Callable[[Table, int, int | None, str], bytes]
"""What a table looks like after so many events to a seat in a language: bytes without line feeds
matter nothing, each line is sent as one of the data."""

HEARTBEAT: Final = 15.0
"""Seconds after which a comment is sent, so that lost connections are noticed."""
MOST_AT_ONCE: Final = 8
"""Versions that go out in one piece."""
MOST_CAUGHT_UP: Final = 200
"""Versions that a listener who was away is sent one by one; beyond that only the latest."""


class Listener:
    __slots__ = ("beat", "news", "talk", "wake")

    def __init__(self) -> None:
        self.wake = asyncio.Event()
        self.news = False
        """Whether the seats have changed."""
        self.talk: list[bytes] = []
        self.beat = False
        """Whether it is time for a comment."""

    def pulse(self) -> None:
        self.beat = True
        self.wake.set()


class Live:
    def __init__(self) -> None:
        self.renders: Final[dict[str, Render]] = {}
        """By kind: `json` for the API, others for pages."""
        self.lines: Final[dict[str, Render]] = {}
        """By kind: what is sent of a version that is past by then, where that is enough."""
        self.news: Final[dict[str, Callable[[Table, str], bytes]]] = {}
        """By kind: what is sent in a language when the seats of a table change."""
        self._listeners: dict[str, set[Listener]] = {}
        self._rendered: dict[str, dict[tuple[int, int, int, int | None, str, str], bytes]] = {}
        self._closed = False

    def publish(self, table: Table) -> None:
        """The table has a new version."""
        for listener in self._listeners.get(table.id, ()):
            listener.wake.set()

    def publish_seats(self, table: Table) -> None:
        for listener in self._listeners.get(table.id, ()):
            listener.news = True
            listener.wake.set()

    def publish_talk(self, table: Table, data: bytes) -> None:
        for listener in self._listeners.get(table.id, ()):
            listener.talk.append(data)
            listener.wake.set()

    def listens(self, table: str) -> bool:
        return table in self._listeners

    @property
    def listeners(self) -> int:
        return sum(map(len, self._listeners.values()))

    def close(self) -> None:
        """End every stream: the server stops, and those who listen come back to the next one."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.wake.set()

    def frames(
        self, table: Table, since: int, seat: int | None, kind: str, language: str
    ) -> tuple[int, bytes]:
        """What comes after a version, in one piece, and how far that is.

        What luck adds to a move goes out with it, at once. A page shows only the last of them;
        of the others it gets the line for its log.
        """
        last = table.version
        if last - since > MOST_CAUGHT_UP:
            since = last - 1
        last = min(last, since + MOST_AT_ONCE)
        key = (since, last, table.revision, seat, kind, language)
        rendered = self._rendered.setdefault(table.id, {})
        found = rendered.get(key)
        if found is None:
            short = self.lines.get(kind)
            parts = []
            for version in range(since + 1, last + 1):
                if short is not None and version < last:
                    parts.append(b"event: line\n" + _data(short(table, version, seat, language)))
                else:
                    data = self.renders[kind](table, version, seat, language)
                    parts.append(b"id: %d\n%s" % (version, _data(data)))
            found = b"".join(parts)
            if len(rendered) >= 16:  # old versions are hardly asked for again
                del rendered[next(iter(rendered))]
            rendered[key] = found
        return last, found

    async def feed(
        self,
        table: Table,
        seat: int | None,
        *,
        kind: str = "json",
        language: str = "en",
        since: int | None = None,
    ) -> AsyncGenerator[bytes, None]:
        """The stream of a table for a seat: from the version after `since`, or the current one."""
        listener = Listener()
        listener.news = True
        self._listeners.setdefault(table.id, set()).add(listener)
        sitter = _sitter(table, seat)
        loop = asyncio.get_running_loop()
        # One timer a listener, not one a wait: most waits are short.
        pulse = loop.call_later(HEARTBEAT, listener.pulse)
        sent = table.version - 1 if since is None or since > table.version else since
        try:
            yield b"retry: 1000\n\n"
            # Whoever no longer sits there must not see what the next one there sees.
            while not self._closed and _sitter(table, seat) == sitter:
                listener.wake.clear()
                if listener.news:
                    listener.news = False
                    if kind in self.news:
                        yield b"event: table\n" + _data(self.news[kind](table, language))
                while sent < table.version and not self._closed:
                    sent, frames = self.frames(table, sent, seat, kind, language)
                    yield frames
                while listener.talk:
                    yield b"event: talk\n" + _data(listener.talk.pop(0))
                if listener.beat:
                    listener.beat = False
                    pulse = loop.call_later(HEARTBEAT, listener.pulse)
                    yield b":\n\n"
                await listener.wake.wait()
        finally:
            pulse.cancel()
            listeners = self._listeners[table.id]
            listeners.discard(listener)
            if not listeners:
                del self._listeners[table.id]
                self._rendered.pop(table.id, None)


class EventStream(Stream):
    """The answer that is a feed."""

    def __init__(self, feed: AsyncGenerator[bytes, None]) -> None:
        super().__init__(feed, media_type="text/event-stream")
        self._feed = feed

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        return _Sending(self._feed)


class _Sending(ASGIResponse):
    """Hands each piece straight to the server: there are many, and each goes to many."""

    def __init__(self, feed: AsyncGenerator[bytes, None]) -> None:
        super().__init__(media_type="text/event-stream")
        self._feed = feed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self._send_all(send))
        leaving = asyncio.create_task(_left(receive))
        both = (sending, leaving)
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        if not sending.cancelled():
            sending.result()

    async def _send_all(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        async with aclosing(self._feed) as feed:
            async for piece in feed:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def _left(receive: Receive) -> None:
    """Until whoever listens has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _sitter(table: Table, seat: int | None) -> tuple[str | None, bytes]:
    return (None, b"") if seat is None else (table.seats[seat].person, table.seats[seat].token)


def _data(data: bytes) -> bytes:
    if b"\n" not in data:
        return b"data: %s\n\n" % data
    return b"".join(b"data: %s\n" % line for line in data.split(b"\n")) + b"\n"
