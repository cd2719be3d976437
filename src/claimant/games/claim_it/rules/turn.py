"""The rules of a turn of Claim It!, as functions over one record (kernel).

A turn repeats roll, dice, place until the player stops or busts.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim_it.rules.board import SPACES, largest_group, space
from claimant.kernels.bits import count, lowest
from claimant.kernels.compile import entry, kernel
from claimant.kernels.random import random_below, random_bit

# The stages: what the state waits for.
FIRST: Final = 0  # chance: the seat that begins
BEGIN: Final = 1  # the player: the first roll of the turn
DICE: Final = 2  # chance: the dice
PLACE: Final = 3  # the player: where to place
DECIDE: Final = 4  # the player: roll on or stop
OVER: Final = 5

# Actions: the number of a space, or one of these.
ROLL: Final = SPACES
STOP: Final = SPACES + 1

NOBODY: Final = -1
MAX_PLAYERS: Final = 5
MAX_CHOICES: Final = 6
ALL_SQUATTERS: Final = 0b1111110

# R-I8: the number of claimed spaces that calls the last round, by number of players.
LAST_ROUND: Final = (0, 0, 13, 9, 7, 6)

STATE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("owned", np.int64, MAX_PLAYERS),  # spaces that carry a player's marker
                ("claimed", np.int64),  # those with a claim marker: safe for good
                ("squatted", np.int64),  # where this turn put a squatter
                ("capped", np.int64),  # where this turn put a claim marker
                ("open", np.int64),  # the legal actions (R-I3: no passing)
                ("squatter", np.int8, 6),  # squatter n + 1: 0 in the supply, or its space + 1
                ("supply", np.int8),  # the squatters in the supply: bit n for number n
                ("dice", np.int8, 3),  # the last roll; 0 while the dice roll
                ("stage", np.int8),
                ("actor", np.int8),
                ("players", np.int8),
                ("squatters_return", np.int8),
                ("caller", np.int8),  # the seat that called the last round
                ("turns_left", np.int8),  # of the last round, this turn included
                ("choices", np.int8),  # the length of `legal`, for the Python side
                ("legal", np.int8, 6),
            ],
            align=True,
        ),
    )
)


@kernel
def begin(s: Any, seat: int) -> None:
    """R-I2: this seat, drawn at random, begins."""
    s.actor = seat
    s.supply = ALL_SQUATTERS
    s.stage = BEGIN
    s.open = 1 << ROLL


@kernel
def placements(s: Any, a: int, b: int, c: int) -> int:
    """The spaces that a roll allows (R-I4): each die in turn is the third one."""
    with_a = (1 << space(b, c)) | (1 << space(c, b))
    with_b = (1 << space(a, c)) | (1 << space(c, a))
    with_c = (1 << space(a, b)) | (1 << space(b, a))
    # A squatter needs its number in the supply: -1 is all spaces, -0 none.
    supply = int(s.supply)
    squatter = with_a & -(supply >> a & 1)
    squatter |= with_b & -(supply >> b & 1)
    squatter |= with_c & -(supply >> c & 1)
    # A claim marker fits any third die; they never run out (R-I5).
    claim = (with_a | with_b | with_c) & (s.owned[s.actor] | s.squatted)
    return int((squatter | claim) & ~(s.claimed | s.capped))


@kernel
def throw(s: Any, a: int, b: int, c: int) -> None:
    """Roll these dice: the player places, or busts if nothing can be placed."""
    s.dice[0] = a
    s.dice[1] = b
    s.dice[2] = c
    s.stage = PLACE
    s.open = placements(s, a, b, c)
    if s.open == 0:
        end_turn(s)  # R-I6: a bust takes everything placed this turn off the board


@kernel
def place(s: Any, where: int) -> None:
    """Place a marker on a space: which kind depends on what lies there."""
    bit = 1 << where
    if bit & s.squatted:
        s.capped |= bit
        if s.squatters_return:  # R-I10
            for n in range(6):
                if s.squatter[n] == where + 1:
                    s.squatter[n] = 0
                    s.supply |= 2 << n
    elif bit & s.owned[s.actor]:
        s.capped |= bit
    else:
        column_and_row = where % 6 + where // 6 + 2
        third = int(s.dice[0]) + int(s.dice[1]) + int(s.dice[2]) - column_and_row
        s.squatted |= bit
        s.squatter[third - 1] = where + 1
        s.supply &= ~(1 << third)
    s.stage = DECIDE
    s.open = (1 << ROLL) | (1 << STOP)


@kernel
def stop(s: Any) -> None:
    """Take the spaces. (R-I7: claims come first, which makes no difference to sets.)"""
    taken = s.squatted | s.capped
    for seat in range(MAX_PLAYERS):
        s.owned[seat] &= ~taken
    s.owned[s.actor] |= taken
    s.claimed |= s.capped
    end_turn(s)


@kernel
def end_turn(s: Any) -> None:
    """Clear the turn's markers and pass the dice; call the last round, or count its turns."""
    s.squatted = 0
    s.capped = 0
    for n in range(6):
        s.squatter[n] = 0
    s.supply = ALL_SQUATTERS
    if s.caller != NOBODY:
        s.turns_left -= 1
    elif count(s.owned[s.actor] & s.claimed) >= LAST_ROUND[s.players]:  # R-I8
        s.caller = s.actor
        s.turns_left = s.players
    if s.caller != NOBODY and s.turns_left == 0:
        s.stage = OVER
        s.open = 0
    else:
        s.actor = s.actor + 1 if s.actor + 1 < s.players else 0
        s.stage = BEGIN
        s.open = 1 << ROLL


@kernel
def decide(s: Any, action: int) -> None:
    """Apply an action, which must be one of those that are open."""
    if action == ROLL:
        s.dice[:] = 0
        s.stage = DICE
        s.open = 0
    elif action == STOP:
        stop(s)
    else:
        place(s, action)


@kernel
def score(s: Any, seat: int) -> tuple[int, int, int]:
    """What decides the game, most important first (R-I9): largest group, claims, spaces."""
    owned = s.owned[seat]
    return count(largest_group(owned)), count(owned & s.claimed), count(owned)


@kernel
def playout(s: Any, rng: Any) -> int:
    """Play a state to its end at random; returns the number of decisions."""
    decisions = 0
    while s.stage != OVER:
        if s.stage == DICE:
            throw(s, random_below(6, rng) + 1, random_below(6, rng) + 1, random_below(6, rng) + 1)
        elif s.stage == FIRST:
            begin(s, random_below(int(s.players), rng))
        else:
            decide(s, random_bit(s.open, MAX_CHOICES, rng))
            decisions += 1
    return decisions


# The entries for Python. A bytearray is the cheapest argument to pass; here it is seen as a record.

# What the entries return instead of the seat to decide. What is rare is above all others, so that
# the Python side has to compare only once.
CHANCE_NEXT: Final = -1
ENDED: Final = 8
REFUSED: Final = 9


@kernel
def next_actor(s: Any) -> int:
    """The seat to decide, or one of the numbers above."""
    if s.stage == DICE or s.stage == FIRST:
        return CHANCE_NEXT
    return ENDED if s.stage == OVER else int(s.actor)


@kernel
def list_choices(s: Any) -> None:
    """Write the legal actions into the record, where the Python side reads them."""
    rest = s.open
    s.choices = count(rest)
    for i in range(MAX_CHOICES):
        s.legal[i] = 0
        if i < s.choices:
            s.legal[i] = lowest(rest)
            rest &= rest - 1


@entry
def after_first(data: bytearray, seat: int) -> None:
    s = np.frombuffer(data, STATE)[0]
    begin(s, seat)
    list_choices(s)


@entry
def after_dice(data: bytearray, a: int, b: int, c: int) -> int:
    """Roll these dice; returns who is next, or REFUSED, with nothing changed, if no dice are rolled
    now or not such ones."""
    s = np.frombuffer(data, STATE)[0]
    if s.stage != DICE or min(a, b, c) < 1 or max(a, b, c) > 6:
        return REFUSED
    throw(s, a, b, c)
    list_choices(s)
    return next_actor(s)


@entry
def after_decision(data: bytearray, action: int) -> int:
    """Apply an action; returns who is next, or REFUSED, with nothing changed, if it is illegal."""
    s = np.frombuffer(data, STATE)[0]
    if action < 0 or action > STOP or not (s.open >> action) & 1:
        return REFUSED
    decide(s, action)
    list_choices(s)
    return next_actor(s)


@entry
def refresh_choices(data: bytearray) -> None:
    """Write the legal actions into a state that was put together field by field."""
    s = np.frombuffer(data, STATE)[0]
    if s.stage == BEGIN:
        s.open = 1 << ROLL
    elif s.stage == DECIDE:
        s.open = (1 << ROLL) | (1 << STOP)
    elif s.stage == PLACE:
        s.open = placements(s, int(s.dice[0]), int(s.dice[1]), int(s.dice[2]))
    list_choices(s)


@entry
def standings(data: bytearray, figures: np.ndarray) -> None:
    """Fill in each seat's largest group, claims and spaces."""
    s = np.frombuffer(data, STATE)[0]
    for seat in range(s.players):
        figures[seat, 0], figures[seat, 1], figures[seat, 2] = score(s, seat)


@entry
def allowed(data: bytearray, rolls: np.ndarray, spaces: np.ndarray) -> None:
    """Fill in the spaces that each roll would allow (see `odds.py`)."""
    s = np.frombuffer(data, STATE)[0]
    for i in range(len(rolls)):
        spaces[i] = placements(s, rolls[i, 0], rolls[i, 1], rolls[i, 2])


@entry
def ways_to_bust(data: bytearray, rolls: np.ndarray, falls: np.ndarray) -> int:
    """The number of ways in which the dice can fall so that nothing can be placed."""
    s = np.frombuffer(data, STATE)[0]
    ways = 0
    for i in range(len(rolls)):
        if placements(s, rolls[i, 0], rolls[i, 1], rolls[i, 2]) == 0:
            ways += falls[i]
    return ways


@entry
def playouts(start: np.ndarray, scratch: np.ndarray, games: int, random: np.ndarray) -> int:
    """Play `games` random games; returns the number of decisions."""
    decisions = 0
    rng = random[0]
    for _ in range(games):
        scratch[0] = start[0]
        decisions += playout(scratch[0], rng)
    return decisions
