"""The store in SQL: queries and writes, the same for every kind of database."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from claimant.web.store.chain import extended, first_link, numbered
from claimant.web.store.interface import (
    Event,
    SeatRow,
    Stale,
    Store,
    TableRow,
    TableSummary,
)
from claimant.web.store.sql_contacts import SqlContacts
from claimant.web.store.sql_evenings import NEXT_TABLE, SqlEvenings
from claimant.web.store.sql_moderation import SqlModeration
from claimant.web.store.sql_passkeys import SqlPasskeys
from claimant.web.store.sql_people import SqlPeople
from claimant.web.store.sql_puzzles import SqlPuzzles
from claimant.web.store.sql_results import SqlResults
from claimant.web.store.sql_retention import SqlRetention
from claimant.web.store.sql_reviews import SqlReviews
from claimant.web.store.statements import NOTIFY, Statement, Steps, Write, placeholders

MAX_EVENTS: Final = 500
"""Events inserted by one statement."""

TABLE: Final = (
    "id, code, header, secret, public, host, created, status, actor, due, version, revision, "
    "before, rematch, chat_closed, head, tempo, hints"
)
SEAT: Final = (
    "seat, kind, level, person, name, colour, word, token, away, held, commit_hash, bits, device, "
    "hints"
)
_UPDATE_SEAT: Final = ", ".join(f"{name} = excluded.{name}" for name in SEAT.split(", ")[1:])


MOVE: Final = (
    "UPDATE tables SET version = ?, head = ?, status = ?, actor = ?, due = ?, changed = ?"
    " WHERE id = ? AND version = ? AND revision = coalesce(?, revision)"
)


@dataclass(slots=True)
class Append:
    """The write of every move. A database may execute several of them together."""

    table: str
    expected_version: int
    head: bytes
    events: tuple[str, ...]
    at: float
    summary: TableSummary
    revision: int | None

    def __call__(self) -> Steps[None]:
        moved = yield [(f"{MOVE} RETURNING version", self.values())]
        if not moved[0]:
            raise Stale
        events = _insert_events(self.table, self.expected_version, self.events, self.at)
        yield [*events, (NOTIFY, (self.table, self.version, 0))]

    @property
    def version(self) -> int:
        return self.expected_version + len(self.events)

    def values(self) -> tuple[object, ...]:
        """The values of `MOVE`."""
        where = (self.table, self.expected_version, self.revision)
        head = extended(self.head, numbered(self.expected_version, self.events, self.at))
        return (self.version, head, *self.summary, self.at, *where)


class SqlStore(
    SqlPeople,
    SqlContacts,
    SqlEvenings,
    SqlModeration,
    SqlPasskeys,
    SqlPuzzles,
    SqlResults,
    SqlRetention,
    SqlReviews,
    Store,
):
    @property
    @abstractmethod
    def missing(self) -> bool:
        """Whether there is no database yet."""

    @abstractmethod
    def check(self) -> None:
        """Raise `StoreError` unless the database exists in our version. A server may be running."""

    async def setdefault(self, name: str, value: bytes) -> bytes:
        def write() -> Steps[None]:
            sql = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
            yield [(sql, (name, value))]

        select = "SELECT value FROM kept WHERE name = ?"
        if not await self._read(select, name):
            await self._write("", write)
        return bytes((await self._read(select, name))[0][0])

    async def put(self, name: str, value: bytes) -> None:
        def write() -> Steps[None]:
            sql = (
                "INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE"
                " SET value = excluded.value"
            )
            yield [(sql, (name, value))]

        await self._write("", write)

    async def check_writable(self, at: float) -> None:
        await self.put("written last", str(at).encode())

    # Tables.

    async def create(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[str] = ()
    ) -> None:
        def write() -> Steps[None]:
            if table.before is not None:
                claimed = yield [(NEXT_TABLE, (table.id, table.before))]
                if not claimed[0]:
                    raise Stale
                yield [(NOTIFY, (table.before, claimed[0][0][0], 0))]
            yield self._insert_table(table, seats, events)

        await self._write(table.id, write)

    def _insert_table(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[str] = ()
    ) -> list[Statement]:
        head = first_link(table.id, table.header, table.secret)
        values = (
            *(table.id, table.code, table.header, table.secret, table.public, table.host),
            *(table.created, *table.summary, table.version, table.revision),
            *(table.before, table.rematch, table.chat_closed),
            *(extended(head, numbered(0, events, table.created)), table.tempo, table.hints),
            table.created,
        )
        return [
            (f"INSERT INTO tables ({TABLE}, changed) VALUES ({placeholders(19)})", values),
            *(_upsert_seat(table.id, seat) for seat in seats),
            *_insert_events(table.id, 0, events, table.created),
        ]

    async def table(self, table: str) -> TableRow | None:
        rows = await self._read(f"SELECT {TABLE} FROM tables WHERE id = ?", table)
        return _table(rows[0]) if rows else None

    async def table_with_code(self, code: str) -> str | None:
        rows = await self._read("SELECT id FROM tables WHERE code = ? AND status = 'waiting'", code)
        return str(rows[0][0]) if rows else None

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
        entry: Write[None] = Append(
            table, expected_version, head, tuple(events), at, summary, revision
        )
        await self._write(table, entry)

    async def events(self, table: str, since: int = 0) -> list[Event]:
        rows = await self._read(
            'SELECT version, event, at FROM events WHERE "table" = ? AND version > ?'
            " ORDER BY version",
            table,
            since,
        )
        return [Event(*row) for row in rows]

    async def seats(self, table: str) -> list[SeatRow]:
        rows = await self._read(f'SELECT {SEAT} FROM seats WHERE "table" = ? ORDER BY seat', table)
        return [_seat(row) for row in rows]

    async def change_seats(
        self,
        table: str,
        expected_revision: int,
        seats: Sequence[SeatRow],
        summary: TableSummary,
        version: int | None = None,
    ) -> None:
        def write() -> Steps[None]:
            changed = yield [
                (
                    "UPDATE tables SET revision = revision + 1, status = ?, actor = ?, due = ?"
                    " WHERE id = ? AND revision = ? AND version = coalesce(?, version)"
                    " RETURNING version",
                    (*summary, table, expected_revision, version),
                )
            ]
            if not changed[0]:
                raise Stale
            notice = (NOTIFY, (table, changed[0][0][0], 0))
            yield [*(_upsert_seat(table, seat) for seat in seats), notice]

        await self._write(table, write)

    async def note_hint(self, table: str, version: int) -> None:
        def write() -> Steps[None]:
            noted = yield [
                (
                    "UPDATE tables SET hints ="
                    " CASE WHEN hints || ' ' LIKE ? THEN hints ELSE hints || ? END"
                    " WHERE id = ? AND version = ? RETURNING version",
                    (f"% {version} %", f" {version}", table, version),
                )
            ]
            if not noted[0]:
                raise Stale

        await self._write(table, write)

    async def due_tables(self, before: float, limit: int) -> list[str]:
        rows = await self._read(
            "SELECT id FROM tables WHERE due IS NOT NULL AND due < ? ORDER BY due LIMIT ?",
            before,
            limit,
        )
        return [row[0] for row in rows]

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        rows = await self._read(
            f"SELECT {TABLE} FROM tables"
            " WHERE id IN (SELECT \"table\" FROM seats WHERE person = ?) AND status != 'closed'"
            " ORDER BY changed DESC LIMIT ?",
            person,
            limit,
        )
        return [_table(row) for row in rows]

    async def public_tables(self, status: str, limit: int) -> list[TableRow]:
        rows = await self._read(
            f"SELECT {TABLE} FROM tables WHERE public AND status = ? ORDER BY changed DESC LIMIT ?",
            status,
            limit,
        )
        return [_table(row) for row in rows]

    async def tables_after(self, table: str, limit: int) -> list[TableRow]:
        sql = f"SELECT {TABLE} FROM tables WHERE id > ? ORDER BY id LIMIT ?"
        return [_table(row) for row in await self._read(sql, table, limit)]

    async def finished_secrets(self) -> list[tuple[bytes, str]]:
        rows = await self._read("SELECT secret, id FROM tables WHERE status = 'over'")
        return [(bytes(secret), table) for secret, table in rows]


def _insert_events(table: str, after: int, events: Sequence[str], at: float) -> Iterator[Statement]:
    for start in range(0, len(events), MAX_EVENTS):
        chunk = events[start : start + MAX_EVENTS]
        values: list[object] = []
        for number, event in enumerate(chunk, after + start + 1):
            values += (table, number, event, at)
        yield f"INSERT INTO events VALUES {', '.join(['(?, ?, ?, ?)'] * len(chunk))}", values


def _upsert_seat(table: str, seat: SeatRow) -> Statement:
    values = (
        *(table, seat.seat, seat.kind, seat.level, seat.person, seat.name, seat.colour, seat.word),
        *(seat.token, seat.away, seat.held, seat.commit_hash, seat.bits, seat.device),
        seat.hints,
    )
    return (
        f'INSERT INTO seats ("table", {SEAT}) VALUES ({placeholders(15)})'
        f' ON CONFLICT ("table", seat) DO UPDATE SET {_UPDATE_SEAT}',
        values,
    )


def _seat(row: tuple[Any, ...]) -> SeatRow:
    number, kind, level, person, name, colour, word, token, away, held, *more, hints = row
    columns = (number, kind, level, person, name, colour, word, token, bool(away), bool(held))
    commit_hash, bits, device = more
    return SeatRow(*columns, commit_hash, bits, device, bool(hints))


def _table(row: tuple[Any, ...]) -> TableRow:
    name, code, header, secret, public, host, created, *summary = row[:10]
    columns = (name, code, header, secret, bool(public), host, created)
    version, revision, before, rematch, chat_closed, head, *more = row[10:]
    history = (version, revision, before, rematch, bool(chat_closed), bytes(head or b""), *more)
    return TableRow(*columns, TableSummary(*summary), *history)
