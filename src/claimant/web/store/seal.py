"""The digest that a backup carries of its whole content, by which an alteration is noticed."""

from __future__ import annotations

import hashlib
import sqlite3
import struct
from typing import Final

from claimant.i18n import Text
from claimant.web.store.interface import StoreError

SEALED: Final = 4
"""The first schema version whose backups are sealed."""
_TABLE: Final = "seal"


def seal(connection: sqlite3.Connection) -> None:
    """Add the digest to a database."""
    found = digest(connection)
    connection.execute(f"CREATE TABLE {_TABLE} (digest TEXT NOT NULL)")
    connection.execute(f"INSERT INTO {_TABLE} VALUES (?)", (found,))


def break_seal(connection: sqlite3.Connection) -> None:
    """Remove the digest of a backup. Raises `StoreError` if it has none or is not what it was."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    names = [name for name, _ in _schema(connection, everything=True)]
    if version < SEALED and _TABLE not in names:
        return
    promised = (
        connection.execute(f"SELECT digest FROM {_TABLE}").fetchall() if _TABLE in names else []
    )
    if promised != [(digest(connection),)]:
        raise StoreError(
            Text("the backup has changed since it was written: nothing is restored from it"),
            "backup-altered",
        )
    connection.execute(f"DROP TABLE {_TABLE}")


def digest(connection: sqlite3.Connection) -> str:
    """The SHA-256 of the tables, indexes and rows of a database, whatever their order on disk."""
    whole = hashlib.sha256()
    whole.update(_encoded(connection.execute("PRAGMA user_version").fetchone()[0]))
    for name, sql in _schema(connection):
        whole.update(_encoded(name) + _encoded(sql))
        if not (sql or "").startswith("CREATE TABLE"):
            continue
        columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
        keys = [f'"{column[1]}"' for column in columns if column[5]]
        order = ", ".join(keys or [f'"{column[1]}"' for column in columns])
        for row in connection.execute(f'SELECT * FROM "{name}" ORDER BY {order}'):
            whole.update(b"".join(map(_encoded, row)))
    return whole.hexdigest()


def _schema(
    connection: sqlite3.Connection, *, everything: bool = False
) -> list[tuple[str, str | None]]:
    rows = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    return [(name, sql) for name, sql in rows if everything or name != _TABLE]


def _encoded(value: object) -> bytes:
    """A value encoded so that no two different values look alike, in any row."""
    if isinstance(value, str):
        data = value.encode()
        return b"s%d:%b" % (len(data), data)
    if isinstance(value, bytes):
        return b"b%d:%b" % (len(value), value)
    if isinstance(value, float):
        return b"f" + struct.pack(">d", value)
    return b"n" if value is None else b"i%d:" % int(str(value))
