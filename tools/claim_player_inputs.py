"""The inputs of the network that plays in training: what a seat knows (kernel).

Cards have the same number in every deck, and equal cards are counted. Only what the actor knows is
read, with one exception that says nothing: the other hands, to find out which of the cards taken in
the open are still held.
"""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.network.cards import CODES, FIRST
from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.cards import FACTIONS, GNOMES, NUMBERS, TROLLS
from claimant.games.claim.rules.observe import FACTION_COUNT
from claimant.games.claim.rules.table import (
    DISCARD,
    DISCARDED,
    FOLLOWERS,
    HAND,
    LOOT,
    NOBODY,
    NOTHING,
    PLAY,
    SCORE,
    TAKE,
    wrap,
)
from claimant.games.claim.rules.table import LED as LED_BY
from claimant.kernels.batch import from_viewer
from claimant.kernels.bits import lowest
from claimant.kernels.compile import kernel

ACTIONS: Final = CODES + len(FACTIONS)
"""A card to play, take or lay off, or a faction that loot counts for."""

# The planes: a count per distinct card. Seats are counted clockwise from the viewer.
HELD: Final = 0
OWN_FOLLOWERS: Final = 1
KNOWN: Final = 2  # of the others: the followers seen, in phase 2 the hands as far as known
SCORED: Final = 5  # all four seats
ON_TABLE: Final = 9  # the others
FACE_UP: Final = 12
LOOKED_AT: Final = 13
UNSEEN: Final = 14
PLAYED: Final = 15  # the others, in phase 1
PLANES: Final = 18

# Single inputs, after the planes.
PHASE: Final = PLANES * CODES
STAGE: Final = PHASE + 2
LEFT: Final = STAGE + 4  # tricks left in the phase
PLAYERS: Final = LEFT + 13
IN_PLAY: Final = PLAYERS + 3
RACCOONS_IN_PILE: Final = IN_PLAY + len(FACTIONS)
VOIDS: Final = RACCOONS_IN_PILE + 1
LEADER: Final = VOIDS + 3 * len(FACTIONS)
PLACE: Final = LEADER + 4
LED: Final = PLACE + 4
AUTOMATON: Final = LED + len(FACTIONS)
RANK: Final = AUTOMATON + 1
SERVED: Final = RANK + 12
GNOME_ROWS: Final = SERVED + 4
TROLL_CARDS: Final = GNOME_ROWS + 4 * 5
TOP_SEER: Final = TROLL_CARDS + 10
INPUTS: Final = -(-(TOP_SEER + 4) // 64) * 64


@kernel
def add_set(codes: Any, low: int, high: int, out: Any, at: int, step: int) -> None:
    """Add `step` for every card of a set."""
    while low:
        out[at + int(codes[lowest(low)])] += step
        low &= low - 1
    while high:
        out[at + int(codes[64 + lowest(high)])] += step
        high &= high - 1


@kernel
def show_set(codes: Any, low: int, high: int, out: Any, plane: int) -> None:
    """Put a set of cards that the viewer sees into a plane: they are not among the unseen."""
    add_set(codes, low, high, out, plane * CODES, 1)
    add_set(codes, low, high, out, UNSEEN * CODES, -1)


@kernel
def show_card(codes: Any, card: int, out: Any, plane: int) -> None:
    code = int(codes[card])
    out[plane * CODES + code] += 1
    out[UNSEEN * CODES + code] -= 1


@kernel
def write_inputs(s: Any, d: Any, codes: Any, out: Any) -> None:
    """Fill zeros with the inputs of the actor."""
    me = int(s.actor)
    players = int(d.players)
    for i in range(d.card_count):
        out[UNSEEN * CODES + int(codes[d.cards[i]])] += 1
    show_set(codes, s.cards[HAND + me, 0], s.cards[HAND + me, 1], out, HELD)
    add_set(codes, s.cards[DISCARDED, 0], s.cards[DISCARDED, 1], out, UNSEEN * CODES, -1)
    for n in range(s.laid[me]):
        out[UNSEEN * CODES + int(codes[s.laid_card[me, n]])] -= 1
    for owner in range(players):
        row = from_viewer(owner, me, players)
        low = s.cards[SCORE + owner, 0]
        high = s.cards[SCORE + owner, 1]
        show_set(codes, low, high, out, SCORED + row)
    count_followers(s, d, codes, me, out)
    write_pile(s, d, codes, me, out)
    write_trick(s, d, codes, me, out)
    if s.phase == 1:
        write_played(s, d, codes, me, out)
    write_rest(s, d, codes, me, out)


@kernel
def count_followers(s: Any, d: Any, codes: Any, me: int, out: Any) -> None:
    """The followers that the viewer has seen others take; in phase 2 those not played since."""
    players = int(d.players)
    if s.phase == 1:
        low = s.cards[FOLLOWERS + me, 0]
        high = s.cards[FOLLOWERS + me, 1]
        show_set(codes, low, high, out, OWN_FOLLOWERS)
    else:
        # A hand less what was taken in secret is what was taken in the open, less what was played.
        for owner in range(players):
            if owner != me:
                plane = (KNOWN - 1 + from_viewer(owner, me, players)) * CODES
                low = s.cards[HAND + owner, 0]
                high = s.cards[HAND + owner, 1]
                add_set(codes, low, high, out, plane, 1)
    in_trick = -1
    for place in range(players * int(d.tricks) if s.phase == 2 else int(s.top)):
        in_trick = in_trick + 1 if in_trick + 1 < players else 0
        owner = int(s.owner[place])
        if owner < 0 or owner == me:  # NOBODY is -1
            continue
        at = (KNOWN - 1 + from_viewer(owner, me, players)) * CODES + int(codes[s.pile[place]])
        known = in_trick < d.shown or s.seer[place] == me
        if s.phase == 1:
            out[at] += known
        elif not known and out[at] > 0:
            out[at] -= 1
    for row in range(1, players):
        for code in range(CODES):
            out[UNSEEN * CODES + code] -= out[(KNOWN - 1 + row) * CODES + code]


@kernel
def write_pile(s: Any, d: Any, codes: Any, me: int, out: Any) -> None:
    """The cards to be won, and the top of the pile if the viewer has looked at it."""
    if s.phase != 1:
        return
    for i in range(2):
        if s.face_up[i] != NOTHING:
            show_card(codes, int(s.pile[s.face_up[i]]), out, FACE_UP)
    if int(s.top) < int(d.players) * int(d.tricks):
        seer = int(s.seer[s.top])
        if seer == me or s.peeking:
            show_card(codes, int(s.pile[s.top]), out, LOOKED_AT)
        if seer != NOBODY:
            out[TOP_SEER + from_viewer(seer, me, int(d.players))] = 1


@kernel
def write_trick(s: Any, d: Any, codes: Any, me: int, out: Any) -> None:
    """The cards on the table, who leads, and who takes followers in which order."""
    players = int(d.players)
    out[LEADER + from_viewer(int(s.leader), me, players)] = 1
    if s.stage == PLAY:
        out[PLACE + int(s.played)] = 1
        if s.played > 0:
            out[LED + int(codes[NUMBERS + (int(s.trick[0]) >> 4)])] = 1
        for n in range(s.played):
            row = from_viewer(wrap(int(s.leader) + n, players), me, players)
            show_card(codes, int(s.trick[n]), out, ON_TABLE - 1 + row)
    if s.last_winner != NOBODY and s.phase == 1:
        for n in range(players):
            row = from_viewer(int(s.order[n]), me, players)
            if row > 0:
                out[RANK + 4 * (row - 1) + n] = 1
    if s.stage == TAKE:
        out[SERVED + int(s.collected)] = 1


@kernel
def write_played(s: Any, d: Any, codes: Any, me: int, out: Any) -> None:
    """What the others have played in phase 1."""
    players = int(d.players)
    for trick in range(int(s.last) + 1):
        leader = int(s.history[trick, LED_BY])
        if leader != NOBODY:
            for n in range(players):
                row = from_viewer(wrap(leader + n, players), me, players)
                if row > 0:
                    out[(PLAYED - 1 + row) * CODES + int(codes[s.history[trick, n]])] += 1


@kernel
def write_rest(s: Any, d: Any, codes: Any, me: int, out: Any) -> None:
    """The single inputs, gnomes and trolls."""
    players = int(d.players)
    out[PHASE + int(s.phase) - 1] = 1
    stage = int(s.stage)
    if stage == PLAY:
        out[STAGE] = 1
    elif stage == TAKE:
        out[STAGE + 1] = 1
    elif stage == DISCARD:
        out[STAGE + 2] = 1
    elif stage == LOOT:
        out[STAGE + 3] = 1
    left = int(d.tricks) - 1 - int(s.number)
    out[LEFT + (left if left > 0 else 0)] = 1
    out[PLAYERS + players - 2] = 1
    out[RACCOONS_IN_PILE] = 1 if d.raccoon_cards and d.raccoons_in_pile else 0
    out[AUTOMATON] = s.automaton
    for slot in range(d.slots):
        faction = int(codes[NUMBERS + slot])
        out[IN_PLAY + faction] = 1
        for n in range(1, players):
            lacks = (int(s.voids[wrap(me + n, players)]) >> slot) & 1
            out[VOIDS + (n - 1) * FACTION_COUNT + faction] = lacks
    gnomes = int(d.slot[GNOMES])
    if gnomes >= 0:
        for owner in range(players):
            row = from_viewer(owner, me, players)
            cards = int(s.gnomes[owner])
            while cards:
                code = int(codes[16 * gnomes + lowest(cards)])
                out[GNOME_ROWS + 5 * row + code - _FIRST_GNOME] += 1
                out[UNSEEN * CODES + code] -= 1
                cards &= cards - 1
    trolls = int(d.slot[TROLLS])
    if trolls >= 0:
        cards = int(s.trolls)
        while cards:
            code = int(codes[16 * trolls + lowest(cards)])
            out[TROLL_CARDS + code - _FIRST_TROLL] = 1
            out[UNSEEN * CODES + code] -= 1
            cards &= cards - 1


_FIRST_GNOME: Final = FIRST[GNOMES]
_FIRST_TROLL: Final = FIRST[TROLLS]


@kernel
def write_options(s: Any, d: Any, codes: Any, out: Any) -> None:
    """Fill zeros with 1 for every action that is legal."""
    low, high = tricks.options(s, d)
    if s.stage == LOOT:
        high >>= scoring.LOOT_FOR - 64
        while high:
            out[CODES + int(codes[NUMBERS + lowest(high)])] = 1
            high &= high - 1
        return
    while low:
        out[int(codes[lowest(low)])] = 1
        low &= low - 1
    while high:
        out[int(codes[64 + lowest(high)])] = 1
        high &= high - 1


@kernel
def chosen_option(s: Any, d: Any, codes: Any, action: int) -> int:
    """The option in the game that an action of the network stands for; -1 if it is not legal."""
    low, high = tricks.options(s, d)
    if s.stage == LOOT:
        high >>= scoring.LOOT_FOR - 64
        while high:
            slot = lowest(high)
            if CODES + int(codes[NUMBERS + slot]) == action:
                return scoring.LOOT_FOR + slot
            high &= high - 1
        return -1
    while low:
        if codes[lowest(low)] == action:
            return lowest(low)
        low &= low - 1
    while high:
        if codes[64 + lowest(high)] == action:
            return 64 + lowest(high)
        high &= high - 1
    return -1
