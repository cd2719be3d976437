"""Compare our server with boardgame.io's: `python -m bench.web [--json FILE] [--write-docs]`."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

from bench.__main__ import PAGE, ROOT, machine, say
from bench.web_pages import weigh
from bench.web_table import PEER, POSTGRESQL, UNDRAWN, Measured, tables, write_docs

BOARDGAME = ROOT / "bench" / "boardgame"
RATE = 100.0
"""Moves per second over all tables while latency is measured: one per table every half second."""
TIMEOUT = 300.0
"""Seconds after which a load is aborted."""
OLD_KINGDOM = {"scenario": "the old kingdom"}
OURS: dict[str, dict[str, Any]] = {
    "Claim It!, 4 players": {"game": "claim-it", "players": 4},
    "Claim It!, 2 players and 2 spectators": {"game": "claim-it", "players": 2},
    "Claim, 4 players": {"game": "claim", "players": 4, "options": OLD_KINGDOM},
    "Claim, 2 players and 2 spectators": {"game": "claim", "players": 2, "options": OLD_KINGDOM},
}
GAME_LENGTH = {"claim-it": 200, "claim": 50}
"""The least number of moves, from which follows how many tables to prepare for when games end."""


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Pin processes started in this block to a core, if the system allows it."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cores() -> tuple[int | None, int | None]:
    """A core for the server and another for the clients."""
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2:
        return None, None
    free = sorted(os.sched_getaffinity(0))
    return free[-1], free[0]


@contextmanager
def started(command: Sequence[str], core: int | None) -> Iterator[tuple[int, dict[str, Any]]]:
    """A running server: its process id and the JSON it prints on start. It stops when its input
    ends, which happens whenever this process does."""
    with on_core(core):
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        hello = next((line for line in server.stdout if line.startswith("{")), None)
        if hello is None:
            raise SystemExit(f"{command[0]} did not start")
        yield server.pid, json.loads(hello)
    finally:
        server.stdin.close()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()


def environment() -> dict[str, str]:
    paths = os.pathsep.join(filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": paths, "NODE_ENV": "production"}


def install_peer() -> bool:
    """Install boardgame.io into the benchmark's own folder. Returns whether it is available."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        say("Node.js is missing: boardgame.io is not measured")
        return False
    wanted = (BOARDGAME / "package.json").read_text(encoding="utf-8")
    installed = BOARDGAME / "node_modules" / "installed.json"
    if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
        say("installing boardgame.io into bench/boardgame/node_modules")
        npm = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run(npm, cwd=BOARDGAME, check=True, stdout=subprocess.DEVNULL)
        installed.write_text(wanted, encoding="utf-8")
    return True


def load(core: int | None, **wanted: Any) -> dict[str, Any]:
    with on_core(core):
        done = subprocess.run(
            [sys.executable, "-m", "bench.web_load", json.dumps(wanted)],
            cwd=ROOT,
            env=environment(),
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=TIMEOUT,
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(count: int, seconds: float, rounds: int, peer: bool, postgresql: bool) -> Measured:
    measured = Measured(machine=machine(), tables=count, seconds=seconds, rate=RATE)
    measured.machine["cores"] = f"{os.cpu_count()} (one for the server, one for the clients)"
    theirs, ours = cores()
    # The system's folder for temporary files may be in memory.
    (ROOT / "build").mkdir(exist_ok=True)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=ROOT / "build"))
        measured.disk = wait_for_disk(Path(folder))
        command = [sys.executable, "-m", "bench.web_server", f"{folder}/data"]
        pid, hello = stack.enter_context(started(command, theirs))
        measured.versions |= hello["versions"]
        all_loads = {
            name: {"who": "claimant", "url": hello["url"], "pid": pid, **wanted}
            for name, wanted in OURS.items()
        }
        undrawn = [*command[:-1], f"{folder}/undrawn", "--undrawn"]
        pid, other = stack.enter_context(started(undrawn, theirs))
        all_loads |= {
            name + UNDRAWN: {"who": "claimant", "url": other["url"], "pid": pid, **wanted}
            for name, wanted in list(OURS.items())[::2]
        }
        if postgresql:
            from bench.store import addresses  # imports this module itself

            address = stack.enter_context(addresses())["PostgreSQL"]
            pid, other = stack.enter_context(started([*command, "--database", address], theirs))
            all_loads |= {
                name + POSTGRESQL: {"who": "claimant", "url": other["url"], "pid": pid, **wanted}
                for name, wanted in list(OURS.items())[::2]
            }
        say("the sizes of the pages")
        measured.pages = weigh_pages(hello["url"])
        if peer and install_peer():
            command = ["node", str(BOARDGAME / "server.js")]
            pid, hello = stack.enter_context(started(command, theirs))
            measured.versions |= {"boardgame.io": hello["version"], "Node.js": hello["node"]}
            all_loads[PEER] = {"who": "boardgame.io", "url": hello["url"], "pid": pid}
        for number in range(1, rounds + 1):
            for name, wanted in all_loads.items():
                say(f"round {number} of {rounds}: {name}")
                games = int(seconds * 2000 / GAME_LENGTH[wanted.get("game", "claim-it")])
                spares = min(games, 300) if wanted["who"] == "claimant" else 0
                found = load(ours, tables=count, seconds=seconds, spares=spares, **wanted)
                del found["late"]
                measured.loads.setdefault(name, []).append(found)
        for name, wanted in all_loads.items():
            if name.endswith(UNDRAWN):
                continue
            say(f"from a click to the other screen: {name}")
            found = load(ours, tables=count, seconds=seconds, rate=RATE, spares=count, **wanted)
            measured.waits[name] = found["late"]
    return measured


def wait_for_disk(folder: Path) -> float:
    waits = []
    with (folder / "page").open("wb") as file:
        for _ in range(50):
            began = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            waits.append(perf_counter() - began)
    return median(waits)


def weigh_pages(url: str) -> dict[str, dict[str, int]]:
    """The home page as a new visitor gets it, and a table of each game as a spectator does."""
    pages = {"home": weigh(f"{url}/")}
    for game, options in (("claim-it", {}), ("claim", OLD_KINGDOM)):
        seats = ["bot:random", "bot:random"]
        asked = {"game": game, "players": 2, "seats": seats, "options": options}
        request = Request(
            f"{url}/api/tables", json.dumps(asked).encode(), {"Content-Type": "application/json"}
        )
        with urlopen(request, timeout=20) as answer:
            table = json.load(answer)["table"]
        pages[f"a table of {game}"] = weigh(f"{url}/tables/{table}")
    return pages


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.web", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results")
    parser.add_argument(
        "--from", type=Path, metavar="FILE", dest="source", help="read results instead of measuring"
    )
    parser.add_argument(
        "--write-docs", action="store_true", help="write the tables into docs/performance.md"
    )
    parser.add_argument("--seconds", type=float, default=6.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--no-peer", action="store_true", help="measure only our server")
    parser.add_argument("--no-postgresql", action="store_true", help="measure only SQLite")
    options = parser.parse_args()
    if options.source:
        found = json.loads(options.source.read_text(encoding="utf-8"))
        found.pop("summary", None)
        measured = Measured(**found)
    else:
        seconds = min(max(1.0, options.seconds), 60.0)
        count = min(max(1, options.tables), 200)
        rounds = min(max(1, options.rounds), 10)
        measured = measure(count, seconds, rounds, not options.no_peer, not options.no_postgresql)
    print(tables(measured))
    if options.json:
        report = asdict(measured) | {"summary": measured.summary()}
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if options.write_docs:
        write_docs(PAGE, measured)


if __name__ == "__main__":
    main()
