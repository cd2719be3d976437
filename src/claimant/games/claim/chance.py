"""The deal of Claim, card by card: the hands in seat order, then the draw pile (R-C2)."""

from __future__ import annotations

from collections import Counter

from claimant.environment import ChanceModel
from claimant.game import ChanceOutcome, State
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import BY_NAME
from claimant.games.claim.rules.scoring import LOOT_FOR


class DealModel(ChanceModel):
    """A draw is one card, given by the lowest number of those equal to it."""

    max_outcomes = LOOT_FOR  # which follows the numbers of the cards

    def __init__(self, game: Claim) -> None:
        self._game = game
        self._in_hands = game.players * game.hand_size
        self.max_draws = 1 + 2 * self._in_hands
        deck = game.deck[0]
        cards = [int(deck.first_equal[card]) for card in deck.cards[: deck.card_count]]
        others = len(cards) - int(deck.raccoon_cards)
        self._others = Counter(cards[:others])
        self._raccoons = Counter(cards[others:])

    def outcomes(self, state: State, drawn: ChanceOutcome) -> list[tuple[int, float]]:
        others = self._others - Counter(drawn)
        left = others.total()
        probabilities: dict[int, float] = {}
        if self._game.raccoons == "deck" or len(drawn) >= self._in_hands:
            # Only some of the raccoons take part; each of them is equally likely to.
            raccoons = self._raccoons - Counter(drawn)
            removed = self._raccoons.total() - BY_NAME["raccoons"].size
            places = raccoons.total() - removed if self._raccoons else 0
            left += places
            if places:
                probabilities = dict.fromkeys(raccoons, places / left / raccoons.total())
        probabilities |= {card: n / left for card, n in others.items()}
        return sorted(probabilities.items())

    def event(self, state: State, drawn: ChanceOutcome) -> ChanceOutcome | None:
        return drawn if len(drawn) == 2 * self._in_hands else None

    def describe(self, state: State, drawn: ChanceOutcome) -> str:
        return f"deal {self._game.codes[drawn[-1]]}"

    def known(self, state: State, drawn: ChanceOutcome, seat: int) -> str:
        size = self._game.hand_size
        own = (self._game.codes[card] for card in drawn[seat * size : (seat + 1) * size])
        return f"dealt {len(drawn)}, own: {' '.join(own)}"
