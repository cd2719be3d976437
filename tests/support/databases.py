"""Real databases: a SQLite file, and PostgreSQL from a wheel, started when first needed."""

from __future__ import annotations

import itertools
import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import psycopg
import pytest

from claimant.chaos.postgres import PostgresServer, restart, start
from claimant.web.store.postgresql import PostgresqlStore
from claimant.web.store.sql import SqlStore
from claimant.web.store.sqlite import SqliteStore
from support.site import Site, running

__all__ = [
    "Database",
    "File",
    "PostgresServer",
    "Served",
    "database",
    "postgresql",
    "restart",
    "running_on",
    "served",
]

KINDS = ("sqlite", "postgresql")
_numbers = itertools.count(1)


class Database(Protocol):
    kind: str
    address: str
    """The value of `claimant serve --database`; empty for a file."""

    def store(self) -> SqlStore:
        """A store over it that is not prepared yet."""
        ...

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Execute a statement on another connection and return its rows."""
        ...

    def script(self, sql: str) -> None: ...

    def fresh(self, folder: Path) -> Database:
        """Another of the same kind, empty."""
        ...


class File:
    kind = "sqlite"
    address = ""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "claimant.sqlite"

    def store(self) -> SqlStore:
        return SqliteStore(self.path)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            return connection.execute(sql).fetchall()

    def script(self, sql: str) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            connection.executescript(sql)

    def fresh(self, folder: Path) -> Database:
        return File(folder)


class Served:
    kind = "postgresql"

    def __init__(self, server: PostgresServer) -> None:
        name = f"test_{os.getpid()}_{next(_numbers)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        self.server = server
        self.address = server.get_uri(database=name)

    def store(self) -> SqlStore:
        return PostgresqlStore(self.address)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.address, autocommit=True) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def script(self, sql: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(sql)

    def fresh(self, folder: Path) -> Database:
        return Served(self.server)


@contextmanager
def served() -> Iterator[PostgresServer]:
    """A PostgreSQL server of its own."""
    server = start(durable=False)
    try:
        yield server
    finally:
        server.cleanup()


def running_on(database: Database, folder: Path, **settings: Any) -> AbstractContextManager[Site]:
    """A server that uses it."""
    return running(folder, database=database.address, **settings)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresServer]:
    with served() as server:
        yield server


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return File(tmp_path)
    return Served(request.getfixturevalue("postgresql"))
