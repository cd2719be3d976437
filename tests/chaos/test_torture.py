"""Servers are killed while clients play: no acknowledged event is lost or duplicated."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path
from typing import Any

import psutil
import pytest

from claimant.chaos import server
from claimant.chaos.clients import ClientLog, TableLog
from claimant.chaos.databases import DATABASES, is_running
from claimant.chaos.run import ChaosRun
from claimant.chaos.verification import Verification
from claimant.web.store.databases import FILE
from claimant.web.store.interface import TableRow, TableSummary
from claimant.web.store.sqlite import SqliteStore
from claimant.web.tables.options import TableOptions


def acknowledges_too_early(port: int, folder: Path, database: str) -> None:
    append = SqliteStore.append

    async def early(self: SqliteStore, *what: Any) -> None:
        """Acknowledge an event and store it later."""
        loop = asyncio.get_running_loop()
        loop.call_later(1.0, lambda: loop.create_task(append(self, *what)))

    SqliteStore.append = early  # type: ignore[method-assign, assignment]
    server.run(port, folder, database)


@pytest.mark.timeout(900)  # slow machines are allowed
@pytest.mark.parametrize("kind", DATABASES)
def test_twenty_kills_lose_nothing(tmp_path: Path, kind: str) -> None:
    with DATABASES[kind](tmp_path) as database:
        chaos = ChaosRun(tmp_path, database, database.servers, seed=1, tables=8)
        found = asyncio.run(chaos.run(20))
    assert found.wrong == []
    assert (found.lost, found.doubled, found.stuck, found.missed) == (0, 0, 0, 0)
    assert found.clean
    assert found.kills == 20
    assert found.acknowledged > 100
    assert found.games > 4  # complete games whose random draws verify


def test_a_store_that_acknowledges_before_it_commits_is_caught(tmp_path: Path) -> None:
    with DATABASES["sqlite"](tmp_path) as database:
        chaos = ChaosRun(tmp_path, database, main=acknowledges_too_early, tables=4)
        found = asyncio.run(chaos.run(3))
    assert found.lost > 0
    assert not found.clean


def fails_to_append(port: int, folder: Path, database: str) -> None:
    async def fail(self: SqliteStore, *what: Any) -> None:
        raise LookupError("a fault for this test")

    SqliteStore.append = fail  # type: ignore[method-assign, assignment]
    server.run(port, folder, database)


def test_what_a_server_logged_is_reported_with_what_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are gone when the command ends."""
    monkeypatch.setattr("claimant.chaos.run.STUCK", 1.0)  # nobody will move any more
    with DATABASES["sqlite"](tmp_path) as database:
        chaos = ChaosRun(tmp_path, database, main=fails_to_append, tables=1)
        found = asyncio.run(chaos.run(1))
    first, *_, last = found.wrong
    assert ": 500 " in first
    assert last.startswith("logged: ")
    assert "LookupError: a fault for this test" in last


def test_a_zombie_is_not_waited_for() -> None:
    """In a container the first process often does not reap orphans."""
    with subprocess.Popen(["true"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read() == b""
        dead = psutil.Process(process.pid)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # ended, but not reaped
        assert not is_running(dead)
    assert not is_running(dead)  # reaped now
    assert is_running(psutil.Process())


def test_clients_go_on_during_verification(tmp_path: Path) -> None:
    """A client may lose its seat with a response, and then the table leaves the log."""
    log, verification = ClientLog({"t": TableLog()}), Verification()
    header = TableOptions("claim-it", 1, 2, {}).to_json()
    row = TableRow(
        "t", "c", header, bytes(32), False, None, 1.0, TableSummary("waiting", None, None)
    )

    class Busy(SqliteStore):
        async def table(self, table: str) -> TableRow | None:
            del log.tables[table]
            return await super().table(table)

    async def look() -> None:
        store = Busy(tmp_path / FILE)
        store.prepare()
        await store.open()
        await store.create(row, [])
        await verification.check(store, log)
        await store.close()

    asyncio.run(look())
    assert (verification.lost, verification.duplicated, verification.errors) == (set(), set(), [])
