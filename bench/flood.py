"""What others notice when a client floods the server: `python -m bench.flood [--write-docs]`.

Calm and flooded periods alternate, so that other work on the machine affects both equally. The
flood comes from one address, each of the other players from another. The limits are the defaults.
It takes about five minutes, in which nothing else should run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from bench.__main__ import PAGE, ROOT, machine, say
from bench.attacks import add_long_game, attack
from bench.solver import write_docs
from bench.web import cores, environment, on_core, started
from bench.web_clients import HTTP, BrokenError
from bench.web_load import cpu, runner

OTHERS = 20
RATE = 4.0
"""Moves per second of each of the others: faster than anyone plays."""
CONNECTIONS = 50
FLOOD = "127.0.0.66"
BEFORE = 2.0
"""Seconds of flood before it is measured: by then the allowed burst is used up."""
KINDS = ("pages", "moves", "tables", "connections", "trailers", "feeds", "accents")
ATTACKS = ("trailers", "feeds")
"""Floods that are not ordinary requests."""
MARKS = ("<!-- flood measured: begin -->", "<!-- flood measured: end -->")
ACCENTS = b"word=" + b"%CC%81" * 10_000
"""A form with a word for the luck that is hard to normalize."""
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@dataclass
class Waits:
    """Seconds from a request of the others to the response."""

    calm: list[float] = field(default_factory=list)
    flooded: list[float] = field(default_factory=list)
    calm_cpu: float = 0.0
    """Seconds of processor time of the server. Unlike the waits, they hardly depend on what else
    the machine is busy with."""
    flooded_cpu: float = 0.0
    answers: int = 0
    """The number of responses to the flood; `refused` counts those with status 429."""
    refused: int = 0

    @property
    def more(self) -> float:
        """How much longer the others wait, as a share."""
        return median(self.flooded) / median(self.calm) - 1.0

    @property
    def cpu(self) -> tuple[float, float]:
        """The server's milliseconds per response to the others, calm and flooded."""
        calm = self.calm_cpu / len(self.calm)
        return calm * 1e3, self.flooded_cpu / len(self.flooded) * 1e3


class Other:
    """A client that plays both seats of a table at a moderate pace."""

    def __init__(self, http: HTTP) -> None:
        self._http = http
        self._tokens: list[str] = []
        self.table = ""
        self._luck = random.Random(3)

    @classmethod
    async def come(cls, url: str, number: int) -> Other:
        other = cls(await HTTP.to(url, f"127.0.1.{number + 1}"))
        await other._sit_down()
        return other

    async def _sit_down(self) -> None:
        asked = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
        made = await self._http.json("/api/tables", asked)
        self.table = made["table"]
        joined = await self._http.json(f"/api/tables/{self.table}/join", {})
        self._tokens = [
            f"Authorization: Bearer {token}\r\n" for token in (made["token"], joined["token"])
        ]

    async def move(self, waits: list[float]) -> None:
        path = f"/api/tables/{self.table}"
        for token in self._tokens:
            began = perf_counter()
            status, _, body = await self._http.ask("GET", path, headers=token)
            waits.append(perf_counter() - began)
            if status != 200:
                raise BrokenError(f"one of the others was answered {status}")
            seen = json.loads(body)
            if seen["over"]:
                await self._sit_down()
                return
            if seen["legal"]:
                event = {"version": seen["version"], "event": self._luck.choice(seen["legal"])}
                began = perf_counter()
                await self._http.json(f"{path}/events", event, token)
                waits.append(perf_counter() - began)
                return


async def measure(
    server: int, url: str, kind: str, seconds: float, rounds: int, core: int | None
) -> Waits:
    waits = Waits()
    others = [await Other.come(url, number) for number in range(OTHERS)]
    for _ in range(rounds):
        began = cpu(server)
        await play(others, seconds, waits.calm)
        waits.calm_cpu += cpu(server) - began
        with on_core(core):
            flood = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.flood", "--flood", kind, "--url", url),
                *(f"--table={others[0].table}", "--seconds", str(seconds)),
                cwd=ROOT, env=environment(), stdout=subprocess.PIPE,
            )  # fmt: skip
        assert flood.stdout is not None
        await flood.stdout.readline()  # the flood has begun
        began = cpu(server)
        await play(others, seconds, waits.flooded)
        waits.flooded_cpu += cpu(server) - began
        output, _ = await flood.communicate()
        found = json.loads(output)
        waits.answers += found["answers"]
        waits.refused += found["refused"]
        await asyncio.sleep(1.0)
    return waits


async def play(others: list[Other], seconds: float, waits: list[float]) -> None:
    end = perf_counter() + seconds

    async def one(other: Other) -> None:
        while perf_counter() < end:
            await asyncio.sleep(random.uniform(0.5, 1.5) / RATE)
            await other.move(waits)

    await asyncio.gather(*map(one, others))


async def flood(url: str, kind: str, table: str, seconds: float) -> dict[str, int]:
    """Send as many requests as the server answers, over many connections from one address."""
    found = {"answers": 0, "refused": 0}
    end = perf_counter() + BEFORE + seconds
    method, path, body = _request(kind, table)
    content_type = FORM if kind == "accents" else JSON if body else ""

    def count() -> None:
        found["answers"] += 1

    async def one() -> None:
        if kind in ATTACKS:
            await attack(kind, url, FLOOD, end, count)
            return
        http: HTTP | None = None
        while perf_counter() < end:
            try:
                if http is None:
                    http = await HTTP.to(url, FLOOD)
                status, head, _ = await http.ask(method, path, body, content_type)
            except (BrokenError, OSError):
                http = None
                continue
            found["answers"] += 1
            found["refused"] += status == 429
            if kind == "connections" or b"connection: close" in head.lower():
                http.close()
                http = None

    with suppress(TimeoutError):
        async with asyncio.timeout(BEFORE + seconds + 5.0):
            flooding = asyncio.gather(*(one() for _ in range(CONNECTIONS)))
            await asyncio.sleep(BEFORE)
            print("flooding", flush=True)
            await flooding
    return found


def _request(kind: str, table: str) -> tuple[str, str, bytes]:
    if kind == "pages":
        return "GET", f"/tables/{table}", b""
    if kind == "moves":
        return "POST", f"/api/tables/{table}/events", b'{"version": 1, "event": "roll"}'
    if kind == "tables":
        asked = {"game": "claim-it", "players": 2, "seats": ["bot:easy", "bot:easy"]}
        return "POST", "/api/tables", json.dumps(asked).encode()
    if kind == "accents":
        return "POST", f"/tables/{table}/join", ACCENTS
    return "GET", "/api/games", b""


def report(found: dict[str, Waits]) -> str:
    lines = [
        "| a flood of | median wait, calm | flooded | change | 95% wait, calm | flooded |"
        " CPU per response, calm | flooded | responses to the flood | of these 429 |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for kind, waits in found.items():
        calm, flooded = (quantiles(each, n=20)[-1] for each in (waits.calm, waits.flooded))
        lines.append(
            f"| {kind} | {median(waits.calm) * 1e3:.2f} ms | {median(waits.flooded) * 1e3:.2f} ms"
            f" | {waits.more:+.0%} | {calm * 1e3:.1f} ms | {flooded * 1e3:.1f} ms"
            f" | {waits.cpu[0]:.2f} ms | {waits.cpu[1]:.2f} ms"
            f" | {waits.answers} | {waits.refused / max(1, waits.answers):.0%} |"
        )
    return "\n".join(lines)


def setting(rounds: int, seconds: float) -> str:
    """Where and how long it was measured."""
    where = ", ".join(f"{name} {value}" for name, value in machine().items() if name != "cores")
    busy = f"{os.getloadavg()[2]:.1f} on {os.cpu_count()} cores"
    return f"Machine: {where}, load {busy}. Rounds: {rounds}, with {seconds:g} s of each kind."


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.flood", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each calm or flooded period")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--write-docs", action="store_true", help="into docs/performance.md")
    parser.add_argument("--no-limits", action="store_true", help="show what the limits are for")
    for inner in ("--flood", "--url", "--table"):
        parser.add_argument(inner, default="", help=argparse.SUPPRESS)
    options: Any = parser.parse_args()
    with asyncio.Runner(loop_factory=runner()) as loop:
        if options.flood:
            os.nice(15)  # the others must not have to wait for the flooding client
            done = flood(options.url, options.flood, options.table, options.seconds)
            print(json.dumps(loop.run(done)))
            return
        theirs, ours = cores()
        found = {}
        for kind in options.kinds.split(","):
            say(f"a flood of {kind}")
            with tempfile.TemporaryDirectory() as folder:
                if kind == "feeds":
                    add_long_game(Path(folder))
                command = [sys.executable, "-m", "bench.web_server", folder]
                command += [] if options.no_limits else ["--limits"]
                with started(command, theirs) as (pid, hello), on_core(ours):
                    found[kind] = loop.run(
                        measure(pid, hello["url"], kind, options.seconds, options.rounds, ours)
                    )
    print(report(found))
    if options.write_docs:
        write_docs(PAGE, f"{setting(options.rounds, options.seconds)}\n\n{report(found)}", MARKS)
    if options.json:
        result = {kind: asdict(waits) | {"more": waits.more} for kind, waits in found.items()}
        options.json.write_text(json.dumps({"machine": machine(), "waits": result}) + "\n")


if __name__ == "__main__":
    main()
