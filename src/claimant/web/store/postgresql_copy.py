"""Copying a whole PostgreSQL database into a backup and out of one."""

from __future__ import annotations

import sqlite3

import psycopg
from psycopg import IsolationLevel

from claimant.i18n import Text
from claimant.web.store.backup import BATCH, columns, not_empty
from claimant.web.store.interface import Store, StoreError
from claimant.web.store.postgresql import SERVING, PostgresqlStore
from claimant.web.store.postgresql_connection import store_error
from claimant.web.store.schema import TABLES


def dump(store: Store, target: sqlite3.Connection) -> None:
    """Copy all rows as of one moment, while others go on writing."""
    assert isinstance(store, PostgresqlStore)
    store.check()
    try:
        with psycopg.connect(store.address) as source:
            source.isolation_level = IsolationLevel.REPEATABLE_READ
            source.read_only = True
            for table in TABLES:
                names = columns(target, table)
                marks = ", ".join("?" * len(names))
                target.execute("BEGIN")
                with source.cursor(f"dump_{table}") as rows:
                    rows.itersize = BATCH
                    rows.execute(f"SELECT {_listed(names)} FROM {table}")
                    target.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
                target.execute("COMMIT")
    except psycopg.Error as error:
        raise store_error(error) from error


def load(source: sqlite3.Connection, store: Store, replace: bool) -> None:
    """Copy all rows of a backup, in one transaction."""
    assert isinstance(store, PostgresqlStore)
    store.prepare()
    try:
        with psycopg.connect(store.address) as target, target.cursor() as cursor:
            cursor.execute(f"SELECT pg_try_advisory_xact_lock({SERVING}, 0)")
            if cursor.fetchone() != (True,):
                raise StoreError(Text("a server is using this database: stop it first"))
            cursor.execute("SELECT EXISTS (SELECT * FROM tables) OR EXISTS (SELECT * FROM people)")
            if cursor.fetchone() == (True,) and not replace:
                raise not_empty()
            cursor.execute(f"TRUNCATE {', '.join(TABLES)}")
            for table in TABLES:
                _load_table(source, cursor, table)
    except psycopg.Error as error:
        raise store_error(error) from error


def _load_table(source: sqlite3.Connection, cursor: psycopg.Cursor, table: str) -> None:
    names = columns(source, table)
    cursor.execute(f"SELECT {_listed(names)} FROM {table} LIMIT 0")
    flags = [column.type_code == 16 for column in cursor.description or ()]
    rows = source.execute(f"SELECT {_listed(names)} FROM {table}")
    with cursor.copy(f"COPY {table} ({_listed(names)}) FROM STDIN") as copy:
        for row in rows:
            # SQLite has no booleans, only 0 and 1.
            copy.write_row(
                [bool(value) if flag else value for value, flag in zip(row, flags, strict=True)]
            )


def _listed(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
