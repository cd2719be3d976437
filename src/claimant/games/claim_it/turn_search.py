"""Search of a turn (kernel): the values of stopping, of rolling on, and of each placement.

An expectimax over all 216 falls of the dice, played by the rules and evaluated by a network. It
deepens iteratively, one roll at a time. Results go to a transposition table, because the same
spaces are reached in many orders; those of the previous depth show which placements deserve a
deeper search and where nobody would roll on. So a whole turn is searched although nearly all of its
possible courses are pruned.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from claimant.games.claim_it.board_net import BUFFERS, evaluate, no_network
from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.rules.turn import MAX_CHOICES, OVER, STATE, place, placements, stop
from claimant.kernels.bits import lowest
from claimant.kernels.compile import entry, kernel, part

MAX_DEPTH: Final = 12
"""The most rolls that can be searched ahead; hardly any turn is as long."""

ROLLS: Final = np.array(
    [
        (a, b, c, (1, 3, 6)[len({a, b, c}) - 1])
        for a in range(1, 7)
        for b in range(a, 7)
        for c in range(b, 7)
    ],
    np.int64,
)

WIDTH: Final = 0.002
"""How far behind the best a placement may be and still be searched more deeply."""
REACH: Final = 1e-4
"""A position less likely than this, by one order of rolls, is not searched more deeply."""
_NEVER: Final = -1e9

_TRANSPOSITIONS: Final = 1 << 17
"""Entries of the transposition table; newer ones replace older ones."""
_TRANSPOSITION: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),
                ("depth", np.int64),
                ("actor", np.float64),
                ("seat", np.float64),
            ],
            align=True,
        ),
    )
)
_MULTIPLIERS: Final = (0x2545F49, 0x36D8D1B, 0x1B87359)  # 26 bits: no product overflows
_SALT: Final = 0x3C6EF37 << 10

_FRAME: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),
                ("roll", np.int64),  # which of the 56 rolls is being placed
                ("spaces", np.int64),  # the placements still to be searched
                ("best", np.float64),  # the best of this roll, for the actor and for the seat
                ("best_seat", np.float64),
                ("actor", np.float64),  # the sums over the rolls before it
                ("seat", np.float64),
                ("reach", np.float64),  # the chance of getting here
                # By space, once its bit is set: the values of stopping with it.
                ("known", np.int64),
                ("stop", np.float64, SPACES),
                ("stop_seat", np.float64, SPACES),
            ],
            align=True,
        ),
    )
)
"""The progress of the search through the rolls of one state."""

STATS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("limit", np.int64),  # the most that may be evaluated before a search is broken off
                ("evaluated", np.int64),
                ("cut", np.int64),  # how often the depth ended where a player might roll on
                ("width", np.float64),
                ("reach", np.float64),
                ("upper", np.float64, MAX_CHOICES),  # scratch: estimates of placements
            ],
            align=True,
        ),
    )
)
"""The limits of a search and what it took."""


class TurnSearch(NamedTuple):
    """Everything a search needs, as arrays for the kernels."""

    net: Any
    """The weights of the small value network."""
    board: Any
    """Those of the larger one, which is used if there are any."""
    rolls: Any
    """The 56 distinct rolls, each with the number of the 216 ways that give it."""
    states: Any
    """The table now, and after each step ahead."""
    frames: Any
    scratch: Any
    buffers: Any
    transpositions: Any
    stats: Any


def new_search(
    net: Any, width: float = WIDTH, reach: float = REACH, board: Any = None
) -> TurnSearch:
    """Allocate a search; `width` and `reach` control how much it prunes. With `board`, the weights
    of the larger network, it uses that one."""
    stats = np.zeros(1, STATS)
    stats[0].limit = 1 << 62
    stats[0].width = width
    stats[0].reach = reach
    return TurnSearch(
        net,
        no_network() if board is None else board,
        ROLLS,
        np.zeros(MAX_DEPTH + 4, STATE),
        np.zeros(MAX_DEPTH + 4, _FRAME),
        np.zeros(1, STATE),
        np.zeros(1, BUFFERS),
        np.zeros(_TRANSPOSITIONS, _TRANSPOSITION),
        stats,
    )


def salt(n: int) -> int:
    """A salt for the keys of table `n`, which keeps its entries apart from those of others."""
    return (n * _SALT) % (1 << 60)


@kernel
def stop_key(squatted: int, capped: int) -> int:
    """The key of stopping: this turn's markers."""
    return (squatted * _MULTIPLIERS[0]) ^ (capped * _MULTIPLIERS[1])


@kernel
def roll_key(s: Any) -> int:
    """The key of rolling on: this turn's markers and the squatters in the supply."""
    numbers = int(s.supply)
    if s.squatters_return:  # then it matters which squatter lies where
        for n in range(6):
            numbers = numbers << 6 | int(s.squatter[n])
        numbers &= (1 << 36) - 1
    return (stop_key(int(s.squatted), int(s.capped)) ^ (numbers * _MULTIPLIERS[2])) + 1


@kernel
def index_of(key: int) -> int:
    """The position of a key in the transposition table."""
    return (key >> 24) & (_TRANSPOSITIONS - 1)


@kernel
def value_of_stop(m: TurnSearch, at: int, squatted: int, capped: int, seat: int, salt: int) -> Any:
    """The value of stopping with these markers, for the actor and for a seat."""
    key = stop_key(squatted, capped) ^ salt
    known = m.transpositions[index_of(key)]
    if known.key != key:
        s = m.scratch[0]
        m.scratch[0] = m.states[at]
        s.squatted = squatted
        s.capped = capped
        stop(s)
        evaluate(s, m.net, m.board, m.buffers[0])
        known.key = key
        known.depth = 0
        known.actor = m.buffers[0].chances[m.states[at].actor]
        known.seat = m.buffers[0].chances[seat]
        m.stats[0].evaluated += 1
    return known.actor, known.seat


@entry
def stop_value(m: TurnSearch, at: int, seat: int, salt: int) -> Any:
    """The value of stopping at `states[at]`, for the actor and for a seat."""
    s = m.states[at]
    return value_of_stop(m, at, int(s.squatted), int(s.capped), seat, salt)


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
    """Offer the actor an option, which it takes if it is the best for itself."""
    if actor > frame.best:
        frame.best = actor
        frame.best_seat = seat


@kernel
def place_roll(s: Any, roll: Any, where: int) -> None:
    """Apply a roll and its placement."""
    s.dice[0] = roll[0]
    s.dice[1] = roll[1]
    s.dice[2] = roll[2]
    place(s, where)


@kernel
def evaluate_stops(m: TurnSearch, at: int, spaces: int, seat: int, salt: int) -> None:
    """Fill in the values of stopping with a marker on each of these spaces, which do not depend on
    the number of the squatter."""
    frame = m.frames[at]
    rest = spaces & ~frame.known
    frame.known |= rest
    while rest:
        bit = rest & -rest
        where = lowest(rest)
        rest ^= bit
        s = m.states[at]
        squatted = int(s.squatted)
        capped = int(s.capped)
        if bit & (squatted | s.owned[s.actor]):
            capped |= bit
        else:
            squatted |= bit
        frame.stop[where], frame.stop_seat[where] = value_of_stop(
            m, at, squatted, capped, seat, salt
        )


@part
def evaluate_last_rolls(
    m: TurnSearch, at: int, bust: float, bust_seat: float, seat: int, salt: int
) -> None:
    """Evaluate all rolls of a frame at the end of the search's depth."""
    frame = m.frames[at]
    s = m.states[at]
    for i in range(len(m.rolls)):
        spaces = placements(s, m.rolls[i, 0], m.rolls[i, 1], m.rolls[i, 2])
        evaluate_stops(m, at, spaces, seat, salt)
        frame.best = _NEVER if spaces else bust
        frame.best_seat = bust_seat
        while spaces:
            where = lowest(spaces)
            spaces &= spaces - 1
            offer(frame, frame.stop[where], frame.stop_seat[where])
        frame.actor += m.rolls[i, 3] * frame.best
        frame.seat += m.rolls[i, 3] * frame.best_seat
    frame.roll = len(m.rolls)


@part
def expand_roll(m: TurnSearch, at: int, left: int, seat: int, salt: int) -> None:
    """Evaluate all placements of a frame's roll by what is known; those that deserve a search of
    `left` more rolls stay in the frame."""
    frame = m.frames[at]
    stats = m.stats[0]
    roll = m.rolls[frame.roll]
    spaces = placements(m.states[at], roll[0], roll[1], roll[2])
    if spaces == 0:
        return
    evaluate_stops(m, at, spaces, seat, salt)
    frame.best = _NEVER
    rest = spaces
    n = 0
    while rest:
        where = lowest(rest)
        rest &= rest - 1
        value = frame.stop[where]
        offer(frame, value, frame.stop_seat[where])
        stats.upper[n] = value
        m.states[at + 1] = m.states[at]
        place_roll(m.states[at + 1], roll, where)
        key = roll_key(m.states[at + 1]) ^ salt
        known = m.transpositions[index_of(key)]
        if known.key == key:
            offer(frame, known.actor, known.seat)
            stats.upper[n] = max(value, known.actor)
            if known.depth >= left or known.actor < value:
                stats.upper[n] = _NEVER
        n += 1
    # Nothing is better than a certain win, which only the last turn of a game can have.
    if frame.best >= 1.0 or frame.reach * roll[3] < stats.reach * 216.0:
        return
    rest = spaces
    n = 0
    while rest:
        if stats.upper[n] >= frame.best - stats.width:
            frame.spaces |= rest & -rest
        rest &= rest - 1
        n += 1


@entry
def roll_value(m: TurnSearch, start: int, depth: int, seat: int, salt: int) -> Any:
    """The value of rolling on from `states[start]`, for the actor and for a seat, searching
    `depth` rolls ahead; -1 if the search was broken off at its limit."""
    stats = m.stats[0]
    key = roll_key(m.states[start]) ^ salt
    known = m.transpositions[index_of(key)]
    if known.key == key and known.depth >= depth:
        return known.actor, known.seat
    # A bust leaves the same table as stopping with nothing placed.
    bust, bust_seat = value_of_stop(m, start, 0, 0, seat, salt)
    open_frame(m.frames[start], key, 1.0)
    at = start
    while stats.evaluated < stats.limit:
        frame = m.frames[at]
        left = depth - 1 - (at - start)
        if frame.spaces:
            reach = frame.reach * m.rolls[frame.roll, 3] / 216.0
            m.states[at + 1] = m.states[at]
            place_roll(m.states[at + 1], m.rolls[frame.roll], lowest(frame.spaces))
            frame.spaces &= frame.spaces - 1
            at += 1
            open_frame(m.frames[at], roll_key(m.states[at]) ^ salt, reach)
            stats.evaluated += 1
            continue
        if frame.roll >= 0:
            frame.actor += m.rolls[frame.roll, 3] * frame.best
            frame.seat += m.rolls[frame.roll, 3] * frame.best_seat
        frame.roll += 1
        if left == 0:
            evaluate_last_rolls(m, at, bust, bust_seat, seat, salt)
        elif frame.roll < len(m.rolls):
            frame.best = bust
            frame.best_seat = bust_seat
            expand_roll(m, at, left, seat, salt)
            continue
        value = frame.actor / 216.0
        seat_value = frame.seat / 216.0
        if left == 0 and value >= stop_value(m, at, seat, salt)[0]:
            stats.cut += 1
        known = m.transpositions[index_of(frame.key)]
        if known.key == frame.key and known.actor > value:  # a shallower search that pruned less
            value = known.actor
            seat_value = known.seat
        known.key = frame.key
        known.depth = left + 1
        known.actor = value
        known.seat = seat_value
        if at == start:
            return value, seat_value
        at -= 1
        offer(m.frames[at], value, seat_value)
    return -1.0, -1.0


@entry
def apply_placement(m: TurnSearch, where: int) -> None:
    """Set `states[1]` to `states[0]` after a placement."""
    m.states[1] = m.states[0]
    place(m.states[1], where)


@entry
def apply_bust(m: TurnSearch) -> None:
    """Set `states[1]` to `states[0]` after a bust: the same turn with nothing placed."""
    m.states[1] = m.states[0]
    m.states[1].squatted = 0
    m.states[1].capped = 0


@entry
def apply_stop(m: TurnSearch, at: int) -> bool:
    """Set `states[at + 1]` to `states[at]` after stopping; whether the game goes on."""
    m.states[at + 1] = m.states[at]
    stop(m.states[at + 1])
    return bool(m.states[at + 1].stage != OVER)
