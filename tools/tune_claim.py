"""Find the weights of Claim's rules of thumb by self-play; the same for the same seed.

    python tools/tune_claim.py --rounds 250 --seed 1

Evolution strategies: in every round random directions are tried by letting the weights a step
that way play those a step the other way, over random decks and duplicate deals; the weights then
move towards what won (Adam). The result goes to `src/claimant/games/claim/heuristic_weights.json`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from claimant.games.claim import heuristic_weights
from claimant.games.claim.game import Claim
from claimant.games.claim.rules import playout, table
from claimant.games.claim.rules.cards import FACTIONS, PAIRS, TEN_CARDS
from claimant.games.claim.search import heuristics, self_play
from claimant.kernels.random import random_numbers

FILE = Path(__file__).parent.parent / "src/claimant/games/claim/heuristic_weights.json"
DIRECTIONS, DECKS, DEALS = 32, 8, 30
NOISE = 0.2
STEPS = {
    "follower": 0.4,
    "follower_value": 0.06,
    "keep": 0.3,
    "keep_value": 0.05,
    "win": 0.4,
    "later": 0.2,
    "later_value": 0.04,
    "later_win": 0.3,
    "capture": 0.2,
    "undead": 0.3,
    "lead": 0.3,
    "later_lead": 0.3,
    "decided": 0.1,
    "far": 0.1,
    "answer": 0.2,
}
"""How far a weight is moved to try it."""


class Ring:
    """Where weights meet, all in the kernels."""

    def __init__(self, players: int, seed: int) -> None:
        self.players = players
        self.luck = np.random.default_rng(seed)
        self.random = random_numbers(seed)
        self.scratch = np.zeros(1, table.STATE)
        self.room = np.zeros(1, playout.ROOM)
        self.options = np.zeros(1, heuristics.OPTIONS)

    def deck(self) -> Claim:
        pair = PAIRS[self.luck.integers(len(PAIRS))]
        more = self.luck.choice(TEN_CARDS, 3 if self.players == 2 else 5, replace=False)
        return Claim(self.players, (*pair, *map(str, more)))

    def meet(self, game: Claim, one: np.ndarray, other: np.ndarray, deals: int) -> float:
        thumbs = np.concatenate([heuristic_weights.table(game, w, NOISE) for w in (one, other)])
        start = np.frombuffer(game.start().data, table.STATE)
        won = self_play.match(
            start, self.scratch, game.deck, self.room, thumbs, self.options, deals, self.random
        )
        return float(won)

    def compare(self, one: np.ndarray, other: np.ndarray, decks: int, deals: int) -> float:
        return float(np.mean([self.meet(self.deck(), one, other, deals) for _ in range(decks)]))


def tune(players: int, rounds: int, seed: int, weights: np.ndarray) -> np.ndarray:
    ring = Ring(players, seed)
    steps = np.array(
        [STEPS[name] for name in heuristic_weights.BY_FACTION for _ in FACTIONS]
        + [STEPS[name] for name in heuristic_weights.ALONE]
    )
    begun = weights.copy()
    even = 0.5 if players != 3 else 1 / 3
    mean = np.zeros_like(weights)
    square = np.zeros_like(weights)
    for n in range(1, rounds + 1):
        slope = np.zeros_like(weights)
        games = [ring.deck() for _ in range(DECKS)]
        for _ in range(DIRECTIONS):
            way = ring.luck.standard_normal(len(weights))
            one, other = weights + steps * way, weights - steps * way
            won = np.mean([ring.meet(game, one, other, DEALS) for game in games])
            slope += (won - even) * way / DIRECTIONS
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        move = (mean / (1 - 0.9**n)) / (np.sqrt(square / (1 - 0.99**n)) + 1e-8)
        weights = weights + 0.12 * (1 - n / (rounds + 1)) * steps * move
        if n % 50 == 0 or n == rounds:
            print(n, f"{ring.compare(weights, begun, 40, 50):.3f} against the start", flush=True)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, choices=Claim.seats, default=2)
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = tune(options.players, options.rounds, options.seed, heuristic_weights.simple())
    FILE.write_text(json.dumps([round(float(w), 4) for w in weights]) + "\n")


if __name__ == "__main__":
    main()
