"""The end of a game of Claim: who wins each faction, and who wins (kernel)."""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.rules.cards import BARDS, GNOMES, KINGS, PEASANTS, RACCOONS, VIKINGS
from claimant.games.claim.rules.table import (
    DISCARDED,
    LOOT,
    NOTHING,
    OVER,
    SCORE,
    SUIT,
    add_suit,
    of_slot,
    remove_suit,
    side,
    sides,
    suit,
    wrap,
)
from claimant.kernels.bits import count
from claimant.kernels.compile import kernel, part

LOOT_FOR: Final = 112
"""Action LOOT_FOR + n makes loot count for the faction in slot n."""

# A side's score is one number, so that comparing is simple (R-S2): factions won, then the cards
# in them, then the sum of their values. With two sides the third scores 0, which never wins.
FACTION: Final = 1 << 20
CARD: Final = 1 << 10


@kernel
def pile(s: Any, d: Any, of_side: int, slot: int) -> int:
    """A side's cards of one faction; a team's two piles are one (R-P10)."""
    cards = suit(s, SCORE + of_side, slot)
    if d.players == 4:
        cards |= suit(s, SCORE + of_side + 2, slot)
    return cards


@part
def finish(s: Any, d: Any) -> None:
    """R-P10: gnomes go to the piles, then peasants move, then loot is assigned."""
    if d.slot[GNOMES] >= 0:
        for seat in range(d.players):
            add_suit(s, SCORE + seat, d.slot[GNOMES], int(s.gnomes[seat]))
            s.gnomes[seat] = 0
    if d.slot[PEASANTS] >= 0 and d.slot[KINGS] >= 0:  # without kings the power does nothing (R-C10)
        peasants(s, d)
    s.collected = 0
    next_loot(s, d)


@part
def peasants(s: Any, d: Any) -> None:
    """R-P11: a peasant stays with a king of its value or up to 3 more; otherwise it goes left.

    Left is the opponent with two players, the left neighbour with three, the other team with four.
    All leave at once: a peasant that arrives does not move again.
    """
    slot = d.slot[PEASANTS]
    leaving = 0  # sixteen bits per seat
    for seat in range(d.players):
        stay = protected(pile(s, d, side(d, seat), d.slot[KINGS]))
        leaving |= (suit(s, SCORE + seat, slot) & ~stay) << (16 * seat)
    for seat in range(d.players):
        left = (leaving >> (16 * seat)) & SUIT
        remove_suit(s, SCORE + seat, slot, left)
    for seat in range(d.players):
        left = (leaving >> (16 * seat)) & SUIT
        add_suit(s, SCORE + wrap(seat + 1, d.players), slot, left)


@kernel
def protected(kings: int) -> int:
    """R-P11: the peasants that stay with these kings: of equal value or up to 3 less.

    A peasant's bit is its value, a king's its value less 4.
    """
    kings <<= 4
    return kings | kings >> 1 | kings >> 2 | kings >> 3


@kernel
def next_loot(s: Any, d: Any) -> None:
    """R-P14: assign loot, clockwise from the last trick's winner, until a side has a choice."""
    while s.collected < d.players:
        seat = wrap(int(s.last_winner) + int(s.collected), d.players)
        of_side = side(d, seat)
        if s.loot[of_side] == NOTHING and looted(s, d, of_side) > 0:
            poor = poorest(s, d, of_side)
            if poor & (poor - 1):
                s.stage = LOOT
                s.actor = seat
                return
            s.loot[of_side] = count(poor - 1)
        s.collected += 1
    s.stage = OVER


@part
def choose_loot(s: Any, d: Any, slot: int) -> None:
    """Assign the actor's loot to a faction, which must be one of `poorest`."""
    s.loot[side(d, int(s.actor))] = slot
    s.collected += 1
    next_loot(s, d)


@kernel
def looted(s: Any, d: Any, of_side: int) -> int:
    """The number of raccoons with the loot symbol that a side has."""
    return count(pile(s, d, of_side, d.slot[RACCOONS]) & d.loot)


@kernel
def poorest(s: Any, d: Any, of_side: int) -> int:
    """The factions of which a side has the fewest cards, possibly none, as bits of slots."""
    fewest = 99
    poor = 0
    for slot in range(d.slots):
        cards = count(pile(s, d, of_side, slot))
        if cards < fewest:
            fewest = cards
            poor = 0
        if cards == fewest:
            poor |= 1 << slot
    return poor


@kernel
def faction_count(s: Any, d: Any, of_side: int, slot: int) -> int:
    """What a side counts in a faction: its cards, doubled vikings, and loot."""
    mine = pile(s, d, of_side, slot)
    counted = count(mine)
    if slot == d.slot[VIKINGS]:
        counted += vikings(s, d, of_side, mine)
    if s.loot[of_side] == slot:
        counted += looted(s, d, of_side)
    return counted


@part
def vikings(s: Any, d: Any, of_side: int, mine: int) -> int:
    """R-P12: the number of vikings whose value another card in the pile has; they count twice.

    A viking's bit is its value.
    """
    low = s.cards[SCORE + of_side, 0]
    high = s.cards[SCORE + of_side, 1]
    if d.players == 4:
        low |= s.cards[SCORE + of_side + 2, 0]
        high |= s.cards[SCORE + of_side + 2, 1]
    return count(mine & values(d, low & ~d.of[VIKINGS, 0], high & ~d.of[VIKINGS, 1]))


@kernel
def values(d: Any, low: int, high: int) -> int:
    """The values from 0 to 9 printed on the cards of a set, as bits."""
    found = 0
    for value in range(10):
        found |= int((low & d.valued[value, 0]) | (high & d.valued[value, 1]) != 0) << value
    return found


@kernel
def bards(mine: int) -> int:
    """R-P13: the longest run of consecutive values. A bard's bit is its value."""
    longest = 0
    while mine:
        mine &= mine >> 1
        longest += 1
    return longest


@part
def lowered(d: Any, slot: int, mine: int) -> int:
    """A faction's cards with each moved down to the lowest free one that is equal to it.

    Sets of equal values become identical. Of any two others the one with the higher cards, compared
    from the highest down, becomes the larger number.
    """
    equal_below = of_slot(d.equal_above[0, 0], d.equal_above[0, 1], slot) << 1
    for _ in range(4):  # there are at most five equal cards
        falling = mine & equal_below & ~(mine << 1)
        mine ^= falling | falling >> 1
    return mine


@part
def race(s: Any, d: Any, mine: int, slot: int) -> tuple[int, int]:
    """A side's lead over its best rival in a faction, in cards, and the cards still to be scored.

    A lead greater than what is left decides a faction, unless a power changes how it is counted
    (gnomes, peasants, vikings, bards, loot): `solver/bounds.py` has bounds that hold for those too.
    """
    have = count(pile(s, d, mine, slot))
    rival = 0
    scored = have
    for other in range(sides(d)):
        if other != mine:
            theirs = count(pile(s, d, other, slot))
            scored += theirs
            rival = theirs if theirs > rival else rival
    left = count(of_slot(d.suit[slot, 0], d.suit[slot, 1], slot)) - scored
    return have - rival, left - count(suit(s, DISCARDED, slot))


@part
def majority(s: Any, d: Any, of_side: int, slot: int) -> int:
    """R-S1: a side's standing in a faction as a number: its count, then its highest cards.

    For bards the longest run comes first.
    """
    mine = pile(s, d, of_side, slot)
    run = bards(mine) if slot == d.slot[BARDS] else 0
    return run << 32 | faction_count(s, d, of_side, slot) << 16 | lowered(d, slot, mine)


@part
def faction_owner(s: Any, d: Any, slot: int) -> int:
    """R-S1: the side that wins a faction; -1 if nobody has any of it or all is equal."""
    best = 0
    owner = -1
    for of_side in range(sides(d)):
        mine = majority(s, d, of_side, slot)
        if mine >= best:
            owner = of_side if mine > best else -1
        best = mine if mine > best else best
    return owner


@kernel
def scores(s: Any, d: Any) -> tuple[int, int, int]:
    """The score of each side, as one number (R-S2)."""
    first = second = third = 0
    for slot in range(d.slots):
        owner = faction_owner(s, d, slot)
        if owner < 0:
            continue
        mine = pile(s, d, owner, slot)
        gained = FACTION + CARD * count(mine)
        for digit in range(4):
            gained += count(mine & d.value_bits[slot, digit]) << digit
        first += gained if owner == 0 else 0
        second += gained if owner == 1 else 0
        third += gained if owner == 2 else 0
    return first, second, third


@kernel
def winners(s: Any, d: Any) -> int:
    """The winning sides, as bits; several sides may share the win."""
    first, second, third = scores(s, d)
    best = max(first, second, third)
    return int(first == best) | int(second == best) << 1 | int(third == best) << 2
