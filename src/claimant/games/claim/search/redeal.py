"""Deals a view's hidden cards anew, quickly, for a search (kernel).

`worlds.sample` makes one world that fits a view. Here its hidden cards are shuffled again and again
by swaps that keep to what each card can be. A swap and its reverse are equally likely, so no
fitting world is preferred; if every card fits everywhere, the result is a plain shuffle.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Final

import numpy as np

from claimant.games.claim.game import ClaimState
from claimant.games.claim.rules import table
from claimant.games.claim.rules.cards import MAX_CARDS, Card
from claimant.games.claim.rules.table import FOLLOWERS, HAND, add
from claimant.games.claim.view import UNKNOWN, ClaimView, holds
from claimant.games.claim.worlds import HiddenCard, excluded_by_peek, hidden_cards
from claimant.kernels.compile import entry, kernel
from claimant.kernels.random import next_random, scaled

# Where a hidden card is: below IN_PILE in the hand of that seat, otherwise
IN_PILE: Final = 16  # at a place of the draw pile, or a follower that came from there
LAID: Final = 64  # laid off: eight numbers per seat
REMOVED: Final = 127  # a raccoon that does not take part

HIDDEN_CARDS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("count", np.int64),
                ("fits", np.int64, (MAX_CARDS, 2)),  # the cards that each of them can be
                ("card", np.int64, MAX_CARDS),  # the card that each of them is
                ("saved", np.int64, MAX_CARDS),  # the same in the deal before
                ("where", np.int64, MAX_CARDS),
                ("place", np.int64, MAX_CARDS),  # phase 2: where in the pile it was, or NOTHING
            ],
            align=True,
        ),
    )
)
"""The hidden cards of a view."""


@kernel
def can_be(h: Any, i: int, card: int) -> int:
    """Whether hidden card `i` can be a card (1 or 0)."""
    return int(h.fits[i, card >> 6] >> (card & 63)) & 1


@kernel
def shuffle_hidden(h: Any, rng: Any) -> None:
    """Deal the hidden cards anew: each is swapped with an earlier one if both fit."""
    x = rng.state
    for i in range(h.count - 1, 0, -2):  # two swaps per random number
        x = next_random(x)
        swap_if_possible(h, i, scaled(x, i + 1))
        swap_if_possible(h, i - 1, scaled(x << np.uint64(32), i))
    rng.state = x


@kernel
def swap_if_possible(h: Any, i: int, other: int) -> None:
    one = int(h.card[i])
    two = int(h.card[other])
    if can_be(h, i, two) & can_be(h, other, one):
        h.card[i] = two
        h.card[other] = one


@kernel
def save(h: Any) -> None:
    """Save a deal for `restore`."""
    for i in range(h.count):
        h.saved[i] = h.card[i]


@kernel
def restore(h: Any) -> None:
    for i in range(h.count):
        h.card[i] = h.saved[i]


@kernel
def place_hidden(s: Any, d: Any, h: Any) -> None:
    """Put the hidden cards into a state that lacks them."""
    for i in range(h.count):
        card = int(h.card[i])
        where = int(h.where[i])
        if where < IN_PILE:
            add(s, HAND + where, card)
            if h.place[i] >= 0:
                s.pile[h.place[i]] = d.first_equal[card]
        elif where < LAID:
            s.pile[where - IN_PILE] = card
            owner = int(s.owner[where - IN_PILE])
            if owner >= 0:
                add(s, FOLLOWERS + owner, card)
        elif where < REMOVED:
            s.laid_card[(where - LAID) >> 3, (where - LAID) & 7] = card


@entry
def deal_world(
    base: np.ndarray, states: np.ndarray, decks: np.ndarray, hidden: np.ndarray, random: np.ndarray
) -> None:
    """Make states[0] a world: `base` with its hidden cards dealt anew."""
    states[0] = base[0]
    shuffle_hidden(hidden[0], random[0])
    place_hidden(states[0], decks[0], hidden[0])


class HiddenCards:
    """The hidden cards of a view, for the kernels: `base` is a state without them, `cards` says
    where they are and what they can be. Both are arrays of one record."""

    def __init__(self, view: ClaimView, world: ClaimState) -> None:
        self.game = world.game
        self.base = np.frombuffer(bytearray(world.data), table.STATE)
        self.cards = np.zeros(1, HIDDEN_CARDS)
        self.cards[0].place[:] = table.NOTHING
        self._fits: dict[object, tuple[int, int]] = {}
        self._find(view, world)
        assert self.cards[0].count <= self.game.deck[0].card_count

    def _find(self, view: ClaimView, world: ClaimState) -> None:
        """Take the hidden cards out of the world, seat by seat, then the pile's."""
        s = self.base[0]
        hands = [self._unknown_in_hand(view, seat) for seat in range(view.players)]
        origins = [self._origins(view, seat) for seat in range(view.players)]
        removed = self._removed(world) if "raccoons" in view.factions else []
        for hidden in sorted(hidden_cards(view), key=_by_seat):
            seat, n = hidden.seat, hidden.index
            if hidden.area == "hand":
                card = hands[seat].pop(0)
                s.cards[HAND + seat, card >> 6] &= ~(1 << (card & 63))
                place = table.NOTHING
                if view.phase == 2:
                    place = origins[seat][self.game.codes[card]].pop()
                    excluded = excluded_by_peek(view, place)
                    hidden = replace(hidden, excluded=excluded) if excluded else hidden
                self.cards[0].place[self._add(hidden, seat, card)] = place
            elif hidden.area == "laid off":
                self._add(hidden, LAID + 8 * seat + n, int(s.laid_card[seat, n]))
            elif hidden.area == "pile":
                card = int(s.pile[n])
                owner = view.places[n].seat
                if owner is not None:
                    s.cards[FOLLOWERS + owner, card >> 6] &= ~(1 << (card & 63))
                self._add(hidden, IN_PILE + n, card)
            else:
                self._add(hidden, REMOVED, removed.pop(0))

    def _add(self, hidden: HiddenCard, where: int, card: int) -> int:
        """Add a hidden card: where it is, and what it is in this world."""
        h = self.cards[0]
        i = int(h.count)
        h.fits[i] = self._fitting(hidden)
        h.card[i] = card
        h.where[i] = where
        h.count += 1
        return i

    def _fitting(self, hidden: HiddenCard) -> tuple[int, int]:
        """The cards that a hidden card can be, as a set; worked out once for equal limits."""
        limits = hidden.lacking, hidden.excluded, hidden.only
        if limits not in self._fits:
            fits = 0
            for number, code in enumerate(self.game.codes):
                if code and hidden.can_be(Card(code)):
                    fits |= 1 << number
            self._fits[limits] = fits & ((1 << 64) - 1), fits >> 64
        return self._fits[limits]

    def _unknown_in_hand(self, view: ClaimView, seat: int) -> list[int]:
        """The cards of a hand that the viewer does not know, in this world."""
        known = Counter(card for card in view.hands[seat] if card != UNKNOWN)
        hand = self.base[0].cards[HAND + seat].tolist()
        unknown = []
        for card, code in enumerate(self.game.codes):
            if not holds(hand, card):
                continue
            if known[code]:
                known[code] -= 1
            else:
                unknown.append(card)
        return unknown

    def _origins(self, view: ClaimView, seat: int) -> dict[str, list[int]]:
        """Phase 2: the places of the pile that a seat's hidden cards came from in this world."""
        origins: dict[str, list[int]] = {}
        if view.phase != 2:
            return origins
        for n, place in enumerate(view.places):
            if place.seat == seat and place.card == UNKNOWN:
                code = self.game.codes[self.base[0].pile[n]]
                origins.setdefault(code, []).append(n)
        return origins

    def _removed(self, world: ClaimState) -> list[int]:
        """The raccoons that do not take part in this world."""
        dealt = {code for cards in world.pieces().values() for code in cards}
        return [
            card
            for code, card in self.game.numbers.items()
            if code.startswith("raccoon-") and code not in dealt
        ]


def _by_seat(hidden: HiddenCard) -> tuple[bool, int]:
    """Seat by seat, then what belongs to none."""
    return hidden.seat < 0, hidden.seat
