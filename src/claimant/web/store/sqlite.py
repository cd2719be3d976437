"""The store in one SQLite file, for one server process.

One thread writes. It takes everything that is queued, executes it in one transaction and reports
the results after the commit, when everything is on the disk (WAL, synchronous=FULL). Under load
many writes thus share one wait for the disk. Reads are short and go on meanwhile.
"""

from __future__ import annotations

import asyncio
import fcntl
import queue
import sqlite3
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Final, cast

from claimant.i18n import Text
from claimant.web.store import interface
from claimant.web.store.interface import Change, Stale, StoreError, stopping
from claimant.web.store.private import (
    exclude_others,
    make_private_file,
    make_private_folder,
    sync_folder,
)
from claimant.web.store.schema import HEADS, SQLITE, TABLES, fill_heads, migrations
from claimant.web.store.sql import MOVE, Append, SqlStore
from claimant.web.store.statements import NOTIFY, Rows, Statement, Steps, T, Write

MAX_GROUP: Final = 512
"""Writes that share one commit."""
BUSY_TIMEOUT: Final = 1000
"""Milliseconds to wait for another program that is writing."""
BESIDE: Final = ("-wal", "-shm", "-journal")
"""What the names of SQLite's files next to a database end with."""
RESTORED: Final = "-replacement"
"""What the name of a database ends with that is about to replace the one without it."""

Queued = tuple[Write[Any], asyncio.Future[Any]]
"""A write, and the future for its result."""


class SqliteStore(SqlStore):
    shared = False

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._queue: queue.SimpleQueue[list[Queued] | None]
        self._collected: list[Queued] = []
        """Writes requested in this turn of the event loop."""
        self._thread: threading.Thread | None = None
        self._lock: IO[str] | None = None

    def prepare(self) -> None:
        """Lock the folder and bring the file to our version."""
        self._lock = lock_folder(self.path.parent)
        try:
            finish_restore(self.path)
            with closing(connect(self.path)) as connection:
                migrate(connection)
                for table in TABLES:  # finds damage at the root of a tree before a player does
                    connection.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()
        except (sqlite3.Error, OSError, StoreError) as error:
            self._lock.close()
            if isinstance(error, StoreError):
                raise
            raise _unusable(self.path, error) from error

    @property
    def missing(self) -> bool:
        return not self.path.exists()

    def check(self) -> None:
        if beside(self.path, RESTORED).exists():
            raise StoreError(Text("restoring a backup was interrupted: start the server once"))
        if self.missing:
            raise StoreError(Text("there is no database at {path}", path=self.path))
        version = version_of(self.path)
        if migrations(version, SQLITE):
            raise StoreError(Text("this database is from an older claimant: start the server once"))

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
        """Nothing: there is no other process."""
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change

    @asynccontextmanager
    async def bot_lock(self, table: str) -> AsyncIterator[bool]:
        yield True

    async def size(self) -> int:
        files = [self.path.with_name(self.path.name + rest) for rest in ("", "-wal", "-shm")]
        return sum(file.stat().st_size for file in files if file.exists())

    @asynccontextmanager
    async def cleanup_lock(self) -> AsyncIterator[bool]:
        yield True

    @asynccontextmanager
    async def counting_lock(self) -> AsyncIterator[bool]:
        yield True

    async def _read(self, sql: str, *values: object) -> Rows:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise store_error(error) from error
        except UnicodeEncodeError:  # not a text that could be stored
            return []

    async def _write(self, key: str, write: Callable[[], Steps[T]]) -> T:
        if self._thread is None:
            raise stopping()
        future: asyncio.Future[T] = self._loop.create_future()
        if not self._collected:  # wakes the thread once per turn of the event loop
            self._loop.call_soon(self._hand_over)
        self._collected.append((write, future))
        # Written whether or not the caller is still waiting for it.
        return await future

    def _hand_over(self) -> None:
        if self._collected:
            self._queue.put(self._collected)
            self._collected = []

    # The writer's thread.

    def _write_all(self, connection: sqlite3.Connection) -> None:
        more = True
        while more:
            groups = [self._queue.get()]
            while not self._queue.empty():
                groups.append(self._queue.get())
            more = None not in groups
            queued = [each for group in groups if group is not None for each in group]
            for first in range(0, len(queued), MAX_GROUP):
                writes, futures = zip(*queued[first : first + MAX_GROUP], strict=True)
                results = _write_group(connection, writes)
                self._loop.call_soon_threadsafe(_resolve, futures, results)
        connection.close()


def lock_folder(folder: Path) -> IO[str]:
    """Lock a folder until the file returned is closed. Raises `StoreError` if a server has it. Only
    its owner can use the folder from then on."""
    try:
        make_private_folder(folder)
        exclude_others(folder / "key")  # where earlier versions had the key of the cookies
        make_private_file(folder / "lock")
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise StoreError(
            Text("{folder} cannot be used: {reason}", folder=folder, reason=error.strerror)
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as taken:
        lock.close()
        raise StoreError(Text("another server is using the folder {path}", path=folder)) from taken
    return lock


def connect(path: Path) -> sqlite3.Connection:
    """Open a database, which only its owner may read; it is created if it does not exist."""
    try:
        make_private_file(path)  # SQLite gives the files next to it the same mode
        for name in BESIDE:
            exclude_others(beside(path, name))
    except OSError as error:
        raise StoreError(
            Text("{file} cannot be used: {reason}", file=path, reason=error.strerror)
        ) from error
    # Created in one thread and used in one other, which the module would refuse.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    # A damaged text must not fail every query that meets it: what is read instead breaks the chain
    # of its own table.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def beside(path: Path, ending: str) -> Path:
    """The file next to a database whose name has this ending."""
    return path.with_name(path.name + ending)


def finish_restore(path: Path) -> None:
    """Replace a database by the one restored next to it, if there is one. The caller has locked the
    folder. If this is interrupted, it is completed when the server is started the next time."""
    restored = beside(path, RESTORED)
    if restored.exists():
        for name in BESIDE:  # of the database that is replaced
            beside(path, name).unlink(missing_ok=True)
        restored.replace(path)
        sync_folder(path.parent)


def version_of(path: Path) -> int:
    """The schema version of a file. Raises `StoreError` if it is not a database of ours."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return int(file.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: Exception) -> StoreError:
    return StoreError(Text("the database {path} cannot be opened: {error}", path=path, error=error))


def migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, script in migrations(version, SQLITE):
        with transaction(connection):
            for statement in script.split(";"):
                connection.execute(statement)
            if number == HEADS:
                fill_heads(lambda sql, values: connection.execute(sql, values).fetchall())
            connection.execute(f"PRAGMA user_version = {number}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what is done in the block, or nothing of it."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def _write_group(connection: sqlite3.Connection, writes: Sequence[Write[Any]]) -> list[Any]:
    """Commit the writes and return the result of each, an exception if it failed."""
    try:
        return _committed(connection, writes)
    except sqlite3.IntegrityError:
        # One of them was rejected: try each alone.
        pass
    except Exception as error:
        return [_as_store_error(error)] * len(writes)
    results: list[Any] = []
    for write in writes:
        try:
            results += _committed(connection, [write])
        except sqlite3.IntegrityError:
            results.append(Stale())
        except Exception as error:
            results.append(_as_store_error(error))
    return results


def _committed(connection: sqlite3.Connection, writes: Sequence[Write[Any]]) -> list[Any]:
    results: list[Any] = []
    with transaction(connection):
        for together, some in groupby(writes, lambda write: isinstance(write, Append)):
            if together:
                results += _append_all(connection, cast(list[Append], list(some)))
            else:
                results += [_run(connection, write()) for write in some]
    return results


def _append_all(connection: sqlite3.Connection, entries: Sequence[Append]) -> list[Any]:
    """Write the moves of several tables. Raises `IntegrityError` if one of them is stale."""
    if len(entries) == 1:
        return [_run(connection, entries[0]())]
    moved = connection.executemany(MOVE, [entry.values() for entry in entries])
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
        result: T = done.value
        return result
    except Stale as stale:  # it has changed nothing so far
        return stale


def _execute(connection: sqlite3.Connection, statement: Statement) -> Rows:
    sql, values = statement
    return [] if sql is NOTIFY else connection.execute(sql, values).fetchall()


def _resolve(futures: Sequence[asyncio.Future[Any]], results: Sequence[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _as_store_error(error: Exception) -> Exception:
    return store_error(error) if isinstance(error, sqlite3.Error) else error


_FULL: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another program is using the database."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def store_error(error: sqlite3.Error) -> StoreError:
    """The error in a sentence for people."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code in _FULL:
        return interface.disk_full(error)
    if is_busy(error):
        return interface.busy(error)
    if code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return interface.damaged(error)
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return interface.unreachable(error)
    return interface.failing(error)
