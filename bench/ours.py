"""Measure one round of our own games and print JSON. These are the rules that the web app uses."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from random import Random

import numpy as np

from bench.clock import Rates, rate, rate_from
from bench.peers import pettingzoo
from claimant.bots.time_limit import TimeLimit
from claimant.envs.batch import make
from claimant.envs.gymnasium import SeatEnv
from claimant.envs.pettingzoo import claim_it_v0, claim_v0
from claimant.game import CHANCE, Game, State
from claimant.games.claim.bots import PARAMETERS, WorldSearch
from claimant.games.claim.game import Claim
from claimant.games.claim.rules import playout, table
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.worlds import sample
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.rules import turn
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded
from claimant.play import resolve_chance

KERNEL_SECONDS = 0.25
PYTHON_SECONDS = 0.5
BATCH = 256  # games, which fit into the cache of a core with their observations
BATCH_STEPS = 64
GAMES = 200  # per call, so that the cost of the call itself is negligible

OLD_KINGDOM = SCENARIOS["the old kingdom"].factions
EVERY_POWER = (
    ("knights", "goblins", "automatons", "bards", "dragons", "doppelgangers", "dwarves"),
    ("giants", "gnomes", "griffins", "raccoons", "seers", "trolls", "undead"),
    ("kings", "peasants", "vikings", "automatons", "doppelgangers", "seers", "undead"),
)
"""Decks for three and four players which between them have all 17 factions."""


class QuickLuck:
    """A fast source of random numbers, biased by less than 1 in 2**50: the games are measured here,
    not the luck."""

    def __init__(self, random: Random) -> None:
        self.random = random.random

    def below(self, n: int) -> int:
        return int(self.random() * n)


def claim_it_playouts(players: int, rng: np.ndarray) -> float:
    start = np.frombuffer(ClaimIt(players).start().data, turn.STATE).copy()
    scratch = start.copy()
    return rate(lambda: turn.playouts(start, scratch, GAMES, rng), KERNEL_SECONDS)


def claim_playouts(players: int, factions: tuple[str, ...], rng: np.ndarray) -> float:
    """The time includes the deal and working out the result."""
    game = Claim(players, factions)
    start = np.frombuffer(game.start().data, table.STATE).copy()
    scratch = start.copy()
    room = np.zeros(1, playout.ROOM)
    return rate(
        lambda: playout.playouts(start, scratch, game.deck, room, GAMES, rng), KERNEL_SECONDS
    )


def walk(state: State, luck: QuickLuck) -> int:
    """Play a state to its end, one event at a time, and return the number of decisions."""
    random = luck.random
    decisions = 0
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            legal = state.legal()
            state = state.apply(legal[int(random() * len(legal))])
            decisions += 1
    return decisions


def whole_games(game: Game, luck: QuickLuck) -> float:
    return rate(lambda: walk(game.start(), luck), PYTHON_SECONDS)


def after_the_deal(game: Game, luck: QuickLuck) -> float:
    return rate_from(
        lambda: resolve_chance(game.start(), luck), lambda s: walk(s, luck), PYTHON_SECONDS
    )


def claim_search(seed: int) -> float:
    """Simulations per second of the search of Claim's bots, from the first lead, including sampling
    worlds and building the tree."""
    luck = Seeded(seed)
    state = resolve_chance(Claim(2, OLD_KINGDOM).start(), luck)
    view = state.view(state.actor)
    expert = PARAMETERS["expert"]

    def simulate() -> int:
        search = WorldSearch(view, sample(view, luck), expert, seed)
        search.run(expert.simulations, TimeLimit(60))
        return expert.simulations

    return rate(simulate, KERNEL_SECONDS)


def batch_steps(name: str, **parameters: object) -> float:
    """Steps per second of a batch: random decisions, observations, masks, rewards, new games."""
    env = make(name, BATCH, seed=1, **parameters)  # type: ignore[arg-type]
    env.reset()

    def steps() -> int:
        for _ in range(BATCH_STEPS):
            env.step(env.random_actions())
        return BATCH * BATCH_STEPS

    return rate(steps, KERNEL_SECONDS)


def against_novice(game: Game, random: Random) -> float:
    """Steps per second of a seat in Gymnasium that plays at random against novices."""
    env = SeatEnv(game, "novice")

    def play() -> int:
        _, info = env.reset(seed=random.randrange(1 << 30))
        steps, over = 0, False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(int(legal[int(random.random() * len(legal))]))
            steps += 1
        return steps

    return rate(play, PYTHON_SECONDS)


def main() -> None:
    seed = int(sys.argv[1])
    rng = random_numbers(seed)
    luck = QuickLuck(Random(seed))
    rates: Rates = {}
    for players in ClaimIt.seats:
        rates[f"Claim It! {players} players"] = claim_it_playouts(players, rng)
    rates["Claim 2 players, the old kingdom"] = claim_playouts(2, OLD_KINGDOM, rng)
    for players in (3, 4):
        decks = [claim_playouts(players, deck, rng) for deck in EVERY_POWER]
        # The harmonic mean: it averages the times per decision, not the rates.
        rates[f"Claim {players} players, every power"] = len(decks) / sum(1 / r for r in decks)
        rates[f"Claim {players} players, slowest deck"] = min(decks)
    rates["Claim 2 players, search simulations"] = claim_search(seed)
    claim_it, claim = ClaimIt(2), Claim(2, OLD_KINGDOM)
    rates["Claim It! Python"] = whole_games(claim_it, luck)
    rates["Claim Python, deal included"] = whole_games(claim, luck)
    rates["Claim Python, after the deal"] = after_the_deal(claim, luck)
    rates["Claim It! in PettingZoo"] = pettingzoo(claim_it_v0(), Random(seed))
    rates["Claim in PettingZoo"] = pettingzoo(claim_v0(), Random(seed))
    rates["Claim It! in Gymnasium, against novice"] = against_novice(claim_it, Random(seed))
    rates["Claim in Gymnasium, against novice"] = against_novice(claim, Random(seed))
    rates["Claim It! in a batch"] = batch_steps("claim-it", players=2)
    rates["Claim in a batch"] = batch_steps("claim", players=2)
    rates["Claim in a batch, any deck"] = batch_steps("claim", players=2, decks="random")
    sizes = {"Claim It!": len(claim_it.start().data), "Claim": len(claim.start().data)}
    versions = {name: version(name) for name in ("claimant", "numba", "numpy")}
    print(json.dumps({"rates": rates, "sizes": sizes, "versions": versions}))


if __name__ == "__main__":
    main()
