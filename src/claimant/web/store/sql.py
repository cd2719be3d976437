"""The store in SQL: queries and writes, the same for every kind of database.

A write is a generator that yields statements and gets their rows. It does not know what executes
it, so that one database can do it in a thread and another over a network. It raises `Stale` before
it has changed anything, never after: writes share a transaction.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from claimant.web.store.interface import (
    Event,
    PersonRow,
    SeatRow,
    Stale,
    Store,
    TableRow,
    TableSummary,
    TalkRow,
)

T = TypeVar("T")
Rows = list[tuple[Any, ...]]
Statement = tuple[str, Sequence[object]]
Steps = Generator[Sequence[Statement], list[Rows], T]
Write = Callable[[], Steps[T]]

MAX_EVENTS: Final = 500
"""Events inserted by one statement."""
NOTIFY: Final = "notify"
"""Stands for the statement that announces a change to other processes, if there can be any."""

TABLE: Final = (
    "id, code, header, secret, public, host, created, status, actor, due, version, revision, "
    "before, rematch"
)
PERSON: Final = "id, name, colour, token, created, epoch"
SEAT: Final = "seat, kind, level, person, name, colour, word, token, away, held, commit_hash, bits"
_UPDATE_SEAT: Final = ", ".join(f"{name} = excluded.{name}" for name in SEAT.split(", ")[1:])


MOVE: Final = (
    "UPDATE tables SET version = ?, status = ?, actor = ?, due = ?, changed = ?"
    " WHERE id = ? AND version = ? AND revision = coalesce(?, revision)"
)


@dataclass(slots=True)
class Append:
    """The write of every move. A database may execute several of them together."""

    table: str
    expected_version: int
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
        return (self.version, *self.summary, self.at, *where)


class SqlStore(Store, ABC):
    @property
    @abstractmethod
    def missing(self) -> bool:
        """Whether there is no database yet."""

    @abstractmethod
    def check(self) -> None:
        """Raise `StoreError` unless the database exists in our version. A server may be running."""

    @abstractmethod
    async def _read(self, sql: str, *values: object) -> Rows: ...

    @abstractmethod
    async def _write(self, key: str, write: Write[T]) -> T:
        """Commit a write, together with others. Writes with the same key keep their order."""

    async def setdefault(self, name: str, value: bytes) -> bytes:
        def write() -> Steps[None]:
            sql = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
            yield [(sql, (name, value))]

        select = "SELECT value FROM kept WHERE name = ?"
        if not await self._read(select, name):
            await self._write("", write)
        return bytes((await self._read(select, name))[0][0])

    async def check_writable(self, at: float) -> None:
        def write() -> Steps[None]:
            sql = (
                "INSERT INTO kept VALUES (?, ?) ON CONFLICT (name) DO UPDATE"
                " SET value = excluded.value"
            )
            yield [(sql, ("written last", str(at).encode()))]

        await self._write("", write)

    # Tables.

    async def create(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[str] = ()
    ) -> None:
        def write() -> Steps[None]:
            if table.before is not None:
                claimed = yield [
                    (
                        "UPDATE tables SET rematch = ? WHERE id = ? AND rematch IS NULL"
                        " RETURNING version",
                        (table.id, table.before),
                    )
                ]
                if not claimed[0]:
                    raise Stale
                yield [(NOTIFY, (table.before, claimed[0][0][0], 0))]
            values = (
                *(table.id, table.code, table.header, table.secret, table.public, table.host),
                *(table.created, *table.summary, table.version, table.revision),
                *(table.before, table.rematch, table.created),
            )
            yield [
                (f"INSERT INTO tables ({TABLE}, changed) VALUES ({_placeholders(15)})", values),
                *(_upsert_seat(table.id, seat) for seat in seats),
                *_insert_events(table.id, 0, events, table.created),
            ]

        await self._write(table.id, write)

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
        events: Sequence[str],
        at: float,
        summary: TableSummary,
        revision: int | None = None,
    ) -> None:
        entry: Write[None] = Append(table, expected_version, tuple(events), at, summary, revision)
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

    # People.

    async def add_person(self, person: PersonRow) -> None:
        row = (person.id, person.name, person.colour, person.token, person.created, person.epoch)

        def write() -> Steps[None]:
            yield [(f"INSERT INTO people ({PERSON}) VALUES ({_placeholders(6)})", row)]

        await self._write("", write)

    async def person(self, person: str) -> PersonRow | None:
        rows = await self._read(f"SELECT {PERSON} FROM people WHERE id = ?", person)
        return PersonRow(*rows[0]) if rows else None

    async def change_person(self, person: PersonRow) -> list[str]:
        def write() -> Steps[list[str]]:
            (changed,) = yield [
                (
                    "UPDATE people SET name = ?, colour = ?, token = ? WHERE id = ? AND epoch = ?"
                    " RETURNING id",
                    (person.name, person.colour, person.token, person.id, person.epoch),
                )
            ]
            if not changed:
                raise Stale
            (shown,) = yield [
                (
                    'UPDATE seats SET name = ? WHERE person = ? AND name != ? RETURNING "table"',
                    (person.name, person.id, person.name),
                ),
            ]
            return (yield from _revised([row[0] for row in shown]))

        return await self._write("", write)

    async def revoke(self, person: str, token: bytes) -> tuple[int, list[str]]:
        def write() -> Steps[tuple[int, list[str]]]:
            changed, seats = yield [
                (
                    "UPDATE people SET epoch = epoch + 1, token = ? WHERE id = ? RETURNING epoch",
                    (token, person),
                ),
                (
                    'UPDATE seats SET token = ? WHERE person = ? RETURNING "table"',
                    (secrets.token_bytes(32), person),  # the SHA-256 of no known token
                ),
            ]
            tables = yield from _revised([row[0] for row in seats])
            return (changed[0][0] if changed else 0), tables

        return await self._write("", write)

    async def forget(self, person: str) -> list[str]:
        def write() -> Steps[list[str]]:
            (seats,) = yield [('SELECT "table", seat FROM seats WHERE person = ?', (person,))]
            yield [
                *(('DELETE FROM talk WHERE "table" = ? AND seat = ?', seat) for seat in seats),
                (
                    "UPDATE seats SET person = NULL, name = '', token = ?, away = ?"
                    " WHERE person = ?",
                    (b"", True, person),
                ),
                ("UPDATE tables SET host = NULL WHERE host = ?", (person,)),
                ("DELETE FROM people WHERE id = ?", (person,)),
            ]
            return (yield from _revised([table for table, _ in seats]))

        return await self._write("", write)

    # Talk.

    async def add_talk(self, table: str, seat: int, text: str, at: float) -> TalkRow:
        def write() -> Steps[TalkRow]:
            (found,) = yield [
                (
                    "INSERT INTO talk SELECT ?, coalesce(max(n), 0) + 1, ?, ?, ? FROM talk"
                    ' WHERE "table" = ? RETURNING n',
                    (table, seat, text, at, table),
                )
            ]
            n = found[0][0]
            yield [(NOTIFY, (table, 0, n))]
            return TalkRow(n, seat, text, at)

        return await self._write(table, write)

    async def talk(self, table: str, since: int = 0) -> list[TalkRow]:
        rows = await self._read(
            'SELECT n, seat, text, at FROM talk WHERE "table" = ? AND n > ?'
            " ORDER BY n DESC LIMIT 200",
            table,
            since,
        )
        return [TalkRow(*row) for row in reversed(rows)]


def _revised(tables: list[str]) -> Steps[list[str]]:
    """Note that the seats of these tables have changed."""
    ordered = sorted(set(tables))
    update = "UPDATE tables SET revision = revision + 1 WHERE id = ? RETURNING version"
    for start in range(0, len(ordered), MAX_EVENTS):
        chunk = ordered[start : start + MAX_EVENTS]
        changed = yield [(update, (table,)) for table in chunk]
        yield [(NOTIFY, (table, rows[0][0], 0)) for table, rows in zip(chunk, changed, strict=True)]
    return tables


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
        *(seat.token, seat.away, seat.held, seat.commit_hash, seat.bits),
    )
    return (
        f'INSERT INTO seats ("table", {SEAT}) VALUES ({_placeholders(13)})'
        f' ON CONFLICT ("table", seat) DO UPDATE SET {_UPDATE_SEAT}',
        values,
    )


def _placeholders(n: int) -> str:
    return ", ".join("?" * n)


def _seat(row: tuple[Any, ...]) -> SeatRow:
    *columns, away, held, commit_hash, bits = row
    return SeatRow(*columns, bool(away), bool(held), commit_hash, bits)


def _table(row: tuple[Any, ...]) -> TableRow:
    name, code, header, secret, public, host, created, *summary = row[:10]
    columns = (name, code, header, secret, bool(public), host, created)
    return TableRow(*columns, TableSummary(*summary), *row[10:])
