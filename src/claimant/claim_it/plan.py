"""A turn thought through (kernel): what stopping, rolling on and each placement are worth.

All 216 falls of the dice are counted, by the rules themselves; a turn is looked ahead some rolls
deep, and the tables that it leads to are judged by `worth.py`. What was worked out is noted, for
the same spaces are reached in many orders.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from claimant.bits import entry, kernel, lowest
from claimant.claim_it.turn import OVER, STATE, place, placements, stop
from claimant.claim_it.worth import DESK, judge

DEEPEST: Final = 4
"""How many rolls can be looked ahead."""

_ROLLS: Final = np.array(
    [
        (a, b, c, (1, 3, 6)[len({a, b, c}) - 1])
        for a in range(1, 7)
        for b in range(a, 7)
        for c in range(b, 7)
    ],
    np.int64,
)

_NOTES: Final = 1 << 16
_NOTE: Final = np.dtype(
    (
        np.record,
        np.dtype([("key", np.int64), ("actor", np.float64), ("seat", np.float64)], align=True),
    )
)
_MIX: Final = (0x2545F49, 0x36D8D1B, 0x1B87359)  # 26 bits: no product overflows
_NEXT: Final = 0x3C6EF37 << 10

_FRAME: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),
                ("roll", np.int64),  # which of the 56 is being placed
                ("spaces", np.int64),  # where it can still be tried
                ("best", np.float64),  # the best found for this roll: to the actor, to the seat
                ("good", np.float64),
                ("actor", np.float64),  # the sum over the rolls before it
                ("seat", np.float64),
            ],
            align=True,
        ),
    )
)
"""How far the look at one state's rolls has come."""


class Mind(NamedTuple):
    """All that a thought needs room for."""

    net: Any
    """The weights of `worth.judge`."""
    rolls: Any
    """The 56 different rolls, each with in how many of the 216 ways it falls."""
    path: Any
    """The table now, and after each step that is looked ahead."""
    frames: Any
    after: Any
    desk: Any
    notes: Any


def mind(net: Any) -> Mind:
    return Mind(
        net,
        _ROLLS,
        np.zeros(DEEPEST + 4, STATE),
        np.zeros(DEEPEST + 4, _FRAME),
        np.zeros(1, STATE),
        np.zeros(1, DESK),
        np.zeros(_NOTES, _NOTE),
    )


def chapter(n: int) -> int:
    """A mark for the keys of notes, to keep those of one table apart from the next table's."""
    return (n * _NEXT) % (1 << 60)


@kernel
def key_of(s: Any, deep: int) -> int:
    """What a value is noted under: this turn's markers, and how deep the look was."""
    numbers = 0
    if deep:
        numbers = int(s.supply)
        if s.squatters_return:  # then it counts which squatter lies where
            for n in range(6):
                numbers = numbers << 6 | int(s.squatter[n])
            numbers &= (1 << 36) - 1
    return int(((s.squatted * _MIX[0]) ^ (s.capped * _MIX[1]) ^ (numbers * _MIX[2])) + deep)


@kernel
def page(key: int) -> int:
    return (key >> 24) & (_NOTES - 1)


@entry
def stopping(m: Mind, at: int, seat: int, chapter: int) -> Any:
    """What stopping at `path[at]` is worth: to who has the turn, and to a seat."""
    s = m.path[at]
    key = key_of(s, 0) ^ chapter
    note = m.notes[page(key)]
    if note.key != key:
        m.after[0] = s
        stop(m.after[0])
        judge(m.after[0], m.net, m.desk[0])
        note.key = key
        note.actor = m.desk[0].chances[s.actor]
        note.seat = m.desk[0].chances[seat]
    return note.actor, note.seat


@kernel
def open_frame(frame: Any, key: int) -> None:
    frame.key = key
    frame.roll = -1
    frame.spaces = 0
    frame.actor = 0.0
    frame.seat = 0.0


@kernel
def offer(frame: Any, actor: float, seat: float) -> None:
    """Who has the turn takes what is best for itself."""
    if actor > frame.best:
        frame.best = actor
        frame.good = seat


@kernel
def lay(s: Any, roll: Any, where: int) -> None:
    """A roll and its placement."""
    s.dice[0] = roll[0]
    s.dice[1] = roll[1]
    s.dice[2] = roll[2]
    place(s, where)


@entry
def rolling(m: Mind, start: int, deep: int, seat: int, chapter: int) -> Any:
    """What rolling on from `path[start]` is worth, looking that many rolls deep."""
    key = key_of(m.path[start], deep) ^ chapter
    note = m.notes[page(key)]
    if note.key == key:
        return note.actor, note.seat
    # A bust leaves the same table as a stop with nothing placed.
    m.path[start + 1] = m.path[start]
    m.path[start + 1].squatted = 0
    m.path[start + 1].capped = 0
    bust, bust_seat = stopping(m, start + 1, seat, chapter)
    open_frame(m.frames[start], key)
    at = start
    while True:
        frame = m.frames[at]
        if frame.spaces:
            m.path[at + 1] = m.path[at]
            lay(m.path[at + 1], m.rolls[frame.roll], lowest(frame.spaces))
            frame.spaces &= frame.spaces - 1
            value, worth = stopping(m, at + 1, seat, chapter)
            offer(frame, value, worth)
            left = deep - 1 - (at - start)
            if left > 0:
                key = key_of(m.path[at + 1], left) ^ chapter
                note = m.notes[page(key)]
                if note.key == key:
                    offer(frame, note.actor, note.seat)
                else:
                    at += 1
                    open_frame(m.frames[at], key)
            continue
        if frame.roll >= 0:
            frame.actor += m.rolls[frame.roll, 3] * frame.best
            frame.seat += m.rolls[frame.roll, 3] * frame.good
        frame.roll += 1
        if frame.roll < len(m.rolls):
            roll = m.rolls[frame.roll]
            frame.spaces = placements(m.path[at], roll[0], roll[1], roll[2])
            frame.best = -1.0 if frame.spaces else bust
            frame.good = bust_seat
            continue
        value = frame.actor / 216.0
        worth = frame.seat / 216.0
        note = m.notes[page(frame.key)]
        note.key = frame.key
        note.actor = value
        note.seat = worth
        if at == start:
            return value, worth
        at -= 1
        offer(m.frames[at], value, worth)


@entry
def placing(m: Mind, where: int) -> None:
    """Put on `path[1]` what a placement makes of `path[0]`."""
    m.path[1] = m.path[0]
    place(m.path[1], where)


@entry
def busting(m: Mind) -> None:
    """Put on `path[1]` what a bust leaves of `path[0]`: the turn with nothing placed."""
    m.path[1] = m.path[0]
    m.path[1].squatted = 0
    m.path[1].capped = 0


@entry
def passing(m: Mind, at: int) -> bool:
    """Put on `path[at + 1]` what stopping makes of `path[at]`; whether the game goes on."""
    m.path[at + 1] = m.path[at]
    stop(m.path[at + 1])
    return bool(m.path[at + 1].stage != OVER)
