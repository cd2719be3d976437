"""What is certain about a trick, whatever the others hold (kernel)."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimant.games.claim.game import ClaimState
from claimant.games.claim.rules import powers, table
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import UNKNOWN, ClaimView
from claimant.games.claim.worlds import hidden_cards, unseen_cards
from claimant.kernels.bits import lowest
from claimant.kernels.compile import entry, part


@part
def is_beaten(s: Any, d: Any, mine: int, place: int, low: int, high: int) -> bool:
    """Whether one of these cards (two words of bits), played at a place, beats a rank key."""
    while low | high:
        card = lowest(low) if low else 64 + lowest(high)
        if low:
            low &= low - 1
        else:
            high &= high - 1
        s.trick[place] = card
        if powers.rank_key(s, d, place) > mine:
            return True
    return False


@entry
def prospects(
    states: np.ndarray, decks: np.ndarray, card: int, low: np.ndarray, high: np.ndarray
) -> int:
    """What becomes of a card that the actor of states[0] plays now: 2 if it wins the trick for
    certain, 1 if it beats those on the table, 0 if it does not. `low` and `high` are the cards that
    may be played at each place after it."""
    s = states[0]
    d = decks[0]
    played = int(s.played)
    s.trick[played] = card
    mine = powers.rank_key(s, d, played)
    for place in range(played):
        if powers.rank_key(s, d, place) > mine:
            return 0
    for place in range(played + 1, d.players):
        if is_beaten(s, d, mine, place, low[place], high[place]):
            return 1
    return 2


@entry
def best_place(states: np.ndarray, decks: np.ndarray) -> int:
    """The place of the best card on the table, where there is one."""
    s = states[0]
    d = decks[0]
    best = 0
    for place in range(1, s.played):
        if powers.rank_key(s, d, place) > powers.rank_key(s, d, best):
            best = place
    return best


class TrickProspects:
    """What is certain about the cards that the actor of a view could play to the trick."""

    def __init__(self, view: ClaimView, world: ClaimState) -> None:
        self._game = world.game
        self._states = np.frombuffer(bytearray(world.data), table.STATE)
        self._low = np.zeros(4, np.int64)
        self._high = np.zeros(4, np.int64)
        assert view.actor is not None
        for place in range(len(view.table) + 1, view.players):
            seat = (view.actor + place - len(view.table)) % view.players
            self._low[place], self._high[place] = self._possible(view, seat)

    def _possible(self, view: ClaimView, seat: int) -> tuple[int, int]:
        """The cards that a seat may hold, as a set in two words. Whether it has to follow is left
        out, so it may be too many."""
        codes = {code for code in view.hands[seat] if code != UNKNOWN}
        hidden = [one for one in hidden_cards(view) if (one.area, one.seat) == ("hand", seat)]
        unseen = {*unseen_cards(view)} if hidden else set()
        for one in set(hidden):
            codes |= {code for code in unseen if one.can_be(Card(code))}
        words = [0, 0]
        for code in codes:
            number = self._game.numbers[code]
            words[number >> 6] |= 1 << (number & 63)
        return words[0], words[1]

    def of(self, code: str) -> int:
        """2 if a card wins the trick for certain, 1 if it beats those on the table, else 0."""
        number = self._game.numbers[code]
        found: int = prospects(self._states, self._game.deck, number, self._low, self._high)
        return found

    def leading(self) -> int:
        """The seat whose card is the best on the table."""
        place: int = best_place(self._states, self._game.deck)
        return (int(self._states[0].leader) + place) % self._game.players
