"""The factions' powers, one function each, named after the faction (kernel).

A power of a faction that is not in play never works: its set of cards (`d.of`) is empty and its
slot is NO_SLOT, which no card has. The powers that count at the end of the game are in
`scoring.py`. Sets are moved whole rather than card by card, and where it is easy without a branch:
what random cards do the processor cannot foretell.
"""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.rules.cards import (
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
from claimant.games.claim.rules.table import (
    DISCARDED,
    SCORE,
    TAKE,
    add_suit,
    bits_of,
    of_slot,
    suit,
    wrap,
)
from claimant.kernels.bits import highest
from claimant.kernels.compile import kernel, part

WORTH: Final = 0xFF
"""Of a key of rank: what the card is worth, then who was earlier."""


@part
def worth(s: Any, d: Any, seat: int, card: int) -> int:
    """A card's value in the trick: as printed, and what griffins add."""
    value = int(d.value[card])
    return value + griffins(s, d, seat, value)


@part
def griffins(s: Any, d: Any, seat: int, value: int) -> int:
    """R-P7: 5 more for a card whose printed value is that of a griffin in one's own score pile.

    Griffins get there in phase 2 alone, and a trick is ranked before it is taken.
    """
    return 5 * ((suit(s, SCORE + seat, d.slot[GRIFFINS]) >> value) & 1)


@part
def knights(d: Any, led: int, card: int) -> int:
    """R-P8: they beat everything, but only onto a goblin lead (1 or 0)."""
    return int(card >> 4 == d.slot[KNIGHTS]) & int(led == d.slot[GOBLINS])


@kernel
def follows(d: Any, led: int, card: int) -> int:
    """Whether a card is of the faction led (1 or 0).

    R-C5: doppelgangers count as the faction they are played onto. They copy no power (R-C6).
    """
    return int(d.follow[led, card >> 6] >> (card & 63)) & 1


@kernel
def key(s: Any, d: Any, place: int) -> int:
    """How high a card of the trick ranks (R-C5): by class, then worth, then who was earlier."""
    card = int(s.trick[place])
    led = int(s.trick[0]) >> 4
    seat = wrap(int(s.leader) + place, d.players)
    rank = 2 * knights(d, led, card) | follows(d, led, card)
    return (rank << 8) | (worth(s, d, seat, card) << 2) | (3 - place)


@kernel
def seat_of(s: Any, d: Any, key: int) -> int:
    """The seat whose card has a key of rank."""
    return wrap(int(s.leader) + 3 - (key & 3), d.players)


@kernel
def trick_cards(s: Any, d: Any) -> tuple[int, int]:
    """The cards of the trick as a set."""
    low = high = 0
    for place in range(d.players):
        card_low, card_high = bits_of(int(s.trick[place]))
        low |= card_low
        high |= card_high
    return low, high


@part
def dragons(s: Any, d: Any, winner: int) -> int:
    """R-P1: the last player but the leader who played one leads next; else the winner does."""
    leads = winner
    if d.slot[DRAGONS] >= 0:
        for place in range(1, d.players):
            seat = wrap(int(s.leader) + place, d.players)
            leads = seat if int(s.trick[place]) >> 4 == d.slot[DRAGONS] else leads
    return leads


@part
def undead(s: Any, d: Any, winner: int) -> None:
    """R-P4: in phase 1 undead that were played go to the winner's score pile, not out of play."""
    low, high = trick_cards(s, d)
    s.cards[SCORE + winner, 0] |= low & d.of[UNDEAD, 0]
    s.cards[SCORE + winner, 1] |= high & d.of[UNDEAD, 1]
    s.cards[DISCARDED, 0] |= low & ~d.of[UNDEAD, 0]
    s.cards[DISCARDED, 1] |= high & ~d.of[UNDEAD, 1]


@part
def seers(s: Any, winner: int) -> None:
    """R-P2: the winner looks at the top of the pile, and always has to choose."""
    s.seer[s.top] = winner
    s.peeking = 1
    s.stage = TAKE
    s.actor = winner


@part
def dwarves(s: Any, d: Any) -> int:
    """R-P5: who gets the dwarves of a trick: with two players the loser, else the lowest card.

    Two players: the loser is last in rank. Of equally low cards the later one.
    """
    if d.players == 2:
        return int(s.order[1])
    lowest = WORTH
    for place in range(d.players):
        worth_and_place = key(s, d, place) & WORTH
        lowest = worth_and_place if worth_and_place < lowest else lowest
    return seat_of(s, d, lowest)


@part
def gnomes(s: Any, d: Any, low: int, high: int, winner: int) -> None:
    """R-P6: the gnomes of a trick lie open before the winner until the end of the game."""
    s.gnomes[winner] |= of_slot(low, high, d.slot[GNOMES])


@part
def giants(s: Any, d: Any, card: int, winner: int) -> None:
    """R-P6: a giant removes one gnome of its printed value from each row of the winner's opponents.

    With four players the partner's row is spared.
    """
    value = int(d.value[card])
    equal = of_slot(d.valued[value, 0], d.valued[value, 1], d.slot[GNOMES])
    for seat in range(d.players):
        if seat == winner or (d.players == 4 and seat & 1 == winner & 1):
            continue
        gnome = int(s.gnomes[seat]) & equal
        gnome &= -gnome  # one of them
        s.gnomes[seat] ^= gnome
        add_suit(s, DISCARDED, d.slot[GNOMES], gnome)


@part
def trolls(s: Any, d: Any, low: int, high: int, winner: int) -> None:
    """R-P9: those of a trick join those lying, and the winner takes the highest; at last all."""
    lying = int(s.trolls) | of_slot(low, high, d.slot[TROLLS])
    taken = highest(lying) if s.number + 1 < d.tricks else lying
    s.trolls = lying ^ taken
    add_suit(s, SCORE + winner, d.slot[TROLLS], taken)


@part
def win_trick(s: Any, d: Any, winner: int) -> None:
    """Phase 2: the trick's cards go to the winner's score pile, but for what powers say."""
    low, high = trick_cards(s, d)
    if d.slot[DWARVES] >= 0:
        taker = dwarves(s, d)  # judged first: griffins won now do not count in this trick
        s.cards[SCORE + taker, 0] |= low & d.of[DWARVES, 0]
        s.cards[SCORE + taker, 1] |= high & d.of[DWARVES, 1]
    s.cards[SCORE + winner, 0] |= low & ~d.apart[0]
    s.cards[SCORE + winner, 1] |= high & ~d.apart[1]
    if d.slot[TROLLS] >= 0:
        trolls(s, d, low, high, winner)
    if d.slot[GNOMES] >= 0:
        gnomes(s, d, low, high, winner)
        for place in range(d.players):
            card = int(s.trick[place])
            if card >> 4 == d.slot[GIANTS]:
                giants(s, d, card, winner)
