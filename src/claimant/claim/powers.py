"""The factions' powers, one function each, named after the faction (kernel).

A power of a faction that is not in play never works: its slot is NO_SLOT, which no card has, and
`suit` finds no cards of it. The powers that count at the end of the game are in `scoring.py`.
"""

from __future__ import annotations

from typing import Any

from claimant.bits import count, kernel
from claimant.claim.cards import (
    DOPPELGANGERS,
    DRAGONS,
    DWARVES,
    GIANTS,
    GNOMES,
    GOBLINS,
    GRIFFINS,
    KNIGHTS,
    TROLLS,
    UNDEAD,
)
from claimant.claim.table import DISCARDED, SCORE, TAKE, add, suit, wrap


@kernel
def worth(s: Any, d: Any, seat: int, card: int) -> int:
    """A card's value in the trick: as printed, and what griffins add."""
    value = int(d.value[card])
    return value + griffins(s, d, seat, value)


@kernel
def griffins(s: Any, d: Any, seat: int, value: int) -> int:
    """R-P7: 5 more for a card whose printed value is that of a griffin in one's own score pile.

    Griffins get there in phase 2 alone, and a trick is ranked before it is taken.
    """
    return 5 * ((suit(s, SCORE + seat, int(d.slot[GRIFFINS])) >> value) & 1)


@kernel
def knights(d: Any, slot: int, led: int) -> bool:
    """R-P8: they beat everything, but only onto a goblin lead."""
    return bool(slot == d.slot[KNIGHTS] and led == d.slot[GOBLINS])


@kernel
def doppelgangers(d: Any, slot: int) -> bool:
    """R-C5: they count as the faction they are played onto. They copy no power (R-C6)."""
    return bool(slot == d.slot[DOPPELGANGERS])


@kernel
def key(s: Any, d: Any, place: int) -> int:
    """How high a card of the trick ranks (R-C5): by class, then worth, then who was earlier."""
    card = int(s.trick[place])
    led = int(s.trick[0]) >> 4
    slot = card >> 4
    rank = 0
    if knights(d, slot, led):
        rank = 2
    elif slot == led or doppelgangers(d, slot):
        rank = 1
    seat = wrap(int(s.leader) + place, int(d.players))
    return (rank << 8) | (worth(s, d, seat, card) << 2) | (3 - place)


@kernel
def seat_of(s: Any, d: Any, key: int) -> int:
    """The seat whose card has a key of rank."""
    return wrap(int(s.leader) + 3 - (key & 3), int(d.players))


@kernel
def dragons(s: Any, d: Any, winner: int) -> int:
    """R-P1: the last player but the leader who played one leads next; else the winner does."""
    for place in range(d.players - 1, 0, -1):
        if int(s.trick[place]) >> 4 == d.slot[DRAGONS]:
            return wrap(int(s.leader) + place, int(d.players))
    return winner


@kernel
def undead(s: Any, d: Any, card: int, winner: int) -> bool:
    """R-P4: in phase 1 undead that were played go to the winner's score pile."""
    if card >> 4 != d.slot[UNDEAD]:
        return False
    add(s, SCORE + winner, card)
    return True


@kernel
def seers(s: Any, winner: int) -> None:
    """R-P2: the winner looks at the top of the pile, and always has to choose."""
    s.seer[s.top] = winner
    s.peeking = 1
    s.stage = TAKE
    s.actor = winner


@kernel
def dwarves(s: Any, d: Any) -> int:
    """R-P5: who gets the dwarves of a trick: with two players the loser, else the lowest card.

    Two players: the loser is last in rank. Of equally low cards the later one.
    """
    if d.players == 2:
        return int(s.order[1])
    lowest = 99
    taker = 0
    for place in range(d.players):
        seat = wrap(int(s.leader) + place, int(d.players))
        value = worth(s, d, seat, int(s.trick[place]))
        if value <= lowest:
            lowest = value
            taker = seat
    return taker


@kernel
def giants(s: Any, d: Any, card: int, winner: int) -> None:
    """R-P6: a giant removes one gnome of its printed value from each row of the winner's opponents.

    With four players the partner's row is spared.
    """
    gnomes = int(d.slot[GNOMES])
    if gnomes < 0:
        return
    for seat in range(d.players):
        if seat == winner or (d.players == 4 and seat & 1 == winner & 1):
            continue
        for place in range(16):
            gnome = gnomes * 16 + place
            if (s.gnomes[seat] >> place) & 1 and d.value[gnome] == d.value[card]:
                s.gnomes[seat] &= ~(1 << place)
                add(s, DISCARDED, gnome)
                break


@kernel
def trolls(s: Any, d: Any, winner: int) -> None:
    """R-P9: the winner takes the highest troll lying; of the last trick, all of them."""
    last = s.number + 1 == d.tricks
    while s.trolls:
        rest = int(s.trolls)
        while rest & (rest - 1):
            rest &= rest - 1
        s.trolls &= ~rest
        add(s, SCORE + winner, int(d.slot[TROLLS]) * 16 + count(rest - 1))
        if not last:
            return


@kernel
def win_trick(s: Any, d: Any, winner: int) -> None:
    """Phase 2: the trick's cards go to the winner's score pile, but for what powers say."""
    short = dwarves(s, d)  # judged first: griffins won now do not count in this trick
    for place in range(d.players):
        card = int(s.trick[place])
        slot = card >> 4
        if slot == d.slot[DWARVES]:
            add(s, SCORE + short, card)
        elif slot == d.slot[GNOMES]:
            s.gnomes[winner] |= 1 << (card & 15)  # R-P6: open before the winner
        elif slot == d.slot[TROLLS]:
            s.trolls |= 1 << (card & 15)
        else:
            add(s, SCORE + winner, card)
            if slot == d.slot[GIANTS]:
                giants(s, d, card, winner)
    trolls(s, d, winner)
