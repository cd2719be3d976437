"""The databases under torture: how to look into one, and how it goes away for a while."""

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


class Database(Protocol):
    @property
    def address(self) -> str:
        """What the server is told; empty for a file in its folder."""
        ...

    servers: int
    """How many work on it where nobody says."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def store(self) -> SqlStore:
        """To look into it."""
        ...

    def writers(self, servers: Sequence[int]) -> Sequence[int]:
        """Of all processes those that write its files."""
        ...

    async def go_away(self, seconds: float) -> None:
        """Be of no use to anyone, and come back."""
        ...


class File:
    """SQLite, in the server's folder."""

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

    async def go_away(self, seconds: float) -> None:
        """Another program holds it for itself."""
        other = sqlite3.connect(self._folder / FILE, isolation_level=None, timeout=5)
        with closing(other), suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(seconds)
            other.execute("ROLLBACK")


class Served:
    """A PostgreSQL of its own."""

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

    async def go_away(self, seconds: float) -> None:
        """It crashes, and is started again."""
        process = self._process()
        os.kill(process.pid, signal.SIGQUIT)
        while alive(process):
            await asyncio.sleep(0.01)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(restart, self._server)


def alive(process: psutil.Process) -> bool:
    """Whether it still runs. In a container whose first process buries nobody, the dead stay."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


KINDS: Final[dict[str, Callable[[Path], Database]]] = {"sqlite": File, "postgresql": Served}
