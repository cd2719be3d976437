"""The store in one SQLite file, for one server process.

One thread writes. It takes whatever is queued, does it in one transaction and answers after the
commit (WAL, synchronous=FULL: the disk has it), so that under load many writers share one wait for
the disk. Reads are short and go on meanwhile.
"""

from __future__ import annotations

import asyncio
import fcntl
import queue
import sqlite3
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Final, cast

from claimant.i18n import Text
from claimant.web.store import interface
from claimant.web.store.interface import Change, Stale, Trouble
from claimant.web.store.schema import SQLITE, TABLES, migrations
from claimant.web.store.sql import MOVE, TELL, Append, Ledger, Rows, Statement, Steps, T, Write

MOST_AT_ONCE: Final = 512
"""Writes that share one commit."""
PATIENCE: Final = 1000
"""Milliseconds to wait for another program that writes."""

Asked = tuple[Write[Any], asyncio.Future[Any]]
"""Something to be written, and who waits for it."""


class SQLite(Ledger):
    shared = False

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._queue: queue.SimpleQueue[list[Asked] | None]
        self._asked: list[Asked] = []
        """What is to be written, gathered until all who ask just now have asked."""
        self._thread: threading.Thread | None = None
        self._lock: IO[str] | None = None

    def prepare(self) -> None:
        """Take possession of the folder and bring the file to our version."""
        self._lock = locked(self.path.parent)
        try:
            with closing(connect(self.path)) as connection:
                migrate(connection)
                for table in TABLES:  # what is damaged at its root is found now, not by a player
                    connection.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()
        except (sqlite3.Error, Trouble) as error:
            self._lock.close()
            if isinstance(error, Trouble):
                raise
            raise _unusable(self.path, error) from error

    @property
    def missing(self) -> bool:
        return not self.path.exists()

    def look(self) -> None:
        if self.missing:
            raise Trouble(Text("there is no database at {path}", path=self.path))
        version = version_of(self.path)
        if migrations(version, SQLITE):
            raise Trouble(Text("this database is from an older claimant: start the server once"))

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue = queue.SimpleQueue()
        self._reader = connect(self.path)
        writer = connect(self.path)
        self._thread = threading.Thread(
            target=self._write_all, args=(writer,), name="claimant store", daemon=True
        )
        self._thread.start()

    async def close(self) -> None:
        if self._thread is not None:
            self._hand_over()
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
            self._reader.close()
        if self._lock is not None:
            self._lock.close()

    async def changes(self) -> AsyncGenerator[Change | None, None]:
        """There is no other process."""
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change

    @asynccontextmanager
    async def sole(self, table: str) -> AsyncIterator[bool]:
        yield True

    async def _read(self, sql: str, *values: object) -> Rows:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise trouble(error) from error
        except UnicodeEncodeError:  # no text that could be kept
            return []

    async def _write(self, key: str, write: Callable[[], Steps[T]]) -> T:
        if self._thread is None:
            raise Trouble(Text("the server is stopping"))
        future: asyncio.Future[T] = self._loop.create_future()
        if not self._asked:  # the thread is woken once for all who ask in this turn of the loop
            self._loop.call_soon(self._hand_over)
        self._asked.append((write, future))
        # What is queued will be written whether or not the asker still waits for it.
        return await future

    def _hand_over(self) -> None:
        if self._asked:
            self._queue.put(self._asked)
            self._asked = []

    # The writer's thread.

    def _write_all(self, connection: sqlite3.Connection) -> None:
        more = True
        while more:
            groups = [self._queue.get()]
            while not self._queue.empty():
                groups.append(self._queue.get())
            more = None not in groups
            asked = [each for group in groups if group is not None for each in group]
            for first in range(0, len(asked), MOST_AT_ONCE):
                writes, futures = zip(*asked[first : first + MOST_AT_ONCE], strict=True)
                answers = _write_group(connection, writes)
                self._loop.call_soon_threadsafe(_answer, futures, answers)
        connection.close()


def locked(folder: Path) -> IO[str]:
    """Possession of a folder, until it is closed; `Trouble` where a server has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise Trouble(
            Text("{folder} cannot be used: {reason}", folder=folder, reason=error.strerror)
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as taken:
        lock.close()
        raise Trouble(Text("another server is using the folder {path}", path=folder)) from taken
    return lock


def connect(path: Path) -> sqlite3.Connection:
    # Made in one thread and used in one other: the module's own check would forbid that.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def version_of(path: Path) -> int:
    """The version of the tables in a file; `Trouble` where it is no database of ours."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return int(file.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: sqlite3.Error) -> Trouble:
    return Trouble(Text("the database {path} cannot be opened: {error}", path=path, error=error))


def migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, script in migrations(version, SQLITE):
        connection.executescript(
            f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;"
        )


def _write_group(connection: sqlite3.Connection, writes: Sequence[Write[Any]]) -> list[Any]:
    """The answer to each write, an exception where it failed. All are committed by then."""
    try:
        return _committed(connection, writes)
    except sqlite3.IntegrityError:
        # One of them is refused: once more, each alone.
        pass
    except Exception as error:
        return [_reason(error)] * len(writes)
    answers: list[Any] = []
    for write in writes:
        try:
            answers += _committed(connection, [write])
        except sqlite3.IntegrityError:
            answers.append(Stale())
        except Exception as error:
            answers.append(_reason(error))
    return answers


def _committed(connection: sqlite3.Connection, writes: Sequence[Write[Any]]) -> list[Any]:
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers: list[Any] = []
        for together, some in groupby(writes, lambda write: isinstance(write, Append)):
            if together:
                answers += _append_all(connection, cast(list[Append], list(some)))
            else:
                answers += [_run(connection, write()) for write in some]
        connection.execute("COMMIT")
        return answers
    except BaseException:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def _append_all(connection: sqlite3.Connection, entries: Sequence[Append]) -> list[Any]:
    """The moves of several tables; `IntegrityError` where one of them is stale."""
    if len(entries) == 1:
        return [_run(connection, entries[0]())]
    moved = connection.executemany(MOVE, [entry.moves() for entry in entries])
    if moved.rowcount != len(entries):
        raise sqlite3.IntegrityError
    rows = [
        (entry.table, number, event, entry.at)
        for entry in entries
        for number, event in enumerate(entry.events, entry.expected_version + 1)
    ]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
    return [None] * len(entries)


def _run(connection: sqlite3.Connection, steps: Steps[T]) -> T | Stale:
    try:
        asked = next(steps)
        while True:
            asked = steps.send([_execute(connection, statement) for statement in asked])
    except StopIteration as done:
        answer: T = done.value
        return answer
    except Stale as stale:  # it has changed nothing
        return stale


def _execute(connection: sqlite3.Connection, statement: Statement) -> Rows:
    sql, values = statement
    return [] if sql is TELL else connection.execute(sql, values).fetchall()


def _answer(futures: Sequence[asyncio.Future[Any]], answers: Sequence[Any]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _reason(error: Exception) -> Exception:
    return trouble(error) if isinstance(error, sqlite3.Error) else error


_FULL: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}


def trouble(error: sqlite3.Error) -> Trouble:
    """What is wrong, in a sentence."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code in _FULL:
        return interface.full(error)
    if code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return interface.busy(error)
    if code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return interface.damaged(error)
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return interface.away(error)
    return interface.failing(error)
