"""Compare our games with other libraries: `python -m bench [--json FILE] [--write-docs]`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.table import Measured, tables, write_docs

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "bench" / "requirements.txt"
PEERS = ROOT / ".bench-venv"
PAGE = ROOT / "docs" / "performance.md"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def peers_python() -> str:
    """The Python of the peers' own environment, which is created if it is missing or the list of
    packages has changed."""
    python = PEERS / ("Scripts" if os.name == "nt" else "bin") / "python"
    installed = PEERS / "installed.txt"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
        say("installing the peers into .bench-venv")
        venv.create(PEERS, clear=True, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", str(REQUIREMENTS)], check=True)
        installed.write_text(wanted, encoding="utf-8")
    return str(python)


def keep_to_one_core() -> None:
    """Pin this process and those it starts to one core, if the system allows it."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def run(python: str, module: str, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [python, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", **environment},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def processor_time() -> float:
    """The seconds that all processes started here have computed so far."""
    spent = os.times()
    return spent.children_user + spent.children_system


def measure(rounds: int) -> Measured:
    python = peers_python()
    measured = Measured(machine=machine())
    keep_to_one_core()
    with tempfile.TemporaryDirectory() as cache:
        for start in ("first", "later", "later", "later"):
            say(f"{start} start")
            before = processor_time()
            run(sys.executable, "bench.start", NUMBA_CACHE_DIR=cache)
            measured.starts.setdefault(start, []).append(processor_time() - before)
    for number in range(1, rounds + 1):
        for who, module in ((sys.executable, "bench.ours"), (python, "bench.peers")):
            say(f"round {number} of {rounds}: {module}")
            # The result is the last line, because some libraries print a greeting first.
            found: dict[str, Any] = json.loads(run(who, module, str(number)).splitlines()[-1])
            for name, rate in found["rates"].items():
                measured.rounds.setdefault(name, []).append(rate)
            measured.versions |= found["versions"]
            measured.sizes |= found.get("sizes", {})
    return measured


def machine() -> dict[str, str]:
    model = platform.processor() or platform.machine()
    cpu = Path("/proc/cpuinfo")
    if cpu.exists():
        for line in cpu.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return {
        "CPU": model,
        "cores": f"{os.cpu_count()} (one used)",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results")
    parser.add_argument(
        "--from", type=Path, metavar="FILE", dest="source", help="read results instead of measuring"
    )
    parser.add_argument(
        "--write-docs", action="store_true", help="write the tables into docs/performance.md"
    )
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if options.source:
        found = json.loads(options.source.read_text(encoding="utf-8"))
        found.pop("summary", None)
        measured = Measured(**found)
    else:
        measured = measure(max(1, options.rounds))
    print(tables(measured))
    if options.json:
        report = asdict(measured) | {"summary": measured.summary()}
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if options.write_docs:
        write_docs(PAGE, measured)


if __name__ == "__main__":
    main()
