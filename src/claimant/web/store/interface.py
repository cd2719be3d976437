"""What is kept: tables, their events, who sits where, people, talk.

The log is the game: `append` is the only thing that moves a game on, and a table's version is the
number of its events. Whoever appends says which version they have seen; a second one that has seen
the same gets `Stale`, so a move is never lost or doubled, however many processes there are. Nothing
is acknowledged or shown before it is committed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from claimant.i18n import Text


class Stale(Exception):  # noqa: N818  (reads as what it is, like `Illegal`)
    """Someone else was first: read again."""


class Trouble(Exception):  # noqa: N818
    """The store cannot do its work: a sentence for people, a code for programs, and the reason in
    the database's own words for the log."""

    def __init__(self, text: Text, code: str = "store", reason: object = None) -> None:
        super().__init__(text.say() if reason is None else f"{text.say()} ({reason})")
        self.text = text
        self.code = code


def away(reason: object) -> Trouble:
    return Trouble(Text("the database cannot be reached: try again soon"), "store-away", reason)


def busy(reason: object) -> Trouble:
    text = Text("another program holds the database: try again soon")
    return Trouble(text, "store-busy", reason)


def full(reason: object) -> Trouble:
    text = Text("the server's disk is full: nothing new can be kept until there is room again")
    return Trouble(text, "store-full", reason)


def damaged(reason: object) -> Trouble:
    text = Text("the database is damaged: whoever runs this server has to restore a backup")
    return Trouble(text, "store-damaged", reason)


def failing(reason: object) -> Trouble:
    return Trouble(Text("the database does not answer: try again"), "store", reason)


class Event(NamedTuple):
    version: int
    event: str
    at: float


class TableSummary(NamedTuple):
    """What lists of tables and the clock need to know without replaying anything."""

    status: str
    """`waiting` for players, `running`, `over`, or `closed` before it began."""
    actor: int | None
    """The seat whose turn it is."""
    due: float | None
    """When the server has to do something of its own: the end of someone's time; 0 where it is
    a bot's turn."""


@dataclass(frozen=True)
class SeatRow:
    seat: int
    kind: str
    """`open`, `person` or `bot`."""
    level: str = ""
    """The level of a bot."""
    person: str | None = None
    name: str = ""
    colour: int = 0
    word: str = ""
    """The player's word for the luck."""
    token: bytes = b""
    """The SHA-256 of the seat's token; empty where it has none."""
    away: bool = False
    """Whether a bot plays for the player, who left or whose time was up."""
    held: bool = False
    """Whether an open seat waits for who sat there in the game before."""


@dataclass(frozen=True)
class TableRow:
    id: str
    code: str
    """What one types to join, while the table waits."""
    header: str
    """The set-up and the settings, as JSON."""
    secret: bytes
    public: bool
    host: str | None
    """The person who made the table."""
    created: float
    summary: TableSummary
    version: int = 0
    revision: int = 0
    """Counts the changes of the seats."""
    before: str | None = None
    """The table that this one is a rematch of."""
    rematch: str | None = None


@dataclass(frozen=True)
class PersonRow:
    id: str
    name: str
    colour: int
    token: bytes
    """The SHA-256 of the personal link's token; empty where there is no link."""
    created: float
    epoch: int = 0
    """Counts how often all that was them elsewhere was revoked."""


class TalkRow(NamedTuple):
    n: int
    seat: int
    text: str
    at: float


class Change(NamedTuple):
    """What another process has written. It carries no content: whoever may know it reads it."""

    table: str
    version: int
    talk: int = 0
    """The number of a line that was said; 0: the game or the seats have changed."""


class Store(Protocol):
    @property
    def shared(self) -> bool:
        """Whether other processes may work on the same tables."""
        ...

    def prepare(self) -> None:
        """Bring the database to this program's version; `Trouble` where it cannot be used."""
        ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def changes(self) -> AsyncGenerator[Change | None, None]:
        """What other processes write, as it is committed; None: some of it may have been missed."""
        ...

    def sole(self, table: str) -> AbstractAsyncContextManager[bool]:
        """Whether this process alone may think for the bots of a table, for as long as it does."""
        ...

    async def keep(self, name: str, value: bytes) -> bytes:
        """Keep a value for the server unless there is one; the one that is kept."""
        ...

    async def prove(self, at: float) -> None:
        """Write something as a move would be written; `Trouble` where that cannot be."""
        ...

    # tables

    async def create(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[str] = ()
    ) -> None:
        """Keep a new table, with what has happened already where it was played elsewhere. `Stale`
        where it is a rematch and there is one already."""
        ...

    async def table(self, table: str) -> TableRow | None: ...

    async def coded(self, code: str) -> str | None:
        """The waiting table with this code."""
        ...

    async def append(
        self,
        table: str,
        expected_version: int,
        events: Sequence[str],
        at: float,
        summary: TableSummary,
        revision: int | None = None,
    ) -> None:
        """Add an event, and with it what luck decided right after; all or nothing. `Stale` where
        the table's version is not the expected one, or its seats have changed since `revision`."""
        ...

    async def events(self, table: str, since: int = 0) -> list[Event]:
        """What happened after version `since`, in order."""
        ...

    async def seats(self, table: str) -> list[SeatRow]: ...

    async def change_seats(
        self,
        table: str,
        expected_revision: int,
        seats: Sequence[SeatRow],
        summary: TableSummary,
        version: int | None = None,
    ) -> None:
        """Replace these seats. `Stale` where others have changed since, or where the game has gone
        on since `version`: the summary would be one of the past."""
        ...

    async def due(self, before: float, most: int) -> list[str]:
        """Running tables at which the server has to do something before then, most urgent first."""
        ...

    async def tables_of(self, person: str, most: int) -> list[TableRow]:
        """The tables a person sits at, the latest first."""
        ...

    async def public(self, status: str, most: int) -> list[TableRow]: ...

    async def tables_after(self, table: str, most: int) -> list[TableRow]:
        """All tables in the order of their ids, so many at a time, after this one."""
        ...

    async def secrets(self) -> list[tuple[bytes, str]]:
        """The secret and the table of every game that is over."""
        ...

    # people

    async def add_person(self, person: PersonRow) -> None: ...

    async def person(self, person: str) -> PersonRow | None: ...

    async def change_person(self, person: PersonRow) -> list[str]:
        """Also at the seats of that person: the tables where that shows. `Stale` where all
        that was them has been revoked meanwhile."""
        ...

    async def revoke(self, person: str, token: bytes) -> tuple[int, list[str]]:
        """End what opens a person or a seat of theirs: the new epoch, and their tables. The
        personal link is this one from now on."""
        ...

    async def forget(self, person: str) -> list[str]:
        """Remove a person and what they said; their seats stay, without a name. The tables."""
        ...

    # talk

    async def say(self, table: str, seat: int, text: str, at: float) -> TalkRow: ...

    async def talk(self, table: str, since: int = 0) -> list[TalkRow]: ...
