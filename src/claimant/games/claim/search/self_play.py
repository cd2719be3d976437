"""Rules of thumb against each other, many games at once: how weights are found (kernel)."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimant.games.claim.rules import playout, scoring, tricks
from claimant.games.claim.rules.table import OVER
from claimant.games.claim.search import heuristics
from claimant.kernels.compile import entry, part
from claimant.kernels.random import random_below


@part
def play_out(s: Any, d: Any, thumbs: Any, o: Any, side: int, rng: Any) -> None:
    """Play a dealt game to its end: a side by the first of two rules of thumb."""
    while s.stage != OVER:
        low, high = tricks.options(s, d)
        t = thumbs[0 if scoring.side(d, int(s.actor)) == side else 1]
        heuristics.consider(s, d, t, low, high, o, rng)
        tricks.decide(s, d, int(o.action[heuristics.best_of(o)]))


@entry
def match(
    start: np.ndarray,
    scratch: np.ndarray,
    decks: np.ndarray,
    rooms: np.ndarray,
    thumbs: np.ndarray,
    options: np.ndarray,
    deals: int,
    random: np.ndarray,
) -> float:
    """Each deal once for each side that the first takes; what part of the games it wins."""
    d = decks[0]
    o = options[0]
    rng = random[0]
    room = rooms[0]
    won = 0.0
    for _ in range(deals):
        first = random_below(d.players, rng)
        playout.shuffle_deck(room, d, rng)
        for side in range(scoring.sides(d)):
            scratch[0] = start[0]
            s = scratch[0]
            tricks.begin(s, first)
            tricks.deal(s, d, room)
            play_out(s, d, thumbs, o, side, rng)
            winners = scoring.winners(s, d)
            shared = (winners & 1) + (winners >> 1 & 1) + (winners >> 2 & 1)
            won += (winners >> side & 1) / shared
    return won / (deals * scoring.sides(d))
