"""The record of a state of Claim, and how cards move in it (kernel)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.kernels.compile import kernel

# The stages: what a state waits for.
FIRST: Final = 0  # chance: the seat that leads
DEAL: Final = 1  # chance: the cards
PLAY: Final = 2  # a card to the trick
TAKE: Final = 3  # which follower to take
DISCARD: Final = 4  # a card to lay off, in a trick that automatons have won
LOOT: Final = 5  # the faction that loot counts for
OVER: Final = 6

NOBODY: Final = -1
NOTHING: Final = -1
PILE: Final = 36  # cards in the largest draw pile
SUIT: Final = 0x3FFF  # the cards of one slot: no faction has more than 14
TRICKS: Final = 13  # the most tricks in a phase
MAX_LAID_OFF: Final = 6  # cards a seat can lay off: at most in every second of 13 tricks

# The columns of `history` after the four cards.
LED: Final = 4
WON: Final = 5

# The rows of `cards`: one per seat from these numbers on.
HAND: Final = 0
FOLLOWERS: Final = 4
SCORE: Final = 8
DISCARDED: Final = 12  # a single row: played in phase 1, and gnomes removed
ROWS: Final = 13

STATE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cards", np.int64, (ROWS, 2)),  # sets of cards, two words per row
                # Sixteen bits, of a single faction.
                ("gnomes", np.int16, 4),  # the open row of each seat
                ("trolls", np.int16),  # lying on the table
                # The draw pile as dealt, from its top, and what became of each card.
                ("pile", np.int8, PILE),
                ("owner", np.int8, PILE),  # the seat that took it
                ("seer", np.int8, PILE),  # the seat that looked at it
                ("top", np.int8),  # the number of cards that have left the pile
                ("face_up", np.int8, 2),  # the cards to be won, as places in the pile
                # The trick.
                ("trick", np.int8, 4),  # cards, the leader's first
                ("played", np.int8),  # the number of cards played, or laid off
                ("leader", np.int8),
                ("order", np.int8, 4),  # seats by rank in the last trick played
                ("collected", np.int8),  # the seats of `order` that are served
                ("peeking", np.int8),  # the actor has looked at the top of the pile
                ("automaton", np.int8),  # the next trick is already won
                ("last_winner", np.int8),
                # Every trick that was played, a row per trick, those of phase 2 from TRICKS on: its
                # cards, the leader's first; the seats that led it and won it, NOBODY if its cards
                # were laid off or it is still to come.
                ("last", np.int8),  # the row of the last trick that was played
                ("history", np.int8, (2 * TRICKS, 6)),
                # What each seat laid off, and the factions it had shown to lack by then.
                ("laid", np.int8, 4),
                ("laid_card", np.int8, (4, MAX_LAID_OFF)),
                ("laid_voids", np.int8, (4, MAX_LAID_OFF)),
                ("voids", np.int8, 4),  # the factions a seat has shown to lack, a bit per slot
                ("loot", np.int8, 4),  # by side: the slot that loot counts for
                ("number", np.int8),  # of the trick in its phase, from 0
                ("phase", np.int8),
                ("stage", np.int8),
                ("actor", np.int8),
                ("choices", np.int8),  # the length of `legal`, for the Python side
                ("legal", np.int8, 13),
            ],
            align=True,
        ),
    )
)


@kernel
def add(s: Any, row: int, card: int) -> None:
    s.cards[row, card >> 6] |= 1 << (card & 63)


@kernel
def remove(s: Any, row: int, card: int) -> None:
    s.cards[row, card >> 6] &= ~(1 << (card & 63))


@kernel
def bits_of(card: int) -> tuple[int, int]:
    """A card as a set, in two words (without a branch, which could not be predicted)."""
    bit = 1 << (card & 63)
    high = bit & -(card >> 6)
    return bit ^ high, high


@kernel
def add_suit(s: Any, row: int, slot: int, cards: int) -> None:
    """Add cards of one faction, which must be in play."""
    s.cards[row, slot >> 2] |= cards << ((slot & 3) * 16)


@kernel
def remove_suit(s: Any, row: int, slot: int, cards: int) -> None:
    s.cards[row, slot >> 2] &= ~(cards << ((slot & 3) * 16))


@kernel
def wrap(seat: int, players: int) -> int:
    """A seat number that may have run past the last seat, once around the table.

    A division would cost more than the rest of a play.
    """
    return seat - players if seat >= players else seat


@kernel
def sides(d: Any) -> int:
    """The number of sides. A side scores together: a seat, or with four players a team."""
    return 2 if d.players == 4 else d.players


@kernel
def side(d: Any, seat: int) -> int:
    """R-C3: with four players seats 0 and 2 are partners, and 1 and 3."""
    return seat & 1 if d.players == 4 else seat


@kernel
def suit(s: Any, row: int, slot: int) -> int:
    """The cards of one faction in a row; none if the faction is not in play."""
    if slot < 0:
        return 0
    return int((s.cards[row, slot >> 2] >> ((slot & 3) * 16)) & SUIT)


@kernel
def of_slot(low: int, high: int, slot: int) -> int:
    """The cards in a set of one faction, which must be in play."""
    return ((high if slot > 3 else low) >> ((slot & 3) * 16)) & SUIT


@kernel
def clear(s: Any) -> None:
    """Make an all-zero record an empty table."""
    s.owner[:] = NOBODY
    s.seer[:] = NOBODY
    s.face_up[:] = NOTHING
    s.loot[:] = NOTHING
    s.leader = NOBODY
    s.last_winner = NOBODY
    s.last = NOBODY
    s.history[:, LED] = NOBODY
    s.history[:, WON] = NOBODY
