"""Exporting games as a tar of records, and importing them."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import re
import secrets
import tarfile
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import IO, Final, cast

from claimant import luck
from claimant.bots.characters import character, character_key, level_of
from claimant.i18n import Text
from claimant.record import HINT, MAX_FILE_BYTES, BadRecord, Record, dumps, loads, replay
from claimant.web.people.names import clean
from claimant.web.people.people import MAX_NAME_LENGTH
from claimant.web.store.check import all_tables
from claimant.web.store.interface import (
    DamagedTable,
    SeatRow,
    StoreError,
    TableRow,
    TableSummary,
)
from claimant.web.store.sql import SqlStore
from claimant.web.tables.options import TableOptions
from claimant.web.tables.table import Table

MAX_HEADER: Final = 1 << 16
"""Bytes of a tar's own headers, such as long names, per member."""
MAX_MEMBERS: Final = 1_000_000
MAX_SKIPPED: Final = 1 << 30
"""Bytes of members that are not records: an archive with more was not made for this program."""
MAX_NAMED: Final = 100
"""Members that are left out and named; of further ones only the number is kept."""


@dataclass
class Exported:
    finished: int = 0
    called_off: int = 0
    running: int = 0
    failed: list[tuple[str, Text]] = field(default_factory=list)
    """The ids of tables that could not be exported, and why."""


@dataclass
class Imported:
    taken: int = 0
    known: int = 0
    """Games that the store had already."""
    bad: list[tuple[str, Text]] = field(default_factory=list)
    """Members that are not finished games, and why; at most `MAX_NAMED`."""
    unnamed: int = 0
    """Further ones."""

    def leave_out(self, name: str, why: Text) -> None:
        if len(self.bad) < MAX_NAMED:
            self.bad.append((name, why))
        else:
            self.unnamed += 1


async def export(store: SqlStore, file: IO[bytes], *, running: bool = False) -> Exported:
    """Write every finished game, games that were called off and, if wanted, running games as a
    spectator may read them. Returns how many there are of each, and what could not be written."""
    count = Exported()
    with tarfile.open(fileobj=file, mode="w") as tar:
        async for row in all_tables(store):
            try:
                events = await store.events(row.id)
                table = await Table.load(row, await store.seats(row.id), events)
                if not events:
                    continue
                if table.over or running:
                    _add(tar, table, events[-1].at)
            except DamagedTable as damaged:
                count.failed.append((row.id, damaged.text))
            except BadRecord as bad:  # more than a record can have
                count.failed.append((row.id, bad.text))
            else:
                count.called_off += table.called_off
                count.finished += table.over and not table.called_off
                count.running += not table.over
    return count


def _add(tar: tarfile.TarFile, table: Table, at: float) -> None:
    text = dumps(table.record(None)).encode()
    # Not the table's id: a reader of the record is not to find what was said at the table.
    name = f"{table.game.name}-{hashlib.sha256(text).hexdigest()[:16]}.claim"
    folder = {"over": "", "called-off": "called-off/"}.get(table.status, "running/")
    member = tarfile.TarInfo(folder + name)
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
                called_off = Text("the game was called off")
                raise StoreError(called_off if record.called_off else Text("the game is not over"))
            # Anyone can verify the random draws of a table; a record without proof is refused.
            luck.verify(record)
        except (BadRecord, StoreError) as bad:
            text = bad.text
            if isinstance(bad, BadRecord):
                text = Text("line {line}: {problem}", line=bad.line, problem=bad.text)
            result.leave_out(name, text)
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
        with _decompressed(path) as file:
            for name, member, data in _members(file):
                yield name, _record(name, member, data)
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise StoreError(Text("{file} is not a tar archive of records", file=path)) from error
    except OSError as error:
        reason = error.strerror or Text("it cannot be read")
        raise StoreError(Text("{file}: {reason}", file=path, reason=reason)) from error


def _decompressed(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        start = file.read(6)
    if start.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.open(path))
    if start.startswith(b"BZh"):
        return cast(IO[bytes], bz2.open(path))
    return cast(IO[bytes], lzma.open(path)) if start == b"\xfd7zXZ\0" else path.open("rb")


def _members(file: IO[bytes]) -> Iterator[tuple[str, tarfile.TarInfo, bytes]]:
    """The members of a tar, one at a time: their names, headers, and content if it may be a record.

    `tarfile` itself reads extended headers of any length into memory and keeps all members."""
    long_name = ""
    skipped = members = 0
    while (block := _exactly(file, tarfile.BLOCKSIZE)).strip(b"\0"):
        member = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        extended = member.type in (*_EXTENDED, tarfile.GNUTYPE_LONGLINK)
        if not 0 <= member.size <= (MAX_HEADER if extended else MAX_SKIPPED):
            raise tarfile.ReadError
        padded = -(-member.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
        if extended:
            long_name = _EXTENDED.get(member.type, _no_name)(_exactly(file, padded)) or long_name
            continue
        members += 1
        is_record = member.isfile() and member.size <= MAX_FILE_BYTES
        skipped += 0 if is_record else padded
        if members > MAX_MEMBERS or skipped > MAX_SKIPPED:
            raise StoreError(Text("this archive is too large: split it"))
        data = _exactly(file, padded)[: member.size] if is_record else b""
        if not is_record and member.isfile():
            for _ in range(padded // tarfile.BLOCKSIZE):
                _exactly(file, tarfile.BLOCKSIZE)
        if not member.isdir():
            yield long_name or member.name, member, data
        long_name = ""


def _exactly(file: IO[bytes], size: int) -> bytes:
    data = file.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _gnu_name(data: bytes) -> str:
    return data.rstrip(b"\0").decode(errors="replace")


def _pax_name(data: bytes) -> str:
    found = re.search(rb"(?:^|\n)[0-9]+ path=([^\n]*)", data)
    return found[1].decode(errors="replace") if found else ""


def _no_name(data: bytes) -> str:
    return ""


_EXTENDED: Final[dict[bytes, Callable[[bytes], str]]] = {
    tarfile.GNUTYPE_LONGNAME: _gnu_name,
    tarfile.XHDTYPE: _pax_name,
    tarfile.XGLTYPE: _no_name,
}
"""Members that describe the next one: how to find its name in them."""


def _record(name: str, member: tarfile.TarInfo, data: bytes) -> Record | Text:
    if not member.isfile() or PurePosixPath(name).suffix != ".claim":
        return Text("this is not a record")
    if member.size > MAX_FILE_BYTES:
        return Text("a record has at most {n} MiB", n=MAX_FILE_BYTES >> 20)
    try:
        return loads(data)
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
        hints="".join([f" {c.after - 1}" for c in record.comments if c.line == HINT and c.after]),
    )


def _options(record: Record) -> TableOptions:
    game = record.game
    fixed = (game.name, game.rules, game.players, game.options)
    return TableOptions(*fixed, luck=luck.protocol_of(record))


def _seats(record: Record) -> list[SeatRow]:
    seats = []
    for seat, (name, word) in enumerate(zip(record.names, record.words, strict=True)):
        level = level_of(name)
        if level is not None:
            called = record.headers.get(character_key(seat), "")
            known = called if character(called, seat).name == called else ""
            seats.append(SeatRow(seat, "bot", level[:40], name=known, colour=seat, word=word))
        else:
            shown = clean(name)[:MAX_NAME_LENGTH]
            seats.append(SeatRow(seat, "person", name=shown, colour=seat, word=word))
        given = luck.Secret.of(record, record.headers["seed"]).contributions[seat]
        seats[-1] = replace(seats[-1], commit_hash=given.commit, bits=given.bits)
    return seats
