"""Bounds of positions in phase 2 with two players (kernel).

A faction is a race between the two piles. Its lead is twice the number of cards by which seat 0 is
ahead, plus or minus one for the card that breaks a tie. A race is decided once the other seat can
no longer make up the lead.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim.rules.cards import (
    AUTOMATONS,
    BARDS,
    DOPPELGANGERS,
    DRAGONS,
    GIANTS,
    GNOMES,
    GOBLINS,
    GRIFFINS,
    KINGS,
    KNIGHTS,
    NUMBERS,
    PEASANTS,
    RACCOONS,
    SEERS,
    SLOTS,
    TROLLS,
    UNDEAD,
    VALUES,
    VIKINGS,
)
from claimant.games.claim.rules.scoring import bards, protected, values
from claimant.games.claim.rules.table import HAND, SCORE, of_slot, suit
from claimant.games.claim.solver.transpositions import LEVEL, LOST, WON
from claimant.kernels.bits import count, highest, mix
from claimant.kernels.compile import kernel, part

PLIES: Final = 30  # 26 cards, two choices of loot, and the end
ALL: Final = (1 << SLOTS) - 1

# Factions of which every card won brings the winner one card nearer. Not dwarves, which go to the
# loser, trolls, which lie on the table, peasants, which may leave, and bards, where runs count.
SIMPLY_WON: Final = (
    KNIGHTS,
    GOBLINS,
    GIANTS,
    GNOMES,
    KINGS,
    AUTOMATONS,
    DRAGONS,
    DOPPELGANGERS,
    GRIFFINS,
    RACCOONS,
    SEERS,
    UNDEAD,
    VIKINGS,
)

SEARCH: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # The position to be solved.
                ("salt", np.int64),  # a hash of what never changes in it
                ("whole", np.int64, SLOTS),  # all cards of a faction that count or may count
                ("top", np.int64, SLOTS),  # the card that breaks a tie, if there can be one
                ("special", np.int64),  # factions of which the key says whether they are open
                ("plain", np.int64),  # those of SIMPLY_WON
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
                ("loot_for", np.int64, (2, SLOTS)),  # what loot may still add to a seat's count
                ("coming", np.int64),  # raccoons with the loot symbol in both hands
                ("poorest", np.int64, 2),  # the most cards that a seat's poorest faction may have
                ("gain", np.int64, (2, SLOTS)),  # the most that a seat can gain on the other
                ("races", np.int64, PLIES),  # the leads, packed
                # By ply.
                ("open", np.int64, PLIES),  # factions not decided
                ("exact", np.int64, PLIES),  # factions whose exact values matter
                ("key", np.int64, PLIES),
                ("cards", np.int64, (PLIES, 16)),  # the moves, best first
                ("score", np.int64, (PLIES, 16)),  # how promising each is
                ("listed", np.int64, PLIES),  # the number of moves
                ("tried", np.int64, PLIES),  # the number of moves tried without success
                # The history heuristic, by seat: how often a lead or a reply has succeeded. It is
                # kept from one search to the next, because that orders moves much better.
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
    w.loot_for[:] = 0
    w.plain = 0
    for faction in SIMPLY_WON:
        if d.slot[faction] >= 0:
            w.plain |= 1 << d.slot[faction]
    w.special = w.doubtful
    for faction in (VIKINGS, BARDS, TROLLS, PEASANTS, GNOMES):
        if d.slot[faction] >= 0:
            w.special |= 1 << d.slot[faction]


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
    """Fill in the bounds of the result before a lead, and how the races stand."""
    decided = 0
    undecided = 0
    leads = 0
    if w.loot:
        _find_loot(s, d, w)
    for slot in range(d.slots):
        lead, gain, other_gain = _race(s, d, w, slot)
        w.gain[0, slot] = gain
        w.gain[1, slot] = other_gain
        code = LEVEL
        if lead > 2 * other_gain:
            decided += 1
            code = WON
        elif lead < -2 * gain:
            decided -= 1
            code = LOST
        elif w.whole[slot] or gain + other_gain:
            undecided |= 1 << slot
            if slot != d.slot[BARDS]:
                code += lead
        leads |= code << 8 * slot
    w.open[ply] = undecided
    w.least = decided - count(undecided)
    w.most = decided + count(undecided)
    w.races[ply] = leads
    if w.tie:
        w.least = 1 if w.least > 0 else -1
        w.most = -1 if w.most < 0 else 1


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
    # What giants may take from one seat is a gain for the other.
    gain += other_lost + w.loot_for[0, slot]
    other_gain += lost + w.loot_for[1, slot]
    return lead, gain, other_gain


@part
def _find_loot(s: Any, d: Any, w: Any) -> None:
    """Which factions each seat's loot may still count for (R-P14), and how much."""
    raccoons = d.slot[RACCOONS]
    w.coming = count((suit(s, HAND, raccoons) | suit(s, HAND + 1, raccoons)) & d.loot)
    for seat in range(2):
        loot = w.coming + count(suit(s, SCORE + seat, raccoons) & d.loot)
        poorest = 99
        for slot in range(d.slots):
            most = count(
                suit(s, HAND, slot) | suit(s, HAND + 1, slot) | suit(s, SCORE + seat, slot)
            )
            if slot == d.slot[GNOMES]:
                most += count(int(s.gnomes[seat]))
            elif slot == d.slot[TROLLS]:
                most += count(int(s.trolls))
            elif slot == d.slot[PEASANTS]:  # they may all come, or leave
                most = count(w.whole[slot])
            poorest = min(poorest, most)
        w.poorest[seat] = poorest
        for slot in range(d.slots):
            least = count(suit(s, SCORE + seat, slot))
            w.loot_for[seat, slot] = loot if least <= poorest or slot == d.slot[PEASANTS] else 0


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


@kernel
def raised(s: Any, d: Any, seat: int) -> int:
    """The values in a hand that a griffin in the seat's pile raises (R-P7)."""
    held = values(d, s.cards[HAND + seat, 0], s.cards[HAND + seat, 1])
    return held & suit(s, SCORE + seat, d.slot[GRIFFINS])
