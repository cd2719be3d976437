"""A turn thought through (kernel): what stopping, rolling on and each placement are worth.

All 216 falls of the dice are counted, by the rules themselves, and the tables that a turn leads to
are judged by `worth.py`. A look goes some rolls deep, and is repeated a roll deeper: what was found
is noted, for the same spaces are reached in many orders, and the notes of the look before tell
which placements deserve a deeper one, and where nobody would roll on. So a whole turn is thought
through, though nearly all ways that it could go are not worth a thought.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.rules.turn import MOST_CHOICES, OVER, STATE, place, placements, stop
from claimant.games.claim_it.value_net import DESK, judge
from claimant.kernels.bits import lowest
from claimant.kernels.compile import entry, kernel, part

DEEPEST: Final = 12
"""How many rolls can be looked ahead: hardly any turn is as long."""

_ROLLS: Final = np.array(
    [
        (a, b, c, (1, 3, 6)[len({a, b, c}) - 1])
        for a in range(1, 7)
        for b in range(a, 7)
        for c in range(b, 7)
    ],
    np.int64,
)

WIDTH: Final = 0.002
"""How far behind the best a placement may be that is still looked at more deeply."""
REACH: Final = 1e-4
"""What is less likely than this, by one order of rolls, is not looked at more deeply."""
_NEVER: Final = -1e9

_NOTES: Final = 1 << 17
_NOTE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),
                ("deep", np.int64),
                ("actor", np.float64),
                ("seat", np.float64),
            ],
            align=True,
        ),
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
                ("spaces", np.int64),  # where it is still to be tried
                ("best", np.float64),  # the best found for this roll: to the actor, to the seat
                ("good", np.float64),
                ("actor", np.float64),  # the sum over the rolls before it
                ("seat", np.float64),
                ("reach", np.float64),  # the chance to get here
                # By space, once its bit is set: what stopping with it is worth.
                ("known", np.int64),
                ("stop", np.float64, SPACES),
                ("stop_seat", np.float64, SPACES),
            ],
            align=True,
        ),
    )
)
"""How far the look at one state's rolls has come."""

WORK: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("limit", np.int64),  # how much may be looked at; then a look is broken off
                ("looked", np.int64),  # how much was
                ("cut", np.int64),  # how often a look ended where one may well roll on
                ("width", np.float64),
                ("reach", np.float64),
                ("hope", np.float64, MOST_CHOICES),  # room to think
            ],
            align=True,
        ),
    )
)
"""How to look, and what that took."""


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
    work: Any


def mind(net: Any, width: float = WIDTH, reach: float = REACH) -> Mind:
    work = np.zeros(1, WORK)
    work[0].limit = 1 << 62
    work[0].width = width
    work[0].reach = reach
    return Mind(
        net,
        _ROLLS,
        np.zeros(DEEPEST + 4, STATE),
        np.zeros(DEEPEST + 4, _FRAME),
        np.zeros(1, STATE),
        np.zeros(1, DESK),
        np.zeros(_NOTES, _NOTE),
        work,
    )


def chapter(n: int) -> int:
    """A mark for the keys of notes, to keep those of one table apart from the next table's."""
    return (n * _NEXT) % (1 << 60)


@kernel
def key_of(squatted: int, capped: int) -> int:
    """What stopping is noted under: this turn's markers."""
    return (squatted * _MIX[0]) ^ (capped * _MIX[1])


@kernel
def roll_key(s: Any) -> int:
    """What rolling on is noted under: the markers, and what is left to roll for."""
    numbers = int(s.supply)
    if s.squatters_return:  # then it counts which squatter lies where
        for n in range(6):
            numbers = numbers << 6 | int(s.squatter[n])
        numbers &= (1 << 36) - 1
    return (key_of(int(s.squatted), int(s.capped)) ^ (numbers * _MIX[2])) + 1


@kernel
def page(key: int) -> int:
    return (key >> 24) & (_NOTES - 1)


@kernel
def stopped(m: Mind, at: int, squatted: int, capped: int, seat: int, chapter: int) -> Any:
    """What stopping with these markers is worth: to who has the turn, and to a seat."""
    key = key_of(squatted, capped) ^ chapter
    note = m.notes[page(key)]
    if note.key != key:
        s = m.after[0]
        m.after[0] = m.path[at]
        s.squatted = squatted
        s.capped = capped
        stop(s)
        judge(s, m.net, m.desk[0])
        note.key = key
        note.deep = 0
        note.actor = m.desk[0].chances[m.path[at].actor]
        note.seat = m.desk[0].chances[seat]
        m.work[0].looked += 1
    return note.actor, note.seat


@entry
def stopping(m: Mind, at: int, seat: int, chapter: int) -> Any:
    """What stopping at `path[at]` is worth: to who has the turn, and to a seat."""
    s = m.path[at]
    return stopped(m, at, int(s.squatted), int(s.capped), seat, chapter)


@kernel
def open_frame(frame: Any, key: int, reach: float) -> None:
    frame.key = key
    frame.reach = reach
    frame.known = 0
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


@kernel
def learn_stops(m: Mind, at: int, spaces: int, seat: int, chapter: int) -> None:
    """Have ready what stopping with a marker on each of these spaces is worth: whose number the
    squatter has makes no difference to that."""
    frame = m.frames[at]
    rest = spaces & ~frame.known
    frame.known |= rest
    while rest:
        bit = rest & -rest
        where = lowest(rest)
        rest ^= bit
        s = m.path[at]
        squatted = int(s.squatted)
        capped = int(s.capped)
        if bit & (squatted | s.owned[s.actor]):
            capped |= bit
        else:
            squatted |= bit
        frame.stop[where], frame.stop_seat[where] = stopped(m, at, squatted, capped, seat, chapter)


@part
def last_rolls(m: Mind, at: int, bust: float, bust_seat: float, seat: int, chapter: int) -> None:
    """All rolls of a frame after which the look ends."""
    frame = m.frames[at]
    s = m.path[at]
    for i in range(len(m.rolls)):
        spaces = placements(s, m.rolls[i, 0], m.rolls[i, 1], m.rolls[i, 2])
        learn_stops(m, at, spaces, seat, chapter)
        frame.best = _NEVER if spaces else bust
        frame.good = bust_seat
        while spaces:
            where = lowest(spaces)
            spaces &= spaces - 1
            offer(frame, frame.stop[where], frame.stop_seat[where])
        frame.actor += m.rolls[i, 3] * frame.best
        frame.seat += m.rolls[i, 3] * frame.good
    frame.roll = len(m.rolls)


@part
def open_roll(m: Mind, at: int, left: int, seat: int, chapter: int) -> None:
    """All placements of a frame's roll by what is known of them; those that deserve a deeper look,
    that many rolls deep, are left in the frame."""
    frame = m.frames[at]
    work = m.work[0]
    roll = m.rolls[frame.roll]
    spaces = placements(m.path[at], roll[0], roll[1], roll[2])
    if spaces == 0:
        return
    learn_stops(m, at, spaces, seat, chapter)
    frame.best = _NEVER
    rest = spaces
    n = 0
    while rest:
        where = lowest(rest)
        rest &= rest - 1
        value = frame.stop[where]
        offer(frame, value, frame.stop_seat[where])
        work.hope[n] = value
        m.path[at + 1] = m.path[at]
        lay(m.path[at + 1], roll, where)
        key = roll_key(m.path[at + 1]) ^ chapter
        note = m.notes[page(key)]
        if note.key == key:
            offer(frame, note.actor, note.seat)
            work.hope[n] = max(value, note.actor)
            if note.deep >= left or note.actor < value:
                work.hope[n] = _NEVER
        n += 1
    if frame.reach * roll[3] < work.reach * 216.0:
        return
    rest = spaces
    n = 0
    while rest:
        if work.hope[n] >= frame.best - work.width:
            frame.spaces |= rest & -rest
        rest &= rest - 1
        n += 1


@entry
def rolling(m: Mind, start: int, deep: int, seat: int, chapter: int) -> Any:
    """What rolling on from `path[start]` is worth, looking that many rolls deep."""
    work = m.work[0]
    key = roll_key(m.path[start]) ^ chapter
    note = m.notes[page(key)]
    if note.key == key and note.deep >= deep:
        return note.actor, note.seat
    # A bust leaves the same table as a stop with nothing placed.
    bust, bust_seat = stopped(m, start, 0, 0, seat, chapter)
    open_frame(m.frames[start], key, 1.0)
    at = start
    while work.looked < work.limit:
        frame = m.frames[at]
        left = deep - 1 - (at - start)
        if frame.spaces:
            reach = frame.reach * m.rolls[frame.roll, 3] / 216.0
            m.path[at + 1] = m.path[at]
            lay(m.path[at + 1], m.rolls[frame.roll], lowest(frame.spaces))
            frame.spaces &= frame.spaces - 1
            at += 1
            open_frame(m.frames[at], roll_key(m.path[at]) ^ chapter, reach)
            work.looked += 1
            continue
        if frame.roll >= 0:
            frame.actor += m.rolls[frame.roll, 3] * frame.best
            frame.seat += m.rolls[frame.roll, 3] * frame.good
        frame.roll += 1
        if left == 0:
            last_rolls(m, at, bust, bust_seat, seat, chapter)
        elif frame.roll < len(m.rolls):
            frame.best = bust
            frame.good = bust_seat
            open_roll(m, at, left, seat, chapter)
            continue
        value = frame.actor / 216.0
        worth = frame.seat / 216.0
        if left == 0 and value >= stopping(m, at, seat, chapter)[0]:
            work.cut += 1
        note = m.notes[page(frame.key)]
        if note.key == frame.key and note.actor > value:  # a less deep look that left less out
            value = note.actor
            worth = note.seat
        note.key = frame.key
        note.deep = left + 1
        note.actor = value
        note.seat = worth
        if at == start:
            return value, worth
        at -= 1
        offer(m.frames[at], value, worth)
    return -1.0, -1.0


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
