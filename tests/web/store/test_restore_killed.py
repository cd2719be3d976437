"""Issue 11, row 7: restoring a backup is all or nothing, whenever it is killed."""

from __future__ import annotations

import asyncio
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, File, PostgresServer, Served
from support.kills import killed_at_every_system_call

from claimant.web.store.backup import backup, restore
from claimant.web.store.interface import PersonRow, StoreError
from claimant.web.store.schema import TABLES

Content = dict[str, list[tuple[Any, ...]]]


def content(database: Database) -> Content:
    return {table: sorted(database.ask(f"SELECT * FROM {table}")) for table in TABLES}


async def _fill(database: Database, person: str, left_open: Path | None = None) -> None:
    store = database.store()
    store.prepare()
    await store.open()
    await store.add_person(PersonRow(person, person, 0, b"", 1.0))
    if left_open is not None:  # what a server that is killed leaves behind: most is in the log
        shutil.copytree(left_open.parent, left_open.parent.with_name("killed"))
    await store.close()


def start(database: Database) -> None:
    """What starting a server does to the database."""
    store = database.store()
    store.prepare()
    asyncio.run(store.close())


def copied(source: Path, target: Path) -> File:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    return File(target)


@pytest.mark.timeout(1800)  # a run per system call
def test_row_7_a_restore_of_a_file_is_all_or_nothing_whenever_it_is_killed(tmp_path: Path) -> None:
    old, new = File(tmp_path / "old"), File(tmp_path / "new")
    asyncio.run(_fill(old, "old", old.path))
    asyncio.run(_fill(new, "new"))
    backup(new.store(), tmp_path / "backup")
    killed = tmp_path / "killed"
    assert (killed / "claimant.sqlite-wal").stat().st_size > 0
    before, after = content(copied(killed, tmp_path / "read")), content(new)
    assert before != after
    place = copied(killed, tmp_path / "place")
    found = []
    seen: list[bytes] = []
    for calls in killed_at_every_system_call(
        lambda: restore(tmp_path / "backup", place.store(), replace=True)
    ):
        left = sorted(file.read_bytes() for file in place.path.parent.rglob("*") if file.is_file())
        if left != seen:  # most system calls change nothing on the disk
            seen = left
            start(place)
            found.append(content(place))
            assert found[-1] in (before, after), f"killed at system call {calls}"
        copied(killed, place.path.parent)
    changes = sum(one != other for one, other in pairwise(found))
    assert (found[0], found[-1], changes) == (before, after, 1)


@pytest.mark.timeout(1800)  # a run per system call
def test_row_7_a_restore_to_postgresql_is_all_or_nothing_whenever_it_is_killed(
    postgresql: PostgresServer, tmp_path: Path
) -> None:
    place, new = Served(postgresql), File(tmp_path / "new")
    asyncio.run(_fill(place, "old"))
    asyncio.run(_fill(new, "new"))
    backup(new.store(), tmp_path / "backup")
    before, after = content(place), content(new)
    for calls in killed_at_every_system_call(
        lambda: restore(tmp_path / "backup", place.store(), replace=True)
    ):
        now = content(place)
        assert now in (before, after), f"killed at system call {calls}"
        if now == after:  # committed, whether or not the process got to know
            return
    raise AssertionError("nothing was restored")


def test_row_7_a_restore_that_was_killed_is_finished_before_anything_else(tmp_path: Path) -> None:
    old, new = File(tmp_path / "old"), File(tmp_path / "new")
    asyncio.run(_fill(old, "old"))
    asyncio.run(_fill(new, "new"))
    after = content(new)
    new.path.replace(old.path.with_name("claimant.sqlite-replacement"))
    with pytest.raises(StoreError, match="start the server once"):
        old.store().check()
    start(old)
    old.store().check()
    assert content(old) == after


def test_row_7_a_database_that_another_program_has_open_is_not_replaced(tmp_path: Path) -> None:
    place, new = File(tmp_path / "place"), File(tmp_path / "new")
    asyncio.run(_fill(place, "old"))
    asyncio.run(_fill(new, "new"))
    backup(new.store(), tmp_path / "backup")
    before = content(place)

    async def import_meanwhile() -> None:
        store = place.store()
        await store.open()
        try:
            with pytest.raises(StoreError, match="another program"):
                restore(tmp_path / "backup", place.store(), replace=True)
        finally:
            await store.close()

    asyncio.run(import_meanwhile())
    assert content(place) == before


def test_row_7_a_database_too_damaged_to_be_read_is_replaced(tmp_path: Path) -> None:
    place, new = File(tmp_path / "place"), File(tmp_path / "new")
    asyncio.run(_fill(new, "new"))
    backup(new.store(), tmp_path / "backup")
    place.path.parent.mkdir()
    place.path.write_bytes(b"not a database" * 1000)
    restore(tmp_path / "backup", place.store(), replace=True)
    assert content(place) == content(new)
