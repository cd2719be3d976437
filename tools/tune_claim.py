"""Tune the heuristic weights of Claim by self-play; reproducible by its seed.

    python tools/tune_claim.py --rounds 250 --seed 1

Evolution strategies: every round tries random directions by playing the weights a step one way
against the weights a step the other way, over random decks and duplicate deals, and then moves the
weights towards the winners (Adam). The result goes to
`src/claimant/games/claim/heuristic_weights.json`, keyed by faction.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from claimant.games.claim.game import Claim
from claimant.games.claim.heuristic_weights import (
    FACTION_WEIGHTS,
    GENERAL_WEIGHTS,
    Weights,
    card_weights,
    simple,
)
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
    "phase_2_keep": 0.2,
    "phase_2_keep_value": 0.04,
    "phase_2_win": 0.3,
    "capture": 0.2,
    "undead": 0.3,
    "lead": 0.3,
    "phase_2_lead": 0.3,
    "decided": 0.1,
    "distance": 0.1,
    "answer": 0.2,
}
"""The size of a step for each weight."""


class Matches:
    """Plays weights against each other, entirely in kernels."""

    def __init__(self, players: int, seed: int) -> None:
        self.players = players
        self.luck = np.random.default_rng(seed)
        self.random = random_numbers(seed)
        self.scratch = np.zeros(1, table.STATE)
        self.room = np.zeros(1, playout.ROOM)
        self.moves = np.zeros(1, heuristics.MOVES)

    def deck(self) -> Claim:
        pair = PAIRS[self.luck.integers(len(PAIRS))]
        more = self.luck.choice(TEN_CARDS, 3 if self.players == 2 else 5, replace=False)
        return Claim(self.players, (*pair, *map(str, more)))

    def play(self, game: Claim, one: np.ndarray, other: np.ndarray, deals: int) -> float:
        """The share of games won by the first weights."""
        weights = np.concatenate([card_weights(game, named(w), NOISE) for w in (one, other)])
        start = np.frombuffer(game.start().data, table.STATE)
        won = self_play.play_match(
            start, self.scratch, game.deck, self.room, weights, self.moves, deals, self.random
        )
        return float(won)

    def compare(self, one: np.ndarray, other: np.ndarray, decks: int, deals: int) -> float:
        """The same over random decks."""
        return float(np.mean([self.play(self.deck(), one, other, deals) for _ in range(decks)]))


def flat(weights: Weights) -> np.ndarray:
    """Weights as one array: by name and faction, then the general ones."""
    by_faction = np.array([weights.of(faction.name) for faction in FACTIONS]).T
    return np.array([*by_faction.ravel(), *(weights.general[name] for name in GENERAL_WEIGHTS)])


def named(flat: np.ndarray) -> Weights:
    """The reverse of `flat`."""
    values = flat.tolist()
    rows = np.reshape(values[: -len(GENERAL_WEIGHTS)], (len(FACTION_WEIGHTS), len(FACTIONS)))
    factions = {
        faction.name: dict(zip(FACTION_WEIGHTS, row, strict=True))
        for faction, row in zip(FACTIONS, rows.T.tolist(), strict=True)
    }
    general = dict(zip(GENERAL_WEIGHTS, values[-len(GENERAL_WEIGHTS) :], strict=True))
    return Weights(general, factions)


def tune(players: int, rounds: int, seed: int, weights: np.ndarray) -> np.ndarray:
    matches = Matches(players, seed)
    steps = np.array(
        [STEPS[name] for name in FACTION_WEIGHTS for _ in FACTIONS]
        + [STEPS[name] for name in GENERAL_WEIGHTS]
    )
    start = weights.copy()
    even = 0.5 if players != 3 else 1 / 3
    mean = np.zeros_like(weights)
    square = np.zeros_like(weights)
    for n in range(1, rounds + 1):
        gradient = np.zeros_like(weights)
        games = [matches.deck() for _ in range(DECKS)]
        for _ in range(DIRECTIONS):
            direction = matches.luck.standard_normal(len(weights))
            one, other = weights + steps * direction, weights - steps * direction
            won = np.mean([matches.play(game, one, other, DEALS) for game in games])
            gradient += (won - even) * direction / DIRECTIONS
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        move = (mean / (1 - 0.9**n)) / (np.sqrt(square / (1 - 0.99**n)) + 1e-8)
        weights = weights + 0.12 * (1 - n / (rounds + 1)) * steps * move
        if n % 50 == 0 or n == rounds:
            print(n, f"{matches.compare(weights, start, 40, 50):.3f} against the start", flush=True)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, choices=Claim.seats, default=2)
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tuned = tune(options.players, options.rounds, options.seed, flat(simple()))
    found = named(np.round(tuned, 4))
    general, factions = json.dumps(found.general), list(found.factions.items())
    rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in factions)
    FILE.write_text(f'{{\n "general": {general},\n "factions": {{\n{rows}\n }}\n}}\n')


if __name__ == "__main__":
    main()
