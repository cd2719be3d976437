"""The store in PostgreSQL, for any number of processes.

One task writes. It takes everything that is queued and sends it in one transaction, the statements
of all writes in one pipeline, so that many writes share each round trip and one wait for the disk.
Reads use a pool of connections. Commits are announced to other processes by NOTIFY, as the table
and its version only.

psycopg 3 because of that pipeline, its types, and libpq's ways to find a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, suppress
from functools import cache
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus
from psycopg_pool import AsyncConnectionPool

from claimant.i18n import Text
from claimant.web.store.interface import Change, Stale, StoreError, stopping
from claimant.web.store.postgresql_connection import (
    TIMEOUT,
    ReconnectingConnection,
    closed_meanwhile,
    set_limits,
    store_error,
    with_timeouts,
)
from claimant.web.store.schema import HEADS, POSTGRESQL, fill_heads, migrations
from claimant.web.store.sql import SqlStore
from claimant.web.store.statements import NOTIFY, Rows, Statement, Steps, Write

MAX_GROUP: Final = 512
"""Writes that share one commit."""
MAX_READERS: Final = 4
CHANNEL: Final = "claimant"
RECONNECT_DELAY: Final = 0.5
"""Seconds between attempts to reconnect to a database that was lost."""

# Advisory locks, by their first number; the second is a table, or 0.
MIGRATING: Final = 20_480
SERVING: Final = 20_481
BOTS: Final = 20_482
CLEANING: Final = 20_483
COUNTING: Final = 20_484

T = TypeVar("T")
_Group = list[tuple[str, Write[Any], asyncio.Future[Any]]]


class PostgresqlStore(SqlStore):
    shared = True

    def __init__(self, address: str) -> None:
        self.address: Final = with_timeouts(address)
        self._task: asyncio.Task[None] | None = None
        self._unlocking: set[asyncio.Task[None]] = set()
        self._lost = False
        """Whether the connection that listens was lost and has not come back yet."""

    def prepare(self) -> None:
        try:
            with psycopg.connect(self.address, autocommit=True) as connection:
                migrate(connection)
        except psycopg.Error as error:
            raise store_error(error) from error

    missing = False

    def check(self) -> None:
        self.prepare()

    async def open(self) -> None:
        self._queue: asyncio.Queue[tuple[str, Write[Any], asyncio.Future[Any]] | None]
        self._queue = asyncio.Queue()
        self._writer = ReconnectingConnection(self.address)
        self._locker = ReconnectingConnection(self.address)
        self._readers = AsyncConnectionPool(
            self.address,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=MAX_READERS,
            open=False,
            configure=set_limits,
            timeout=TIMEOUT,
            reconnect_timeout=0.0,  # the next read tries again, without the pool's growing delays
        )
        await self._readers.open()
        self._task = asyncio.create_task(self._write_all(), name="claimant store")

    async def close(self) -> None:
        if self._task is None:
            return
        self._queue.put_nowait(None)
        task, self._task = self._task, None
        await task
        await asyncio.gather(*self._unlocking)
        await self._writer.close()
        await self._locker.close()
        await self._readers.close()

    # Other processes.

    async def changes(self) -> AsyncGenerator[Change | None, None]:
        while True:
            listener = ReconnectingConnection(self.address)
            try:
                connection = await listener.get()
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING}, 0)")
                await connection.execute(f"LISTEN {CHANNEL}")
                self._lost = False
                yield None
                async with aclosing(connection.notifies()) as notes:
                    async for note in notes:
                        if note.pid != self._writer.backend_pid:
                            table, version, talk = note.payload.split(":")
                            yield Change(table, int(version), int(talk))
            except psycopg.Error:
                # The other connections have most likely been lost as well: do not wait for the
                # next request to find out.
                self._lost = True
                await self._writer.close_if_idle()
                await self._locker.close_if_idle()
                await self._readers.check()
            finally:
                await listener.close()
            await asyncio.sleep(RECONNECT_DELAY)

    def bot_lock(self, table: str) -> AbstractAsyncContextManager[bool]:
        return self._locked(BOTS, table)

    def cleanup_lock(self) -> AbstractAsyncContextManager[bool]:
        return self._locked(CLEANING, "")

    def counting_lock(self) -> AbstractAsyncContextManager[bool]:
        return self._locked(COUNTING, "")

    @asynccontextmanager
    async def _locked(self, kind: int, table: str) -> AsyncIterator[bool]:
        # A lock of the session: others can have it once this process ends, however it ends.
        lock = "SELECT pg_try_advisory_lock(%s, hashtext(%s))"
        locking = asyncio.create_task(self._lock(lock, kind, table))
        try:
            # The caller may be cancelled meanwhile; a lock that it got is released all the same.
            yield bool((await asyncio.shield(locking))[0][0])
        finally:
            unlocking = asyncio.create_task(self._unlock(kind, table, locking))
            self._unlocking.add(unlocking)
            unlocking.add_done_callback(self._unlocking.discard)

    async def _unlock(self, kind: int, table: str, locking: asyncio.Task[Rows]) -> None:
        with suppress(StoreError):  # the locks of a lost connection are released
            if (await locking)[0][0]:
                await self._lock("SELECT pg_advisory_unlock(%s, hashtext(%s))", kind, table)

    async def _lock(self, sql: str, kind: int, table: str) -> Rows:
        try:
            async with self._locker.use() as connection:
                try:
                    with closed_meanwhile():
                        async with asyncio.timeout(TIMEOUT):
                            return await (await connection.execute(sql, (kind, table))).fetchall()
                except (psycopg.Error, TimeoutError):
                    await self._locker.close(connection)
                    raise
        except (psycopg.Error, TimeoutError) as error:
            raise store_error(error) from error

    async def size(self) -> int:
        return int((await self._read("SELECT pg_database_size(current_database())"))[0][0])

    # Reading.

    async def _read(self, sql: str, *values: object) -> Rows:
        if self._task is None:
            raise stopping()
        try:
            try:
                return await self._query(sql, values)
            except _ConnectionLost:  # while nobody used it: a read can simply be repeated
                return await self._query(sql, values)
        except (psycopg.DataError, UnicodeEncodeError):  # not a text that could be stored
            return []
        except (psycopg.Error, TimeoutError) as error:
            raise store_error(error) from error

    async def _query(self, sql: str, values: Sequence[object]) -> Rows:
        # The pool waits for a connection as long as it is allowed to, even if all attempts fail.
        timeout = RECONNECT_DELAY if self._lost else TIMEOUT
        async with self._readers.connection(timeout) as connection:
            try:
                with closed_meanwhile():
                    async with asyncio.timeout(TIMEOUT):
                        return await (await connection.execute(_sql(sql), values)).fetchall()
            except psycopg.OperationalError as error:
                if connection.closed:
                    raise _ConnectionLost(*error.args) from error
                raise

    # Writing.

    async def _write(self, key: str, write: Write[T]) -> T:
        if self._task is None:
            raise stopping()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((key, write, future))
        # Written whether or not the caller is still waiting for it.
        return await future

    async def _write_all(self) -> None:
        more = True
        while more:
            group: _Group = []
            item = await self._queue.get()
            while item is not None:
                group.append(item)
                if len(group) == MAX_GROUP or self._queue.empty():
                    break
                item = self._queue.get_nowait()
            more = item is not None
            # In the same order everywhere, so that no two processes wait for each other.
            group.sort(key=lambda item: item[0])
            results = await self._write_group([write for _, write, _ in group])
            for (_, _, future), result in zip(group, results, strict=True):
                if future.done():
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)

    async def _write_group(self, writes: list[Write[Any]]) -> list[Any]:
        """Commit the writes and return the result of each, an exception if it failed."""
        if len(writes) > 1:
            try:
                return await self._committed(writes)
            except (errors.IntegrityError, errors.DeadlockDetected, psycopg.DataError):
                pass  # one of them was rejected: try each alone
            except Exception as error:
                return [_as_store_error(error)] * len(writes)
        return [await self._write_one(write) for write in writes]

    async def _write_one(self, write: Write[Any]) -> Any:
        for _ in range(3):
            try:
                return (await self._committed([write]))[0]
            except (errors.IntegrityError, errors.DeadlockDetected):
                continue  # another process took the number: the next one may be free
            except Exception as error:
                return _as_store_error(error)
        return Stale()

    async def _committed(self, writes: list[Write[Any]]) -> list[Any]:
        async with self._writer.use() as connection:
            return await self._committed_on(connection, writes)

    async def _committed_on(
        self, connection: psycopg.AsyncConnection, writes: list[Write[Any]]
    ) -> list[Any]:
        results: list[Any] = [None] * len(writes)
        notices: list[str] = []
        running = {i: write() for i, write in enumerate(writes)}
        rows: dict[int, list[Rows]] = {}
        begin: list[Statement] = [("BEGIN", ())]
        try:
            async with asyncio.timeout(TIMEOUT):
                while running:
                    asked = _step(running, rows, results, notices)
                    statements = [statement for one in asked.values() for statement in one]
                    if statements:
                        found = await _pipe(connection, [*begin, *statements])
                        found = found[len(begin) :]
                        begin = []
                    else:
                        found = []
                    at = 0
                    for i, one in asked.items():
                        rows[i] = found[at : at + len(one)]
                        at += len(one)
                if not begin:
                    notify = "SELECT pg_notify(?, notice) FROM unnest(?::text[]) AS notice"
                    last: list[Statement] = [(notify, (CHANNEL, notices))] if notices else []
                    await _pipe(connection, [*last, ("COMMIT", ())])
            return results
        except TimeoutError as error:
            await self._writer.close(connection)
            raise store_error(error) from error
        except psycopg.Error:
            with suppress(psycopg.Error), closed_meanwhile():
                if connection.info.transaction_status != TransactionStatus.IDLE:
                    await connection.rollback()
            raise
        except BaseException:  # nothing of it may be committed with the next group
            await self._writer.close(connection)
            raise


class _ConnectionLost(psycopg.OperationalError):
    """A connection of the pool was found broken when it was used."""


def _step(
    running: dict[int, Steps[Any]],
    rows: dict[int, list[Rows]],
    results: list[Any],
    notices: list[str],
) -> dict[int, list[Statement]]:
    """Resume each running write and return the statements it asks for; remove the finished ones."""
    asked: dict[int, list[Statement]] = {}
    for i, steps in list(running.items()):
        try:
            wanted = steps.send(rows[i]) if i in rows else next(steps)
            while all(sql is NOTIFY for sql, _ in wanted):
                notices += [_payload(values) for _, values in wanted]
                wanted = steps.send([[] for _ in wanted])
        except StopIteration as done:
            results[i] = done.value
            del running[i]
        except Stale as stale:  # it has changed nothing so far
            results[i] = stale
            del running[i]
        else:
            notices += [_payload(values) for sql, values in wanted if sql is NOTIFY]
            asked[i] = [statement for statement in wanted if statement[0] is not NOTIFY]
    return asked


def _payload(values: Sequence[object]) -> str:
    return ":".join(str(value) for value in values)


@cache
def _sql(sql: str) -> str:
    """The statement with psycopg's placeholders. Cached without a bound: values are never part of a
    statement, so that there are only those in the code, and one per number of events inserted."""
    return sql.replace("?", "%s")


async def _pipe(connection: psycopg.AsyncConnection, statements: Sequence[Statement]) -> list[Rows]:
    cursors = []
    with closed_meanwhile():
        async with connection.pipeline():
            for sql, values in statements:
                cursors.append(await connection.execute(_sql(sql), values))
        return [await cursor.fetchall() if cursor.description else [] for cursor in cursors]


def _as_store_error(error: Exception) -> Exception:
    return store_error(error) if isinstance(error, psycopg.Error) else error


def migrate(connection: psycopg.Connection) -> None:
    """Bring the database to our version. Of several processes that start at once, one does."""
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATING}, 0)")
        connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        row = connection.execute("SELECT max(version) FROM schema_version").fetchone()
        version = (row[0] if row else None) or 0
        scripts = migrations(version, POSTGRESQL)
        if version and scripts:
            # An earlier version would go on writing rows without what is new in them.
            row = connection.execute(f"SELECT pg_try_advisory_xact_lock({SERVING}, 0)").fetchone()
            if row != (True,):
                raise StoreError(
                    Text("a server of an earlier version is using this database: stop it first")
                )
        for number, script in scripts:
            connection.execute(script)
            if number == HEADS:
                fill_heads(lambda sql, values: _fetched(connection.execute(_sql(sql), values)))
            connection.execute("INSERT INTO schema_version VALUES (%s)", (number,))


def _fetched(cursor: psycopg.Cursor) -> Rows:
    return cursor.fetchall() if cursor.description else []
