"""The store in PostgreSQL, for any number of processes.

One task writes. It takes whatever is queued and sends it in one transaction, the statements of all
writes together in a pipeline, so that many share each way over the network and one wait for the
disk. What was committed is told to other processes by NOTIFY, as the table and its version only.

psycopg 3 because of that pipeline, and because it has types and libpq's own ways to find a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from functools import cache
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from claimant.i18n import Text
from claimant.web.store.interface import Change, Stale, Trouble, away
from claimant.web.store.postgresql_connection import LONGEST_WAIT, Line, address_of, trouble
from claimant.web.store.schema import POSTGRESQL, migrations
from claimant.web.store.sql import TELL, Ledger, Rows, Statement, Steps, Write

MOST_AT_ONCE: Final = 512
"""Writes that share one commit."""
READERS: Final = 4
CHANNEL: Final = "claimant"
AGAIN: Final = 0.5
"""Seconds until a database that went away is looked for again."""

# Advisory locks, by their first number; the second one is a table, or 0.
STARTING: Final = 20_480
SERVING: Final = 20_481
THINKING: Final = 20_482

T = TypeVar("T")
_Group = list[tuple[str, Write[Any], asyncio.Future[Any]]]


class PostgreSQL(Ledger):
    shared = True

    def __init__(self, address: str) -> None:
        self.address: Final = address_of(address)
        self._task: asyncio.Task[None] | None = None
        self._unlocking: set[asyncio.Task[None]] = set()

    def prepare(self) -> None:
        try:
            with psycopg.connect(self.address, autocommit=True) as connection:
                migrate(connection)
        except psycopg.Error as error:
            raise trouble(error) from error

    missing = False

    def look(self) -> None:
        self.prepare()

    async def open(self) -> None:
        self._queue: asyncio.Queue[tuple[str, Write[Any], asyncio.Future[Any]] | None]
        self._queue = asyncio.Queue()
        self._writer = Line(self.address)
        self._thinking = Line(self.address)
        self._readers: asyncio.LifoQueue[Line] = asyncio.LifoQueue()
        for _ in range(READERS):
            self._readers.put_nowait(Line(self.address))
        self._task = asyncio.create_task(self._write_all(), name="claimant store")

    async def close(self) -> None:
        if self._task is None:
            return
        self._queue.put_nowait(None)
        task, self._task = self._task, None
        await task
        await asyncio.gather(*self._unlocking)
        for line in (self._writer, self._thinking):
            await line.drop()
        for _ in range(READERS):
            await (await self._readers.get()).drop()

    # Other processes.

    async def changes(self) -> AsyncGenerator[Change | None, None]:
        while True:
            line = Line(self.address)
            try:
                connection = await line.connected()
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING}, 0)")
                await connection.execute(f"LISTEN {CHANNEL}")
                yield None
                async with aclosing(connection.notifies()) as notes:
                    async for note in notes:
                        if note.pid != self._writer.process:
                            table, version, talk = note.payload.split(":")
                            yield Change(table, int(version), int(talk))
            except (psycopg.Error, Trouble):
                # What else is connected has most likely gone as well: do not wait to find out.
                await self._drop_idle()
            finally:
                await line.drop()
            await asyncio.sleep(AGAIN)

    async def _drop_idle(self) -> None:
        idle = [self._readers.get_nowait() for _ in range(self._readers.qsize())]
        for line in idle:
            await line.drop()
            self._readers.put_nowait(line)
        for line in (self._writer, self._thinking):
            await line.drop_idle()

    @asynccontextmanager
    async def sole(self, table: str) -> AsyncIterator[bool]:
        # A lock of the session: when this process ends, however it does, others can have it.
        lock = "SELECT pg_try_advisory_lock(%s, hashtext(%s))"
        locking = asyncio.create_task(self._thought(lock, table))
        try:
            # Whoever asks may be told to stop meanwhile: a lock that is got is given back.
            yield bool((await asyncio.shield(locking))[0][0])
        finally:
            unlocking = asyncio.create_task(self._unlock(table, locking))
            self._unlocking.add(unlocking)
            unlocking.add_done_callback(self._unlocking.discard)

    async def _unlock(self, table: str, locking: asyncio.Task[Rows]) -> None:
        with suppress(Trouble):  # with the connection its locks have gone
            if (await locking)[0][0]:
                await self._thought("SELECT pg_advisory_unlock(%s, hashtext(%s))", table)

    async def _thought(self, sql: str, table: str) -> Rows:
        connection = None
        try:
            connection = await self._thinking.connected()
            async with asyncio.timeout(LONGEST_WAIT):
                return await (await connection.execute(sql, (THINKING, table))).fetchall()
        except (psycopg.Error, TimeoutError) as error:
            if connection is not None:
                await self._thinking.drop(connection)
            raise _trouble(error) from error

    # Reading.

    async def _read(self, sql: str, *values: object) -> Rows:
        if self._task is None:
            raise Trouble(Text("the server is stopping"))
        line = await self._readers.get()
        try:
            try:
                return await _ask(await line.connected(), sql, values)
            except psycopg.OperationalError:
                if not line.broken:
                    raise
                # It may have broken while nobody used it: a read can simply be done again.
                return await _ask(await line.connected(), sql, values)
        except (psycopg.DataError, UnicodeEncodeError):  # no text that could be kept
            return []
        except (psycopg.Error, TimeoutError) as error:
            raise _trouble(error) from error
        finally:
            if not line.idle:  # the asker went away in the middle
                await line.drop()
            self._readers.put_nowait(line)

    # Writing.

    async def _write(self, key: str, write: Write[T]) -> T:
        if self._task is None:
            raise Trouble(Text("the server is stopping"))
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((key, write, future))
        # What is queued will be written whether or not the asker still waits for it.
        return await future

    async def _write_all(self) -> None:
        more = True
        while more:
            group: _Group = []
            item = await self._queue.get()
            while item is not None:
                group.append(item)
                if len(group) == MOST_AT_ONCE or self._queue.empty():
                    break
                item = self._queue.get_nowait()
            more = item is not None
            # In one order everywhere, so that no two processes wait for each other.
            group.sort(key=lambda item: item[0])
            answers = await self._write_group([write for _, write, _ in group])
            for (_, _, future), answer in zip(group, answers, strict=True):
                if future.done():
                    continue
                if isinstance(answer, Exception):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)

    async def _write_group(self, writes: list[Write[Any]]) -> list[Any]:
        """The answer to each write, an exception where it failed. All are committed by then."""
        if len(writes) > 1:
            try:
                return await self._committed(writes)
            except (errors.IntegrityError, errors.DeadlockDetected, psycopg.DataError):
                pass  # one of them is refused: once more, each alone
            except Exception as error:
                return [_reason(error)] * len(writes)
        return [await self._write_one(write) for write in writes]

    async def _write_one(self, write: Write[Any]) -> Any:
        for _ in range(3):
            try:
                return (await self._committed([write]))[0]
            except (errors.IntegrityError, errors.DeadlockDetected):
                continue  # another process was first with a number: perhaps the next one is free
            except Exception as error:
                return _reason(error)
        return Stale()

    async def _committed(self, writes: list[Write[Any]]) -> list[Any]:
        connection = await self._writer.connected()
        answers: list[Any] = [None] * len(writes)
        told: list[str] = []
        running = {i: write() for i, write in enumerate(writes)}
        rows: dict[int, list[Rows]] = {}
        begin: list[Statement] = [("BEGIN", ())]
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                while running:
                    asked = _step(running, rows, answers, told)
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
                    tell = "SELECT pg_notify(?, said) FROM unnest(?::text[]) AS said"
                    last: list[Statement] = [(tell, (CHANNEL, told))] if told else []
                    await _pipe(connection, [*last, ("COMMIT", ())])
            return answers
        except TimeoutError as error:
            await self._writer.drop(connection)
            raise _trouble(error) from error
        except psycopg.Error:
            with suppress(psycopg.Error):
                if connection.info.transaction_status != TransactionStatus.IDLE:
                    await connection.rollback()
            raise
        except BaseException:  # whatever it is, nothing of it may be committed with the next
            await self._writer.drop(connection)
            raise


def _step(
    running: dict[int, Steps[Any]],
    rows: dict[int, list[Rows]],
    answers: list[Any],
    told: list[str],
) -> dict[int, list[Statement]]:
    """Let each write that goes on say what it asks next; those that are done leave."""
    asked: dict[int, list[Statement]] = {}
    for i, steps in list(running.items()):
        try:
            wanted = steps.send(rows[i]) if i in rows else next(steps)
            while all(sql is TELL for sql, _ in wanted):
                told += [_payload(values) for _, values in wanted]
                wanted = steps.send([[] for _ in wanted])
        except StopIteration as done:
            answers[i] = done.value
            del running[i]
        except Stale as stale:  # it has changed nothing
            answers[i] = stale
            del running[i]
        else:
            told += [_payload(values) for sql, values in wanted if sql is TELL]
            asked[i] = [statement for statement in wanted if statement[0] is not TELL]
    return asked


def _payload(values: Sequence[object]) -> str:
    return ":".join(str(value) for value in values)


@cache
def _sql(sql: str) -> str:
    """The statement with psycopg's marks. All of them are ours: values never are part of one."""
    return sql.replace("?", "%s")


async def _ask(connection: psycopg.AsyncConnection, sql: str, values: Sequence[object]) -> Rows:
    async with asyncio.timeout(LONGEST_WAIT):
        return await (await connection.execute(_sql(sql), values)).fetchall()


async def _pipe(connection: psycopg.AsyncConnection, statements: Sequence[Statement]) -> list[Rows]:
    cursors = []
    async with connection.pipeline():
        for sql, values in statements:
            cursors.append(await connection.execute(_sql(sql), values))
    return [await cursor.fetchall() if cursor.description else [] for cursor in cursors]


def _trouble(error: psycopg.Error | TimeoutError) -> Trouble:
    return trouble(error) if isinstance(error, psycopg.Error) else away("no answer in time")


def _reason(error: Exception) -> Exception:
    return trouble(error) if isinstance(error, psycopg.Error) else error


def migrate(connection: psycopg.Connection) -> None:
    """Bring the database to our version; of several that start at once, one does."""
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({STARTING}, 0)")
        connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        row = connection.execute("SELECT max(version) FROM schema_version").fetchone()
        version = (row[0] if row else None) or 0
        for number, script in migrations(version, POSTGRESQL):
            connection.execute(script)
            connection.execute("INSERT INTO schema_version VALUES (%s)", (number,))
