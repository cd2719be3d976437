"""The powers of the factions, a function each, and how cards rank in a trick (kernel).

A power has no effect unless its faction is in play: otherwise its set of cards (`d.of`) is empty
and its slot is NO_SLOT, which no card has. Powers that count at the end of the game are in
`scoring.py`. Sets are moved whole rather than card by card, and without branches where that is
easy, because the processor cannot predict what random cards do.
"""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.rules.cards import (
    DRAGONS,
    DWARVES,
    GIANTS,
    GNOMES,
    GOBLINS,
    GRIFFIN_BONUS,
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
    side,
    suit,
    wrap,
)
from claimant.kernels.bits import highest
from claimant.kernels.compile import kernel, part

VALUE_MASK: Final = 0xFF
"""The bits of a rank key without its class: the card's value in the trick, then its place."""


@part
def trick_value(s: Any, d: Any, seat: int, card: int) -> int:
    """A card's value in the trick: the printed value and what griffins add."""
    value = int(d.value[card])
    return value + griffins(s, d, seat, value)


@part
def griffins(s: Any, d: Any, seat: int, value: int) -> int:
    """R-P7: 5 more for a card whose printed value is that of a griffin in the seat's score pile.

    Griffins get there only in phase 2, and a trick is ranked before it is taken.
    """
    return GRIFFIN_BONUS * ((suit(s, SCORE + seat, d.slot[GRIFFINS]) >> value) & 1)


@part
def knights(d: Any, led: int, card: int) -> int:
    """R-P8: whether a card is a knight on a goblin lead, which beats everything (1 or 0)."""
    return int(card >> 4 == d.slot[KNIGHTS]) & int(led == d.slot[GOBLINS])


@kernel
def follows(d: Any, led: int, card: int) -> int:
    """Whether a card counts as the faction led (1 or 0).

    R-C5: doppelgangers count as the faction they are played onto. They copy no power (R-C6).
    """
    return int(d.follow[led, card >> 6] >> (card & 63)) & 1


@kernel
def rank_key(s: Any, d: Any, place: int) -> int:
    """How high a card of the trick ranks (R-C5): by class, then value, then the earlier first."""
    card = int(s.trick[place])
    led = int(s.trick[0]) >> 4
    seat = wrap(int(s.leader) + place, d.players)
    rank = 2 * knights(d, led, card) | follows(d, led, card)
    return (rank << 8) | (trick_value(s, d, seat, card) << 2) | (3 - place)


@kernel
def seat_of(s: Any, d: Any, key: int) -> int:
    """The seat whose card has a rank key."""
    return wrap(int(s.leader) + 3 - (key & 3), d.players)


@kernel
def value_of(key: int) -> int:
    """The value in the trick of the card with a rank key."""
    return (key & VALUE_MASK) >> 2


@kernel
def beating(d: Any, led: int, card: int, bonus: int) -> tuple[int, int]:
    """The cards that would beat a card if they were played after it, as a set.

    The card must follow the faction led or be a knight that beats goblins, and griffins add `bonus`
    to it. What griffins might add to the other cards is left out. (For bots: a trick is ranked by
    `rank_key`, to which a test ties this.)
    """
    value = int(d.value[card]) + bonus
    low = int(d.higher[value, 0])
    high = int(d.higher[value, 1])
    if knights(d, led, card):
        return low & d.of[KNIGHTS, 0], high & d.of[KNIGHTS, 1]
    low &= d.follow[led, 0]
    high &= d.follow[led, 1]
    if led == d.slot[GOBLINS]:
        low |= d.of[KNIGHTS, 0]
        high |= d.of[KNIGHTS, 1]
    return low, high


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
    """R-P1: the last seat, leader excepted, to play one leads next; otherwise the winner does."""
    leads = winner
    if d.slot[DRAGONS] >= 0:
        for place in range(1, d.players):
            seat = wrap(int(s.leader) + place, d.players)
            leads = seat if int(s.trick[place]) >> 4 == d.slot[DRAGONS] else leads
    return leads


@part
def undead(s: Any, d: Any, winner: int) -> None:
    """R-P4: in phase 1 the undead played go to the winner's score pile, the rest out of play."""
    low, high = trick_cards(s, d)
    s.cards[SCORE + winner, 0] |= low & d.of[UNDEAD, 0]
    s.cards[SCORE + winner, 1] |= high & d.of[UNDEAD, 1]
    s.cards[DISCARDED, 0] |= low & ~d.of[UNDEAD, 0]
    s.cards[DISCARDED, 1] |= high & ~d.of[UNDEAD, 1]


@part
def seers(s: Any, winner: int) -> None:
    """R-P2: the winner looks at the top of the pile, and then always has to choose."""
    s.seer[s.top] = winner
    s.peeking = 1
    s.stage = TAKE
    s.actor = winner


@part
def dwarves(s: Any, d: Any) -> int:
    """R-P5: the seat that gets the dwarves of a trick: that of the lowest card.

    With two players that is the loser. Of equally low cards the later one counts as lower.
    """
    if d.players == 2:
        return int(s.order[1])
    lowest = VALUE_MASK
    for place in range(d.players):
        value_and_place = rank_key(s, d, place) & VALUE_MASK
        lowest = value_and_place if value_and_place < lowest else lowest
    return seat_of(s, d, lowest)


@part
def gnomes(s: Any, d: Any, low: int, high: int, winner: int) -> None:
    """R-P6: the gnomes of a trick lie open in front of the winner until the end of the game."""
    s.gnomes[winner] |= of_slot(low, high, d.slot[GNOMES])


@part
def giants(s: Any, d: Any, card: int, winner: int) -> None:
    """R-P6: a giant removes one gnome of its printed value from each row of the winner's opponents.

    With four players the partner's row is spared.
    """
    value = int(d.value[card])
    equal = of_slot(d.valued[value, 0], d.valued[value, 1], d.slot[GNOMES])
    for seat in range(d.players):
        if side(d, seat) == side(d, winner):
            continue
        gnome = int(s.gnomes[seat]) & equal
        gnome &= -gnome  # one of them
        s.gnomes[seat] ^= gnome
        add_suit(s, DISCARDED, d.slot[GNOMES], gnome)


@part
def trolls(s: Any, d: Any, low: int, high: int, winner: int) -> None:
    """R-P9: a trick's trolls join those on the table; the winner takes the highest, at last all."""
    lying = int(s.trolls) | of_slot(low, high, d.slot[TROLLS])
    taken = highest(lying) if s.number + 1 < d.tricks else lying
    s.trolls = lying ^ taken
    add_suit(s, SCORE + winner, d.slot[TROLLS], taken)


@part
def win_trick(s: Any, d: Any, winner: int) -> None:
    """Phase 2: the trick's cards go to the winner's score pile, except where powers differ."""
    low, high = trick_cards(s, d)
    if d.slot[DWARVES] >= 0:
        taker = dwarves(s, d)  # decided first: griffins won now do not count in this trick
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
