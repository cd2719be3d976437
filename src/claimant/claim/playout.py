"""Games at random, for search and measurement, and what Python calls of the rules (kernel)."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimant.bits import count, kernel, random_below
from claimant.claim import scoring, tricks
from claimant.claim.cards import RACCOONS_REMOVED
from claimant.claim.table import OVER, clear


@kernel
def shuffle(cards: np.ndarray, start: int, end: int, rng: np.ndarray) -> None:
    for last in range(end - 1, start, -1):
        other = start + random_below(last + 1 - start, rng)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@kernel
def shuffle_deck(d: Any, cards: np.ndarray, rng: np.ndarray) -> None:
    """Fill `cards` with a random deal: the hands in seat order, then the pile (R-C2)."""
    size = int(d.card_count)
    for i in range(size):
        cards[i] = d.cards[i]
    if d.raccoon_cards == 0:
        shuffle(cards, 0, size, rng)
        return
    others = size - int(d.raccoon_cards)
    shuffle(cards, others, size, rng)
    size -= RACCOONS_REMOVED
    if d.raccoons_in_pile:
        shuffle(cards, 0, others, rng)
        shuffle(cards, int(d.players) * int(d.tricks), size, rng)
    else:
        shuffle(cards, 0, size, rng)


@kernel
def random_option(low: int, high: int, rng: np.ndarray) -> int:
    """One of the decisions, each card as likely."""
    in_low = count(low)
    skip = random_below(in_low + count(high), rng)
    base = 0
    if skip >= in_low:
        skip -= in_low
        low = high
        base = 64
    for _ in range(skip):
        low &= low - 1
    return base + count((low & -low) - 1)


@kernel
def playout(s: Any, d: Any, rng: np.ndarray) -> int:
    """Play a state (dealt already) to its end at random; how many decisions that took."""
    decisions = 0
    while s.stage != OVER:
        low, high = tricks.options(s, d)
        tricks.decide(s, d, random_option(low, high, rng))
        decisions += 1
    return decisions


@kernel
def playouts(
    start: np.ndarray,
    scratch: np.ndarray,
    decks: np.ndarray,
    cards: np.ndarray,
    games: int,
    rng: np.ndarray,
) -> int:
    """Deal and play that many whole games at random, and judge them; how many decisions.

    `start` is the state before the first event, `scratch` one more, `cards` room for the deck.
    """
    decisions = 0
    d = decks[0]
    for _ in range(games):
        scratch[0] = start[0]
        s = scratch[0]
        tricks.begin(s, random_below(int(d.players), rng))
        shuffle_deck(d, cards, rng)
        tricks.deal(s, d, cards)
        decisions += playout(s, d, rng)
        scoring.winners(s, d)
    return decisions


# What Python calls: one call an event, on an array of one record (the cheapest to hand over).


@kernel
def list_options(s: Any, d: Any) -> None:
    """Write the possible decisions into the record, where the Python side reads them."""
    low, high = tricks.options(s, d)
    low, high = tricks.distinct(d, low, high)
    choices = 0
    while low:
        card = count((low & -low) - 1)
        s.legal[choices] = d.first_equal[card]
        choices += 1
        low &= low - 1
    while high:
        card = 64 + count((high & -high) - 1)
        s.legal[choices] = d.first_equal[card]
        choices += 1
        high &= high - 1
    for i in range(choices, 13):
        s.legal[i] = 0
    s.choices = choices


@kernel
def empty(states: np.ndarray) -> None:
    clear(states[0])


@kernel
def after_first(states: np.ndarray, seat: int) -> None:
    tricks.begin(states[0], seat)


@kernel
def after_deal(states: np.ndarray, decks: np.ndarray, cards: np.ndarray) -> None:
    tricks.deal(states[0], decks[0], cards)
    list_options(states[0], decks[0])


@kernel
def after_decision(states: np.ndarray, decks: np.ndarray, action: int) -> None:
    """Legal decisions name the lowest of equal cards: find the one that is really held."""
    s = states[0]
    d = decks[0]
    low, high = tricks.options(s, d)
    while not ((low if action < 64 else high) >> (action & 63)) & 1:
        action += 1
    tricks.decide(s, d, action)
    list_options(s, d)
