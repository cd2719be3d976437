"""Bounds and keys of positions in phase 2 with two players (kernel).

A faction is a race between the two piles. `lead` is twice the number of cards by which seat 0 is
ahead, plus or minus one for the card that breaks a tie. A race is decided once the other seat can
no longer make up the lead. Two positions are the same to the solver if the same cards, or cards
that behave in the same way, are left to play and every open race stands the same; what was won in
decided ones no longer matters.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim.rules.cards import (
    BARDS,
    DOPPELGANGERS,
    GIANTS,
    GNOMES,
    GRIFFINS,
    KINGS,
    NUMBERS,
    PEASANTS,
    RACCOONS,
    SLOTS,
    TROLLS,
    VALUES,
    VIKINGS,
)
from claimant.games.claim.rules.scoring import bards, lowered, protected, values
from claimant.games.claim.rules.table import HAND, SCORE, of_slot, suit
from claimant.kernels.bits import count, gather, highest, mix, spread
from claimant.kernels.compile import kernel, part

PLIES: Final = 30  # 26 cards, two choices of loot, and the end
ALL: Final = (1 << SLOTS) - 1

SEARCH: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # The position to be solved.
                ("salt", np.int64),  # a hash of what never changes in it
                ("whole", np.int64, SLOTS),  # all cards of a faction that count or may count
                ("top", np.int64, SLOTS),  # the card that breaks a tie, if there can be one
                ("doubtful", np.int64),  # factions whose ties are broken card by card
                ("even", np.int64),  # a faction may go to nobody, so any difference is possible
                ("equals", np.int64),  # factions that have equal cards
                ("loot", np.int64),  # the raccoons with the loot symbol that take part
                # A faction and doppelgangers in one order of rank, as places for `spread`.
                ("own_places", np.int64, SLOTS),
                ("other_places", np.int64, SLOTS),
                # The question: who wins if factions are equal (R-S2), or only the factions.
                ("tie", np.int64),
                # The current position, as `find_bounds` fills it in.
                ("least", np.int64),  # bounds of the result
                ("most", np.int64),
                ("decided", np.int64),  # the certain part of the result, which is not in the key
                ("lead", np.int64, SLOTS),
                # By ply.
                ("open", np.int64, PLIES),  # factions not decided
                ("exact", np.int64, PLIES),  # factions whose exact values matter
                ("key", np.int64, PLIES),
                ("sure", np.int64, PLIES),  # `decided` there
                ("cards", np.int64, (PLIES, 16)),  # the moves, best first
                ("score", np.int64, (PLIES, 16)),  # how promising each is
                ("listed", np.int64, PLIES),  # the number of moves
                ("tried", np.int64, PLIES),  # the number of moves tried without success
                # The history heuristic, by seat: how often a lead or a reply has succeeded.
                ("leads", np.int64, (2, NUMBERS)),
                ("replies", np.int32, (2, 16 * SLOTS, 16 * SLOTS)),
                ("nodes", np.int64),
                ("limit", np.int64),
            ],
            align=True,
        ),
    )
)


@part
def prepare(s: Any, d: Any, w: Any) -> None:
    """Fill in what never changes from this position on."""
    w.loot = count(_whole(s, d, d.slot[RACCOONS]) & d.loot) if d.slot[RACCOONS] >= 0 else 0
    w.doubtful = 0
    w.even = 0
    w.equals = 0
    salt = 1
    for faction in range(len(d.slot)):
        salt = mix(salt, 1 + d.slot[faction])
    for slot in range(d.slots):
        whole = _whole(s, d, slot)
        salt = mix(salt, whole)
        w.whole[slot] = whole
        w.equals |= int(of_slot(d.equal_above[0, 0], d.equal_above[0, 1], slot) != 0) << slot
        _tie(d, w, slot, whole)
        order_doppelgangers(d, w, slot)
    w.salt = salt


@kernel
def _whole(s: Any, d: Any, slot: int) -> int:
    """All cards of a faction that are held, scored, or on the table."""
    cards = suit(s, HAND, slot) | suit(s, HAND + 1, slot)
    cards |= suit(s, SCORE, slot) | suit(s, SCORE + 1, slot)
    if slot == d.slot[GNOMES]:
        cards |= int(s.gnomes[0]) | int(s.gnomes[1])
    if slot == d.slot[TROLLS]:
        cards |= int(s.trolls)
    if s.played and s.trick[0] >> 4 == slot:
        cards |= 1 << (int(s.trick[0]) & 15)
    return cards


@part
def _tie(d: Any, w: Any, slot: int, whole: int) -> None:
    """Find the card that breaks a tie (R-S1): the highest, unless others are equal to it."""
    w.top[slot] = 0
    if whole == 0:
        w.even = 1
        return
    top = highest(whole)
    value = int(d.value[16 * slot + count(top - 1)])
    equal = whole & ~top & of_slot(d.valued[value, 0], d.valued[value, 1], slot)
    vanish = slot == d.slot[GNOMES] and d.slot[GIANTS] >= 0
    # An odd number of cards makes no tie, unless some count more than once (vikings, loot).
    if count(whole) & 1 == 0 or vanish or w.loot or slot == d.slot[VIKINGS]:
        if equal or vanish:
            w.doubtful |= 1 << slot
            w.even = 1
        else:
            w.top[slot] = top


@part
def order_doppelgangers(d: Any, w: Any, slot: int) -> None:
    """Order a faction and doppelgangers played onto it by rank: an equal doppelganger is lower,
    because it is always the later card (R-C5)."""
    at = 0
    own = other = 0
    for value in range(VALUES):
        other |= int(value < 10) << at
        at += 1
        for _ in range(count(of_slot(d.valued[value, 0], d.valued[value, 1], slot))):
            own |= 1 << at
            at += 1
    w.own_places[slot] = own
    w.other_places[slot] = other


@part
def find_bounds(s: Any, d: Any, w: Any, ply: int) -> None:
    """Fill in the bounds of the result before a lead, and the certain part of it."""
    decided = 0
    undecided = 0
    for slot in range(d.slots):
        lead, gain, other_gain = _race(s, d, w, slot)
        w.lead[slot] = lead
        if lead > 2 * other_gain:
            decided += 1
        elif lead < -2 * gain:
            decided -= 1
        elif w.whole[slot] or gain + other_gain:
            undecided |= 1 << slot
    w.open[ply] = undecided
    w.least = decided - count(undecided)
    w.most = decided + count(undecided)
    w.decided = decided
    if w.tie:
        w.least = 1 if w.least > 0 else -1
        w.most = -1 if w.most < 0 else 1
        w.decided = 0


@part
def position_key(s: Any, d: Any, w: Any, ply: int) -> int:
    """The key of a position for the transposition table, after `find_bounds`."""
    undecided = w.open[ply]
    key = mix(w.salt, undecided << 1 | w.tie)
    for slot in range(d.slots):
        if (undecided >> slot) & 1:
            key = mix(key, w.lead[slot] + 1024)
    key, exact = _details(s, d, w, key, undecided)
    w.exact[ply] = exact
    return _hands(s, d, w, key, exact)


@part
def _race(s: Any, d: Any, w: Any, slot: int) -> tuple[int, int, int]:
    """Seat 0's lead in a faction, and the most that each seat can gain on the other."""
    mine = suit(s, SCORE, slot)
    other = suit(s, SCORE + 1, slot)
    lost = other_lost = 0
    if slot == d.slot[GNOMES]:
        mine |= int(s.gnomes[0])
        other |= int(s.gnomes[1])
        if d.slot[GIANTS] >= 0:
            giants = suit(s, HAND, d.slot[GIANTS]) | suit(s, HAND + 1, d.slot[GIANTS])
            lost = _removable(d, giants, mine)
            other_lost = _removable(d, giants, other)
    elif slot == d.slot[PEASANTS] and d.slot[KINGS] >= 0:
        mine, other = _peasants(s, d, w, mine, other)
    left = w.whole[slot] & ~mine & ~other
    if slot == d.slot[GNOMES] and d.slot[GIANTS] >= 0:
        left = suit(s, HAND, slot) | suit(s, HAND + 1, slot)
    counted = count(mine)
    other_counted = count(other)
    gain = count(left)
    other_gain = gain
    if slot == d.slot[BARDS]:
        # The longest run comes first (R-P13): it weighs more than all cards and loot.
        counted += 32 * bards(mine)
        other_counted += 32 * bards(other)
        gain = count(mine | left) + 32 * bards(mine | left) - counted
        other_gain = count(other | left) + 32 * bards(other | left) - other_counted
    elif slot == d.slot[VIKINGS]:
        counted, gain = _vikings(s, d, w, 0, mine, left)
        other_counted, other_gain = _vikings(s, d, w, 1, other, left)
    lead = 2 * (counted - other_counted) + int(mine & w.top[slot] != 0)
    lead -= int(other & w.top[slot] != 0)
    # What giants may take from one seat is a gain for the other; loot counts for any faction.
    return lead, gain + other_lost + w.loot, other_gain + lost + w.loot


@kernel
def _removable(d: Any, giants: int, row: int) -> int:
    """The number of gnomes in a row that the giants still held may remove (R-P6)."""
    removable = 0
    for value in range(1, 10, 2):
        equal = of_slot(d.valued[value, 0], d.valued[value, 1], d.slot[GNOMES])
        able = of_slot(d.valued[value, 0], d.valued[value, 1], d.slot[GIANTS])
        removable += min(count(row & equal), count(giants & able))
    return removable


@part
def _peasants(s: Any, d: Any, w: Any, mine: int, other: int) -> tuple[int, int]:
    """The peasants that each seat is certain to have once some have left (R-P11)."""
    slot = d.slot[KINGS]
    kings = suit(s, HAND, slot) | suit(s, HAND + 1, slot)
    stay = protected(suit(s, SCORE, slot))
    may_stay = protected(suit(s, SCORE, slot) | kings)
    other_stay = protected(suit(s, SCORE + 1, slot))
    other_may_stay = protected(suit(s, SCORE + 1, slot) | kings)
    left = w.whole[d.slot[PEASANTS]] & ~mine & ~other
    return (
        (mine & stay) | (other & ~other_may_stay) | (left & stay & ~other_may_stay),
        (other & other_stay) | (mine & ~may_stay) | (left & other_stay & ~may_stay),
    )


@kernel
def _vikings(s: Any, d: Any, w: Any, seat: int, mine: int, left: int) -> tuple[int, int]:
    """What a seat's vikings certainly count, and how much more they may count (R-P12)."""
    row = SCORE + seat
    rival = SCORE + 1 - seat
    loose_low = d.of[VIKINGS, 0]
    loose_high = d.of[VIKINGS, 1]
    if d.slot[KINGS] >= 0:  # peasants may still leave
        loose_low |= d.of[PEASANTS, 0]
        loose_high |= d.of[PEASANTS, 1]
    certain = values(d, s.cards[row, 0] & ~loose_low, s.cards[row, 1] & ~loose_high)
    low = high = 0
    for slot in range(d.slots):
        if slot != d.slot[VIKINGS]:
            low |= w.whole[slot] << (16 * slot) if slot < 4 else 0
            high |= w.whole[slot] << (16 * (slot - 4)) if slot > 3 else 0
    low &= ~s.cards[rival, 0] | loose_low
    high &= ~s.cards[rival, 1] | loose_high
    possible = values(d, low, high)
    counted = count(mine) + count(mine & certain)
    mine |= left
    return counted, count(mine) + count(mine & possible) - counted


@part
def _details(s: Any, d: Any, w: Any, key: int, undecided: int) -> tuple[int, int]:
    """The key with everything else that matters to open factions, and the factions whose exact
    values matter."""
    exact = 0
    held = undecided  # factions whose cards matter even before they are in a pile for good
    if d.slot[VIKINGS] >= 0 and (undecided >> d.slot[VIKINGS]) & 1:
        exact = held = ALL
        for seat in range(2):
            low = s.cards[SCORE + seat, 0]
            high = s.cards[SCORE + seat, 1]
            key = mix(key, values(d, low & ~d.of[VIKINGS, 0], high & ~d.of[VIKINGS, 1]))
        key = mix(key, suit(s, SCORE, d.slot[VIKINGS]))
    if w.loot:  # it counts where there are fewest cards (R-P14)
        held = ALL
        exact |= 1 << d.slot[RACCOONS]
        key = mix(key, count(suit(s, SCORE, d.slot[RACCOONS]) & d.loot))
        for slot in range(d.slots):
            key = mix(key, count(suit(s, SCORE, slot)))
    if w.tie:  # every card and its value counts (R-S2)
        exact = held = ALL
        for word in range(2):
            key = mix(key, s.cards[SCORE, word])
    if d.slot[BARDS] >= 0 and (undecided >> d.slot[BARDS]) & 1:
        exact |= 1 << d.slot[BARDS]
        key = mix(key, suit(s, SCORE, d.slot[BARDS]))
    if d.slot[TROLLS] >= 0 and (held >> d.slot[TROLLS]) & 1:
        exact |= 1 << d.slot[TROLLS]
        key = mix(key, int(s.trolls))
    if d.slot[KINGS] >= 0 and d.slot[PEASANTS] >= 0 and (held >> d.slot[PEASANTS]) & 1:
        exact |= 1 << d.slot[KINGS] | 1 << d.slot[PEASANTS]
        key = mix(key, suit(s, SCORE, d.slot[KINGS]) << 16 | suit(s, SCORE, d.slot[PEASANTS]))
    if d.slot[GNOMES] >= 0 and (held >> d.slot[GNOMES]) & 1:
        exact |= 1 << d.slot[GNOMES]
        key = mix(key, int(s.gnomes[0]) << 16 | int(s.gnomes[1]))
        if d.slot[GIANTS] >= 0:
            exact |= 1 << d.slot[GIANTS]
    for slot in range(d.slots):
        if ((w.doubtful & undecided) >> slot) & 1:
            exact |= 1 << slot
            key = mix(key, suit(s, SCORE, slot))
    if d.slot[GRIFFINS] >= 0:
        mine, other = raised(s, d, 0), raised(s, d, 1)
        in_hands = suit(s, HAND, d.slot[GRIFFINS]) | suit(s, HAND + 1, d.slot[GRIFFINS])
        if mine or other or in_hands:
            exact = ALL
            key = mix(key, mine << 16 | other)
            key = mix(key, suit(s, SCORE, d.slot[GRIFFINS]))
    return key, exact


@kernel
def raised(s: Any, d: Any, seat: int) -> int:
    """The values in a hand that a griffin in the seat's pile raises (R-P7)."""
    held = values(d, s.cards[HAND + seat, 0], s.cards[HAND + seat, 1])
    return held & suit(s, SCORE + seat, d.slot[GRIFFINS])


@part
def _hands(s: Any, d: Any, w: Any, key: int, exact: int) -> int:
    """The key with the hands: for each faction who has the highest card, the next, and so on, and
    where doppelgangers rank among them; the exact cards if values matter."""
    doubles = 0
    if d.slot[DOPPELGANGERS] >= 0:
        doubles = suit(s, HAND, d.slot[DOPPELGANGERS]) | suit(s, HAND + 1, d.slot[DOPPELGANGERS])
    lengths = int(s.leader) + 2
    for slot in range(d.slots):
        cards = suit(s, HAND, slot) | suit(s, HAND + 1, slot)
        lengths = lengths << 4 | count(cards)
        if (exact >> slot) & 1:
            key = mix(key, cards)
        elif (w.equals >> slot) & 1:
            key = mix(key, _equals(d, slot, cards))
        if doubles and slot != d.slot[DOPPELGANGERS]:
            own = spread(cards, w.own_places[slot])
            key = mix(key, gather(own, own | spread(doubles, w.other_places[slot])))
    key = mix(key, lengths)
    for word in range(2):
        all_cards = s.cards[HAND, word] | s.cards[HAND + 1, word]
        key = mix(key, gather(s.cards[HAND, word], all_cards))
    return key


@part
def _equals(d: Any, slot: int, cards: int) -> int:
    """Which of a faction's cards, in order of rank, are equal to the one below."""
    cards = lowered(d, slot, cards)
    equal_below = of_slot(d.equal_above[0, 0], d.equal_above[0, 1], slot) << 1
    return gather(cards & equal_below & cards << 1, cards)
