"""Backups: everything in the store, in one file, while the server is running.

A backup is always a SQLite database and can be restored to either kind, which is also the way to
move from SQLite to PostgreSQL or back.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from claimant.i18n import Text
from claimant.web.store import interface, sqlite
from claimant.web.store.check import Findings, check
from claimant.web.store.interface import Store, StoreError
from claimant.web.store.private import make_private_file, sync_folder
from claimant.web.store.schema import SQLITE, TABLES, migrations
from claimant.web.store.seal import break_seal, seal
from claimant.web.store.sqlite import SqliteStore

BATCH: Final = 2000
"""Rows in memory at a time."""


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Write a file that appears at its path only once it is complete and on the disk. Never
    overwrites a file, not even one that appears meanwhile; only its owner may read it, for it
    contains secrets."""
    if path.exists():
        raise _exists(path)
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
        _give_name(made, path)
        sync_folder(path.parent)
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        with suppress(FileNotFoundError):
            made.unlink()


def _give_name(made: Path, path: Path) -> None:
    """Raises `FileExistsError` if there is a file of that name."""
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        make_private_file(path, new=True)
        made.replace(path)


def _exists(path: Path) -> StoreError:
    return StoreError(Text("{file} is there already", file=path))


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(Text("{file} cannot be written: {reason}", file=path, reason=error.strerror))


def backup(store: Store, path: Path) -> Findings:
    """Write a backup of the current state, and restore it for a test before it gets its name. The
    server goes on meanwhile. Returns what is damaged in it, which was damaged before."""
    with atomic_file(path) as made:
        _write(store, made)
        with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
            copy = SqliteStore(Path(folder) / "copy.sqlite")
            restore(made, copy)
            return asyncio.run(check_chains(copy))


async def check_chains(store: Store) -> Findings:
    """Check that all events in a store are those that were written."""
    await store.open()
    try:
        return await check(store, replay=False)
    finally:
        await store.close()


def _write(store: Store, made: Path) -> None:
    with closing(_plain(made)) as target:
        try:
            if isinstance(store, SqliteStore):
                with closing(sqlite.connect(store.path)) as source:
                    source.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")
            else:
                from claimant.web.store.postgresql_copy import dump

                sqlite.migrate(target)
                dump(store, target)
            _check(target)
            seal(target)
        except sqlite3.Error as error:
            raise sqlite.store_error(error) from error


def restore(path: Path, store: Store, *, replace: bool = False) -> None:
    """Replace the content of a store by a backup. Raises `StoreError` if the backup was altered, if
    a server is using the store, or if it has content that is not to be replaced."""
    if not path.exists():
        raise StoreError(Text("{file}: there is no such file", file=path))
    version = sqlite.version_of(path)
    if version == 0:
        raise StoreError(Text("{file} is not a backup", file=path))
    migrations(version, SQLITE)  # refuses one from a newer version
    if isinstance(store, SqliteStore):
        _restore_file(path, store.path, replace)
    else:
        from claimant.web.store.postgresql_copy import load

        with tempfile.TemporaryDirectory(prefix="claimant-") as folder:
            copy = Path(folder) / "copy.sqlite"
            _copy(path, copy)
            with closing(_plain(copy)) as source:
                load(source, store, replace)


def _restore_file(path: Path, place: Path, replace: bool) -> None:
    """Everything or nothing, whenever this is killed: the new database is completed under another
    name. Renaming it is the one step that counts; `finish_restore` does the rest, if need be when
    the server is started the next time."""
    with sqlite.lock_folder(place.parent):
        sqlite.finish_restore(place)
        if place.exists():
            if not replace and _used(place):
                raise not_empty()
            _release(place)
        copy = sqlite.beside(place, ".new")
        for name in ("", *sqlite.BESIDE):
            sqlite.beside(copy, name).unlink(missing_ok=True)
        make_private_file(copy)
        _copy(path, copy)
        copy.replace(sqlite.beside(place, sqlite.RESTORED))
        sync_folder(place.parent)
        sqlite.finish_restore(place)


def _release(path: Path) -> None:
    """Raise `StoreError` if another program, such as an import, has the database open: closing it
    later, that program would delete files of the new one."""
    try:
        with closing(_plain(path)) as old:
            # Needs the database for itself alone. Puts the log's content into the database.
            old.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        if sqlite.is_busy(error):
            raise sqlite.store_error(error) from error
        # Too damaged to be read, which may be why it is to be replaced.


def not_empty() -> StoreError:
    return StoreError(Text("there are tables already; --replace puts the backup in their place"))


def _used(path: Path) -> bool:
    """Whether there is any content; a file that cannot be read has certainly been used."""
    try:
        with closing(_plain(path)) as connection:
            query = "SELECT EXISTS (SELECT * FROM tables) OR EXISTS (SELECT * FROM people)"
            return bool(connection.execute(query).fetchone()[0])
    except sqlite3.Error:
        return True


def _copy(path: Path, copy: Path) -> None:
    """Write a copy of a backup that is complete, in our version and on the disk."""
    try:
        with closing(_plain(path)) as source, closing(_plain(copy)) as target:
            source.backup(target)
            _check(target)
            break_seal(target)
            target.execute("PRAGMA journal_mode = DELETE")
            target.execute("PRAGMA synchronous = EXTRA")
            sqlite.migrate(target)
    except sqlite3.Error as error:
        raise sqlite.store_error(error) from error


def _check(connection: sqlite3.Connection) -> None:
    try:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except UnicodeDecodeError as error:  # the damaged part is named in the reason
        raise interface.damaged(str(error)) from error
    if found != "ok":
        raise interface.damaged(found)


def _plain(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    assert table in TABLES
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
