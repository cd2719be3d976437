"""Several servers over one PostgreSQL: `python -m bench.servers [--seconds 6] [--json FILE]`.

The load is that of `bench.web`, first with the players of each table spread over the servers, then
with each table on one server, as a proxy that looks at the path can arrange it. Clients, servers
and PostgreSQL share the machine's cores, so the CPU time per event of each is reported too; use it
to plan for larger machines.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

import psutil

from bench.__main__ import machine, say
from bench.web import OURS, started
from bench.web_clients import HTTP
from bench.web_load import LISTENERS, Load, OurTable, Table, Wanted, cpu, runner
from claimant.chaos.postgres import start

GAMES = ("Claim It!, 4 players", "Claim, 4 players")
SPARES = 80
"""Tables prepared for when games end."""


class Spread(OurTable):
    """A table whose players use different servers."""

    urls: tuple[str, ...] = ()

    async def _listen(self) -> None:
        for seat in range(LISTENERS):
            await self._listen_at(seat, self.urls[seat % len(self.urls)])


class Crowd(Load):
    """The load on all servers together, and the CPU time that each part uses."""

    def __init__(
        self,
        wanted: Wanted,
        urls: tuple[str, ...],
        servers: list[int],
        postgresql: int,
        together: bool,
    ) -> None:
        super().__init__(wanted)
        self._places = cycle([(url,) for url in urls] if together else [urls])
        self._servers = servers
        self._postgresql = psutil.Process(postgresql)
        self.used: dict[str, float] = {}
        """CPU seconds by part."""

    async def _make(self) -> Table:
        places = next(self._places)
        table = await Spread.make(self.wanted, await HTTP.to(places[0]))
        assert isinstance(table, Spread)
        table.urls = places
        return table

    def _begin(self) -> None:
        self.used = {name: -seconds for name, seconds in self._so_far().items()}

    def _end(self) -> None:
        self.used = {name: self.used[name] + now for name, now in self._so_far().items()}

    def _so_far(self) -> dict[str, float]:
        processes = [self._postgresql, *self._postgresql.children()]
        return {
            "servers": sum(map(cpu, self._servers)),
            "PostgreSQL": sum(cpu(process.pid) for process in processes),
            "clients": time.process_time(),
        }


def measure(crowd: Crowd) -> dict[str, Any]:
    with asyncio.Runner(loop_factory=runner()) as loop:
        found = loop.run(crowd.run())
    return {
        "moves per second": found.moves / found.seconds,
        "events per second": found.events / found.seconds,
        "CPU ms per event": {k: 1000 * v / found.events for k, v in crowd.used.items()},
        "cores used": {k: v / found.seconds for k, v in crowd.used.items()},
    }


def line(found: dict[str, Any]) -> str:
    costs, busy = (
        ", ".join(f"{part} {value:.2f}" for part, value in found[what].items())
        for what in ("CPU ms per event", "cores used")
    )
    return (
        f"{found['game']}, servers: {found['servers']}"
        f"{', each table on one' * found['together']}:"
        f" {found['moves per second']:.0f} moves and"
        f" {found['events per second']:.0f} events per second; CPU ms per event: {costs};"
        f" cores used: {busy}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.servers")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    results: list[dict[str, Any]] = []
    with ExitStack() as stack:
        database = start(durable=True)
        stack.callback(database.cleanup)
        pid = database.get_pid()
        assert pid is not None
        command = [sys.executable, "-m", "bench.web_server", ".", "--database", database.get_uri()]
        servers = [stack.enter_context(started(command, None)) for _ in range(max(chosen.servers))]
        kinds = [(count, together) for count in chosen.servers for together in (False, True)]
        for count, together in kinds:
            if count == 1 and together:
                continue
            running = servers[:count]
            urls = tuple(hello["url"] for _, hello in running)
            for name in GAMES:
                say(f"{name}, servers: {count}")
                wanted = Wanted(
                    *(urls[0], "claimant", running[0][0]),
                    **OURS[name],
                    tables=chosen.tables,
                    seconds=chosen.seconds,
                    spares=SPARES,
                )
                crowd = Crowd(wanted, urls, [server for server, _ in running], pid, together)
                said = {"game": name, "servers": count, "together": together}
                results.append(said | measure(crowd))
                print(line(results[-1]), flush=True)
    if chosen.json:
        report = {"machine": machine(), "results": results}
        chosen.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
