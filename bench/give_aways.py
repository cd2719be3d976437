"""Count the won positions of Claim's phase 2 that a bot gives away:

    python -m bench.give_aways [--games N] [--seconds S] [--level L] [--workers N] [--seed N]

Two players and a random deck of the rulebook in every game. Bots of level `--by` play up to a
random trick of phase 2. There the bot decides as it does at a table, but its limits are numbers of
positions and simulations instead of seconds, so a busy machine does not matter. Then the solver
looks for a win with that move and with all others, for as many positions as it searches in
`--seconds`. If something is hidden (automatons, raccoons), nothing can be proven, and the game is
skipped. Every give-away is listed with its seed; a table of the totals follows.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np

from bench.ours import QuickLuck
from claimant.bots import UNHURRIED
from claimant.bots.time_limit import TimeLimit
from claimant.environment import environment_of
from claimant.game import CHANCE
from claimant.games.claim.bots import create
from claimant.games.claim.endgame import EndgameSolver
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.solver import solve
from claimant.games.claim.solver.bounds import PLIES, SEARCH
from claimant.games.claim.solver.transpositions import new_transpositions
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded

POSITIONS_PER_SECOND = 7_000_000
"""What the solver searches in a second on one core of the machine in docs/performance.md."""
TABLE_BITS = 21


class Found(NamedTuple):
    """What became of one game's position."""

    verdict: str
    seed: int
    trick: int
    deck: str
    move: str


def decision(seed: int, by: str) -> ClaimState:
    """A random decision in phase 2 of a random game; its trick is drawn first."""
    random = Random(seed)
    game = random.choice(environment_of("claim").set_ups("claim", 2, {"decks": "random"}))
    assert isinstance(game, Claim)
    trick = random.randrange(game.hand_size)
    replies = random.random() < 0.5
    luck = QuickLuck(random)
    bots = [create(by, random.randrange(1 << 30), UNHURRIED, still) for _ in range(2)]
    state = game.start()
    while True:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        assert state.actor is not None
        record = state.record()
        if record.phase == 2 and record.number == trick and bool(record.played) == replies:
            return state
        state = state.play(bots[state.actor].choose(state.view(state.actor)))


def still() -> float:
    """A clock that stands still."""
    return 0.0


def judge(seed: int, level: str, by: str, positions: int) -> Found:
    """Whether the bot keeps the win of one position, if that has one."""
    state = decision(seed, by)
    assert state.actor is not None
    view = state.view(state.actor)
    assert isinstance(view, ClaimView)
    world = sample(view, Seeded(seed))
    hidden = HiddenCards(view, world)
    legal = world.legal()
    table = new_transpositions(TABLE_BITS)
    solver = EndgameSolver(hidden, legal, random_numbers(seed), table)
    chosen = "-"
    if not solver.certain:
        verdict = "hidden"
    elif len(legal) == 1:
        verdict = "forced"
    else:
        chosen = create(level, seed, UNHURRIED, still).choose(view)
        verdict = _verdict(state, chosen, solver, table, positions)
    return Found(verdict, seed, int(state.record().number) + 1, " ".join(view.factions), chosen)


def _verdict(
    state: ClaimState, chosen: str, solver: EndgameSolver, table: np.ndarray, positions: int
) -> str:
    states = np.zeros(PLIES, STATE)
    states[0] = np.frombuffer(state.play(chosen).data, STATE)[0]
    search = np.zeros(1, SEARCH)
    value = solve.value_of(states, state.game.deck, search, table, 1, positions, True)
    if value != solve.UNKNOWN and value == (-1 if state.actor else 1):
        return "kept"
    chances = solver.chances(1, positions, TimeLimit(UNHURRIED, still))
    if chances is None or max(chances) < 1:
        # An action that is not proven counts 0.5, like one that shares the win.
        return "not won" if chances and max(chances) == 0 else "shared or unknown"
    return "unknown move" if value == solve.UNKNOWN else "given away"


def all_found(options: argparse.Namespace) -> Iterator[Found]:
    positions = round(options.seconds * POSITIONS_PER_SECOND)
    job = partial(judge, level=options.level, by=options.by, positions=positions)
    seeds = range(options.seed, options.seed + options.games)
    if options.workers == 1:
        yield from map(job, seeds)
        return
    with ProcessPoolExecutor(options.workers) as pool:
        yield from pool.map(job, seeds, chunksize=4)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.give_aways", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--level", default="expert", help="the bot examined (default: expert)")
    parser.add_argument("--by", default="easy", help="who plays up to there (default: easy)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    totals: Counter[str] = Counter()
    for found in all_found(options):
        totals[found.verdict] += 1
        if found.verdict in ("given away", "unknown move"):
            print(*found, sep=", ", flush=True)
    won = totals["kept"] + totals["given away"]
    print(f"{options.level}: {totals['given away']} of {won} won positions given away")
    print(", ".join(f"{verdict} {count}" for verdict, count in sorted(totals.items())))


if __name__ == "__main__":
    main()
