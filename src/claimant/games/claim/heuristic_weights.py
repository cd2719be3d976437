"""The weights of the heuristics: by faction name, and as the kernels need them for a deck."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from statistics import fmean
from typing import Any, Final

import numpy as np

from claimant.games.claim.game import Claim
from claimant.games.claim.search.heuristics import CARD_WEIGHTS

FACTION_WEIGHTS: Final = (
    "follower",  # the value of a follower
    "follower_value",  # and what every point of its printed value adds
    "keep",  # the value of a card in the hand in phase 1
    "keep_value",
    "win",  # the value of winning a trick with it
    "phase_2_keep",  # the same three in phase 2
    "phase_2_keep_value",
    "phase_2_win",
    "capture",  # the value of winning a card of it in phase 2
)
"""The weights that every faction has."""
GENERAL_WEIGHTS: Final = ("undead", "lead", "phase_2_lead", "decided", "distance", "answer")
"""The weights that do not depend on a faction; `CARD_WEIGHTS` explains them."""
FILE: Final = resources.files("claimant.games.claim").joinpath("heuristic_weights.json")


@dataclass(frozen=True)
class Weights:
    """Weights by name, and for each faction by name."""

    general: Mapping[str, float]
    factions: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    default: Mapping[str, float] = field(default_factory=dict)
    """Used for a faction that has no weights of its own."""

    def of(self, faction: str) -> list[float]:
        """The weights of a faction, in the order of FACTION_WEIGHTS."""
        found = self.factions.get(faction, self.default)
        return [found.get(name, 0.0) for name in FACTION_WEIGHTS]


def card_weights(game: Claim, weights: Weights, noise: float) -> Any:
    """The weights of the cards of a deck: an array of one record of CARD_WEIGHTS."""
    deck = game.deck[0]
    cards = np.sort(deck.cards[: deck.card_count]).astype(np.int64)
    values = deck.value[cards].astype(np.float64)
    by_slot = np.array([weights.of(faction) for faction in game.factions])
    of = by_slot[cards >> 4].T
    tables = np.zeros(1, CARD_WEIGHTS)
    t = tables[0]
    t.follower[cards] = of[0] + values * of[1]
    t.keep[0, cards] = of[2] + values * of[3]
    t.win[0, cards] = of[4]
    t.keep[1, cards] = of[5] + values * of[6]
    t.win[1, cards] = of[7]
    t.capture[cards >> 4] = of[8]
    t.average = t.follower[cards].mean()
    general = [weights.general[name] for name in GENERAL_WEIGHTS]
    t.undead, t.lead[0], t.lead[1], t.decided, t.distance, t.answer = general
    t.noise = noise
    return tables


@lru_cache(8)
def load_weights(name: str) -> Weights:
    """Weights by name: those of a `beginner`, `simple` ones chosen by hand, or `tuned` ones.

    There are only three, and the file does not change while the program runs.
    """
    return {"beginner": beginner, "simple": simple, "tuned": tuned}[name]()


def tuned() -> Weights:
    """Found by tools/tune_claim.py with two players; they do as well with more.

    A faction without weights is taken to be an average one, so bots play it untuned.
    """
    found = json.loads(FILE.read_text("utf-8"))
    factions = found["factions"]
    average = {
        name: fmean(weights[name] for weights in factions.values()) for name in FACTION_WEIGHTS
    }
    return Weights(found["general"], factions, average)


def beginner() -> Weights:
    """Likes high cards, plays high to win, and considers neither powers nor majorities."""
    return Weights(
        general=_general(lead=3.0, decided=1.0),
        default={"follower_value": 0.5, "keep_value": 0.1, "capture": 1.0},
    )


def simple() -> Weights:
    """Weights chosen by hand, from which tuning starts."""
    default = {
        "follower_value": 0.5,
        "keep_value": 0.25,
        "phase_2_keep_value": 0.06,
        "capture": 1.0,
    }
    liked = {"knights": 1.0, "doppelgangers": 1.25, "dragons": 0.5, "kings": 0.25, "dwarves": 0.25}
    return Weights(
        general=_general(undead=1.2, decided=0.15),
        factions={name: default | {"follower": value} for name, value in liked.items()},
        default=default,
    )


def _general(**weights: float) -> dict[str, float]:
    return dict.fromkeys(GENERAL_WEIGHTS, 0.0) | weights
