"""What everyone has seen in a game (kernel).

A batch gathers it as its games go on, so that observations need not go through them again.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim.rules.cards import MAX_CARDS
from claimant.games.claim.rules.scoring import LOOT_FOR
from claimant.games.claim.rules.table import (
    LED,
    NOBODY,
    PLAY,
    TRICKS,
    WON,
    bits_of,
    wrap,
)
from claimant.kernels.compile import kernel

ROWS: Final = 2 * TRICKS

SEEN: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("began", np.uint64),  # the random number with which a batch began this game
                ("turned_up", np.int64, 2),  # the cards of the pile that have lain open
                ("played", np.int64, (4, 2)),  # by seat: the cards played in phase 2
                # By seat and card: the number of the trick, counted through both phases. Equal
                # cards have consecutive numbers in the order in which they were played.
                # Eight cards per word.
                ("trick", np.int64, (4, LOOT_FOR // 8)),
                ("led", np.int64, 4),  # by seat: the tricks, as bits
                ("won", np.int64, 4),
                ("cards", np.int8, MAX_CARDS),  # room for shuffling the deck
            ],
            align=True,
        ),
    )
)


@kernel
def forget(w: Any) -> None:
    """Begin a new game. (`note_turned_up` replaces what was turned up.)"""
    for seat in range(4):
        w.played[seat, 0] = 0
        w.played[seat, 1] = 0
        for word in range(LOOT_FOR // 8):
            w.trick[seat, word] = 0
        w.led[seat] = 0
        w.won[seat] = 0


@kernel
def note_turned_up(s: Any, d: Any, w: Any) -> None:
    """Note the cards that have been turned up: the first ones of each trick in phase 1."""
    players = int(d.players)
    places = int(s.top)
    low = high = 0
    for first in range(0, places, players):
        for place in range(first, min(first + int(d.shown), places)):
            card_low, card_high = bits_of(int(s.pile[place]))
            low |= card_low
            high |= card_high
    w.turned_up[0] = low
    w.turned_up[1] = high


@kernel
def note_card(w: Any, seat: int, card: int) -> None:
    """Note a card played in phase 2."""
    low, high = bits_of(card)
    w.played[seat, 0] |= low
    w.played[seat, 1] |= high


@kernel
def note_trick(s: Any, d: Any, w: Any, row: int) -> None:
    """Note a trick that was played, a row of the history."""
    seat = int(s.history[row, LED])
    w.led[seat] |= 1 << row
    w.won[s.history[row, WON]] |= 1 << row
    for n in range(d.players):
        card = int(d.first_equal[s.history[row, n]])
        while (w.trick[seat, card >> 3] >> (8 * (card & 7))) & 0xFF:
            card += 1
        w.trick[seat, card >> 3] |= (row + 1) << (8 * (card & 7))
        seat = wrap(seat + 1, int(d.players))


@kernel
def recall(s: Any, d: Any, w: Any) -> None:
    """Gather what everyone has seen from a state, in a record of zeros."""
    players = int(d.players)
    note_turned_up(s, d, w)
    for row in range(int(s.last) + 1):
        leader = int(s.history[row, LED])
        if leader != NOBODY:
            note_trick(s, d, w, row)
            if row >= TRICKS:
                for n in range(players):
                    note_card(w, wrap(leader + n, players), int(s.history[row, n]))
    if s.phase == 2 and s.stage == PLAY:
        for n in range(s.played):
            note_card(w, wrap(int(s.leader) + n, players), int(s.trick[n]))
