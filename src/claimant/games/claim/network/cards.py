"""Numbers of cards that are the same in every deck, so that one network plays them all."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTION_IDS, FACTIONS, NUMBERS, SLOTS

_VALUES: Final = tuple(sorted(set(faction.values)) for faction in FACTIONS)
FIRST: Final = tuple(sum(len(values) for values in _VALUES[:n]) for n in range(len(FACTIONS)))
"""The number of the lowest card of each faction."""
CODES: Final = sum(len(values) for values in _VALUES)
"""The distinct cards of all factions. Equal cards share a number."""


def code_of(faction: str, value: int) -> int:
    """The number of a card in every deck."""
    number = FACTION_IDS[faction]
    return FIRST[number] + _VALUES[number].index(value)


@lru_cache(256)
def card_codes(game: Claim) -> Any:
    """The numbers of a deck's cards, by the number in the deck, and of its factions by slot (from
    NUMBERS on).

    A pure function; the cache holds those of the 256 set-ups used last.
    """
    codes = np.zeros(NUMBERS + SLOTS, np.int16)
    deck = game.deck[0]
    for slot, faction in enumerate(game.factions):
        codes[NUMBERS + slot] = FACTION_IDS[faction]
        for card in range(16 * slot, 16 * slot + len(FACTIONS[FACTION_IDS[faction]].values)):
            codes[card] = code_of(faction, int(deck.value[card]))
    codes.flags.writeable = False
    return codes
