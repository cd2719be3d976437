"""Issue 11, row 7: restoring a backup is all or nothing, whenever it is killed."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, File, PostgresServer, Served
from support.kills import killed_after_every_change

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


def test_a_process_is_killed_after_every_change_that_outlives_it(tmp_path: Path) -> None:
    """Otherwise the tests below would miss moments."""
    place, other = tmp_path / "place", tmp_path / "other"
    other.write_bytes(b"other")

    def copy_over() -> None:
        with other.open("rb") as source, (place / "file").open("r+b") as target:
            os.sendfile(target.fileno(), source.fileno(), 0, 5)

    steps: list[Callable[[], object]] = [
        place.mkdir,
        (place / "file").touch,
        lambda: os.truncate(place / "file", 3),
        copy_over,
        lambda: (place / "file").chmod(0o600),
        lambda: (place / "file").rename(place / "renamed"),
        lambda: (place / "symbolic").symlink_to("renamed"),
        lambda: (place / "linked").hardlink_to(place / "renamed"),
        (place / "symbolic").unlink,
        (place / "folder").mkdir,
        (place / "folder").rmdir,
    ]

    def snapshot() -> object:
        files = sorted(place.rglob("*"))
        return (
            place.exists(),
            [(file, file.lstat().st_mode, file.is_symlink()) for file in files],
            [file.read_bytes() for file in files if file.is_file()],
        )

    wanted = [snapshot()]
    for step in steps:
        step()
        wanted.append(snapshot())
    shutil.rmtree(place)
    found = []
    for _ in killed_after_every_change(lambda: [step() for step in steps]):
        found.append(snapshot())
        shutil.rmtree(place, ignore_errors=True)
    assert [now for now, _ in groupby(found)] == wanted


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
    for changes in killed_after_every_change(
        lambda: restore(tmp_path / "backup", place.store(), replace=True)
    ):
        left = sorted(file.read_bytes() for file in place.path.parent.rglob("*") if file.is_file())
        if left != seen:  # some calls only write to another place
            seen = left
            start(place)
            found.append(content(place))
            assert found[-1] in (before, after), f"killed after change {changes}"
        copied(killed, place.path.parent)
    switches = sum(one != other for one, other in pairwise(found))
    assert (found[0], found[-1], switches) == (before, after, 1)


def test_row_7_a_restore_to_postgresql_is_all_or_nothing_whenever_it_is_killed(
    postgresql: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # killed, it leaves its copy behind
    place, new = Served(postgresql), File(tmp_path / "new")
    asyncio.run(_fill(place, "old"))
    asyncio.run(_fill(new, "new"))
    backup(new.store(), tmp_path / "backup")
    before, after = content(place), content(new)
    for changes in killed_after_every_change(
        lambda: restore(tmp_path / "backup", place.store(), replace=True)
    ):
        now = content(place)
        assert now in (before, after), f"killed after change {changes}"
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
