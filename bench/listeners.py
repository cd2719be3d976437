"""Many listeners: `python -m bench.listeners [--listeners 2000] [--minutes 5] [--json FILE]`.

One server process serves this many feeds for this long while games go on at all tables. Reports
whether a listener missed a version, and the memory per idle table, busy table and listener.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, cast
from urllib.parse import urlsplit

from bench.__main__ import machine, say
from bench.web import cores, on_core, started
from bench.web_clients import HTTP

TABLES = 200
PACE = 4.0
"""Seconds per move at each table: faster than people play."""
_ID = re.compile(rb"(?:^|\n)id: (\d+)\n")


class Feed(asyncio.Protocol):
    """A listener that counts the versions of a table that it receives and those it misses."""

    def __init__(self, path: str, host: str) -> None:
        self._asked = f"GET {path}/feed HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        self._rest = b""
        self.version = 0
        self.heard = 0
        self.missed = 0
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        whole, cut, self._rest = self._rest.rpartition(b"\n\n")
        for found in _ID.findall(whole + cut):
            version = int(found)
            if self.version:
                self.missed += max(0, version - self.version - 1)
                self.heard += version > self.version
            self.version = max(self.version, version)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True


class Table:
    """A table at which one client plays both seats."""

    def __init__(self, http: HTTP, luck: random.Random) -> None:
        self._http = http
        self._luck = luck
        self.path = ""
        self.version = 0
        self.over = False
        self._tokens: list[str] = []

    async def make(self) -> None:
        asked = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
        made = await self._http.json("/api/tables", asked)
        self.path = f"/api/tables/{made['table']}"
        joined = await self._http.json(f"{self.path}/join", {})
        self._tokens = [made["token"], joined["token"]]

    async def move(self) -> None:
        """Make one move for the seat to move. Nobody stops, so games outlast the benchmark."""
        seen = await self._see(0)
        seat = seen["actor"]
        if self.over or seat not in (0, 1):
            return
        legal = (await self._see(seat))["legal"]
        event = self._luck.choice([choice for choice in legal if choice != "stop"] or legal)
        said = {"version": seen["version"], "event": event}
        done = await self._http.json(f"{self.path}/events", said, self._bearer(seat))
        self.version = done["version"]

    async def _see(self, seat: int) -> dict[str, Any]:
        _, _, body = await self._http.ask("GET", self.path, headers=self._bearer(seat))
        seen: dict[str, Any] = json.loads(body)
        self.version, self.over = seen["version"], seen["over"]
        return seen

    def _bearer(self, seat: int) -> str:
        return f"Authorization: Bearer {self._tokens[seat]}\r\n"


@dataclass
class Found:
    listeners: int
    tables: int
    minutes: float
    moves: int = 0
    heard: int = 0
    missed: int = 0
    lost: int = 0
    """Connections that ended before the benchmark did."""
    behind: int = 0
    """Listeners that had not received the last version at the end."""
    idle_table: float = 0.0
    """In KB, like the next two."""
    busy_table: float = 0.0
    listener: float = 0.0
    busy: float = 0.0
    """The share of a core that the server used."""


def memory(pid: int) -> int:
    """The resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def seconds(pid: int) -> float:
    """The CPU seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def listen(url: str, pid: int, found: Found) -> None:
    there = urlsplit(url)
    host, port = there.hostname or "", there.port or 0
    luck = random.Random(1)
    loop = asyncio.get_running_loop()
    before = memory(pid)
    tables = []
    for _ in range(found.tables):
        table = Table(await HTTP.to(url), luck)
        await table.make()
        tables.append(table)
    made = memory(pid)
    found.idle_table = (made - before) / found.tables / 1024
    feeds = []
    for number in range(found.listeners):
        path = tables[number % found.tables].path
        feed = Feed(path, there.netloc)
        await loop.create_connection(lambda feed=feed: feed, host, port)  # type: ignore[misc]
        feeds.append(feed)
    while not all(feed.version for feed in feeds):
        await asyncio.sleep(0.05)
    held = memory(pid)
    found.listener = (held - made) / found.listeners / 1024
    end = monotonic() + found.minutes * 60
    spent = seconds(pid)

    async def play(table: Table) -> None:
        await asyncio.sleep(luck.uniform(0, PACE))
        while monotonic() < end and not table.over:
            await table.move()
            found.moves += 1
            await asyncio.sleep(luck.uniform(0.5, 1.5) * PACE)

    await asyncio.gather(*(play(table) for table in tables))
    while monotonic() < end:  # all games are over
        await asyncio.sleep(0.1)
    await asyncio.sleep(2.0)
    found.busy = (seconds(pid) - spent) / (found.minutes * 60)
    found.busy_table = (memory(pid) - held) / found.tables / 1024
    for number, feed in enumerate(feeds):
        found.heard += feed.heard
        found.missed += feed.missed
        found.lost += feed.lost
        found.behind += feed.version < tables[number % found.tables].version


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--listeners", type=int, default=2000)
    options.add_argument("--minutes", type=float, default=5.0)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    found = Found(chosen.listeners, TABLES, chosen.minutes)
    server, client = cores()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.web_server", folder]
        with started(command, server) as (pid, said), on_core(client):
            say(f"{found.listeners} listeners at {found.tables} tables for {found.minutes} minutes")
            asyncio.run(listen(said["url"], pid, found))
    print(f"| {' | '.join(asdict(found))} |")
    print(f"| {' | '.join(format(value, '.6g') for value in asdict(found).values())} |")
    if chosen.json is not None:
        chosen.json.write_text(json.dumps({"machine": machine(), **asdict(found)}, indent=2))


if __name__ == "__main__":
    main()
