"""Bounds on the chance to win in the last turn of the game (kernel).

Nobody else moves after it, so a choice's chance to win follows from the dice alone. An expectimax
looks a number of rolls ahead. Beyond them, the lower bound assumes that the player stops, and the
upper bound that every roll that does not bust wins; so both bounds are certain, and the deeper the
search, the closer they get.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from claimant.games.claim_it.rules.board import largest_group
from claimant.games.claim_it.rules.turn import STATE, place, placements
from claimant.games.claim_it.turn_search import ROLLS
from claimant.kernels.bits import count, lowest
from claimant.kernels.compile import entry, kernel

MAX_DEPTH: Final = 4
"""The most rolls that are searched ahead."""
WAYS: Final = 216.0
STOPPED: Final = -1.0
"""What a search returns if it would have evaluated more positions than its limit."""

_POSITIONS: Final = 1 << 16
"""Entries of the table of positions; newer ones replace older ones."""
_POSITION: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("squatted", np.int64),  # and from bit 36 the supply
                ("capped", np.int64),  # and from bit 36 the depth
                ("least", np.float64),
                ("most", np.float64),
            ],
            align=True,
        ),
    )
)
_FRAME: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("roll", np.int64),  # which of the 56 rolls is being placed
                ("spaces", np.int64),  # the placements still to be searched
                ("stop", np.float64),  # the value of stopping
                ("best_least", np.float64),  # the best of this roll
                ("best_most", np.float64),
                ("least", np.float64),  # the sums over the rolls before it
                ("most", np.float64),
            ],
            align=True,
        ),
    )
)
_STATS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [("limit", np.int64), ("evaluated", np.int64), ("bust", np.float64)],
            align=True,
        ),
    )
)


class LastTurn(NamedTuple):
    """Everything a search needs, as arrays for the kernels."""

    rolls: Any
    """The 56 distinct rolls, each with the number of the 216 ways that give it."""
    states: Any
    """The table now, and after each step ahead."""
    frames: Any
    positions: Any
    stats: Any


def new_last_turn() -> LastTurn:
    """Allocate a search. It serves one turn: what it stores holds for no other."""
    return LastTurn(
        ROLLS,
        np.zeros(MAX_DEPTH + 2, STATE),
        np.zeros(MAX_DEPTH + 2, _FRAME),
        np.zeros(_POSITIONS, _POSITION),
        np.zeros(1, _STATS),
    )


@kernel
def rank(owned: int, claimed: int) -> int:
    """What decides the game (R-I9), as one number: largest group, claims, spaces."""
    return count(largest_group(owned)) * 10_000 + count(owned & claimed) * 100 + count(owned)


@kernel
def share_of_stopping(s: Any) -> float:
    """The actor's share of the win if it stops now and the game ends."""
    taken = s.squatted | s.capped
    claimed = s.claimed | s.capped
    mine = rank(s.owned[s.actor] | taken, claimed)
    sharing = 1
    for seat in range(s.players):
        if seat != s.actor:
            theirs = rank(s.owned[seat] & ~taken, claimed)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
    return 1.0 / sharing


@kernel
def slot_of(s: Any) -> int:
    """Where in the table a position belongs."""
    mixed = (s.squatted * 0x2545F49) ^ (s.capped * 0x36D8D1B) ^ (int(s.supply) * 0x1B87359)
    return int((mixed >> 20) & (_POSITIONS - 1))


@kernel
def chance_of_not_busting(m: LastTurn, s: Any) -> float:
    """The chance that the next roll can be placed."""
    ways = 0
    for i in range(len(m.rolls)):
        if placements(s, m.rolls[i, 0], m.rolls[i, 1], m.rolls[i, 2]):
            ways += m.rolls[i, 3]
    return ways / WAYS


@kernel
def open_frame(frame: Any, stop: float) -> None:
    frame.roll = -1
    frame.spaces = 0
    frame.stop = stop
    frame.least = 0.0
    frame.most = 0.0


@kernel
def offer(frame: Any, least: float, most: float) -> None:
    """Offer the player a placement of the frame's roll."""
    frame.best_least = max(frame.best_least, least)
    frame.best_most = max(frame.best_most, most)
    if least >= 1.0:
        frame.spaces = 0


@kernel
def next_roll(m: LastTurn, at: int) -> bool:
    """Add a frame's roll to its sums and begin with the next; whether there is one."""
    frame = m.frames[at]
    if frame.roll >= 0:
        frame.least += m.rolls[frame.roll, 3] * frame.best_least
        frame.most += m.rolls[frame.roll, 3] * frame.best_most
    frame.roll += 1
    if frame.roll == len(m.rolls):
        return False
    roll = m.rolls[frame.roll]
    frame.spaces = placements(m.states[at], roll[0], roll[1], roll[2])
    frame.best_least = 0.0 if frame.spaces else m.stats[0].bust
    frame.best_most = frame.best_least
    return True


@entry
def find_bounds(m: LastTurn, depth: int) -> Any:
    """The bounds of the chance to win from `states[0]`, in which the player may stop or roll on,
    looking `depth` rolls ahead (at least one); STOPPED if the limit was reached."""
    stats = m.stats[0]
    m.states[1] = m.states[0]
    m.states[1].squatted = 0
    m.states[1].capped = 0
    stats.bust = share_of_stopping(m.states[1])
    stop = share_of_stopping(m.states[0])
    if stop >= 1.0:
        return 1.0, 1.0
    open_frame(m.frames[0], stop)
    at = 0
    while stats.evaluated < stats.limit:
        frame = m.frames[at]
        s = m.states[at]
        if frame.spaces:
            where = lowest(frame.spaces)
            frame.spaces &= frame.spaces - 1
            child = m.states[at + 1]
            m.states[at + 1] = s
            for die in range(3):
                child.dice[die] = m.rolls[frame.roll, die]
            place(child, where)
            stats.evaluated += 1
            stop = share_of_stopping(child)
            if stop >= 1.0:
                offer(frame, 1.0, 1.0)
                continue
            left = depth - 1 - at
            known = m.positions[slot_of(child)]
            if (
                known.squatted == (child.squatted | int(child.supply) << 36)
                and known.capped & ((1 << 36) - 1) == child.capped
                and known.capped >> 36 >= left + 1
            ):
                offer(frame, known.least, known.most)
                continue
            if left:
                at += 1
                open_frame(m.frames[at], stop)
                continue
            least = stop
            most = chance_of_not_busting(m, child)
            most = max(stop, most + (1.0 - most) * stats.bust)
        elif next_roll(m, at):
            continue
        else:
            left = depth - at
            least = max(frame.stop, frame.least / WAYS)
            most = max(frame.stop, frame.most / WAYS)
            if at == 0:
                return least, most
            at -= 1
            child = s
        known = m.positions[slot_of(child)]
        known.squatted = child.squatted | int(child.supply) << 36
        known.capped = child.capped | (left + 1) << 36
        known.least = least
        known.most = most
        offer(m.frames[at], least, most)
    return STOPPED, STOPPED
