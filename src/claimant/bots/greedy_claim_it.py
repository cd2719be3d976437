"""What the greedy bot makes of Claim It!

A table is worth to a seat what it holds less what the best rival holds: the largest mine counts
most, then spaces that are safe, then any space. A placement is worth what stopping right after it
would give; rolling on is worth the average of the best placements, less all when it busts.
"""

from __future__ import annotations

from typing import Final

from claimant.claim_it import odds
from claimant.claim_it.board import NAMES, largest_group
from claimant.claim_it.game import ClaimItView

_MINE: Final = 3.0
_CLAIMED: Final = 1.5
_SPACE: Final = 1.0

_NUMBER: Final = {name: i for i, name in enumerate(NAMES)}


class _Table:
    """The spaces as sets, and what the table would be worth if the turn ended now."""

    def __init__(self, view: ClaimItView) -> None:
        assert view.seat is not None
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
                mine = _holding(owned | taken, claimed)
            else:
                best_rival = max(best_rival, _holding(owned & ~taken, claimed))
        return mine - best_rival

    def after(self, space: int) -> float:
        """Stopping once this space is placed on."""
        bit = 1 << space
        capped = self.capped
        if bit & (self.squatted | self.owned[self.me]):
            capped |= bit
        return self.worth(self.squatted | capped | bit, capped)


def worth(view: ClaimItView) -> dict[str, float]:
    """Each legal choice and how good it looks."""
    table = _Table(view)
    if view.stage == "place":
        return {choice: table.after(_NUMBER[choice]) for choice in view.legal}
    stop = table.worth(table.squatted | table.capped, table.capped)
    if view.stage != "decide":
        return dict.fromkeys(view.legal, stop)
    bust = table.worth(0, 0)
    after = {i: table.after(i) for i in range(36)}
    roll = 0.0
    for _, weight, spaces in odds.rolls(view):
        best = max((after[_NUMBER[space]] for space in spaces), default=bust)
        roll += float(weight) * best
    return {"roll": roll / 216, "stop": stop}


def _holding(owned: int, claimed: int) -> float:
    return (
        _MINE * largest_group(owned).bit_count()
        + _CLAIMED * (owned & claimed).bit_count()
        + _SPACE * owned.bit_count()
    )


def _bits(flags: tuple[bool, ...]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)
