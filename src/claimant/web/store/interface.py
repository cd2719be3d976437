"""The interface of the store: tables, their events and seats, people and talk.

A game is its log: only `append` moves a game on, and a table's version is the number of its events.
A writer names the version it has seen; a second writer that has seen the same version gets `Stale`,
so that no move is lost or duplicated, however many processes there are. Nothing is acknowledged or
shown before it is committed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from claimant.i18n import Text
from claimant.web.store.contacts import ContactStore
from claimant.web.store.evenings import EveningStore
from claimant.web.store.moderation import ModerationStore
from claimant.web.store.passkeys import PasskeyStore
from claimant.web.store.puzzles import PuzzleStore
from claimant.web.store.results import ResultStore
from claimant.web.store.retention import RetentionStore
from claimant.web.store.reviews import ReviewStore


class Stale(Exception):  # noqa: N818  (reads as what it is, like `Illegal`)
    """Another writer was first: read again."""


class StoreError(Exception):
    """The store cannot do its work: a sentence for people, a code for programs, and the reason in
    the database's own words for the log."""

    def __init__(self, text: Text, code: str = "store", reason: object = None) -> None:
        super().__init__(text.say() if reason is None else f"{text.say()} ({reason})")
        self.text = text
        self.code = code


def unreachable(reason: object) -> StoreError:
    text = Text("the database cannot be reached: try again soon")
    return StoreError(text, "store-away", reason)


def busy(reason: object) -> StoreError:
    text = Text("another program is using the database: try again soon")
    return StoreError(text, "store-busy", reason)


def disk_full(reason: object) -> StoreError:
    text = Text("the server's disk is full: nothing new can be saved until there is room again")
    return StoreError(text, "store-full", reason)


def damaged(reason: object) -> StoreError:
    text = Text("the database is damaged: the operator of this server has to restore a backup")
    return StoreError(text, "store-damaged", reason)


def failing(reason: object) -> StoreError:
    return StoreError(Text("the database does not answer: try again"), "store", reason)


def stopping() -> StoreError:
    return StoreError(Text("the server is stopping"))


class DamagedTable(StoreError):  # noqa: N818  (like `Stale`)
    """One table cannot be used; the others can."""

    def __init__(self) -> None:
        text = Text(
            "the stored data of this table is damaged: the operator of this server can "
            "restore it from a backup"
        )
        super().__init__(text, "table-damaged")


class Event(NamedTuple):
    version: int
    event: str
    at: float


class TableSummary(NamedTuple):
    """What lists of tables and the scheduler need to know without replaying the game."""

    status: str
    """`waiting` for players, `starting` (collecting contributions to the random draws), `running`,
    `over`, `called-off`, or `closed` before it began."""
    actor: int | None
    """The seat whose turn it is."""
    due: float | None
    """When the server has to act: at the end of a player's time or of the start's, or at any time
    (0) if it is a bot's turn or nothing keeps the game from starting."""


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
    """The player's word for the random draws."""
    token: bytes = b""
    """The SHA-256 of the seat's token; empty if it has none."""
    away: bool = False
    """Whether a bot plays for the player, who has left or run out of time."""
    held: bool = False
    """Whether an open seat is reserved for the player who had it in the game before."""
    commit_hash: str = ""
    """The hash by which the player has committed to a contribution to the random draws."""
    bits: str = ""
    """The random bits of that contribution, once they are revealed; `awaited` before that, and
    `missing` if they did not come in time. Empty for a player without a program that commits."""
    device: str | None = None
    """The person on whose device this player plays, without being known to the server: pass and
    play. None for everyone else."""
    hints: bool = False
    """Whether the player agrees to hints."""

    @property
    def owner(self) -> str | None:
        """The person whose device plays here: the player, or the one who added them."""
        return self.person or self.device


@dataclass(frozen=True)
class TableRow:
    id: str
    code: str
    """What people type to join, while the table is waiting."""
    header: str
    """The `TableOptions`, as JSON."""
    secret: bytes
    """The secret behind the random draws."""
    public: bool
    host: str | None
    """The person who created the table."""
    created: float
    summary: TableSummary
    version: int = 0
    revision: int = 0
    """Counts the changes of the seats."""
    before: str | None = None
    """The table that this one is a rematch of."""
    rematch: str | None = None
    chat_closed: bool = False
    head: bytes = b""
    """The head of the hash chain over the events; `create` computes it."""
    tempo: str = "normal"
    """How long pages show what happens."""
    hints: str = ""
    """The versions at which a hint was given, each after a space."""


@dataclass(frozen=True)
class PersonRow:
    id: str
    name: str
    colour: int
    token: bytes
    """The SHA-256 of the personal link's token; empty if there is no link."""
    created: float
    epoch: int = 0
    """Counts how often the person has signed out everywhere."""
    seen: float = 0.0
    """When the person was last here, to within a day."""
    blocked: float | None = None
    """Since when the operator has blocked the person."""


class TalkRow(NamedTuple):
    """A line of talk. It belongs to the person who said it, wherever they sit now."""

    n: int
    seat: int
    text: str
    at: float
    person: str | None = None
    """None for a program without a person, and for lines of earlier versions of which it is not
    known who said them; those have no name either."""
    name: str = ""
    """What the person was called at the table then."""
    colour: int = 0


class Change(NamedTuple):
    """A change by another process, without its content: a process that may know it reads it."""

    table: str
    version: int
    talk: int = 0
    """The number of a new line of talk, or 0 if the game or the seats have changed."""


class Store(
    ContactStore,
    EveningStore,
    ModerationStore,
    PasskeyStore,
    PuzzleStore,
    ResultStore,
    RetentionStore,
    ReviewStore,
    Protocol,
):
    @property
    def shared(self) -> bool:
        """Whether other processes may use the same tables."""
        ...

    def prepare(self) -> None:
        """Bring the database to our version; raises `StoreError` if it cannot be used."""
        ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def changes(self) -> AsyncGenerator[Change | None, None]:
        """Changes by other processes as they are committed; None if some may have been missed."""
        ...

    def bot_lock(self, table: str) -> AbstractAsyncContextManager[bool]:
        """A lock on deciding for the bots of a table; yields whether this process has got it."""
        ...

    def cleanup_lock(self) -> AbstractAsyncContextManager[bool]:
        """A lock on removing what is old; yields whether this process has got it."""
        ...

    def counting_lock(self) -> AbstractAsyncContextManager[bool]:
        """A lock on counting finished games; yields whether this process has got it."""
        ...

    async def setdefault(self, name: str, value: bytes) -> bytes:
        """Store a value of the server's own unless it has one under that name, and return it."""
        ...

    async def put(self, name: str, value: bytes) -> None:
        """Store a value of the server's own, instead of the one it has under that name."""
        ...

    async def check_writable(self, at: float) -> None:
        """Write something as a move would be written; raises `StoreError` if that fails."""
        ...

    # Tables.

    async def create(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[str] = ()
    ) -> None:
        """Add a table, with its events if it was played elsewhere. Raises `Stale` if it is a
        rematch and there is one already."""
        ...

    async def table(self, table: str) -> TableRow | None: ...

    async def table_with_code(self, code: str) -> str | None:
        """The id of the waiting table with this code."""
        ...

    async def append(
        self,
        table: str,
        expected_version: int,
        head: bytes,
        events: Sequence[str],
        at: float,
        summary: TableSummary,
        revision: int | None = None,
    ) -> None:
        """Add an event and the random draws that follow it, all or nothing. `head` is the head of
        the hash chain at the expected version. Raises `Stale` if the table's version is another
        one, or its seats have changed since `revision`."""
        ...

    async def events(self, table: str, since: int = 0) -> list[Event]:
        """The events after version `since`, in order."""
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
        """Replace these seats. Raises `Stale` if others have been changed since, or if the game has
        moved on since `version`, which would make the summary outdated."""
        ...

    async def note_hint(self, table: str, version: int) -> None:
        """Note that a hint is given at this version. Raises `Stale` if the game has moved on."""
        ...

    async def due_tables(self, before: float, limit: int) -> list[str]:
        """Running tables at which the server has to act before a time, most urgent first."""
        ...

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        """The tables a person sits at, most recently changed first."""
        ...

    async def public_tables(self, status: str, limit: int) -> list[TableRow]: ...

    async def tables_after(self, table: str, limit: int) -> list[TableRow]:
        """The next tables after this one, ordered by id."""
        ...

    async def finished_secrets(self) -> list[tuple[bytes, str]]:
        """The secret and the id of every finished table."""
        ...

    # People.

    async def add_person(self, person: PersonRow) -> None: ...

    async def person(self, person: str) -> PersonRow | None: ...

    async def change_person(self, person: PersonRow) -> list[str]:
        """Change a person, also at their seats. Returns the tables where it shows. Raises `Stale`
        if the person has been deleted or has signed out everywhere meanwhile."""
        ...

    async def saw_person(self, person: str, at: float) -> None:
        """Note that a person was here."""
        ...

    async def revoke(self, person: str, token: bytes) -> tuple[int, list[str]]:
        """Invalidate a person's cookies, link and seat tokens, and delete where they wanted to be
        sent messages. Returns the new epoch and their tables. `token` is the hash of their new
        personal link's token."""
        ...

    async def block_person(self, person: str, at: float | None) -> list[str] | None:
        """Block a person, invalidate the tokens of their seats and let bots play for them; with
        None, lift the block. Returns their tables, or None if there is no such person."""
        ...

    async def tables_in(self, person: str, status: str, limit: int) -> list[str]:
        """Tables of a status that a person sits at."""
        ...

    async def tables_with(self, person: str, after: str, limit: int) -> list[str]:
        """The next tables after this one that a person sits at, ordered by id."""
        ...

    async def forget(self, person: str) -> list[str]:
        """Delete a person, what they said and everything else about them. Their seats stay,
        without a name. Returns the tables where it shows."""
        ...

    # Talk.

    async def add_talk(
        self,
        table: str,
        seat: int,
        text: str,
        at: float,
        *,
        person: str | None = None,
        name: str = "",
        colour: int = 0,
    ) -> TalkRow:
        """Add a line. The oldest lines of a table with very many are removed."""
        ...

    async def talk(self, table: str, since: int = 0, until: int = 2**31 - 1) -> list[TalkRow]:
        """The latest lines of talk, after line number `since` and up to `until`."""
        ...

    async def talk_of(
        self, person: str, after: tuple[str, int], limit: int
    ) -> list[tuple[str, TalkRow]]:
        """What a person said, with the table: the next lines after this table and number."""
        ...
