"""Matches between two sets of heuristic weights, entirely in kernels: how weights are tuned."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimant.games.claim.rules import playout, scoring, tricks
from claimant.games.claim.rules.table import OVER, side, sides
from claimant.games.claim.search import heuristics
from claimant.kernels.compile import entry, part
from claimant.kernels.random import random_below


@part
def play_to_end(s: Any, d: Any, weights: Any, moves: Any, first: int, rng: Any) -> None:
    """Play a dealt game to its end; side `first` uses the first weights, the others the second."""
    while s.stage != OVER:
        low, high = tricks.options(s, d)
        t = weights[0 if side(d, int(s.actor)) == first else 1]
        heuristics.evaluate(s, d, t, low, high, moves, rng)
        tricks.decide(s, d, int(moves.action[heuristics.best_of(moves)]))


@entry
def play_match(
    start: np.ndarray,
    scratch: np.ndarray,
    decks: np.ndarray,
    rooms: np.ndarray,
    weights: np.ndarray,
    moves: np.ndarray,
    deals: int,
    random: np.ndarray,
) -> float:
    """The share of games that the first weights win, every deal being played from every side."""
    d = decks[0]
    rng = random[0]
    room = rooms[0]
    won = 0.0
    for _ in range(deals):
        leader = random_below(d.players, rng)
        playout.shuffle_deck(room, d, rng)
        for first in range(sides(d)):
            scratch[0] = start[0]
            s = scratch[0]
            tricks.begin(s, leader)
            tricks.deal(s, d, room)
            play_to_end(s, d, weights, moves[0], first, rng)
            winners = scoring.winners(s, d)
            shared = (winners & 1) + (winners >> 1 & 1) + (winners >> 2 & 1)
            won += (winners >> first & 1) / shared
    return won / (deals * sides(d))
