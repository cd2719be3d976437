"""Claim It! by feel: the levels that count what lies on the table and look no further.

A table is worth to a seat what it holds less what the best rival holds: the largest mine counts
most, then spaces that are safe, then any space. A placement is worth what stopping right after it
would give; rolling on is worth the average of the best placements, less all when it busts.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from claimant.game import View
from claimant.games.claim_it import odds
from claimant.games.claim_it.rules.board import NAMES, SPACES, largest_group
from claimant.games.claim_it.view import ClaimItView

_NUMBER: Final = {name: i for i, name in enumerate(NAMES)}


class Feel(NamedTuple):
    """What a player has an eye for."""

    mine: float
    claimed: float
    space: float
    rival: float
    """How much of what the best rival holds counts against it."""
    blunders: float
    """How often it places anywhere."""
    nerve: range | None
    """With how many markers placed it stops, another number every time; None: it knows the odds."""


FEELS: Final = {
    "novice": Feel(3.0, 0.0, 1.0, rival=0.0, blunders=0.4, nerve=range(1, 6)),
    "easy": Feel(3.0, 1.0, 1.0, rival=0.0, blunders=0.3, nerve=range(3, 6)),
    "normal": Feel(3.0, 1.5, 1.0, rival=0.5, blunders=0.5, nerve=None),
}


class Feeler:
    def __init__(self, feel: Feel, seed: int) -> None:
        self._feel = feel
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimItView)
        feel = self._feel
        if len(view.legal) == 1:
            return view.legal[0]
        if view.stage == "place":
            if self._random.random() < feel.blunders:
                return self._random.choice(view.legal)
            table = _Table(view, feel)
            worth = {choice: table.after(_NUMBER[choice]) for choice in view.legal}
        elif feel.nerve is not None:
            markers = sum(view.squatted) + sum(view.capped)
            return "roll" if markers < self._random.choice(feel.nerve) else "stop"
        else:
            worth = _Table(view, feel).risk(view)
        best = max(worth.values())
        return self._random.choice([choice for choice in view.legal if worth[choice] == best])


class _Table:
    """The spaces as sets, and what the table would be worth if the turn ended now."""

    def __init__(self, view: ClaimItView, feel: Feel) -> None:
        assert view.seat is not None
        self.feel = feel
        self.me = view.seat
        self.owned = [
            sum(1 << i for i, owner in enumerate(view.owners) if owner == seat)
            for seat in range(view.players)
        ]
        self.claimed = _bits(view.claimed)
        self.squatted = _bits(view.squatted)
        self.capped = _bits(view.capped)

    def worth(self, taken: int, capped: int) -> float:
        """Stopping with these spaces, those of them capped with a claim marker."""
        claimed = self.claimed | capped
        mine = 0.0
        best_rival = 0.0
        for seat, owned in enumerate(self.owned):
            if seat == self.me:
                mine = self._holding(owned | taken, claimed)
            elif self.feel.rival:
                best_rival = max(best_rival, self._holding(owned & ~taken, claimed))
        return mine - self.feel.rival * best_rival

    def after(self, space: int) -> float:
        """Stopping once this space is placed on."""
        bit = 1 << space
        capped = self.capped
        if bit & (self.squatted | self.owned[self.me]):
            capped |= bit
        return self.worth(self.squatted | capped | bit, capped)

    def risk(self, view: ClaimItView) -> dict[str, float]:
        """Rolling on and stopping, by the odds."""
        bust = self.worth(0, 0)
        after = {NAMES[i]: self.after(i) for i in range(SPACES)}
        roll = sum(
            ways * max((after[space] for space in spaces), default=bust)
            for _, ways, spaces in odds.rolls(view)
        )
        stop = self.worth(self.squatted | self.capped, self.capped)
        return {"roll": roll / odds.WAYS, "stop": stop}

    def _holding(self, owned: int, claimed: int) -> float:
        return (
            self.feel.mine * largest_group(owned).bit_count()
            + self.feel.claimed * (owned & claimed).bit_count()
            + self.feel.space * owned.bit_count()
        )


def _bits(flags: tuple[bool, ...]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)
