"""A line to PostgreSQL: a connection that is made when it is needed, and again after it broke."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import psycopg
from psycopg import conninfo
from psycopg.pq import TransactionStatus

from claimant.web.store import interface
from claimant.web.store.interface import Trouble

LONGEST_WAIT: Final = 5.0
"""Seconds for an answer; a database that needs longer is not there for people who play."""

_LIMITS: Final = (
    "SET statement_timeout = '4s'; SET lock_timeout = '2s';"
    " SET idle_in_transaction_session_timeout = '10s'"
)


class Line:
    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.AsyncConnection | None = None
        self._connecting = asyncio.Lock()
        self.process = 0
        """The number of the server's process at the other end."""

    async def connected(self) -> psycopg.AsyncConnection:
        async with self._connecting:
            if self._connection is None or self._connection.closed:
                connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                await connection.execute(_LIMITS)
                self._connection = connection
                self.process = connection.info.backend_pid
            return self._connection

    @property
    def broken(self) -> bool:
        return self._connection is None or self._connection.closed

    @property
    def idle(self) -> bool:
        """Whether nothing is under way on it."""
        connection = self._connection
        return (
            connection is None
            or connection.closed
            or connection.info.transaction_status == TransactionStatus.IDLE
        )

    async def drop(self, failed: psycopg.AsyncConnection | None = None) -> None:
        """Close the connection, or the one that failed: by now there may be another, which others
        wait on. (Closed under them they would wait in vain, and libuv ends the whole process.)"""
        connection = self._connection if failed is None else failed
        if self._connection is connection:
            self._connection = None
        if connection is not None:
            with suppress(psycopg.Error):
                await connection.close()

    async def drop_idle(self) -> None:
        if self.idle:
            await self.drop()


def address_of(address: str) -> str:
    """Where the server is, with our patience where the address does not say another."""
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


def trouble(error: psycopg.Error) -> Trouble:
    """What is wrong, in a sentence."""
    state = error.sqlstate or ""
    reason = " ".join(str(error).split())
    if state == "53100":
        return interface.full(reason)
    if state in ("55P03", "40P01", "57014"):
        return interface.busy(reason)
    if state in ("XX001", "XX002"):
        return interface.damaged(reason)
    if isinstance(error, psycopg.OperationalError) and (not state or state[:2] in ("08", "57")):
        return interface.away(reason)
    return interface.failing(reason)
