"""The heuristic levels of Claim It!, which evaluate the table as it lies and look no further.

A table is worth to a seat what the seat owns, minus what its best rival owns: the largest mine
counts most, then claimed spaces, then any space. A placement is worth what stopping right after it
would give; rolling on is worth the average of the best placements, with nothing left after a bust.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from claimant.game import View
from claimant.games.claim_it import odds
from claimant.games.claim_it.rules.board import NAMES, NUMBERS, SPACES, bits_of, largest_group
from claimant.games.claim_it.view import ClaimItView


class HeuristicWeights(NamedTuple):
    """What a level values, and how it errs."""

    mine: float
    claimed: float
    space: float
    rival: float
    """The weight of the best rival's table against its own."""
    blunder_rate: float
    """How often it places at random."""
    stops_after: range | None
    """The numbers of markers after which it stops, one of them at random each time; None if it
    computes the odds instead."""


WEIGHTS: Final = {
    "novice": HeuristicWeights(3.0, 0.0, 1.0, 0.0, blunder_rate=0.4, stops_after=range(1, 6)),
    "easy": HeuristicWeights(3.0, 1.0, 1.0, 0.0, blunder_rate=0.3, stops_after=range(3, 6)),
    "normal": HeuristicWeights(3.0, 1.5, 1.0, 0.5, blunder_rate=0.5, stops_after=None),
}


class ClaimItHeuristicBot:
    def __init__(self, weights: HeuristicWeights, seed: int) -> None:
        self._weights = weights
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimItView)
        weights = self._weights
        if len(view.legal) == 1:
            return view.legal[0]
        if view.stage == "place":
            if self._random.random() < weights.blunder_rate:
                return self._random.choice(view.legal)
            table = BoardValue(view, weights)
            values = {choice: table.after_placing(NUMBERS[choice]) for choice in view.legal}
        elif weights.stops_after is not None:
            markers = sum(view.squatted) + sum(view.capped)
            return "roll" if markers < self._random.choice(weights.stops_after) else "stop"
        else:
            values = BoardValue(view, weights).roll_or_stop(view)
        best = max(values.values())
        return self._random.choice([choice for choice in view.legal if values[choice] == best])


class BoardValue:
    """Values a board as a seat sees it, if the turn ended now."""

    def __init__(self, view: ClaimItView, weights: HeuristicWeights) -> None:
        assert view.seat is not None
        self._weights = weights
        self._me = view.seat
        self._owned = [
            bits_of(owner == seat for owner in view.owners) for seat in range(view.players)
        ]
        self._claimed = bits_of(view.claimed)
        self._squatted = bits_of(view.squatted)
        self._capped = bits_of(view.capped)

    def evaluate(self, taken: int, capped: int) -> float:
        """The value of stopping with these spaces, some of them capped with a claim marker."""
        claimed = self._claimed | capped
        mine = 0.0
        best_rival = 0.0
        for seat, owned in enumerate(self._owned):
            if seat == self._me:
                mine = self._value_of(owned | taken, claimed)
            elif self._weights.rival:
                best_rival = max(best_rival, self._value_of(owned & ~taken, claimed))
        return mine - self._weights.rival * best_rival

    def after_placing(self, space: int) -> float:
        """The value of stopping once a marker is placed on this space."""
        bit = 1 << space
        capped = self._capped
        if bit & (self._squatted | self._owned[self._me]):
            capped |= bit
        return self.evaluate(self._squatted | capped | bit, capped)

    def roll_or_stop(self, view: ClaimItView) -> dict[str, float]:
        """The values of rolling on and of stopping, by the odds."""
        bust = self.evaluate(0, 0)
        after = {NAMES[i]: self.after_placing(i) for i in range(SPACES)}
        roll = sum(
            ways * max((after[space] for space in spaces), default=bust)
            for _, ways, spaces in odds.rolls(view)
        )
        stop = self.evaluate(self._squatted | self._capped, self._capped)
        return {"roll": roll / odds.WAYS, "stop": stop}

    def _value_of(self, owned: int, claimed: int) -> float:
        return (
            self._weights.mine * largest_group(owned).bit_count()
            + self._weights.claimed * (owned & claimed).bit_count()
            + self._weights.space * owned.bit_count()
        )
