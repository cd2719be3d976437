"""The end of a game of Claim: who wins which faction, and who wins (kernel).

A side is what scores together: a seat with two or three players, a team with four.
"""

from __future__ import annotations

from typing import Any, Final

from claimant.bits import count, kernel, lowest
from claimant.claim.cards import BARDS, GNOMES, KINGS, PEASANTS, RACCOONS, VIKINGS
from claimant.claim.table import LOOT, NOTHING, OVER, SCORE, add, remove, suit, wrap

LOOT_FOR: Final = 112
"""The decision that loot counts for the faction in slot n is number LOOT_FOR + n."""

# A side's score is one number, so that comparing is simple (R-S2): factions won, then the cards
# in them, then the sum of their values. With two sides the third has 0 and never the most.
FACTION: Final = 1 << 20
CARD: Final = 1 << 10


@kernel
def sides(d: Any) -> int:
    return 2 if d.players == 4 else int(d.players)


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


@kernel
def finish(s: Any, d: Any) -> None:
    """R-P10: gnomes into the piles, then peasants, then loot; the rest is judged when asked."""
    slot = int(d.slot[GNOMES])
    if slot >= 0:
        for seat in range(d.players):
            for place in range(16):
                if (s.gnomes[seat] >> place) & 1:
                    add(s, SCORE + seat, slot * 16 + place)
            s.gnomes[seat] = 0
    if d.slot[PEASANTS] >= 0 and d.slot[KINGS] >= 0:  # without kings the power does nothing (R-C10)
        peasants(s, d)
    s.collected = 0
    next_loot(s, d)


@kernel
def peasants(s: Any, d: Any) -> None:
    """R-P11: a peasant stays with a king worth the same or up to 3 more, else leaves to the left.

    To the left is the opponent with two players, the left neighbour with three, the other team
    with four. All leave at once: whoever arrives is not judged again.
    """
    slot = int(d.slot[PEASANTS])
    king_slot = int(d.slot[KINGS])
    leaving = 0  # sixteen bits a seat
    for seat in range(d.players):
        kings = pile(s, d, side(d, seat), king_slot)
        mine = suit(s, SCORE + seat, slot)
        for place in range(13):
            if not (mine >> place) & 1:
                continue
            value = int(d.value[slot * 16 + place])
            stays = False
            for king in range(9):
                if (kings >> king) & 1:
                    more = int(d.value[king_slot * 16 + king]) - value
                    if 0 <= more <= 3:
                        stays = True
            if not stays:
                leaving |= 1 << (16 * seat + place)
    for seat in range(d.players):
        for place in range(13):
            if (leaving >> (16 * seat + place)) & 1:
                remove(s, SCORE + seat, slot * 16 + place)
                add(s, SCORE + wrap(seat + 1, int(d.players)), slot * 16 + place)


@kernel
def next_loot(s: Any, d: Any) -> None:
    """R-P14: the winner of the last trick first, then clockwise; stop where there is a choice."""
    while s.collected < d.players:
        seat = wrap(int(s.last_winner) + int(s.collected), int(d.players))
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


@kernel
def choose_loot(s: Any, d: Any, slot: int) -> None:
    """The owner's choice among the factions of which the pile holds fewest."""
    s.loot[side(d, int(s.actor))] = slot
    s.collected += 1
    next_loot(s, d)


@kernel
def looted(s: Any, d: Any, of_side: int) -> int:
    """How many raccoons with the loot symbol a side has."""
    return count(pile(s, d, of_side, int(d.slot[RACCOONS])) & int(d.loot))


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


@kernel
def vikings(s: Any, d: Any, of_side: int, mine: int) -> int:
    """R-P12: how many vikings' values stand on another card in the pile; each counts once more."""
    values = 0  # on the side's other cards; vikings' own values all differ
    for slot in range(d.slots):
        if slot == d.slot[VIKINGS]:
            continue
        cards = pile(s, d, of_side, slot)
        while cards:
            values |= 1 << int(d.value[slot * 16 + lowest(cards)])
            cards &= cards - 1
    return count(mine & values)


@kernel
def bards(mine: int) -> int:
    """R-P13: the longest run of consecutive values. A bard's bit is its value."""
    longest = 0
    while mine:
        mine &= mine >> 1
        longest += 1
    return longest


@kernel
def higher_cards(d: Any, slot: int, mine: int, theirs: int) -> int:
    """R-S1: 1 if the first set has the higher cards, -1 if the second, 0 if they are equal.

    Highest against highest, and so on; having no further card is lower than a 0.
    """
    for place in range(15, -1, -1):
        # Equal cards have neighbouring places: compare how many of each value, not which.
        if place < 15 and d.first_equal[slot * 16 + place] == d.first_equal[slot * 16 + place + 1]:
            continue
        first = int(d.first_equal[slot * 16 + place]) & 15
        equal = ((2 << place) - 1) ^ ((1 << first) - 1)
        more = count(mine & equal) - count(theirs & equal)
        if more != 0:
            return 1 if more > 0 else -1
    return 0


@kernel
def compare(s: Any, d: Any, slot: int, a: int, b: int) -> int:
    """Whether side a (1) or side b (-1) does better in a faction, or neither (0)."""
    mine = pile(s, d, a, slot)
    theirs = pile(s, d, b, slot)
    if slot == d.slot[BARDS] and bards(mine) != bards(theirs):
        return 1 if bards(mine) > bards(theirs) else -1
    more = faction_count(s, d, a, slot) - faction_count(s, d, b, slot)
    if more != 0:
        return 1 if more > 0 else -1
    return higher_cards(d, slot, mine, theirs)


@kernel
def faction_owner(s: Any, d: Any, slot: int) -> int:
    """R-S1: the side that wins a faction, or -1: nobody has it, or it is quite equal."""
    best = 0
    shared = False
    for other in range(1, sides(d)):
        better = compare(s, d, slot, other, best)
        if better > 0:
            best = other
            shared = False
        elif better == 0:
            shared = True
    if shared or faction_count(s, d, best, slot) == 0:
        return -1
    return best


@kernel
def scores(s: Any, d: Any) -> tuple[int, int, int]:
    """What counts for the win, by side, in one number each (R-S2)."""
    first = second = third = 0
    for slot in range(d.slots):
        owner = faction_owner(s, d, slot)
        if owner < 0:
            continue
        worth = FACTION
        mine = pile(s, d, owner, slot)
        while mine:
            worth += CARD + int(d.value[slot * 16 + lowest(mine)])
            mine &= mine - 1
        if owner == 0:
            first += worth
        elif owner == 1:
            second += worth
        else:
            third += worth
    return first, second, third


@kernel
def winners(s: Any, d: Any) -> int:
    """The sides that win, as bits; several share the win."""
    first, second, third = scores(s, d)
    best = max(first, second, third)
    return int(first == best) | int(second == best) << 1 | int(third == best) << 2
