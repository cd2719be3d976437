"""Random games, for search and measurement, and the entries to the rules for Python (kernel)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.cards import DECK, MAX_CARDS, NUMBERS, RACCOONS_REMOVED
from claimant.games.claim.rules.table import OVER, PLAY, STATE, clear, sides
from claimant.kernels.bits import count, lowest, nth
from claimant.kernels.compile import entry, kernel, part
from claimant.kernels.random import next_random, random_below, scaled

ROOM: Final = np.dtype((np.record, [("cards", np.int8, MAX_CARDS)]))
"""Scratch space for shuffling a deck."""


@kernel
def swap(room: Any, one: int, other: int) -> None:
    card = room.cards[one]
    room.cards[one] = room.cards[other]
    room.cards[other] = card


@kernel
def shuffle(room: Any, start: int, end: int, rng: Any) -> None:
    x = rng.state  # a local: LLVM cannot rule out that the cards alias the record
    for last in range(end - 1, start, -2):
        x = next_random(x)
        swap(room, last, start + scaled(x, last + 1 - start))
        swap(room, last - 1, start + scaled(x << np.uint64(32), last - start))
    rng.state = x


@part
def shuffle_deck(room: Any, d: Any, rng: Any) -> None:
    """Shuffle a deck into a deal: the hands in seat order, then the pile (R-C2)."""
    cards = d.card_count
    for i in range(cards):
        room.cards[i] = d.cards[i]
    if d.raccoon_cards == 0:
        shuffle(room, 0, cards, rng)
        return
    others = cards - d.raccoon_cards
    shuffle(room, others, cards, rng)
    cards -= RACCOONS_REMOVED
    if d.raccoons_in_pile:
        shuffle(room, 0, others, rng)
        shuffle(room, d.players * d.tricks, cards, rng)
    else:
        shuffle(room, 0, cards, rng)


@part
def random_option(low: int, high: int, rng: Any) -> int:
    """One of these actions, each card being equally likely."""
    in_low = count(low)
    skip = random_below(in_low + count(high), rng)
    above = skip >= in_low
    bits = high if above else low
    skip = skip - in_low if above else skip
    return (64 if above else 0) + nth(bits, skip, 13)


@part
def playout(s: Any, d: Any, rng: Any) -> int:
    """Play a state after the deal to its end at random; returns the number of decisions."""
    decisions = 0
    while s.stage != OVER:
        low, high = tricks.options(s, d)
        tricks.decide(s, d, random_option(low, high, rng))
        decisions += 1
    return decisions


@entry
def playouts(
    start: np.ndarray,
    scratch: np.ndarray,
    decks: np.ndarray,
    rooms: np.ndarray,
    games: int,
    random: np.ndarray,
) -> int:
    """Deal, play and score `games` random games; returns the number of decisions.

    `start` is the state before the first event, `scratch` another one, and the others are arrays of
    one record of DECK, ROOM and RANDOM.
    """
    decisions = 0
    d = decks[0]
    rng = random[0]
    room = rooms[0]
    for _ in range(games):
        scratch[0] = start[0]
        s = scratch[0]
        tricks.begin(s, random_below(d.players, rng))
        shuffle_deck(room, d, rng)
        tricks.deal(s, d, room)
        decisions += playout(s, d, rng)
        scoring.winners(s, d)
    return decisions


# The entries for Python. A bytearray is the cheapest argument to pass; here it is seen as a record.


@kernel
def list_choices(s: Any, d: Any) -> None:
    """Write the legal actions into the record, where the Python side reads them."""
    low, high = tricks.options(s, d)
    low, high = tricks.distinct(d, low, high)
    choices = 0
    while low:
        s.legal[choices] = d.first_equal[lowest(low)]
        choices += 1
        low &= low - 1
    while high:
        s.legal[choices] = d.first_equal[64 + lowest(high)]
        choices += 1
        high &= high - 1
    s.choices = choices
    for i in range(choices, 13):
        s.legal[i] = 0


@entry
def empty(data: bytearray) -> None:
    clear(np.frombuffer(data, STATE)[0])


@entry
def after_first(data: bytearray, seat: int) -> None:
    tricks.begin(np.frombuffer(data, STATE)[0], seat)


@entry
def after_deal(data: bytearray, deck: bytes, cards: bytes) -> None:
    s = np.frombuffer(data, STATE)[0]
    d = np.frombuffer(deck, DECK)[0]
    tricks.deal(s, d, np.frombuffer(cards, ROOM)[0])
    list_choices(s, d)


# What `after_decision` returns instead of the seat to decide.
ENDED: Final = 8
REFUSED: Final = 9
UNDOABLE: Final = 16
"""Added to the seat to decide if the decision can be undone."""


@entry
def after_decision(data: bytearray, deck: bytes, action: int) -> int:
    """Apply a listed action; returns the seat to decide, plus UNDOABLE if the action can be undone,
    or ENDED, or REFUSED, with nothing changed, if the action is not listed.

    An action names the lowest of equal cards; the one that is actually there is at most a few
    numbers above.
    """
    s = np.frombuffer(data, STATE)[0]
    d = np.frombuffer(deck, DECK)[0]
    if action < 0 or action >= NUMBERS or d.first_equal[action] != action:
        return REFUSED
    low, high = tricks.options(s, d)
    while not ((low if action < 64 else high) >> (action & 63)) & 1:
        action += 1
        if action == NUMBERS or d.first_equal[action] == action:
            return REFUSED
    stage = s.stage
    trick = s.number
    tricks.decide(s, d, action)
    list_choices(s, d)
    if s.stage == OVER:
        return ENDED
    # Laying off, taking a follower or assigning loot reveals nothing while others still have to
    # choose in the same trick, so it can be undone.
    if stage != PLAY and s.stage != PLAY and s.number == trick:
        return UNDOABLE + int(s.actor)
    return int(s.actor)


@entry
def refresh_choices(data: bytearray, deck: bytes) -> None:
    """Write the legal actions into a state that was put together field by field."""
    list_choices(np.frombuffer(data, STATE)[0], np.frombuffer(deck, DECK)[0])


@entry
def judge(data: bytearray, deck: bytes, figures: np.ndarray) -> None:
    """Fill in a row per slot (its owner, each side's count), and one with winners and scores."""
    s = np.frombuffer(data, STATE)[0]
    d = np.frombuffer(deck, DECK)[0]
    for slot in range(d.slots):
        figures[slot, 0] = scoring.faction_owner(s, d, slot)
        for side in range(sides(d)):
            figures[slot, 1 + side] = scoring.faction_count(s, d, side, slot)
    last = figures[d.slots]
    last[0] = scoring.winners(s, d)
    last[1], last[2], last[3] = scoring.scores(s, d)
