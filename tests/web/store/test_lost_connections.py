"""Connections to PostgreSQL that are closed while someone waits for an answer."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from support.databases import PostgresServer, Served

from claimant.web.store.interface import StoreError
from claimant.web.store.postgresql import PostgresqlStore

LOCAL = "127.0.0.1"
SLEEP = "SELECT pg_sleep(3)"
RUNNING = f"SELECT 1 FROM pg_stat_activity WHERE query = '{SLEEP}' AND state = 'active'"


@asynccontextmanager
async def opened(database: Served) -> AsyncIterator[PostgresqlStore]:
    store = database.store()
    assert isinstance(store, PostgresqlStore)
    store.prepare()
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def asking(sql: str) -> Any:
    def write() -> Generator[list[tuple[str, tuple[()]]], Any, Any]:
        return (yield [(sql, ())])[0]

    return write


def test_a_connection_that_is_closed_while_it_is_waited_for_is_a_lost_one(
    postgresql: PostgresServer,
) -> None:
    """Not a fault of the server, which would be answered with 500: by then its file has the number
    of a client's connection, and asyncio refuses to stop watching that."""

    async def lose() -> None:
        accepted: list[asyncio.StreamWriter] = []
        clients = await asyncio.start_server(lambda _, writer: accepted.append(writer), LOCAL, 0)
        async with opened(Served(postgresql)) as store:
            connection = await store._writer.get()
            number = connection.pgconn.socket
            waiting = asyncio.create_task(store._write("a", asking(SLEEP)))
            while not await store._read(RUNNING):
                pass
            with socket.create_connection(clients.sockets[0].getsockname()):
                connection.pgconn.finish()
                while not accepted:
                    await asyncio.sleep(0)
                assert accepted[0].get_extra_info("socket").fileno() == number
                with pytest.raises(StoreError):
                    await waiting
                accepted[0].close()
            assert await store._write("a", asking("SELECT 1")) == [(1,)]
        clients.close()

    asyncio.run(lose())


def test_a_connection_that_is_used_is_not_closed_as_an_idle_one(postgresql: PostgresServer) -> None:
    """Before its first answer a commit looks idle."""

    async def close_again_and_again() -> None:
        async with opened(Served(postgresql)) as store:
            writing = asyncio.create_task(store._write("a", asking("SELECT 1")))
            while not writing.done():
                await store._writer.close_if_idle()
                await asyncio.sleep(0)
            assert await writing == [(1,)]

    asyncio.run(close_again_and_again())
