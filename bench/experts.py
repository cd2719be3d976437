"""What people notice of thinking experts: `python -m bench.experts [--json FILE]`.

Twenty people play at tables of their own, first alone, then while eight expert bots think all the
time. How much longer do the people wait for responses?
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from bench.__main__ import machine, say
from bench.flood import OTHERS, Other, Waits, play
from bench.web import started
from bench.web_clients import HTTP

TABLES = 4
"""Tables with two experts each."""
GOAL = 1.5


async def measure(url: str, seconds: float) -> Waits:
    waits = Waits()
    others = [await Other.come(url, number) for number in range(OTHERS)]
    await play(others, seconds / 4, [])  # until everything is warm
    await play(others, seconds, waits.calm)
    thinking = asyncio.create_task(_think(url))
    await play(others, seconds / 4, [])
    await play(others, seconds, waits.flooded)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    return waits


async def _think(url: str) -> None:
    """Keep eight experts busy, game after game."""
    http = await HTTP.to(url)
    tables: list[str] = []
    while True:
        going = []
        for table in tables:
            _, _, body = await http.ask("GET", f"/api/tables/{table}")
            if not json.loads(body)["over"]:
                going.append(table)
        tables = going
        while len(tables) < TABLES:
            asked = {"game": "claim", "players": 2, "seats": ["bot:expert"] * 2, "swift": True}
            asked["options"] = {"scenario": "the old kingdom"}
            tables.append((await http.json("/api/tables", asked))["table"])
        await asyncio.sleep(0.5)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.experts", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="of each measurement, with and without experts"
    )
    options = parser.parse_args()
    say("twenty people play alone, then next to eight experts")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.web_server", folder, "--bots"]
        with started(command, None) as (_, hello):
            waits = asyncio.run(measure(hello["url"], options.seconds))
    times = median(waits.flooded) / median(waits.calm)
    print("| time the people wait | median | 95% |")
    print("|---|---:|---:|")
    for name, each in (("alone", waits.calm), ("next to eight experts", waits.flooded)):
        print(
            f"| {name} | {median(each) * 1e3:.2f} ms | {quantiles(each, n=20)[-1] * 1e3:.1f} ms |"
        )
    print(f"ratio {times:.2f}, goal at most {GOAL}: {'met' if times <= GOAL else 'missed'}")
    if options.json:
        found = {"machine": machine(), "times": times, "goal": GOAL}
        options.json.write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
