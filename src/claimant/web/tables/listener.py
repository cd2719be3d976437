"""One open feed of a table, and how a table is sent to one kind of listener."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from litestar.types import HTTPResponseBodyEvent, Send

from claimant.web.store.interface import SeatRow, TableRow
from claimant.web.tables.devices import Viewer, seats_of
from claimant.web.tables.table import Table


def data_field(text: bytes) -> bytes:
    """A text as the data of an event."""
    return b"data: %b\n\n" % text.replace(b"\n", b"\ndata: ")


class Renderer:
    """How a table is sent to one kind of listener."""

    heartbeat: bytes = b":\n\n"

    def render(
        self, table: Table, version: int, viewer: Viewer, language: str, shown: Any
    ) -> tuple[bytes, Any]:
        """The data of a version for a viewer, and what that now shows. `shown` is what this method
        returned for the version the listener got last: only the differences need to be sent. It is
        None if that is not known."""
        raise NotImplementedError

    def summary(self, table: Table, version: int, viewer: Viewer, language: str) -> bytes | None:
        """What is sent of an outdated version; None: the whole version."""
        return None

    def audience(self, table: Table, viewer: Viewer, version: int) -> object:
        """A key that is equal for viewers who are sent the same of a version."""
        return viewer

    def announce(self, listener: Listener) -> bytes:
        """What is sent when anything but the game changes: the seats, the tempo. `told` of
        the listener is how it was before, if the listener knows that."""
        raise NotImplementedError

    def presence(self, table: Table, there: set[int]) -> bytes | None:
        """Who has the table open, given the seats that listen (`there`); None if this kind of
        listener is not told."""
        return None


class Output(Protocol):
    """The connection of a listener."""

    writable: bool
    """Whether there is room for more, so that sending does not wait."""


class Listener:
    """One open feed. It is created as soon as it is known who asks, and connected later: if a
    request is answered slowly, nobody must overhear the next player on that seat through it."""

    __slots__ = (
        *("announce", "catching_up", "ended", "kind", "language", "muted", "output", "overrun"),
        *("pending", "quiet", "revision", "send", "sent", "shown", "sitters", "table", "viewer"),
        *("absent", "here", "talk", "told"),
    )

    def __init__(
        self, table: Table, viewer: Viewer, kind: str, language: str, since: int | None
    ) -> None:
        self.table = table
        self.viewer = viewer
        self.kind = kind
        self.language = language
        self.send: Send = _discard
        self.output: Output | None = None
        """None if the server does not tell whether there is room."""
        self.sent = table.version - 1 if since is None or since > table.version else since
        """The last version sent, or rendered to be sent."""
        self.shown: object = None
        """What `Renderer.render` returned for it."""
        self.pending = b""
        """What is sent at the end of this turn of the event loop."""
        self.revision = table.revision
        self.sitters = sitters_at(table, viewer)
        self.announce = True
        """Whether the seats have changed."""
        self.told: tuple[TableRow, tuple[SeatRow, ...]] | None = None
        """The row and the seats as they were last announced."""
        self.here: bytes | None = None
        """Who was last said to have the table open."""
        self.absent = True
        """Whether that has to be looked at again."""
        self.talk: list[bytes] = []
        """Lines that have not been sent. The bytes are shared by all listeners."""
        self.overrun = False
        """Whether too much has been left unread."""
        self.muted: frozenset[str] = frozenset()
        """Whose talk the listener does not want to hear."""
        self.quiet = False
        """Whether nothing has been sent since the last heartbeat."""
        self.catching_up: asyncio.Task[None] | None = None
        """Sends to a listener that could not be sent to at once."""
        self.ended = False

    @property
    def person(self) -> str | None:
        """The person who listens from a seat, on whose device others may play; None: a spectator,
        or a program without a person."""
        return next((person for _, person, _ in self.sitters if person is not None), None)

    @property
    def has_news(self) -> bool:
        """Whether there is anything other than new versions to send."""
        return (
            self.announce
            or self.absent
            or bool(self.talk)
            or self.overrun
            or self.revision != self.table.revision
            or (self.viewer is None and self.table.players_only)
        )

    @property
    def behind(self) -> bool:
        """Whether something is left to send."""
        return not self.ended and (self.sent < self.table.version or self.has_news)

    def body(self, piece: bytes) -> HTTPResponseBodyEvent:
        return {"type": "http.response.body", "body": piece, "more_body": not self.ended}


async def _discard(message: object) -> None:
    """Where a listener's events go before it is connected."""


def sitters_at(table: Table, viewer: Viewer) -> list[tuple[int, str | None, bytes]]:
    """Who sits at the seats of a viewer, and who else on the same device: with a second player
    there, a seat's view is no longer sent without asking."""
    seats = seats_of(viewer)
    owners = {table.seats[seat].owner for seat in seats} - {None}
    rows = [row for row in table.seats if row.seat in seats or row.owner in owners]
    return [(row.seat, row.owner, row.token) for row in rows]
