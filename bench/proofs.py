"""How many first decisions of Claim's phase 2 are settled by proof, and how soon:

    python -m bench.proofs [--positions N] [--seconds S]

Two players, the old kingdom and all decks of the rulebook. A decision is settled if an action is
proven to win, or every action's result is proven. Next to it: how many of them the earlier expert
solved, which searches 300,000 positions for the exact value of every action or gives up. Without
automatons and raccoons, because with them something is hidden and there is no single result.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time

from bench.solver import position
from claimant.bots.time_limit import TimeLimit
from claimant.environment import environment_of
from claimant.games.claim.endgame import EndgameSolver
from claimant.games.claim.game import Claim
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.solver.transpositions import new_transpositions
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded

HIDING = {"automatons", "raccoons"}
NO_LIMIT = 1 << 40


def measure(decks: str, positions: int, seconds: float) -> str:
    random = Random(decks)
    games = environment_of("claim").set_ups("claim", 2, {"decks": decks})
    settled = earlier = 0
    times = []
    for number in range(positions + 1):
        game = random.choice(games)
        while HIDING & {*getattr(game, "factions", ())}:
            game = random.choice(games)
        assert isinstance(game, Claim)
        state = position(game, game.hand_size, random)
        assert state.actor is not None
        view = state.view(state.actor)
        world = sample(view, Seeded(number))
        hidden = HiddenCards(view, world)
        random_deals = random_numbers(number)
        table = new_transpositions()
        solver = EndgameSolver(hidden, world.legal(), random_deals, table)
        began = process_time()
        chances = solver.chances(1, NO_LIMIT, TimeLimit(seconds, process_time))
        took = process_time() - began
        if number == 0:
            continue  # the kernels are compiled or loaded during the first one
        times.append(took)
        settled += took < seconds and chances is not None
        table[:] = 0
        values = solver.values(1, 300_000, TimeLimit(seconds))
        earlier += values is not None
    late = sorted(times)[int(0.95 * len(times))]
    within = sum(took < 1 for took in times)
    return (
        f"{decks}: {settled} of {positions} settled in {seconds:g} s, {within} within 1 s; median "
        f"{1000 * median(times):.0f} ms, 95% {1000 * late:.0f} ms; the earlier expert solved "
        f"{earlier}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.proofs", description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    for decks in ("old-kingdom", "random"):
        print(measure(decks, options.positions, options.seconds), flush=True)


if __name__ == "__main__":
    main()
