"""Servers are killed while programs play: nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import psutil
import pytest

from claimant.chaos import server
from claimant.chaos.databases import KINDS, alive
from claimant.chaos.judge import Judged, judge
from claimant.chaos.players import Diary, TableSeen
from claimant.chaos.run import Torture
from claimant.web.store.databases import FILE
from claimant.web.store.interface import TableRow, TableSummary
from claimant.web.store.sqlite import SqliteStore
from claimant.web.tables.options import TableOptions


def answers_too_early(port: int, folder: Path, database: str) -> None:
    append = SqliteStore.append

    async def early(self: SqliteStore, *what: Any) -> None:
        """Say that it is kept, and keep it a little later."""
        loop = asyncio.get_running_loop()
        loop.call_later(1.0, lambda: loop.create_task(append(self, *what)))

    SqliteStore.append = early  # type: ignore[method-assign, assignment]
    server.run(port, folder, database)


@pytest.mark.timeout(900)  # a slow machine is no failure
@pytest.mark.parametrize("kind", KINDS)
def test_twenty_kills_lose_nothing(tmp_path: Path, kind: str) -> None:
    with KINDS[kind](tmp_path) as database:
        torture = Torture(tmp_path, database, database.servers, seed=1, tables=8)
        found = asyncio.run(torture.run(20))
    assert found.wrong == []
    assert (found.lost, found.doubled, found.stuck, found.missed) == (0, 0, 0, 0)
    assert found.clean
    assert found.kills == 20
    assert found.acknowledged > 100
    assert found.games > 4  # whole games, their luck verified


def test_a_store_that_answers_before_it_commits_is_caught(tmp_path: Path) -> None:
    with KINDS["sqlite"](tmp_path) as database:
        torture = Torture(tmp_path, database, serving=answers_too_early, tables=4)
        found = asyncio.run(torture.run(3))
    assert found.lost > 0
    assert not found.clean


def test_the_dead_whom_nobody_buries_are_not_waited_for() -> None:
    """In a container the first process is often one that waits for no orphans."""
    with subprocess.Popen(["true"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read() == b""
        dead = psutil.Process(process.pid)
        while dead.status() != psutil.STATUS_ZOMBIE:
            pass
        assert not alive(dead)
    assert not alive(dead)  # buried now
    assert alive(psutil.Process())


def test_players_go_on_while_it_is_judged(tmp_path: Path) -> None:
    """One of them may lose a seat with an answer, and the table leaves the diary."""
    diary, judged = Diary({"t": TableSeen()}), Judged()
    header = TableOptions("claim-it", 1, 2, {}).to_json()
    row = TableRow(
        "t", "c", header, bytes(32), False, None, 1.0, TableSummary("waiting", None, None)
    )

    class Busy(SqliteStore):
        async def table(self, table: str) -> TableRow | None:
            del diary.tables[table]
            return await super().table(table)

    async def look() -> None:
        store = Busy(tmp_path / FILE)
        store.prepare()
        await store.open()
        await store.create(row, [])
        await judge(store, diary, judged)
        await store.close()

    asyncio.run(look())
    assert (judged.lost, judged.doubled, judged.wrong) == (set(), set(), [])
