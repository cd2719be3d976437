"""The end of a game of Claim: who wins which faction, and who wins (kernel).

A side is what scores together: a seat with two or three players, a team with four.
"""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.rules.cards import BARDS, GNOMES, KINGS, PEASANTS, RACCOONS, VIKINGS
from claimant.games.claim.rules.table import (
    LOOT,
    NOTHING,
    OVER,
    SCORE,
    SUIT,
    add_suit,
    of_slot,
    remove_suit,
    suit,
    wrap,
)
from claimant.kernels.bits import count
from claimant.kernels.compile import kernel, part

LOOT_FOR: Final = 112
"""The decision that loot counts for the faction in slot n is number LOOT_FOR + n."""

# A side's score is one number, so that comparing is simple (R-S2): factions won, then the cards
# in them, then the sum of their values. With two sides the third has 0 and never the most.
FACTION: Final = 1 << 20
CARD: Final = 1 << 10


@kernel
def sides(d: Any) -> int:
    return 2 if d.players == 4 else d.players


@kernel
def side(d: Any, seat: int) -> int:
    """R-C3: with four players seats 0 and 2 are partners, and 1 and 3."""
    return seat & 1 if d.players == 4 else seat


@kernel
def pile(s: Any, d: Any, of_side: int, slot: int) -> int:
    """A side's cards of one faction; a team's two piles are one (R-P10)."""
    cards = suit(s, SCORE + of_side, slot)
    if d.players == 4:
        cards |= suit(s, SCORE + of_side + 2, slot)
    return cards


@part
def finish(s: Any, d: Any) -> None:
    """R-P10: gnomes into the piles, then peasants, then loot; the rest is judged when asked."""
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
    """R-P11: a peasant stays with a king worth the same or up to 3 more, else leaves to the left.

    To the left is the opponent with two players, the left neighbour with three, the other team
    with four. All leave at once: whoever arrives is not judged again.
    """
    slot = d.slot[PEASANTS]
    leaving = 0  # sixteen bits a seat
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
    """R-P11: the peasants that stay with these kings: worth the same or up to 3 less.

    A peasant's bit is its value, a king's its value less 4.
    """
    kings <<= 4
    return kings | kings >> 1 | kings >> 2 | kings >> 3


@kernel
def next_loot(s: Any, d: Any) -> None:
    """R-P14: the winner of the last trick first, then clockwise; stop where there is a choice."""
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
    """The owner's choice among the factions of which the pile holds fewest."""
    s.loot[side(d, int(s.actor))] = slot
    s.collected += 1
    next_loot(s, d)


@kernel
def looted(s: Any, d: Any, of_side: int) -> int:
    """How many raccoons with the loot symbol a side has."""
    return count(pile(s, d, of_side, d.slot[RACCOONS]) & d.loot)


@kernel
def poorest(s: Any, d: Any, of_side: int) -> int:
    """The factions of which a side's pile holds fewest cards, none included, as bits of slots."""
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
    """What a side's cards of a faction count for its majority: viking doubles and loot included."""
    mine = pile(s, d, of_side, slot)
    counted = count(mine)
    if slot == d.slot[VIKINGS]:
        counted += vikings(s, d, of_side, mine)
    if s.loot[of_side] == slot:
        counted += looted(s, d, of_side)
    return counted


@part
def vikings(s: Any, d: Any, of_side: int, mine: int) -> int:
    """R-P12: how many vikings' values stand on another card in the pile; each counts once more.

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
    """The values from 0 to 9 that stand on cards of a set, as bits."""
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
    """Cards of a faction in place of equal lower ones, as far as these are free.

    Sets that are worth the same become the same so, and of others the one with the higher cards
    (highest against highest, and so on; no further card is lower than a 0) the higher number.
    """
    equal_below = of_slot(d.equal_above[0, 0], d.equal_above[0, 1], slot) << 1
    for _ in range(4):  # there are at most five equal cards
        falling = mine & equal_below & ~(mine << 1)
        mine ^= falling | falling >> 1
    return mine


@part
def majority(s: Any, d: Any, of_side: int, slot: int) -> int:
    """R-S1: how well a side does in a faction, as a number: by count, then by its higher cards.

    Of bards the longest run comes first.
    """
    mine = pile(s, d, of_side, slot)
    run = bards(mine) if slot == d.slot[BARDS] else 0
    return run << 32 | faction_count(s, d, of_side, slot) << 16 | lowered(d, slot, mine)


@part
def faction_owner(s: Any, d: Any, slot: int) -> int:
    """R-S1: the side that wins a faction, or -1: nobody has it, or it is quite equal."""
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
    """What counts for the win, by side, in one number each (R-S2)."""
    first = second = third = 0
    for slot in range(d.slots):
        owner = faction_owner(s, d, slot)
        if owner < 0:
            continue
        mine = pile(s, d, owner, slot)
        worth = FACTION + CARD * count(mine)
        for digit in range(4):
            worth += count(mine & d.value_bits[slot, digit]) << digit
        first += worth if owner == 0 else 0
        second += worth if owner == 1 else 0
        third += worth if owner == 2 else 0
    return first, second, third


@kernel
def winners(s: Any, d: Any) -> int:
    """The sides that win, as bits; several share the win."""
    first, second, third = scores(s, d)
    best = max(first, second, third)
    return int(first == best) | int(second == best) << 1 | int(third == best) << 2
