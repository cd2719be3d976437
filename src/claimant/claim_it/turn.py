"""A turn of Claim It!: the rules, as functions over one record (kernel).

A turn goes roll, dice, place, and again from roll, until the player stops or busts.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.bits import count, kernel, random_below, random_bit
from claimant.claim_it.board import SPACES, largest_group, space

# What the state waits for.
FIRST: Final = 0  # chance: who begins
BEGIN: Final = 1  # the player: the first roll of the turn
DICE: Final = 2  # chance: the dice
PLACE: Final = 3  # the player: where to place
DECIDE: Final = 4  # the player: roll on or stop
OVER: Final = 5

# Decisions: a space's number, or one of these.
ROLL: Final = SPACES
STOP: Final = SPACES + 1

NOBODY: Final = -1
MOST_PLAYERS: Final = 5

# R-I8: how many claimed spaces call the last round, by number of players.
LAST_ROUND: Final = (0, 0, 13, 9, 7, 6)

STATE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("owned", np.int64, MOST_PLAYERS),  # spaces that carry a player's marker
                ("claimed", np.int64),  # those of them with a claim marker: safe for ever
                ("squatted", np.int64),  # where this turn put a squatter
                ("capped", np.int64),  # where this turn put a claim marker
                (
                    "squatter",
                    np.int8,
                    6,
                ),  # where squatter n + 1 is: 0 in the supply, else space + 1
                ("dice", np.int8, 3),  # the last roll, 0 from asking for dice until they lie
                ("stage", np.int8),
                ("actor", np.int8),
                ("players", np.int8),
                ("squatters_return", np.int8),
                ("caller", np.int8),  # who called the last round
                ("turns_left", np.int8),  # of the last round, this turn included
                ("choices", np.int8),  # how many of `legal` are filled, for the Python side
                ("legal", np.int8, 6),
            ],
            align=True,
        ),
    )
)


@kernel
def begin(s: Any, seat: int) -> None:
    """R-I2: luck decided who begins."""
    s.actor = seat
    s.stage = BEGIN


@kernel
def may_place(s: Any, column: int, row: int, third: int) -> bool:
    """Whether a space can take a marker, the third die being `third`."""
    bit = 1 << space(column, row)
    if bit & (s.claimed | s.capped):
        return False
    if bit & (s.owned[s.actor] | s.squatted):
        return True  # a claim marker, whatever the third die; they never run out (R-I5)
    return bool(s.squatter[third - 1] == 0)


@kernel
def placements(s: Any, a: int, b: int, c: int) -> int:
    """The spaces that a roll allows (R-I4): each die in turn is the third one."""
    spaces = 0
    if may_place(s, a, b, c):
        spaces |= 1 << space(a, b)
    if may_place(s, b, a, c):
        spaces |= 1 << space(b, a)
    if may_place(s, a, c, b):
        spaces |= 1 << space(a, c)
    if may_place(s, c, a, b):
        spaces |= 1 << space(c, a)
    if may_place(s, b, c, a):
        spaces |= 1 << space(b, c)
    if may_place(s, c, b, a):
        spaces |= 1 << space(c, b)
    return spaces


@kernel
def options(s: Any) -> int:
    """The decisions that are possible, as bits (R-I3: no passing, no voluntary bust)."""
    if s.stage == PLACE:
        return placements(s, int(s.dice[0]), int(s.dice[1]), int(s.dice[2]))
    if s.stage == BEGIN:
        return 1 << ROLL
    if s.stage == DECIDE:
        return (1 << ROLL) | (1 << STOP)
    return 0


@kernel
def throw(s: Any, a: int, b: int, c: int) -> None:
    """The dice lie: place, or bust where nothing can be placed."""
    s.dice[0] = a
    s.dice[1] = b
    s.dice[2] = c
    s.stage = PLACE
    if placements(s, a, b, c) == 0:
        end_turn(s)  # R-I6: a bust takes everything placed this turn off the board


@kernel
def place(s: Any, where: int) -> None:
    """A marker on a space: which one follows from what lies there."""
    bit = 1 << where
    if bit & s.squatted:
        s.capped |= bit
        if s.squatters_return:  # R-I10
            for n in range(6):
                if s.squatter[n] == where + 1:
                    s.squatter[n] = 0
    elif bit & s.owned[s.actor]:
        s.capped |= bit
    else:
        column_and_row = where % 6 + where // 6 + 2
        third = int(s.dice[0]) + int(s.dice[1]) + int(s.dice[2]) - column_and_row
        s.squatted |= bit
        s.squatter[third - 1] = where + 1
    s.stage = DECIDE


@kernel
def stop(s: Any) -> None:
    """The player takes the spaces. R-I7: the order, claims first, makes no difference to a set."""
    taken = s.squatted | s.capped
    for seat in range(s.players):
        s.owned[seat] &= ~taken
    s.owned[s.actor] |= taken
    s.claimed |= s.capped
    end_turn(s)


@kernel
def end_turn(s: Any) -> None:
    """Clear the turn's markers and pass the dice; the last round is called and counted here."""
    s.squatted = 0
    s.capped = 0
    for n in range(6):
        s.squatter[n] = 0
    if s.caller != NOBODY:
        s.turns_left -= 1
    elif count(s.owned[s.actor] & s.claimed) >= LAST_ROUND[s.players]:  # R-I8
        s.caller = s.actor
        s.turns_left = s.players
    if s.caller != NOBODY and s.turns_left == 0:
        s.stage = OVER
    else:
        s.actor = (s.actor + 1) % s.players
        s.stage = BEGIN


@kernel
def decide(s: Any, action: int) -> None:
    """A decision, which must be one of `options`."""
    if action == ROLL:
        s.dice[:] = 0
        s.stage = DICE
    elif action == STOP:
        stop(s)
    else:
        place(s, action)


@kernel
def score(s: Any, seat: int) -> tuple[int, int, int]:
    """What counts for the win, the weightier first (R-I9): largest group, claims, spaces."""
    owned = s.owned[seat]
    return count(largest_group(owned)), count(owned & s.claimed), count(owned)


@kernel
def playout(s: Any, rng: np.ndarray) -> int:
    """Play a state to its end at random; how many decisions that took."""
    decisions = 0
    while s.stage != OVER:
        if s.stage == DICE:
            throw(s, random_below(6, rng) + 1, random_below(6, rng) + 1, random_below(6, rng) + 1)
        elif s.stage == FIRST:
            begin(s, random_below(int(s.players), rng))
        else:
            decide(s, random_bit(options(s), rng))
            decisions += 1
    return decisions


# What Python calls: one call an event, on an array of one record (the cheapest to hand over).


@kernel
def list_options(s: Any) -> None:
    """Write the possible decisions into the record, where the Python side reads them."""
    rest = options(s)
    s.choices = count(rest)
    s.legal[:] = 0
    for i in range(s.choices):
        bit = rest & -rest
        s.legal[i] = count(bit - 1)
        rest ^= bit


@kernel
def after_first(states: np.ndarray, seat: int) -> None:
    begin(states[0], seat)
    list_options(states[0])


@kernel
def after_dice(states: np.ndarray, a: int, b: int, c: int) -> None:
    throw(states[0], a, b, c)
    list_options(states[0])


@kernel
def after_decision(states: np.ndarray, action: int) -> None:
    decide(states[0], action)
    list_options(states[0])


@kernel
def playouts(start: np.ndarray, scratch: np.ndarray, games: int, rng: np.ndarray) -> int:
    """Play that many whole games at random; how many decisions they took."""
    decisions = 0
    for _ in range(games):
        scratch[0] = start[0]
        decisions += playout(scratch[0], rng)
    return decisions
