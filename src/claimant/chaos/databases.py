"""The databases under test: how to read them, and how to make them fail for a while."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, Protocol, Self

import psutil

from claimant.chaos.postgres import PostgresServer, restart, start
from claimant.web.store.databases import FILE, store_at
from claimant.web.store.sql import SqlStore


class ChaosDatabase(Protocol):
    @property
    def address(self) -> str:
        """The value of `--database`; empty for a file in the server's folder."""
        ...

    servers: int
    """The default number of servers that use it."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def store(self) -> SqlStore:
        """A store to read it with."""
        ...

    def writers(self, servers: Sequence[int]) -> Sequence[int]:
        """The processes that write its files, given those of the servers."""
        ...

    async def fail(self, seconds: float) -> None:
        """Be unusable for a while."""
        ...


class SqliteDatabase:
    """A file in the server's folder."""

    address = ""
    servers = 1

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def store(self) -> SqlStore:
        return store_at("", self._folder)

    def writers(self, servers: Sequence[int]) -> Sequence[int]:
        return servers

    async def fail(self, seconds: float) -> None:
        """Be locked by another program."""
        other = sqlite3.connect(self._folder / FILE, isolation_level=None, timeout=5)
        with closing(other), suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(seconds)
            other.execute("ROLLBACK")


class PostgresqlDatabase:
    """A PostgreSQL server of its own."""

    servers = 2
    _server: PostgresServer

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Self:
        self._server = start(durable=False)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.cleanup()

    @property
    def address(self) -> str:
        return str(self._server.get_uri())

    def store(self) -> SqlStore:
        return store_at(self.address, self._folder)

    def writers(self, servers: Sequence[int]) -> Sequence[int]:
        return [child.pid for child in self._process().children()]

    def _process(self) -> psutil.Process:
        return psutil.Process(self._server.get_pid())

    async def fail(self, seconds: float) -> None:
        """Crash and be started again."""
        process = self._process()
        os.kill(process.pid, signal.SIGQUIT)
        while is_running(process):  # not our child: there is nothing to wait on
            await asyncio.sleep(0.01)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(restart, self._server)


def is_running(process: psutil.Process) -> bool:
    """Whether a process is still running. In a container whose first process does not reap
    children, dead processes remain as zombies."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


DATABASES: Final[dict[str, Callable[[Path], ChaosDatabase]]] = {
    "sqlite": SqliteDatabase,
    "postgresql": PostgresqlDatabase,
}
