"""What kernels read of a deck, and how they shuffle it: stated by its definition, which works with
and without the compiler."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from claimant import laws
from claimant.games.claim.game import Claim
from claimant.games.claim.rules import playout
from claimant.games.claim.rules.cards import (
    BY_NAME,
    GRIFFIN_BONUS,
    RACCOONS_REMOVED,
    SCENARIOS,
    VALUES,
    deck_record,
)
from claimant.kernels.compile import entry
from claimant.kernels.random import random_numbers
from claimant.record import Record, replay

DECKS = [
    (players, scenario.deck(players))
    for scenario in SCENARIOS.values()
    for players in (2, 3, 4)
    if players == 2 or scenario.more is not None
]


@entry
def shuffled(room: np.ndarray, d: np.ndarray, rng: np.ndarray) -> None:
    playout.shuffle_deck(room[0], d[0], rng[0])


@entry
def shuffled_between(room: np.ndarray, start: int, end: int, rng: np.ndarray) -> None:
    playout.shuffle(room[0], start, end, rng[0])


@pytest.mark.parametrize(("players", "factions"), DECKS, ids=str)
def test_the_bits_of_values_make_the_printed_values(
    players: int, factions: tuple[str, ...]
) -> None:
    deck = deck_record(players, factions, True)[0]
    for slot, name in enumerate(factions):
        for place, value in enumerate(BY_NAME[name].values):
            bits = [int(deck.value_bits[slot, digit]) >> place & 1 for digit in range(4)]
            assert sum(bit << digit for digit, bit in enumerate(bits)) == value


@pytest.mark.parametrize(("players", "factions"), DECKS, ids=str)
def test_the_cards_higher_than_a_value_are_those_with_a_higher_one_printed(
    players: int, factions: tuple[str, ...]
) -> None:
    """Also than a value that a griffin has raised."""
    deck = deck_record(players, factions, True)[0]
    cards = [int(card) for card in deck.cards[: deck.card_count]]
    for value in range(VALUES + GRIFFIN_BONUS):
        higher = [card for card in cards if int(deck.higher[value, card >> 6]) >> (card & 63) & 1]
        assert higher == [card for card in cards if deck.value[card] > value]


def test_a_deck_that_several_games_share_cannot_be_changed() -> None:
    players, factions = DECKS[0]
    with pytest.raises(ValueError, match="read-only"):
        deck_record(players, factions, True)["players"] = 3


@pytest.mark.parametrize("number", [3, 4])
def test_every_order_of_a_few_cards_is_as_likely(number: int) -> None:
    """An odd number of cards and an even one, as two are drawn at a time; the others stay."""
    rng, room = random_numbers(1), np.zeros(1, playout.ROOM)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(100 * factorial(number)):
        room[0].cards[:] = range(len(room[0].cards))
        shuffled_between(room, 2, 2 + number, rng)
        cards = room[0].cards.tolist()
        orders[tuple(cards[2 : 2 + number])] += 1
        del cards[2 : 2 + number]
        assert cards == [0, 1, *range(2 + number, len(room[0].cards))]
    assert sorted(orders) == sorted(permutations(range(2, 2 + number)))
    assert 60 < min(orders.values()) <= max(orders.values()) < 150


@pytest.mark.parametrize("in_pile", [True, False])
@pytest.mark.parametrize(("players", "factions"), DECKS, ids=str)
def test_every_place_of_a_deal_can_get_many_cards(
    players: int, factions: tuple[str, ...], in_pile: bool
) -> None:
    """R-C2: raccoons stay out of the hands if they belong to the pile; four are removed."""
    decks = deck_record(players, factions, in_pile)
    deck, rng, room = decks[0], random_numbers(players), np.zeros(1, playout.ROOM)
    cards = [int(card) for card in deck.cards[: deck.card_count]]
    raccoons = set(cards[len(cards) - deck.raccoon_cards :])
    dealt = len(cards) - (RACCOONS_REMOVED if raccoons else 0)
    hands = players * int(deck.tricks)
    deals = []
    for _ in range(60):
        shuffled(room, decks, rng)
        deals.append([int(card) for card in room[0].cards[: len(cards)]])
        assert Counter(deals[-1]) == Counter(cards)
    for place in range(len(cards)):
        found = [deal[place] for deal in deals]
        # 60 draws of at least ten cards: fewer than 6 different ones are as good as impossible.
        assert len(set(found)) >= 6
        assert max(Counter(found).values()) <= 25
        if raccoons and place >= dealt:
            assert set(found) <= raccoons
        elif raccoons and in_pile and place < hands:
            assert not raccoons & set(found)
        elif raccoons:  # any place of the pile can get one, or another card
            assert set(found) & raccoons
            assert set(found) - raccoons


@pytest.mark.parametrize(("players", "factions"), DECKS, ids=str)
def test_the_order_in_which_a_deck_names_its_factions_changes_nothing(
    players: int, factions: tuple[str, ...]
) -> None:
    """Every faction is the first one of the deck in turn: kernels count slots from 0."""
    record = laws.random_record(Claim(players, factions), seed=len(factions), undo=0)
    outcome = replay(record).outcome
    assert outcome is not None
    for first in range(1, len(factions)):
        turned = factions[first:] + factions[:first]
        headers = {**record.headers, **Claim(players, turned).options}
        other = replay(Record(headers, record.events)).outcome
        assert other is not None
        assert other.result() == outcome.result()
