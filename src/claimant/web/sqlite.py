"""The store in one SQLite file, for one server process.

One thread writes. It takes whatever is queued, does it in one transaction and answers after the
commit (WAL, synchronous=FULL: the disk has it), so that under load many writers share one wait for
the disk. Reads are short and go on meanwhile.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

from claimant.language import Text
from claimant.web.schema import MIGRATIONS
from claimant.web.store import (
    Event,
    PersonRow,
    SeatRow,
    Stale,
    Standing,
    Store,
    TableRow,
    TalkRow,
    Trouble,
)

_TABLE: Final = (
    "id, code, header, secret, public, host, created, status, actor, due, version, revision, "
    "before, rematch"
)
_SEAT: Final = "seat, kind, level, person, name, colour, word, token, away, held"
MOST_AT_ONCE: Final = 512
"""Writes that share one commit."""

Write = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")


class SQLite(Store):
    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._queue: queue.SimpleQueue[tuple[Write, asyncio.Future[Any]] | None]
        self._thread: threading.Thread | None = None

    def prepare(self) -> None:
        try:
            with closing(_connect(self.path)) as connection:
                _migrate(connection)
        except sqlite3.Error as error:
            raise Trouble(
                Text("the database {path} cannot be opened: {error}", path=self.path, error=error)
            ) from error

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue = queue.SimpleQueue()
        self._reader = _connect(self.path)
        writer = _connect(self.path)
        self._thread = threading.Thread(
            target=self._write_all, args=(writer,), name="claimant store", daemon=True
        )
        self._thread.start()

    async def close(self) -> None:
        if self._thread is None:
            return
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._thread = None
        self._reader.close()

    # The writer's thread.

    def _write_all(self, connection: sqlite3.Connection) -> None:
        more = True
        while more:
            group = [self._queue.get()]
            while len(group) < MOST_AT_ONCE and not self._queue.empty():
                group.append(self._queue.get())
            writes = [item for item in group if item is not None]
            more = len(writes) == len(group)
            if writes:
                answers = _write_group(connection, [write for write, _ in writes])
                futures = [future for _, future in writes]
                self._loop.call_soon_threadsafe(_answer, futures, answers)
        connection.close()

    async def _write(self, write: Callable[[sqlite3.Connection], T]) -> T:
        if self._thread is None:
            raise Trouble(Text("the server is stopping"))
        future: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((write, future))
        # What is queued will be written whether or not the asker still waits for it.
        return await future

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise _trouble(error) from error

    # Tables.

    async def create(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            if table.before is not None:
                claimed = connection.execute(
                    "UPDATE tables SET rematch = ? WHERE id = ? AND rematch IS NULL",
                    (table.id, table.before),
                )
                if claimed.rowcount != 1:
                    raise Stale
            connection.execute(
                f"INSERT INTO tables ({_TABLE}, changed) VALUES ({_marks(15)})",
                (
                    *(table.id, table.code, table.header, table.secret, table.public, table.host),
                    *(table.created, *table.standing, table.version, table.revision),
                    *(table.before, table.rematch, table.created),
                ),
            )
            connection.executemany(
                f'INSERT INTO seats ("table", {_SEAT}) VALUES ({_marks(11)})',
                [(table.id, *_seat_values(seat)) for seat in seats],
            )

        await self._write(write)

    async def table(self, table: str) -> TableRow | None:
        rows = self._read(f"SELECT {_TABLE} FROM tables WHERE id = ?", table)
        return _table(rows[0]) if rows else None

    async def coded(self, code: str) -> str | None:
        rows = self._read("SELECT id FROM tables WHERE code = ? AND status = 'waiting'", code)
        return str(rows[0][0]) if rows else None

    async def append(
        self,
        table: str,
        expected_version: int,
        events: Sequence[str],
        at: float,
        standing: Standing,
        revision: int | None = None,
    ) -> None:
        lines = [
            (table, version, event, at)
            for version, event in enumerate(events, expected_version + 1)
        ]

        def write(connection: sqlite3.Connection) -> None:
            moved = connection.execute(
                "UPDATE tables SET version = ?, status = ?, actor = ?, due = ?, changed = ?"
                " WHERE id = ? AND version = ? AND revision = coalesce(?, revision)",
                (lines[-1][1], *standing, at, table, expected_version, revision),
            )
            if moved.rowcount != 1:
                raise Stale
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", lines)

        await self._write(write)

    async def events(self, table: str, since: int = 0) -> list[Event]:
        return [
            Event(*row)
            for row in self._read(
                'SELECT version, event, at FROM events WHERE "table" = ? AND version > ?'
                " ORDER BY version",
                table,
                since,
            )
        ]

    async def seats(self, table: str) -> list[SeatRow]:
        rows = self._read(f'SELECT {_SEAT} FROM seats WHERE "table" = ? ORDER BY seat', table)
        return [_seat(row) for row in rows]

    async def change_seats(
        self, table: str, expected_revision: int, seats: Sequence[SeatRow], standing: Standing
    ) -> None:
        def write(connection: sqlite3.Connection) -> None:
            changed = connection.execute(
                "UPDATE tables SET revision = revision + 1, status = ?, actor = ?, due = ?"
                " WHERE id = ? AND revision = ?",
                (*standing, table, expected_revision),
            )
            if changed.rowcount != 1:
                raise Stale
            connection.executemany(
                f'INSERT OR REPLACE INTO seats ("table", {_SEAT}) VALUES ({_marks(11)})',
                [(table, *_seat_values(seat)) for seat in seats],
            )

        await self._write(write)

    async def due(self, before: float, most: int) -> list[str]:
        rows = self._read(
            "SELECT id FROM tables WHERE due IS NOT NULL AND due < ? ORDER BY due LIMIT ?",
            before,
            most,
        )
        return [row[0] for row in rows]

    async def tables_of(self, person: str, most: int) -> list[TableRow]:
        rows = self._read(
            f"SELECT {_TABLE} FROM tables"
            " WHERE id IN (SELECT \"table\" FROM seats WHERE person = ?) AND status != 'closed'"
            " ORDER BY changed DESC LIMIT ?",
            person,
            most,
        )
        return [_table(row) for row in rows]

    async def public(self, status: str, most: int) -> list[TableRow]:
        rows = self._read(
            f"SELECT {_TABLE} FROM tables WHERE public AND status = ?"
            " ORDER BY changed DESC LIMIT ?",
            status,
            most,
        )
        return [_table(row) for row in rows]

    # People.

    async def add_person(self, person: PersonRow) -> None:
        row = (person.id, person.name, person.colour, person.token, person.created)
        await self._write(lambda connection: _run(connection, _ADD_PERSON, row))

    async def person(self, person: str) -> PersonRow | None:
        rows = self._read(
            "SELECT id, name, colour, token, created FROM people WHERE id = ?", person
        )
        return PersonRow(*rows[0]) if rows else None

    async def change_person(self, person: PersonRow) -> list[str]:
        def write(connection: sqlite3.Connection) -> list[str]:
            connection.execute(
                "UPDATE people SET name = ?, colour = ?, token = ? WHERE id = ?",
                (person.name, person.colour, person.token, person.id),
            )
            shown = connection.execute(
                'UPDATE seats SET name = ? WHERE person = ? AND name != ? RETURNING "table"',
                (person.name, person.id, person.name),
            )
            return _revised(connection, [row[0] for row in shown.fetchall()])

        return await self._write(write)

    async def forget(self, person: str) -> list[str]:
        def write(connection: sqlite3.Connection) -> list[str]:
            seats = connection.execute(
                'SELECT "table", seat FROM seats WHERE person = ?', (person,)
            ).fetchall()
            connection.executemany('DELETE FROM talk WHERE "table" = ? AND seat = ?', seats)
            connection.execute(
                "UPDATE seats SET person = NULL, name = '', token = x'', away = 1 WHERE person = ?",
                (person,),
            )
            connection.execute("UPDATE tables SET host = NULL WHERE host = ?", (person,))
            connection.execute("DELETE FROM people WHERE id = ?", (person,))
            return _revised(connection, [table for table, _ in seats])

        return await self._write(write)

    # Talk.

    async def say(self, table: str, seat: int, text: str, at: float) -> TalkRow:
        def write(connection: sqlite3.Connection) -> TalkRow:
            (n,) = connection.execute(
                'SELECT coalesce(max(n), 0) + 1 FROM talk WHERE "table" = ?', (table,)
            ).fetchone()
            row = TalkRow(n, seat, text, at)
            connection.execute("INSERT INTO talk VALUES (?, ?, ?, ?, ?)", (table, *row))
            return row

        return await self._write(write)

    async def talk(self, table: str, since: int = 0) -> list[TalkRow]:
        rows = self._read(
            'SELECT n, seat, text, at FROM talk WHERE "table" = ? AND n > ?'
            " ORDER BY n DESC LIMIT 200",
            table,
            since,
        )
        return [TalkRow(*row) for row in reversed(rows)]


_ADD_PERSON: Final = "INSERT INTO people VALUES (?, ?, ?, ?, ?)"


def _run(connection: sqlite3.Connection, sql: str, values: Sequence[object]) -> None:
    connection.execute(sql, values)


def _revised(connection: sqlite3.Connection, tables: list[str]) -> list[str]:
    connection.executemany(
        "UPDATE tables SET revision = revision + 1 WHERE id = ?", [(table,) for table in tables]
    )
    return tables


def _connect(path: Path) -> sqlite3.Connection:
    # Made in one thread and used in one other: the module's own check would forbid that.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise Trouble(
            Text(
                "this database is from a newer claimant (version {theirs} of the tables, this one"
                " knows {ours}): start that one",
                theirs=version,
                ours=len(MIGRATIONS),
            )
        )
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def _write_group(connection: sqlite3.Connection, writes: list[Write]) -> list[Any]:
    """The answer to each write, an exception where it failed. All are committed by then."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            answers = [write(connection) for write in writes]
        except (Stale, sqlite3.IntegrityError):
            # One of them is refused: once more, each so that it can be taken back alone.
            connection.execute("ROLLBACK")
        else:
            connection.execute("COMMIT")
            return answers
        answers = []
        connection.execute("BEGIN IMMEDIATE")
        for write in writes:
            connection.execute("SAVEPOINT one")
            try:
                answers.append(write(connection))
            except (Stale, sqlite3.IntegrityError) as refused:
                connection.execute("ROLLBACK TO one")
                answers.append(refused if isinstance(refused, Stale) else Stale())
            connection.execute("RELEASE one")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [_trouble(error)] * len(writes)
    return answers


def _answer(futures: list[asyncio.Future[Any]], answers: list[Any]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _trouble(error: sqlite3.Error) -> Trouble:
    return Trouble(Text("the database does not answer ({error}): try again soon", error=error))


def _marks(n: int) -> str:
    return ", ".join("?" * n)


def _seat_values(seat: SeatRow) -> tuple[object, ...]:
    return (
        *(seat.seat, seat.kind, seat.level, seat.person, seat.name, seat.colour, seat.word),
        *(seat.token, seat.away, seat.held),
    )


def _seat(row: tuple[Any, ...]) -> SeatRow:
    number, kind, level, person, name, colour, word, token, away, held = row
    return SeatRow(
        number, kind, level, person, name, colour, word, token, away=bool(away), held=bool(held)
    )


def _table(row: tuple[Any, ...]) -> TableRow:
    name, code, header, secret, public, host, created, *standing = row[:10]
    kept = (name, code, header, secret, bool(public), host, created)
    return TableRow(*kept, Standing(*standing), *row[10:])
