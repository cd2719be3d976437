"""The inputs of the world network: a position with all cards open, as the actor sees it (kernel).

A search deals worlds in which nothing is hidden, so a network that values their positions may look
at every card. Only few of its inputs are on at a time, and they are given as a list of numbers.
Cards are identified as in `cards.py`; hands, score piles and the table have inputs of their own
in each phase, because the same card is worth something else there.
"""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.network.cards import CODES
from claimant.games.claim.rules.cards import FACTIONS, GNOMES, NUMBERS, TROLLS
from claimant.games.claim.rules.table import (
    DISCARD,
    FOLLOWERS,
    HAND,
    LOOT,
    PLAY,
    SCORE,
    TAKE,
    wrap,
)
from claimant.kernels.batch import from_viewer
from claimant.kernels.bits import lowest
from claimant.kernels.compile import kernel

# The planes: an input per distinct card. Seats are counted clockwise from the actor.
_HANDS: Final = 0  # four seats; in phase 2 the next four
_FOLLOWERS: Final = 8
_SCORES: Final = 12  # likewise
_TABLE: Final = 20  # the others; in phase 2 the next three
_FACE_UP: Final = 26
_LOOKED_AT: Final = 27
_PILE: Final = 28
_ROWS_OF_GNOMES: Final = 29
_TROLLS: Final = 33
_PLANES: Final = 34

# Single inputs, after the planes.
_LEFT: Final = _PLANES * CODES  # tricks left, in each phase
_STAGE: Final = _LEFT + 2 * 13  # what the actor has to do, and how many have done so
_PLAYERS: Final = _STAGE + 3 * 4 + 1
_IN_PLAY: Final = _PLAYERS + 3
_LEADER: Final = _IN_PLAY + len(FACTIONS)
_LED: Final = _LEADER + 4
_AUTOMATON: Final = _LED + len(FACTIONS)
_RANK: Final = _AUTOMATON + 1
_SEER: Final = _RANK + 4 * 4
WORLD_INPUTS: Final = -(-(_SEER + 4) // 64) * 64
MOST_ON: Final = 112
"""The most inputs that are on at a time: 76 cards and 20 others, with room to spare."""


@kernel
def list_set(codes: Any, low: int, high: int, plane: int, out: Any, n: int) -> int:
    """Add the cards of a set to a list of length `n`; returns its new length."""
    while low:
        out[n] = plane * CODES + int(codes[lowest(low)])
        n += 1
        low &= low - 1
    while high:
        out[n] = plane * CODES + int(codes[64 + lowest(high)])
        n += 1
        high &= high - 1
    return n


@kernel
def list_world(s: Any, d: Any, codes: Any, out: Any) -> int:
    """Write the numbers of the inputs that are on, equal cards several times; returns how many."""
    me = int(s.actor)
    players = int(d.players)
    second = int(s.phase) - 1
    n = 0
    for seat in range(players):
        row = from_viewer(seat, me, players)
        hand = HAND + seat
        n = list_set(codes, s.cards[hand, 0], s.cards[hand, 1], _HANDS + 4 * second + row, out, n)
        if second == 0:
            own = FOLLOWERS + seat
            n = list_set(codes, s.cards[own, 0], s.cards[own, 1], _FOLLOWERS + row, out, n)
        pile = SCORE + seat
        n = list_set(codes, s.cards[pile, 0], s.cards[pile, 1], _SCORES + 4 * second + row, out, n)
    n = list_table(s, d, codes, me, out, n)
    n = list_draw_pile(s, d, codes, me, out, n)
    n = list_rows(s, d, codes, me, out, n)
    return list_rest(s, d, codes, me, out, n)


@kernel
def list_table(s: Any, d: Any, codes: Any, me: int, out: Any, n: int) -> int:
    """The trick on the table, and the faction that was led."""
    players = int(d.players)
    out[n] = _LEADER + from_viewer(int(s.leader), me, players)
    n += 1
    if s.stage == PLAY and s.played > 0:
        out[n] = _LED + int(codes[NUMBERS + (int(s.trick[0]) >> 4)])
        n += 1
        for place in range(s.played):
            row = from_viewer(wrap(int(s.leader) + place, players), me, players)
            plane = _TABLE + 3 * (int(s.phase) - 1) + row - 1
            out[n] = plane * CODES + int(codes[s.trick[place]])
            n += 1
    return n


@kernel
def list_draw_pile(s: Any, d: Any, codes: Any, me: int, out: Any, n: int) -> int:
    """In phase 1 the cards to be won, and which are still to come. In a world their order is one of
    many, so it is left out, except for a card that a seer has looked at."""
    if s.phase != 1:
        return n
    for i in range(2):
        if s.face_up[i] >= 0:
            out[n] = _FACE_UP * CODES + int(codes[s.pile[s.face_up[i]]])
            n += 1
    players = int(d.players)
    for place in range(int(s.top), players * int(d.tricks)):
        seer = int(s.seer[place])
        plane = _LOOKED_AT if seer >= 0 else _PILE
        out[n] = plane * CODES + int(codes[s.pile[place]])
        n += 1
        if seer >= 0:
            out[n] = _SEER + from_viewer(seer, me, players)
            n += 1
    return n


@kernel
def list_rows(s: Any, d: Any, codes: Any, me: int, out: Any, n: int) -> int:
    """Gnomes and trolls that lie on the table."""
    players = int(d.players)
    gnomes = int(d.slot[GNOMES])
    if gnomes >= 0:
        for seat in range(players):
            plane = _ROWS_OF_GNOMES + from_viewer(seat, me, players)
            cards = int(s.gnomes[seat])
            while cards:
                out[n] = plane * CODES + int(codes[16 * gnomes + lowest(cards)])
                n += 1
                cards &= cards - 1
    trolls = int(d.slot[TROLLS])
    if trolls >= 0:
        cards = int(s.trolls)
        while cards:
            out[n] = _TROLLS * CODES + int(codes[16 * trolls + lowest(cards)])
            n += 1
            cards &= cards - 1
    return n


@kernel
def list_rest(s: Any, d: Any, codes: Any, me: int, out: Any, n: int) -> int:
    """What is to be done, by whom, and how much is left."""
    players = int(d.players)
    left = int(d.tricks) - 1 - int(s.number)
    out[n] = _LEFT + 13 * (int(s.phase) - 1) + (left if left > 0 else 0)
    out[n + 1] = _PLAYERS + players - 2
    n += 2
    if s.stage == PLAY:
        out[n] = _STAGE + int(s.played)
    elif s.stage == TAKE:
        out[n] = _STAGE + 4 + int(s.collected)
    elif s.stage == DISCARD:
        out[n] = _STAGE + 8 + int(s.played)
    elif s.stage == LOOT:
        out[n] = _STAGE + 12
    n += 1
    if s.automaton:
        out[n] = _AUTOMATON
        n += 1
    for slot in range(d.slots):
        out[n] = _IN_PLAY + int(codes[NUMBERS + slot])
        n += 1
    if s.stage == TAKE or s.stage == DISCARD:
        for place in range(players):
            out[n] = _RANK + 4 * place + from_viewer(int(s.order[place]), me, players)
            n += 1
    return n
