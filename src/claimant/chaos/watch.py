"""Watching servers over hours: memory, file handles and disk must not grow without a reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

import httpx
import psutil

from claimant.chaos.server import METRICS_TOKEN
from claimant.chaos.server_processes import ServerProcess

MIB: Final = 1 << 20
TABLE: Final = 200_000
"""Bytes that a table in memory may cost; idle ones are dropped when there are 2,000."""
SPARE_MEMORY: Final = 48 * MIB
SPARE_HANDLES: Final = 40
"""Connections come and go."""
EVENT: Final = 500
"""Bytes that an event may take on the disk, with its share of everything else."""
SPARE_DISK: Final = 64 * MIB
"""Of logs that the database truncates from time to time."""
MIN_SAMPLES: Final = 8


@dataclass(frozen=True)
class Sample:
    """One server at a moment."""

    memory: int
    tables: int
    """Tables in memory."""
    handles: int


@dataclass
class Watch:
    """What was seen of the servers, in order."""

    servers: dict[int, list[Sample]] = field(default_factory=dict)
    """By number."""
    disk: list[tuple[int, int]] = field(default_factory=list)
    """Bytes, and events acknowledged by then."""

    async def look(
        self, http: httpx.AsyncClient, servers: Sequence[ServerProcess], folder: Path, events: int
    ) -> None:
        for number, server in enumerate(servers):
            bearer = {"Authorization": f"Bearer {METRICS_TOKEN}"}
            metrics = (await http.get(f"{server.url}/metrics", headers=bearer)).text
            found = re.search(r"^claimant_tables_in_memory (\S+)", metrics, re.MULTILINE)
            assert found is not None
            process = psutil.Process(server.pid)
            sample = Sample(process.memory_info().rss, int(float(found[1])), process.num_fds())
            self.servers.setdefault(number, []).append(sample)
        self.disk.append((_size(folder), events))

    def growth(self) -> list[str]:
        """What has grown. The beginning, while a server loads what it needs, does not count."""
        wrong = []
        for number, samples in self.servers.items():
            if len(samples) >= MIN_SAMPLES:
                wrong += [f"server {number}: {words}" for words in _growth_of(samples)]
        if len(self.disk) >= MIN_SAMPLES:
            (before, then), (after, now) = self.disk[len(self.disk) // 4], self.disk[-1]
            if after - before > SPARE_DISK + EVENT * (now - then):
                grown = (after - before) // MIB
                wrong.append(f"the disk: {grown} MiB more for {now - then} events")
        return wrong


def _growth_of(samples: Sequence[Sample]) -> list[str]:
    quarter = len(samples) // 4
    early, late = samples[quarter : 2 * quarter], samples[-quarter:]
    # What one more table costs is known, and how many there may be is bounded.
    memory = [median(one.memory - TABLE * one.tables for one in part) for part in (early, late)]
    handles = [median(one.handles for one in part) for part in (early, late)]
    wrong = []
    if memory[1] - memory[0] > SPARE_MEMORY:
        wrong.append(f"the memory has grown by {(memory[1] - memory[0]) / MIB:.0f} MiB")
    if handles[1] - handles[0] > SPARE_HANDLES:
        wrong.append(f"the file handles have grown from {handles[0]:.0f} to {handles[1]:.0f}")
    return wrong


def _size(folder: Path) -> int:
    """The bytes of all files in a folder, as far as they are there long enough to be asked."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size
        except FileNotFoundError:
            continue
    return size
