"""`claimant backup`, `restore`, `export` and `import`: a server's data to files and back."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from claimant.cli.console import console
from claimant.cli.errors import FAILED, CommandError, print_error
from claimant.i18n import Text
from claimant.web.notifications.keys import Keys
from claimant.web.ops.settings import Settings
from claimant.web.people import keys
from claimant.web.store import archive
from claimant.web.store import backup as backups
from claimant.web.store import check as checks
from claimant.web.store.check import Findings
from claimant.web.store.databases import store_at
from claimant.web.store.interface import StoreError
from claimant.web.store.sql import SqlStore

T = TypeVar("T")


def backup(file: Path, data: Path, database: str, language: str) -> int:
    """Write a backup, even while a server is running."""
    try:
        store = store_at(database, data)
        store.check()
        found = backups.backup(store, file)
    except StoreError as trouble:
        raise CommandError(trouble.text) from trouble
    _say(Text("everything is in {file}; keep it private", file=file), language)
    return _name_damaged(found, language)


def check(data: Path, database: str, language: str) -> int:
    """Check all that is stored, even while a server is running; status 1 if any is damaged."""

    async def look(store: SqlStore) -> Findings:
        return await checks.check(store)

    found = _with_store(database, data, look)
    _say(Text("{n} table was checked", "{n} tables were checked", n=found.tables), language)
    return _name_damaged(found, language)


def _name_damaged(found: Findings, language: str) -> int:
    for table, problem in found.damaged:
        print_error(Text("table {table}: {problem}", table=table, problem=problem), language)
    for evening, problem in found.damaged_evenings:
        text = Text("series or tournament {id}: {problem}", id=evening, problem=problem)
        print_error(text, language)
    return FAILED if found.damaged or found.damaged_evenings else 0


def restore(file: Path, data: Path, database: str, replace: bool, language: str) -> int:
    """Restore a backup while no server is running."""
    try:
        store = store_at(database, data)
        backups.restore(file, store, replace=replace)
        found = asyncio.run(backups.check_chains(store))
    except StoreError as trouble:
        raise CommandError(trouble.text) from trouble
    _say(Text("{file} is restored", file=file), language)
    return _name_damaged(found, language)


def new_key(data: Path, database: str, drop_old: bool, language: str) -> int:
    """Begin to sign cookies with a new key, and encrypt the addresses of people with another, even
    while a server is running."""

    async def rotate(store: SqlStore) -> None:
        await keys.rotate(store, data, time.time(), drop_old=drop_old)
        secret = os.environ.get("CLAIMANT_ADDRESS_SECRET", "")
        await Keys(store, Settings(data, address_secret=secret)).rotate(drop_old=drop_old)

    _with_store(database, data, rotate)
    if drop_old:
        text = Text("there is a new key, and cookies signed with another are no longer valid")
    else:
        text = Text("there is a new key; servers use it in two minutes, and nobody is signed out")
    _say(text, language)
    return 0


def export_games(file: Path, data: Path, database: str, running: bool, language: str) -> int:
    """Write the records of finished games, even while a server is running; status 1 if some could
    not be written."""

    async def write(store: SqlStore) -> archive.Exported:
        with backups.atomic_file(file) as made, made.open("wb") as tar:
            return await archive.export(store, tar, running=running)

    count = _with_store(database, data, write)
    _say(
        Text(
            "{n} finished game is in {file}",
            "{n} finished games are in {file}",
            n=count.finished,
            file=file,
        ),
        language,
    )
    if count.running:
        included = Text(
            "{n} running game is included as spectators see it",
            "{n} running games are included as spectators see them",
            n=count.running,
        )
        left_out = Text(
            "{n} running game was left out",
            "{n} running games were left out",
            n=count.running,
        )
        _say(included if running else left_out, language)
    if count.called_off:
        text = Text(
            "{n} game that was called off is included",
            "{n} games that were called off are included",
            n=count.called_off,
        )
        _say(text, language)
    for table, problem in count.failed:
        print_error(Text("table {table}: {problem}", table=table, problem=problem), language)
    return FAILED if count.failed else 0


def import_games(file: Path, data: Path, database: str, public: bool, language: str) -> int:
    """Import finished games; status 1 if any had to be left out."""

    async def read(store: SqlStore) -> archive.Imported:
        return await archive.import_games(store, file, public=public)

    result = _with_store(database, data, read, new=True)
    for name, text in result.bad:
        print_error(Text("{file}: {problem}", file=name, problem=text), language)
    if result.unnamed:
        more = Text(
            "{n} more file is not a finished game",
            "{n} more files are not finished games",
            n=result.unnamed,
        )
        print_error(more, language)
    _say(Text("{n} game was imported", "{n} games were imported", n=result.taken), language)
    if result.known:
        _say(
            Text("{n} game existed already", "{n} games existed already", n=result.known),
            language,
        )
    return FAILED if result.bad else 0


def _with_store(
    database: str, data: Path, use: Callable[[SqlStore], Awaitable[T]], *, new: bool = False
) -> T:
    """Use a store, even while a server is running on it. With `new` it is created if missing."""

    async def run(store: SqlStore) -> T:
        await store.open()
        try:
            return await use(store)
        finally:
            await store.close()

    try:
        store = store_at(database, data)
        if new and store.missing:
            store.prepare()
        else:
            store.check()
        return asyncio.run(run(store))
    except StoreError as trouble:
        raise CommandError(trouble.text) from trouble


def _say(text: Text, language: str) -> None:
    console().print(text.say(language), soft_wrap=True)
