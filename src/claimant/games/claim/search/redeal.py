"""Deals of the hidden cards one after another, quickly: what a search looks at (kernel).

`worlds.sample` makes one world that fits a view; here the hidden cards of it are dealt anew again
and again, by swaps that fit. A swap and its way back are equally likely, so that of the worlds that
fit none is preferred; where everything fits everywhere, a deal is a plain shuffle.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from claimant.games.claim.game import ClaimState
from claimant.games.claim.rules import table
from claimant.games.claim.rules.cards import MOST_CARDS
from claimant.games.claim.rules.table import FOLLOWERS, HAND, add
from claimant.games.claim.view import UNKNOWN, ClaimView
from claimant.games.claim.worlds import not_peeked
from claimant.kernels.compile import entry, kernel
from claimant.kernels.random import next_random, scaled

# Where a hidden card is: in the hand of a seat, or
IN_PILE: Final = 16  # at a place of the draw pile, or a follower that came from it
LAID: Final = 64  # laid off: 8 numbers a seat
REMOVED: Final = 127  # a raccoon that does not take part

HIDDEN: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("count", np.int64),
                ("fits", np.int64, (MOST_CARDS, 2)),  # the cards that each of them may be
                ("card", np.int64, MOST_CARDS),  # the card that each of them is
                ("was", np.int64, MOST_CARDS),  # the same in the deal before
                ("where", np.int64, MOST_CARDS),
                ("place", np.int64, MOST_CARDS),  # phase 2: where in the pile it was, or NOTHING
            ],
            align=True,
        ),
    )
)
"""The hidden cards of a view."""


@kernel
def may_be(h: Any, gap: int, card: int) -> int:
    return int(h.fits[gap, card >> 6] >> (card & 63)) & 1


@kernel
def mix(h: Any, rng: Any) -> None:
    """Deal the hidden cards anew: each is swapped with another before it, where both fit."""
    x = rng.state
    for gap in range(h.count - 1, 0, -2):  # two of a random number; a single card with itself
        x = next_random(x)
        exchange(h, gap, scaled(x, gap + 1))
        exchange(h, gap - 1, scaled(x << np.uint64(32), gap))
    rng.state = x


@kernel
def keep(h: Any) -> None:
    """Remember a deal, to be brought back."""
    for gap in range(h.count):
        h.was[gap] = h.card[gap]


@kernel
def bring_back(h: Any) -> None:
    for gap in range(h.count):
        h.card[gap] = h.was[gap]


@kernel
def exchange(h: Any, gap: int, other: int) -> None:
    one = int(h.card[gap])
    two = int(h.card[other])
    if may_be(h, gap, two) & may_be(h, other, one):
        h.card[gap] = two
        h.card[other] = one


@kernel
def lay(s: Any, d: Any, h: Any) -> None:
    """Put the hidden cards into a state that lacks them."""
    for gap in range(h.count):
        card = int(h.card[gap])
        where = int(h.where[gap])
        if where < IN_PILE:
            add(s, HAND + where, card)
            if h.place[gap] >= 0:
                s.pile[h.place[gap]] = d.first_equal[card]
        elif where < LAID:
            s.pile[where - IN_PILE] = card
            owner = int(s.owner[where - IN_PILE])
            if owner >= 0:
                add(s, FOLLOWERS + owner, card)
        elif where < REMOVED:
            s.laid_card[(where - LAID) >> 3, (where - LAID) & 7] = card


@entry
def deal(
    base: np.ndarray, states: np.ndarray, decks: np.ndarray, hidden: np.ndarray, random: np.ndarray
) -> None:
    """Make states[0] a world: `base` with its hidden cards dealt anew."""
    states[0] = base[0]
    mix(hidden[0], random[0])
    lay(states[0], decks[0], hidden[0])


class Hidden:
    """The hidden cards of a view: `base` is the state without them, `cards` say what they may be.

    Both are arrays of one record, for the kernels.
    """

    def __init__(self, view: ClaimView, world: ClaimState) -> None:
        self.game = world.game
        self.base = np.frombuffer(bytearray(world.data), table.STATE)
        self.cards = np.zeros(1, HIDDEN)
        self.cards[0].place[:] = table.NOTHING
        deck = self.game.deck[0]
        self._everything = self._of(view.factions)
        self._find(view, world)
        assert self.cards[0].count <= deck.card_count

    def _of(self, factions: Any) -> tuple[int, int]:
        low = high = 0
        for name in factions:
            suit = self.game.deck[0].suit[self.game.factions.index(name)]
            low |= int(suit[0])
            high |= int(suit[1])
        return low, high

    def _gap(self, where: int, card: int, lacks: Any, not_these: Any = ()) -> int:
        """One more hidden card: where it is, what it is in this world, and what it is not."""
        h, deck = self.cards[0], self.game.deck[0]
        low, high = self._of(lacks)
        for code in not_these:
            equal = deck.first_equal == self.game.numbers[code]
            for n in np.flatnonzero(equal):
                low |= (1 << int(n)) if n < 64 else 0
                high |= (1 << (int(n) - 64)) if n > 63 else 0
        gap = int(h.count)
        h.fits[gap] = self._everything[0] & ~low, self._everything[1] & ~high
        h.card[gap] = card
        h.where[gap] = where
        h.count += 1
        return gap

    def _find(self, view: ClaimView, world: ClaimState) -> None:
        game, s = self.game, self.base[0]
        raccoons = ("raccoons",) if "raccoons" in view.factions else ()
        never_dealt = raccoons if view.raccoons == "pile" else ()
        for seat in range(view.players):
            lacks = (*view.voids[seat], *(never_dealt if view.phase == 1 else ()))
            known = Counter(card for card in view.hands[seat] if card != UNKNOWN)
            places = self._places(view, seat) if view.phase == 2 else {}
            for card in _numbers(s.cards[HAND + seat]):
                code = game.codes[card]
                if known[code]:
                    known[code] -= 1
                    continue
                s.cards[HAND + seat, card >> 6] &= ~(1 << (card & 63))
                place = places[code].pop() if view.phase == 2 else table.NOTHING
                not_these = not_peeked(view, place) if view.phase == 2 else ()
                self.cards[0].place[self._gap(seat, card, lacks, not_these)] = place
            for n, laid in enumerate(view.laid_off[seat]):
                if laid.card == UNKNOWN:
                    card = int(s.laid_card[seat, n])
                    self._gap(LAID + 8 * seat + n, card, (*laid.voids, *never_dealt))
        for n, dealt_at in enumerate(view.places if view.phase == 1 else ()):
            if dealt_at.card == UNKNOWN:
                card = int(s.pile[n])
                if dealt_at.seat is not None:
                    s.cards[FOLLOWERS + dealt_at.seat, card >> 6] &= ~(1 << (card & 63))
                self._gap(IN_PILE + n, card, (), not_peeked(view, n))
        if raccoons:
            dealt = {code for cards in world.pieces().values() for code in cards}
            others = [name for name in view.factions if name != "raccoons"]
            for code, card in game.numbers.items():
                if code.startswith("raccoon-") and code not in dealt:
                    self._gap(REMOVED, card, others)

    def _places(self, view: ClaimView, seat: int) -> dict[str, list[int]]:
        """Phase 2: the places of the pile that a seat's hidden cards came from in this world."""
        places: dict[str, list[int]] = {}
        for n, place in enumerate(view.places):
            if place.seat == seat and place.card == UNKNOWN:
                code = self.game.codes[self.base[0].pile[n]]
                places.setdefault(code, []).append(n)
        return places


def _numbers(words: Any) -> list[int]:
    return [n for n in range(128) if int(words[n >> 6]) >> (n & 63) & 1]
