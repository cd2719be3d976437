"""The stores: `python -m bench.store [--tables 10000] [--json FILE]`.

Measures the events per second that a store commits, for one writer and for many concurrent ones;
how long a server with many open tables takes to its first response; and how long it takes to stop
with open streams.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from bench.web import environment
from claimant import registry
from claimant.chaos.postgres import start
from claimant.luck import Secret
from claimant.web.store.databases import store_at
from claimant.web.store.interface import SeatRow, TableRow, TableSummary
from claimant.web.store.sql import SqlStore
from claimant.web.tables.options import TableOptions

RUNNING = TableSummary("running", 0, None)
STREAMS = 50
WRITERS = 200


@contextmanager
def addresses() -> Iterator[dict[str, str]]:
    """The address of each kind of database. PostgreSQL runs as long as this context."""
    server = start(durable=True)
    try:
        yield {"SQLite": "", "PostgreSQL": server.get_uri()}
    finally:
        server.cleanup()


def row(number: int, begun: str) -> TableRow:
    game = registry.games()["claim-it"].set_up(2, {})
    header = TableOptions(game.name, game.rules, game.players, game.options).to_json()
    name = f"bench-{number:010}"
    summary = TableSummary("running", int(begun[-1]), None)
    return TableRow(name, name[-8:], header, bytes(32), True, None, 1.0, summary, version=1)


async def fill(store: SqlStore, tables: int) -> None:
    """Store this many games that have just begun."""
    seats = [SeatRow(seat, "person", name=name) for seat, name in enumerate(("Ann", "Ben"))]
    first = Secret(bytes(32)).event(registry.games()["claim-it"].set_up(2, {}).start(), 1)
    for begin in range(0, tables, 500):
        numbers = range(begin, min(begin + 500, tables))
        await asyncio.gather(*(store.create(row(n, first), seats, [first]) for n in numbers))


async def events(store: SqlStore, tables: int, seconds: float) -> float:
    """The events per second with one writer at each of this many tables."""
    end = time.perf_counter() + seconds

    async def write(number: int) -> int:
        name = f"bench-{number:010}"
        version = len(await store.events(name))
        before = version
        while time.perf_counter() < end:
            await store.append(name, version, b"", ["roll", "dice 1 2 3"], 1.0, RUNNING)
            version += 2
        return version - before

    started = time.perf_counter()
    written = sum(await asyncio.gather(*(write(n) for n in range(tables))))
    return written / (time.perf_counter() - started)


async def measure(address: str, folder: Path, tables: int) -> dict[str, float]:
    store = store_at(address, folder)
    store.prepare()
    await store.open()
    try:
        await fill(store, max(tables, WRITERS + 1))
        alone = await events(store, 1, 2.0)
        many = await events(store, WRITERS, 4.0)
    finally:
        await store.close()
    return {"events/s, 1 writer": alone, f"events/s, {WRITERS} writers": many}


def serve(address: str, folder: Path, table: int) -> dict[str, float]:
    """Seconds from the start of the process to its first response, and from SIGTERM to its exit."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "claimant", "serve", "--port", str(port), "--rate", "0"]
    where = ["--database", address] if address else ["--data", str(folder)]
    started = time.perf_counter()
    server = subprocess.Popen([*command, *where], env=environment(), stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/api/tables/bench-{table:010}"
    try:
        while True:
            try:
                with urlopen(url, timeout=30) as answer:
                    assert json.load(answer)["status"] == "running"
                break
            except HTTPError:
                raise
            except OSError:  # the server does not listen yet
                time.sleep(0.01)
        until_answer = time.perf_counter() - started
        ticks = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        worked = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        streams = [urlopen(f"{url}/feed", timeout=30) for _ in range(STREAMS)]
        stopped = time.perf_counter()
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
        until_end = time.perf_counter() - stopped
        for stream in streams:
            stream.close()
    finally:
        server.kill()
        server.wait()
    return {
        "start to first response, s": until_answer,
        "start to first response, CPU s": worked,
        f"stop with {STREAMS} streams, s": until_end,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.store")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    with addresses() as kinds, tempfile.TemporaryDirectory() as folder:
        for kind, address in kinds.items():
            found[kind] = asyncio.run(measure(address, Path(folder), chosen.tables))
            found[kind] |= serve(address, Path(folder), max(chosen.tables, WRITERS + 1) - 1)
            for name, value in found[kind].items():
                print(f"{kind}: {name}: {value:,.2f}", flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps({"tables": chosen.tables, **found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
