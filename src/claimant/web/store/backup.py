"""Backups: all that is kept, in one file, while the server goes on.

A backup is a SQLite database of ours, whatever kind it was made of, and can be restored to either:
that is also how one moves from SQLite to PostgreSQL or back.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from claimant.i18n import Text
from claimant.web.store import interface, sqlite
from claimant.web.store.interface import Store, Trouble
from claimant.web.store.schema import TABLES
from claimant.web.store.sqlite import SQLite

AT_ONCE: Final = 2000
"""Rows that are held in memory."""


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """A file beside the one wanted, which takes its place once it is whole and on the disk. No
    file is overwritten; nobody else may read it, for it holds secrets."""
    if path.exists():
        raise Trouble(Text("{file} is there already", file=path))
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    os.close(number)
    made = Path(name)
    try:
        yield made
        with made.open("rb+") as file:
            os.fsync(file.fileno())
        made.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        with suppress(FileNotFoundError):
            made.unlink()


def _unwritable(path: Path, error: OSError) -> Trouble:
    return Trouble(Text("{file} cannot be written: {reason}", file=path, reason=error.strerror))


def backup(kept: Store, path: Path) -> None:
    """Write a backup as of now. Nobody has to wait for it."""
    with written(path) as made, closing(_plain(made)) as target:
        try:
            if isinstance(kept, SQLite):
                with closing(sqlite.connect(kept.path)) as source:
                    source.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")
            else:
                from claimant.web.store.postgresql_copy import dump

                sqlite.migrate(target)
                dump(kept, target)
            _check(target)
        except sqlite3.Error as error:
            raise sqlite.trouble(error) from error


def restore(path: Path, kept: Store, *, replace: bool = False) -> None:
    """Put a backup in the place of what is kept. `Trouble` where a server runs, or where there is
    something already and it is not to be replaced."""
    if not path.exists():
        raise Trouble(Text("{file}: there is no such file", file=path))
    if sqlite.version_of(path) == 0:
        raise Trouble(Text("{file} is no backup", file=path))
    if isinstance(kept, SQLite):
        _restore_file(path, kept.path, replace)
    else:
        from claimant.web.store.postgresql_copy import load

        with tempfile.TemporaryDirectory(prefix="claimant-") as folder:
            copy = Path(folder) / "copy.sqlite"
            _copy(path, copy)
            with closing(_plain(copy)) as source:
                load(source, kept, replace)


def _restore_file(path: Path, place: Path, replace: bool) -> None:
    with sqlite.locked(place.parent):
        if place.exists() and not replace and _used(place):
            raise in_use()
        copy = place.with_name(place.name + "-restored")
        copy.unlink(missing_ok=True)
        _copy(path, copy)
        for rest in ("-wal", "-shm"):  # of what is replaced
            place.with_name(place.name + rest).unlink(missing_ok=True)
        copy.replace(place)


def in_use() -> Trouble:
    return Trouble(Text("there are tables already; --replace puts the backup in their place"))


def _used(path: Path) -> bool:
    """Whether anyone has been here; what cannot be read has certainly been used."""
    try:
        with closing(_plain(path)) as connection:
            asked = "SELECT EXISTS (SELECT * FROM tables) OR EXISTS (SELECT * FROM people)"
            return bool(connection.execute(asked).fetchone()[0])
    except sqlite3.Error:
        return True


def _copy(path: Path, copy: Path) -> None:
    """A copy of a backup, whole, brought to our version and on the disk."""
    try:
        with closing(_plain(path)) as source, closing(_plain(copy)) as target:
            source.backup(target)
            _check(target)
            target.execute("PRAGMA journal_mode = DELETE")
            target.execute("PRAGMA synchronous = EXTRA")
            sqlite.migrate(target)
    except sqlite3.Error as error:
        raise sqlite.trouble(error) from error


def _check(connection: sqlite3.Connection) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise interface.damaged(found)


def _plain(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    assert table in TABLES
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
