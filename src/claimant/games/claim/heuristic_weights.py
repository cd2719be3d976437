"""The weights of the rules of thumb, and how a deck looks by them."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

import numpy as np

from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTIONS
from claimant.games.claim.search.heuristics import THUMB

BY_FACTION: Final = (
    "follower",  # what a follower is worth
    "follower_value",  # and what a point of its value adds
    "keep",  # what a card is worth in the hand in phase 1
    "keep_value",
    "win",  # what it is worth to win a trick with it
    "later",  # the same three in phase 2
    "later_value",
    "later_win",
    "capture",  # what it is worth to win a card in phase 2
)
ALONE: Final = ("undead", "lead", "later_lead", "decided", "far", "answer")
SIZE: Final = len(BY_FACTION) * len(FACTIONS) + len(ALONE)


def table(game: Claim, weights: Any, noise: float) -> Any:
    """What the rules of thumb think of the cards of a deck: an array of one record."""
    cards, factions, values = _deck(game)
    of = np.reshape(weights[: -len(ALONE)], (len(BY_FACTION), len(FACTIONS)))[:, factions]
    tables = np.zeros(1, THUMB)
    t = tables[0]
    t.follower[cards] = of[0] + values * of[1]
    t.keep[0, cards] = of[2] + values * of[3]
    t.win[0, cards] = of[4]
    t.keep[1, cards] = of[5] + values * of[6]
    t.win[1, cards] = of[7]
    t.capture[cards >> 4] = of[8]
    t.usual = t.follower[cards].mean()
    t.undead, t.lead[0], t.lead[1], t.decided, t.far, t.answer = weights[-len(ALONE) :]
    t.noise = noise
    return tables


@lru_cache(64)
def _deck(game: Claim) -> tuple[Any, Any, Any]:
    """The numbers, factions and values of a deck's cards."""
    deck = game.deck[0]
    cards = np.sort(deck.cards[: deck.card_count]).astype(np.int64)
    names = [faction.name for faction in FACTIONS]
    factions = np.array([names.index(name) for name in game.factions])[cards >> 4]
    return cards, factions, deck.value[cards].astype(np.float64)


def weights(name: str) -> Any:
    """Weights by name: of a `beginner`, `simple` ones by hand, and those `tuned` by self-play."""
    if name == "tuned":
        return np.array(_tuned())
    return beginner() if name == "beginner" else simple()


@cache
def _tuned() -> list[float]:
    """Found by tools/tune_claim.py with two players; they do as well with more."""
    found: list[float] = json.loads(
        resources.files("claimant.games.claim")
        .joinpath("heuristic_weights.json")
        .read_text("utf-8")
    )
    return found


def beginner() -> Any:
    """Likes high cards, plays high to win, and thinks neither of powers nor of majorities."""
    weights = np.zeros(SIZE)
    of = np.reshape(weights[: -len(ALONE)], (len(BY_FACTION), len(FACTIONS)))
    of[1] = 0.5
    of[3] = 0.1
    of[6] = 0.0
    of[8] = 1.0
    weights[-len(ALONE) :] = 0.0, 3.0, 0.0, 1.0, 0.0, 0.0
    return weights


def simple() -> Any:
    """Weights by hand, to start from."""
    weights = np.zeros(SIZE)
    of = np.reshape(weights[: -len(ALONE)], (len(BY_FACTION), len(FACTIONS)))
    liked = {"knights": 2.0, "doppelgangers": 2.5, "dragons": 1.0, "kings": 0.5, "dwarves": 0.5}
    of[0] = [liked.get(faction.name, 0.0) / 2 for faction in FACTIONS]
    of[1] = 0.5
    of[3] = 0.25
    of[6] = 0.06
    of[8] = 1.0
    weights[-len(ALONE) :] = 1.2, 0.0, 0.0, 0.15, 0.0, 0.0
    return weights
