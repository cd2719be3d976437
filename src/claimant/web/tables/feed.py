"""What happens at a table, sent to whoever listens, as server-sent events.

Each version is drawn once for each distinct view of it, however many listen, and handed to all of
them at once: nobody's reading holds up another. Whoever cannot take it now gets all that is due as
soon as they can. A listener gets every version in order; of those that are past by then, a page
gets only the line for its log. `id:` is the version, so `Last-Event-ID` says where to go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from typing import Any, Final, Protocol, cast

from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send

from claimant.web.http.connection import DIRECT, Direct
from claimant.web.tables.table import Table


def carried(text: bytes) -> bytes:
    """A text as an event carries it."""
    return b"data: %b\n\n" % text.replace(b"\n", b"\ndata: ")


class Render(Protocol):
    def __call__(
        self, table: Table, version: int, seat: int | None, language: str, seen: Any
    ) -> tuple[bytes, Any]:
        """What a table looks like after so many events to a seat in a language, as `carried` has
        it; or what of that is new to whoever has `seen` what this said it showed them last. And
        what it shows them now: the same thing to all who see the same; None: all is sent to them
        next time too."""


Line = Callable[[Table, int, int | None, str], bytes]
Missed = Callable[[], Awaitable[list[bytes]]]
"""What was said since a listener's page was made."""

HEARTBEAT: Final = 15.0
"""Seconds of silence, or up to twice as many, after which something is sent, so that lost
connections are noticed: a comment to programs, to pages an event, which their script can hear."""
BEAT: Final = b"event: beat\ndata:\n\n"
MOST_AT_ONCE: Final = 8
"""Versions that go out in one piece."""
MOST_CAUGHT_UP: Final = 200
"""Versions that a page which was away is sent one by one; beyond that only the latest, and it
fetches itself anew. Programs are sent all of them."""

log: Final = logging.getLogger(__name__)


class Listener:
    """One who listens. It is made as soon as it is known who asks, and sent to later: whoever lets
    the server wait with its answer must not hear what the next one on that seat may."""

    __slots__ = (
        *("direct", "due", "ended", "kind", "language", "news", "quiet", "revision", "seat"),
        *("seen", "send", "sent", "sitter", "slow", "table", "talk"),
    )

    def __init__(
        self,
        table: Table,
        seat: int | None,
        kind: str,
        language: str,
        since: int | None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.kind = kind
        self.language = language
        self.send: Send = _nowhere
        self.direct: Direct | None = None
        self.sent = table.version - 1 if since is None or since > table.version else since
        self.seen: object = None
        """What they were shown last; None where that is not known here."""
        self.due = b""
        """What is drawn for them and goes out at the end of this turn of the loop."""
        self.revision = table.revision
        self.sitter = _sitter(table, seat)
        self.news = True
        """Whether the seats have changed."""
        self.talk: list[bytes] = []
        self.quiet = False
        """Whether nothing was sent since the last heartbeat."""
        self.slow: asyncio.Task[None] | None = None
        """Brings what is due to one who could not take it at once."""
        self.ended = False

    def offer(self, piece: bytes) -> bool:
        """Hand something over now; whether they could take it."""
        if self.direct is not None and not self.ended:
            return self.direct.push(piece)
        step = cast(Coroutine[Any, Any, None], self.send(self.body(piece)))
        try:
            step.send(None)
        except StopIteration:
            return True
        # The server waits until there is room before it writes anything: nothing was sent.
        step.close()
        return False

    def body(self, piece: bytes) -> HTTPResponseBodyEvent:
        return {"type": "http.response.body", "body": piece, "more_body": not self.ended}


class _Rendered:
    """What was sent of a version of a table, kept for those who are sent the same."""

    __slots__ = ("of", "pieces")

    def __init__(self, of: tuple[int, int]) -> None:
        self.of = of
        """The version, and the revision of its seats."""
        self.pieces: dict[tuple[object, ...], tuple[object, bytes, object]] = {}
        """By what matters: what had been seen, what was sent, and what that shows."""


class Live:
    def __init__(self) -> None:
        self.renders: Final[dict[str, Render]] = {}
        """By kind: `json` for the API, others for pages."""
        self.lines: Final[dict[str, Line]] = {}
        """By kind: what is sent of a version that is past by then, where that is enough."""
        self.eyes: Final[dict[str, Callable[[Table, int | None, int], object]]] = {}
        """By kind: what is the same for seats that are sent the same of a version, where not all
        are sent something of their own."""
        self.news: Final[dict[str, Callable[[Table, str], bytes]]] = {}
        """By kind: what is sent in a language when the seats of a table change."""
        self._listeners: dict[str, set[Listener]] = {}
        self._rendered: dict[str, _Rendered] = {}
        self._outbox: dict[Listener, None] = {}
        """Those for whom something is drawn, in this order."""
        self._pulse: asyncio.TimerHandle | None = None
        self._closed = False

    # What there is to tell.

    def publish(self, table: Table) -> None:
        """The table has a new version."""
        listeners = self._listeners.get(table.id)
        if listeners:
            self._tell(listeners)

    def publish_seats(self, table: Table) -> None:
        for listener in self._listeners.get(table.id, ()):
            listener.news = True
        self.publish(table)

    def publish_talk(self, table: Table, said: bytes) -> None:
        for listener in self._listeners.get(table.id, ()):
            listener.talk.append(said)
        self.publish(table)

    def remind(self, listener: Listener, said: list[bytes]) -> None:
        """Tell one listener what was said before; some of it they may be told twice."""
        listener.talk[:0] = said
        self._tell((listener,))

    def _beat(self) -> None:
        self._pulse = asyncio.get_running_loop().call_later(HEARTBEAT, self._beat)
        for listener in self._all():
            idle = listener.slow is None and not listener.due
            if listener.quiet and idle and not listener.ended:
                self._offer(listener, b":\n\n" if listener.kind == "json" else BEAT)
            listener.quiet = True

    # Who listens.

    def enter(self, listener: Listener) -> None:
        self._listeners.setdefault(listener.table.id, set()).add(listener)
        if self._pulse is None:
            self._pulse = asyncio.get_running_loop().call_later(HEARTBEAT, self._beat)
        self._tell((listener,))

    def leave(self, listener: Listener) -> None:
        if listener.slow is not None:
            listener.slow.cancel()
        self._outbox.pop(listener, None)
        listeners = self._listeners[listener.table.id]
        listeners.discard(listener)
        if not listeners:
            del self._listeners[listener.table.id]
            self._rendered.pop(listener.table.id, None)

    def listens(self, table: str) -> bool:
        return table in self._listeners

    def _all(self) -> list[Listener]:
        return [listener for all_at in self._listeners.values() for listener in all_at]

    @property
    def listeners(self) -> int:
        return len(self._all())

    def close(self) -> None:
        """End every stream: the server stops, and those who listen come back to the next one."""
        self._closed = True
        if self._pulse is not None:
            self._pulse.cancel()
        self._tell(self._all())

    # How it is told.

    def _tell(self, listeners: Iterable[Listener]) -> None:
        """Have what is due sent, without waiting for anyone. It goes out once all that happens in
        this turn of the loop is drawn: by turns both take longer (measured: a move 16 % more), for
        each finds the processor's caches full of the other, and who listens falls asleep between.
        """
        for listener in listeners:
            if listener.slow is not None or listener.ended:
                continue
            listener.quiet = False
            due = self._due(listener)
            if due or listener.ended:
                if not self._outbox:
                    asyncio.get_running_loop().call_soon(self._send)
                listener.due += due
                self._outbox[listener] = None

    def _send(self) -> None:
        outbox, self._outbox = self._outbox, {}
        for listener in outbox:
            due, listener.due = listener.due, b""
            if not self._offer(listener, due):
                listener.slow = asyncio.create_task(self._catch_up(listener, due))

    def _offer(self, listener: Listener, piece: bytes) -> bool:
        """Whatever happens on one wire, the others are told."""
        try:
            return listener.offer(piece)
        except Exception:
            log.exception("a listener could not be sent to")
            listener.ended = True
            return True

    async def _catch_up(self, listener: Listener, due: bytes) -> None:
        """Send to one who reads slowly, at their pace, until nothing more is due."""
        while due or listener.ended:
            await listener.send(listener.body(due))
            if listener.ended:
                return
            due = self._due(listener)
        listener.slow = None

    def _due(self, listener: Listener) -> bytes:
        """All that a listener has not been told yet. It may be that this ends the stream."""
        table = listener.table
        try:
            other = listener.news or listener.talk or self._closed
            other = other or (listener.seat is None and table.players_only)
            if other or listener.revision != table.revision:
                return b"".join(self._untold(listener))
            due = b""
            while listener.sent < table.version:
                due += self._frames(listener)
            return due
        except Exception:
            log.exception("a listener could not be told")
            listener.ended = True
            return b""

    def _untold(self, listener: Listener) -> Iterator[bytes]:
        table, kind, language = listener.table, listener.kind, listener.language
        if listener.revision != table.revision:
            listener.revision = table.revision
            listener.seen = None
            # Whoever no longer sits there must not see what the next one there sees.
            listener.ended = _sitter(table, listener.seat) != listener.sitter
        if self._closed or listener.ended or (listener.seat is None and table.players_only):
            listener.ended = True
            return
        if listener.news:
            listener.news = False
            if kind in self.news:
                yield b"event: table\n" + carried(self.news[kind](table, language))
        while listener.sent < table.version:
            yield self._frames(listener)
        while listener.talk:
            yield b"event: talk\n" + carried(listener.talk.pop(0))

    def _frames(self, listener: Listener) -> bytes:
        """What comes after the version sent last, in one piece: drawn for the first of those who
        are sent the same."""
        table, seat, kind = listener.table, listener.seat, listener.kind
        last, since, seen = table.version, listener.sent, listener.seen
        if last - since > MOST_CAUGHT_UP and kind in self.lines:
            since, seen = last - 1, None
        last = min(last, since + MOST_AT_ONCE)
        looks = self.eyes.get(kind)
        eyes = seat if looks is None else looks(table, seat, last)
        rendered = self._rendered.get(table.id)
        if rendered is None or rendered.of != (last, table.revision):
            rendered = self._rendered[table.id] = _Rendered((last, table.revision))
        key = (since, id(seen), eyes, kind, listener.language)
        found = rendered.pieces.get(key)
        if found is None:
            piece, shown = self._drawn(listener, since, last, seen)
            found = rendered.pieces[key] = (seen, piece, shown)
        listener.sent = last
        _, piece, listener.seen = found
        return piece

    def _drawn(
        self, listener: Listener, since: int, last: int, seen: object
    ) -> tuple[bytes, object]:
        """What luck adds to a move goes out with it, at once. A page shows only the last of them;
        of the others it gets the line for its log."""
        table, seat, language = listener.table, listener.seat, listener.language
        render, short = self.renders[listener.kind], self.lines.get(listener.kind)
        parts = []
        for version in range(since + 1, last + 1):
            if short is not None and version < last:
                parts.append(b"event: line\n" + carried(short(table, version, seat, language)))
            else:
                data, seen = render(table, version, seat, language, seen)
                parts.append(b"id: %d\n%b" % (version, data))
        return b"".join(parts), seen


class EventStream(Stream):
    """The answer that is a feed: the stream of a table for a seat, from the version after `since`
    or the current one."""

    def __init__(
        self,
        live: Live,
        table: Table,
        seat: int | None,
        *,
        kind: str = "json",
        language: str = "en",
        since: int | None = None,
        missed: Missed | None = None,
    ) -> None:
        super().__init__((), media_type="text/event-stream")
        self._live = live
        self._listener = Listener(table, seat, kind, language, since)
        self._missed = missed

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        return _Sending(self._live, self._listener, self._missed)


class _Sending(ASGIResponse):
    """Waits for whoever listens to go, or for the stream to end; what there is to tell is handed
    to the server by `Live`."""

    def __init__(self, live: Live, listener: Listener, missed: Missed | None) -> None:
        super().__init__(media_type="text/event-stream")
        self._live = live
        self._listener = listener
        self._missed = missed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        listener = self._listener
        listener.send = send
        listener.direct = cast(dict[str, Any], scope).get(DIRECT)  # only under our own server
        await send(listener.body(b"retry: 1000\n\n"))
        self._live.enter(listener)
        try:
            # Now that nothing more can be missed; what is said meanwhile may come first.
            if self._missed is not None:
                self._live.remind(listener, await self._missed())
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._live.leave(listener)


_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def _nowhere(message: object) -> None:
    """Where a listener is sent to before it is connected."""


def _sitter(table: Table, seat: int | None) -> tuple[str | None, bytes]:
    return (None, b"") if seat is None else (table.seats[seat].person, table.seats[seat].token)
