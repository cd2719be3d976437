"""Connections to PostgreSQL: their settings, one that reconnects, and the errors in words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import psycopg
from psycopg import conninfo

from claimant.web.store import interface
from claimant.web.store.interface import StoreError

TIMEOUT: Final = 5.0
"""Seconds for an answer. To people who play, a database that needs longer is not there."""

_LIMITS: Final = (
    "SET statement_timeout = '4s'; SET lock_timeout = '2s';"
    " SET idle_in_transaction_session_timeout = '10s'"
)


async def set_limits(connection: psycopg.AsyncConnection) -> None:
    await connection.execute(_LIMITS)


class ReconnectingConnection:
    """A connection that is made when it is needed, and made again after it was lost.

    The pool is for connections that are interchangeable. The writer's, and the one that owns the
    locks, are not.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.AsyncConnection | None = None
        self._connecting = asyncio.Lock()
        self.backend_pid = 0
        """The process id of the server at the other end."""
        self._users = 0

    @asynccontextmanager
    async def use(self) -> AsyncIterator[psycopg.AsyncConnection]:
        """The connection, which is not closed as an idle one meanwhile."""
        self._users += 1
        try:
            yield await self.get()
        finally:
            self._users -= 1

    async def get(self) -> psycopg.AsyncConnection:
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                await set_limits(connection)
                self._connection = connection
                self.backend_pid = connection.info.backend_pid
            return self._connection

    async def close(self, failed: psycopg.AsyncConnection | None = None) -> None:
        """Close the connection, or the one that failed: there may be another by now, on which
        others are waiting. (If it were closed, they would wait in vain.)"""
        connection = self._connection if failed is None else failed
        if self._connection is connection:
            self._connection = None
        if connection is not None:
            with suppress(psycopg.Error):
                await connection.close()

    async def close_if_idle(self) -> None:
        if not self._users:
            await self.close()


@contextmanager
def closed_meanwhile() -> Iterator[None]:
    """Report a connection as lost that another task has closed while this one waits for it. By then
    its file may be a client's connection, which asyncio refuses to stop watching."""
    try:
        yield
    except RuntimeError as error:
        raise psycopg.OperationalError("the connection was closed meanwhile") from error


def with_timeouts(address: str) -> str:
    """The address with our timeouts, unless it has its own."""
    ours: dict[str, str | int] = {
        "connect_timeout": 3,
        "tcp_user_timeout": 5000,
        "keepalives_idle": 10,
        "application_name": "claimant",
    }
    try:
        theirs = conninfo.conninfo_to_dict(address)
    except psycopg.Error as error:
        raise interface.failing(error) from error
    return conninfo.make_conninfo("", **(ours | {k: v for k, v in theirs.items() if v is not None}))


def store_error(error: psycopg.Error | TimeoutError) -> StoreError:
    """The error in a sentence for people."""
    if isinstance(error, TimeoutError):
        return interface.unreachable("no answer in time")
    state = error.sqlstate or ""
    reason = " ".join(str(error).split())
    if state == "53100":
        return interface.disk_full(reason)
    if state in ("55P03", "40P01", "57014"):
        return interface.busy(reason)
    if state in ("XX001", "XX002"):
        return interface.damaged(reason)
    if isinstance(error, psycopg.OperationalError) and (not state or state[:2] in ("08", "57")):
        return interface.unreachable(reason)
    return interface.failing(reason)
