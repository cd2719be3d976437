"""Exporting games as a tar of records, and importing them."""

from __future__ import annotations

import hashlib
import io
import secrets
import tarfile
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import IO, Final

from claimant import luck
from claimant.i18n import Text
from claimant.record import MAX_FILE_BYTES, BadRecord, Record, dumps, loads, replay
from claimant.web.people.names import clean
from claimant.web.people.people import MAX_NAME_LENGTH
from claimant.web.store.interface import SeatRow, StoreError, TableRow, TableSummary
from claimant.web.store.sql import SqlStore
from claimant.web.tables.options import TableOptions
from claimant.web.tables.table import Table

BATCH: Final = 100
"""Tables read at a time."""


@dataclass
class Exported:
    finished: int = 0
    running: int = 0


@dataclass
class Imported:
    taken: int = 0
    known: int = 0
    """Games that the store had already."""
    bad: list[tuple[str, Text]] = field(default_factory=list)
    """Members that are not finished games, and why."""


async def export(store: SqlStore, file: IO[bytes], *, running: bool = False) -> Exported:
    """Write every finished game and, if wanted, running games as a spectator may read them. Returns
    how many there are of each."""
    count = Exported()
    with tarfile.open(fileobj=file, mode="w") as tar:
        last = ""
        while rows := await store.tables_after(last, BATCH):
            last = rows[-1].id
            for row in rows:
                events = await store.events(row.id)
                if not events:
                    continue
                table = Table(row, await store.seats(row.id))
                table.extend(events)
                count.finished += table.over
                count.running += not table.over
                if table.over or running:
                    _add(tar, table, events[-1].at)
    return count


def _add(tar: tarfile.TarFile, table: Table, at: float) -> None:
    text = dumps(table.record(None)).encode()
    # Not the table's id: a reader of the record is not to find what was said at the table.
    name = f"{table.game.name}-{hashlib.sha256(text).hexdigest()[:16]}.claim"
    member = tarfile.TarInfo(name if table.over else f"running/{name}")
    member.size = len(text)
    member.mtime = int(at)
    tar.addfile(member, io.BytesIO(text))


async def import_games(store: SqlStore, path: Path, *, public: bool = False) -> Imported:
    """Add every finished game of a tar as a finished table, unless it is there already."""
    result = Imported()
    known: dict[bytes, list[str]] = {}
    for secret, table in await store.finished_secrets():
        known.setdefault(secret, []).append(table)
    for name, record in _records(path):
        try:
            if isinstance(record, Text):
                raise StoreError(record)
            if replay(record).actor is not None:
                raise StoreError(Text("the game is not over"))
            # Anyone can verify the random draws of a table; a record without proof is refused.
            luck.verify(record)
        except (BadRecord, StoreError) as bad:
            text = bad.text
            if isinstance(bad, BadRecord):
                text = Text("line {line}: {problem}", line=bad.line, problem=bad.text)
            result.bad.append((name, text))
            continue
        secret = bytes.fromhex(record.headers["seed"])
        if await _is_known(store, known.get(secret, []), record):
            result.known += 1
            continue
        row = _row(record, secret, public)
        await store.create(row, _seats(record), record.events)
        known.setdefault(secret, []).append(row.id)
        result.taken += 1
    return result


async def _is_known(store: SqlStore, tables: list[str], record: Record) -> bool:
    """Whether one of these tables has the same game. Simulated games may share their secret."""
    for table in tables:
        events = await store.events(table)
        if [event.event for event in events] == list(record.events):
            return True
    return False


def _records(path: Path) -> Iterator[tuple[str, Record | Text]]:
    """The records in a tar by name, or what is wrong with them."""
    try:
        with tarfile.open(path) as tar:
            for member in tar:
                if member.isdir():
                    continue
                yield member.name, _record(tar, member)
    except (tarfile.TarError, EOFError) as error:
        raise StoreError(Text("{file} is no tar of records", file=path)) from error
    except OSError as error:
        raise StoreError(Text("{file}: {reason}", file=path, reason=error.strerror)) from error


def _record(tar: tarfile.TarFile, member: tarfile.TarInfo) -> Record | Text:
    if not member.isfile() or PurePosixPath(member.name).suffix != ".claim":
        return Text("this is no record")
    if member.size > MAX_FILE_BYTES:
        return Text("a record has at most {n} MiB", n=MAX_FILE_BYTES >> 20)
    file = tar.extractfile(member)
    assert file is not None
    try:
        return loads(file.read())
    except BadRecord as bad:
        return Text("line {line}: {problem}", line=bad.line, problem=bad.text)


def _row(record: Record, secret: bytes, public: bool) -> TableRow:
    return TableRow(
        id=urlsafe_b64encode(hashlib.sha256(dumps(record).encode()).digest()[:12]).decode(),
        code=secrets.token_hex(4),
        header=_options(record).to_json(),
        secret=secret,
        public=public,
        host=None,
        created=time.time(),
        summary=TableSummary("over", None, None),
        version=len(record.events),
    )


def _options(record: Record) -> TableOptions:
    game = record.game
    fixed = (game.name, game.rules, game.players, game.options)
    return TableOptions(*fixed, luck=luck.protocol_of(record))


def _seats(record: Record) -> list[SeatRow]:
    seats = []
    for seat, (name, word) in enumerate(zip(record.names, record.words, strict=True)):
        kind, _, level = name.partition(" ")
        if kind == "bot" and level:
            seats.append(SeatRow(seat, "bot", level[:40], colour=seat, word=word))
        else:
            shown = clean(name)[:MAX_NAME_LENGTH]
            seats.append(SeatRow(seat, "person", name=shown, colour=seat, word=word))
        given = luck.Secret.of(record, record.headers["seed"]).contributions[seat]
        seats[-1] = replace(seats[-1], commit_hash=given.commit, bits=given.bits)
    return seats
