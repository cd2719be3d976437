"""Compare Claim's solver with bridge's: `python -m bench.solver [--boards N] [--write-docs]`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import numpy as np

from bench.__main__ import PAGE, keep_to_one_core, machine, peers_python, run, say
from bench.ours import QuickLuck
from bench.table import grid
from claimant.game import CHANCE
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import FACTIONS, SCENARIOS
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.solver import solve
from claimant.games.claim.solver.bounds import PLIES, SEARCH
from claimant.games.claim.solver.transpositions import new_transpositions

BEGIN = "<!-- solver measured: begin -->"
END = "<!-- solver measured: end -->"
GOALS = {("the old kingdom", 13): 12.0, ("the old kingdom", 10): 5.0}  # ms, the value's median
TRICKS = (13, 12, 10, 8)


def free_deck(random: Random) -> tuple[str, ...]:
    """Five random factions with 52 cards in total (R-C10)."""
    while True:
        deck = random.sample(FACTIONS, 5)
        if sum(faction.size for faction in deck) == 52:
            return tuple(faction.name for faction in deck)


def position(game: Claim, tricks: int, random: Random) -> ClaimState:
    """A position in phase 2 with `tricks` tricks left, reached by random play."""
    luck = QuickLuck(random)
    state = game.start()
    while True:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        record = state.record()
        if record.phase == 2 and record.number == game.hand_size - tricks:
            return state
        state = state.apply(random.choice(state.legal()))


def measure(name: str, tricks: int, boards: int) -> tuple[list[float], list[float]]:
    """CPU milliseconds to find the value of each position, with an empty table; for every fourth
    position also to find the values of all its moves."""
    random = Random(f"{name} {tricks}")
    memory = new_transpositions()
    values, moves = [], []
    for number in range(1 + boards):
        deck = SCENARIOS[name].factions if name in SCENARIOS else free_deck(random)
        game = Claim(2, deck, random.choice(("pile", "deck")))
        state = position(game, tricks, random)
        after = [] if number % 4 else [state.apply(move) for move in state.legal()]
        states = np.zeros(PLIES, STATE)
        memory[:] = 0
        searches = np.zeros(1, SEARCH)
        took = []
        guess = 1
        for at in (state, *after):
            states[0] = np.frombuffer(at.data, STATE)[0]
            start = process_time()
            value = solve.value_of(
                states, game.deck, searches, memory, guess, solve.NO_LIMIT, False
            )
            took.append(1000 * (process_time() - start))
            guess = value - 1 if value > 0 else value + 1
        if number:  # the solver is compiled or loaded during the first one
            values.append(took[0])
            moves += [sum(took)] if after else []
    return values, moves


def figures(times: list[float]) -> tuple[str, str]:
    return f"{median(times):.2f}", f"{sorted(times)[int(0.95 * len(times))]:.1f}"


def table(boards: int, python: str) -> str:
    rows = []
    for name in (*SCENARIOS, "free decks"):
        for tricks in TRICKS:
            say(f"{name}, {tricks} tricks")
            goal = GOALS.get((name, tricks))
            # Fewer long positions if there is no goal: with loot a single one can take seconds.
            fewer = boards if goal or tricks < 12 else max(4, boards // 4)
            values, moves = measure(name, tricks, fewer)
            verdict = "" if goal is None else "met" if median(values) < goal else "missed"
            rows.append(
                (
                    f"Claim, {name}",
                    str(tricks),
                    *figures(values),
                    *figures(moves),
                    "" if goal is None else f"{goal:g}",
                    verdict,
                )
            )
    say("DDS")
    found = json.loads(run(python, "bench.dds", str(boards)).splitlines()[-1])
    dds = {name: [1000 * t for t in times] for name, times in found["times"].items()}
    rows.append(
        (
            f"bridge, DDS (endplay {found['version']})",
            "13",
            *figures(dds["value"]),
            *figures(dds["moves"]),
            "",
            "",
        )
    )
    ours = float(rows[0][2])
    head = ("deck", "tricks", "value: median ms", "95%", "all moves: median", "95%", "goal", "")
    where = ", ".join(f"{name} {value}" for name, value in machine().items())
    return (
        f"Machine: {where}. {boards} random positions per row (a quarter of that for 12 and 13"
        " tricks without a goal), CPU milliseconds.\n\n"
        f"{grid(head, rows)}\n\n"
        f"Solving 13 tricks of the old kingdom takes {ours / median(dds['value']):.2f} times as"
        " long as solving a board of bridge."
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.solver", description=__doc__)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument(
        "--peers", default="", help="a Python that has endplay (default: the peers' own)"
    )
    parser.add_argument(
        "--write-docs", action="store_true", help="write the table into docs/performance.md"
    )
    options = parser.parse_args()
    python = options.peers or peers_python()
    keep_to_one_core()
    found = table(max(4, options.boards), python)
    print(found)
    if options.write_docs:
        write_docs(PAGE, found)


def write_docs(page: Path, found: str, marks: tuple[str, str] = (BEGIN, END)) -> None:
    """Put tables into a page, between these marks."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(marks[0])
    _, end, after = rest.partition(marks[1])
    if not begin or not end:
        sys.exit(f"{page.name} lacks {marks[0]} or {marks[1]}")
    page.write_text(f"{before}{begin}\n\n{found}\n\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
