"""The soak test: programs play for a time, and nothing grows."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from claimant.chaos.databases import SqliteDatabase
from claimant.chaos.run import ChaosRun
from claimant.chaos.watch import EVENT, MIB, TABLE, Sample, Watch


def watch(*samples: Sample, disk: list[tuple[int, int]] | None = None) -> Watch:
    return Watch({0: list(samples)}, disk or [(0, 0)] * len(samples))


def test_a_server_in_a_steady_state_is_fine() -> None:
    start = [Sample(50 * MIB, 0, 20)] * 4  # loading does not count
    busy = [Sample(300 * MIB + TABLE * n, n, 40 + n % 20) for n in range(12)]
    disk = [(EVENT * n * 1000, n * 1000) for n in range(16)]
    assert watch(*start, *busy, disk=disk).growth() == []


@pytest.mark.parametrize("resource", ["memory", "file handles", "disk"])
def test_growth_is_found(resource: str) -> None:
    memory, handles, disk = (resource == name for name in ("memory", "file handles", "disk"))
    samples = [
        Sample(100 * MIB + memory * n * 10 * MIB, 5, 30 + handles * n * 10) for n in range(16)
    ]
    sizes = [(disk * n * 20 * MIB, n) for n in range(16)]
    (found,) = watch(*samples, disk=sizes).growth()
    assert resource in found


def test_a_short_soak_finds_nothing_and_verifies_every_game(tmp_path: Path) -> None:
    seen: list[float] = []
    with SqliteDatabase(tmp_path) as database:
        found = asyncio.run(ChaosRun(tmp_path, database, tables=2).soak(6, seen.append))
    assert found.clean, found.wrong
    assert found.acknowledged > 0
    assert found.games == found.tables > 0
    assert len(seen) >= 8
