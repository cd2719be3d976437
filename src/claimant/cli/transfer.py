"""`claimant backup`, `restore`, `export` and `import`: what a server has, into files and back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from claimant.cli.screen import Refused, complain, console
from claimant.i18n import Text
from claimant.web.store import archive
from claimant.web.store import backup as backups
from claimant.web.store.databases import database as database_at
from claimant.web.store.interface import Trouble
from claimant.web.store.sql import Ledger

T = TypeVar("T")


def backup(file: Path, data: Path, database: str, language: str) -> int:
    try:
        kept = database_at(database, data)
        kept.look()
        backups.backup(kept, file)
    except Trouble as trouble:
        raise Refused(trouble.text) from trouble
    _say(Text("all is in {file}; keep it private", file=file), language)
    return 0


def restore(file: Path, data: Path, database: str, replace: bool, language: str) -> int:
    try:
        backups.restore(file, database_at(database, data), replace=replace)
    except Trouble as trouble:
        raise Refused(trouble.text) from trouble
    _say(Text("{file} is in its place", file=file), language)
    return 0


def export(file: Path, data: Path, database: str, running: bool, language: str) -> int:
    async def write(kept: Ledger) -> archive.Exported:
        with backups.written(file) as made, made.open("wb") as tar:
            return await archive.export(kept, tar, running=running)

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
        some = Text(
            "{n} game is not over: it is there as a spectator may read it",
            "{n} games are not over: they are there as a spectator may read them",
            n=count.running,
        )
        none = Text(
            "{n} game is not over and was left out",
            "{n} games are not over and were left out",
            n=count.running,
        )
        _say(some if running else none, language)
    return 0


def take_in(file: Path, data: Path, database: str, public: bool, language: str) -> int:
    """Status 1 where anything had to be left out."""

    async def read(kept: Ledger) -> archive.Imported:
        return await archive.take_in(kept, file, public=public)

    result = _with_store(database, data, read, new=True)
    for name, text in result.bad:
        complain(Text("{file}: {problem}", file=name, problem=text), language)
    _say(Text("{n} game was taken in", "{n} games were taken in", n=result.taken), language)
    if result.known:
        _say(
            Text("{n} game was here already", "{n} games were here already", n=result.known),
            language,
        )
    return 1 if result.bad else 0


def _with_store(
    database: str, data: Path, use: Callable[[Ledger], Awaitable[T]], *, new: bool = False
) -> T:
    """Use a store beside the server that may be running on it; a new one where that is wanted."""

    async def run(kept: Ledger) -> T:
        await kept.open()
        try:
            return await use(kept)
        finally:
            await kept.close()

    try:
        kept = database_at(database, data)
        if new and kept.missing:
            kept.prepare()
        else:
            kept.look()
        return asyncio.run(run(kept))
    except Trouble as trouble:
        raise Refused(trouble.text) from trouble


def _say(text: Text, language: str) -> None:
    console().print(text.say(language), soft_wrap=True)
