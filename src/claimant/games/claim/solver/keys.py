"""Which positions of phase 2 are the same to the solver (kernel).

Two positions have the same key if the same cards, or cards that behave in the same way, are left to
play, and everything that powers depend on is the same as far as it matters to an open race. The
leads in the races are not part of the key: the transposition table compares them.
"""

from __future__ import annotations

from typing import Any

from claimant.games.claim.rules.cards import (
    BARDS,
    DOPPELGANGERS,
    GIANTS,
    GNOMES,
    GRIFFINS,
    KINGS,
    PEASANTS,
    RACCOONS,
    TROLLS,
    VIKINGS,
)
from claimant.games.claim.rules.scoring import lowered, values
from claimant.games.claim.rules.table import HAND, SCORE, of_slot, suit
from claimant.games.claim.solver.bounds import ALL, raised
from claimant.kernels.bits import count, gather, mix, spread
from claimant.kernels.compile import kernel, part


@part
def position_key(s: Any, d: Any, w: Any, ply: int) -> int:
    """The key of a position for the transposition table, after `find_bounds`."""
    undecided = w.open[ply]
    key = mix(w.salt, (undecided & w.special) << 1 | w.tie)
    key, exact = _details(s, d, w, key, undecided)
    w.exact[ply] = exact
    if d.slot[GRIFFINS] >= 0:
        mine, other = raised(s, d, 0), raised(s, d, 1)
        in_hands = suit(s, HAND, d.slot[GRIFFINS]) | suit(s, HAND + 1, d.slot[GRIFFINS])
        if mine or other or in_hands:
            exact |= _raisable(s, d, mine | other | in_hands) | 1 << d.slot[GRIFFINS]
            key = mix(key, (exact << 16 | mine) << 16 | other)
    return _hands(s, d, w, key, exact)


@part
def _loot_matters(d: Any, w: Any, undecided: int) -> bool:
    """Whether loot may decide an open faction."""
    may = 0
    for slot in range(d.slots):
        may += ((undecided >> slot) & 1) * (w.loot_for[0, slot] + w.loot_for[1, slot])
    return may != 0


@part
def _details(s: Any, d: Any, w: Any, key: int, undecided: int) -> tuple[int, int]:
    """The key with everything else that matters to open factions, and the factions whose exact
    values matter."""
    exact = 0
    held = undecided  # factions whose cards matter even before they are in a pile for good
    if d.slot[VIKINGS] >= 0 and (undecided >> d.slot[VIKINGS]) & 1:
        held = ALL
        key, exact = _vikings(s, d, w, key)
    if _loot_matters(d, w, undecided):  # it counts where there are fewest cards (R-P14)
        held = ALL
        key = mix(key, count(suit(s, SCORE, d.slot[RACCOONS]) & d.loot) << 8 | w.coming)
        for seat in range(2):
            poorest = w.poorest[seat]
            for slot in range(d.slots):
                poorest = poorest << 4 | min(
                    count(suit(s, SCORE + seat, slot)), w.poorest[seat] + 1
                )
            key = mix(key, poorest)
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
    doubtful = w.doubtful & undecided
    if d.slot[GNOMES] >= 0 and (held >> d.slot[GNOMES]) & 1:
        if held != ALL and d.slot[GIANTS] >= 0 and _gnomes_are_safe(s, d):
            doubtful &= ~(1 << d.slot[GNOMES])
            key = mix(key, 1)
        else:
            exact |= 1 << d.slot[GNOMES]
            key = mix(key, int(s.gnomes[0]) << 16 | int(s.gnomes[1]))
            if d.slot[GIANTS] >= 0:
                exact |= 1 << d.slot[GIANTS]
    for slot in range(d.slots):
        if (doubtful >> slot) & 1:
            exact |= 1 << slot
            key = mix(key, suit(s, SCORE, slot))
    return key, exact


@kernel
def factions_with(s: Any, d: Any, wanted: int) -> int:
    """The factions with a card of one of these values in the hands, as bits of slots."""
    low = high = 0
    for value in range(10):
        if (wanted >> value) & 1:
            low |= d.valued[value, 0]
            high |= d.valued[value, 1]
    low &= s.cards[HAND, 0] | s.cards[HAND + 1, 0]
    high &= s.cards[HAND, 1] | s.cards[HAND + 1, 1]
    found = 0
    for slot in range(d.slots):
        found |= int(of_slot(low, high, slot) != 0) << slot
    return found


@part
def _raisable(s: Any, d: Any, raising: int) -> int:
    """The factions with a card of one of these values in the hands, as bits of slots.

    Next to them the exact values of doppelgangers matter, too, and next to doppelgangers with one
    of these values all do.
    """
    found = factions_with(s, d, raising)
    doubles = d.slot[DOPPELGANGERS]
    if doubles >= 0 and found:
        found = ALL if (found >> doubles) & 1 else found | 1 << doubles
    return found


@part
def _gnomes_are_safe(s: Any, d: Any) -> bool:
    """Whether no giant can remove a gnome any more, and the gnomes left cannot be shared equally.

    Then only their number counts.
    """
    slot = d.slot[GNOMES]
    gnomes = suit(s, HAND, slot) | suit(s, HAND + 1, slot)
    giants = suit(s, HAND, d.slot[GIANTS]) | suit(s, HAND + 1, d.slot[GIANTS])
    removable = 0
    for value in range(1, 10, 2):
        equal = of_slot(d.valued[value, 0], d.valued[value, 1], slot)
        able = of_slot(d.valued[value, 0], d.valued[value, 1], d.slot[GIANTS])
        if giants & able:
            removable |= equal & (gnomes | int(s.gnomes[0]) | int(s.gnomes[1]))
    number = count(gnomes) + count(int(s.gnomes[0])) + count(int(s.gnomes[1]))
    return removable == 0 and number & 1 == 1


@part
def _vikings(s: Any, d: Any, w: Any, key: int) -> tuple[int, int]:
    """The key with what decides whether vikings count twice (R-P12), and the factions with cards
    whose values matter to that.

    A viking in a pile is settled if the pile has its value, or if no card with it is to come.
    """
    slot = d.slot[VIKINGS]
    held = suit(s, HAND, slot) | suit(s, HAND + 1, slot)
    low = s.cards[HAND, 0] | s.cards[HAND + 1, 0]
    high = s.cards[HAND, 1] | s.cards[HAND + 1, 1]
    loose_low = d.of[VIKINGS, 0]
    loose_high = d.of[VIKINGS, 1]
    coming = values(d, low & ~loose_low, high & ~loose_high)
    if d.slot[KINGS] >= 0:  # peasants may come from the other pile, or leave
        loose_low |= d.of[PEASANTS, 0]
        loose_high |= d.of[PEASANTS, 1]
        coming |= values(d, d.of[PEASANTS, 0], d.of[PEASANTS, 1])
    if d.slot[TROLLS] >= 0:
        coming |= int(s.trolls)
    if d.slot[GNOMES] >= 0:
        coming |= values(d, d.of[GNOMES, 0], d.of[GNOMES, 1])
    mine = values(d, s.cards[SCORE, 0] & ~loose_low, s.cards[SCORE, 1] & ~loose_high)
    other = values(d, s.cards[SCORE + 1, 0] & ~loose_low, s.cards[SCORE + 1, 1] & ~loose_high)
    unsettled = held | (suit(s, SCORE, slot) & ~mine & coming)
    unsettled |= suit(s, SCORE + 1, slot) & ~other & coming
    key = mix(key, unsettled << 32 | (mine & unsettled) << 16 | (other & unsettled))
    key = mix(key, suit(s, SCORE, slot) & unsettled)
    return key, factions_with(s, d, unsettled) | 1 << slot


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
