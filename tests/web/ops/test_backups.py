"""Backups that a server makes by itself."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from support.databases import Database, File, running_on
from support.messages import until
from support.site import ManualClock, play_out

from claimant.web.ops import logs
from claimant.web.ops.backups import Backups
from claimant.web.ops.settings import Settings
from claimant.web.store.backup import restore


def backups_of(database: Database, folder: Path, clock: ManualClock, keep: int = 2) -> Backups:
    return Backups(
        Settings(folder, database.address, now=clock, backup_every=3600.0, keep_backups=keep)
    )


def age(text: str) -> float:
    return float(
        next(x for x in text.splitlines() if x.startswith("claimant_backup_age")).split()[1]
    )


def test_a_server_makes_backups_that_can_be_restored(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path, backup_every=3600.0) as site:
        made = site.services.backups.folder
        until(lambda: site.metrics and list(made.glob("*.backup")), "the backup")
        site.time.now += 100
        assert 100 <= age(site.metrics) < 1000
    (file,) = made.iterdir()
    restore(file, File(tmp_path / "new").store())


def test_without_the_option_there_are_no_backups(tmp_path: Path) -> None:
    with running_on(File(tmp_path), tmp_path) as site:
        assert "claimant_backup_age" not in site.metrics
        assert not site.services.backups.folder.exists()


def test_only_so_many_backups_are_kept_and_none_is_deleted_while_a_table_is_damaged(
    tmp_path: Path,
) -> None:
    database = File(tmp_path)
    with running_on(database, tmp_path) as site:
        play_out(*site.pair())
    clock = ManualClock()
    backups = backups_of(database, tmp_path, clock)
    names = []
    for _ in range(3):
        clock.now += 3600
        assert asyncio.run(backups.make())
        names.append(max(path.name for path in backups.folder.iterdir()))
    assert sorted(path.name for path in backups.folder.iterdir()) == names[1:]
    good = backups.age
    database.ask("UPDATE events SET event = 'x' WHERE version = 3")
    written = io.StringIO()
    logs.set_up("json", written)
    for _ in range(2):
        clock.now += 3600
        assert asyncio.run(backups.make())
    assert len(list(backups.folder.iterdir())) == 4
    assert "1 tables are damaged" in written.getvalue()
    assert good is not None
    assert backups.age == pytest.approx(good + 7200)


def test_a_backup_that_fails_is_logged_and_leaves_nothing(tmp_path: Path) -> None:
    database = File(tmp_path)
    with running_on(database, tmp_path):
        pass
    database.path.write_bytes(b"not a database" * 1000)
    for name in ("-wal", "-shm"):
        Path(f"{database.path}{name}").unlink(missing_ok=True)
    backups = backups_of(database, tmp_path, ManualClock())
    written = io.StringIO()
    logs.set_up("json", written)
    assert not asyncio.run(backups.make())
    assert "a backup failed" in written.getvalue()
    assert list(backups.folder.iterdir()) == []
