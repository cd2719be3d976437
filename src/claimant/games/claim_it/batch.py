"""Many games of Claim It! at a time: observations and steps as kernels.

An observation is written from a state for a seat. `observation.py` names its fields and defines it
in terms of a view.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.environment import Array, BatchKernels
from claimant.game import ChanceOutcome, State
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.rules.turn import (
    DICE,
    FIRST,
    LAST_ROUND,
    MAX_CHOICES,
    MAX_PLAYERS,
    NOBODY,
    OVER,
    STATE,
    STOP,
)
from claimant.kernels.batch import from_viewer, write_rewards
from claimant.kernels.compile import entry, kernel
from claimant.kernels.random import random_below, random_bit
from claimant.kernels.rows import clear_row, write_flag, write_flags, write_number
from claimant.luck import RandomSource

ACTIONS: Final = STOP + 1
STAGES: Final = OVER + 1

SETUP: Final = np.dtype((np.record, [("players", np.int8), ("squatters_return", np.int8)]))
"""A set-up as kernels see it."""
WORKSPACE: Final = np.dtype(
    (
        np.record,
        np.dtype([("began", np.uint64), ("standing", np.int8, (MAX_PLAYERS, 3))], align=True),
    )
)
"""The random number with which the game began; each seat's largest group, claims and spaces. These
change only at the end of a turn, and finding the largest group takes longer than everything else in
a step."""


def setup_record(game: ClaimIt) -> Any:
    """A set-up as an array of one record."""
    return np.array([(game.players, game.squatters_return)], SETUP)


@kernel
def start(s: Any, w: Any, setup: Any, rng: Any) -> None:
    """Begin a new game: the first decision is the first roll."""
    for seat in range(MAX_PLAYERS):
        s.owned[seat] = 0
        for figure in range(3):
            w.standing[seat, figure] = 0
    s.claimed = 0
    s.squatted = 0
    s.capped = 0
    for n in range(6):
        s.squatter[n] = 0
    for n in range(3):
        s.dice[n] = 0
    s.players = setup.players
    s.squatters_return = setup.squatters_return
    s.caller = NOBODY
    s.turns_left = 0
    turn.begin(s, random_below(int(setup.players), rng))


@kernel
def advance(s: Any, w: Any, action: int, rng: Any) -> None:
    """Apply a legal action and roll the dice it asks for."""
    turn.decide(s, action)
    if s.stage == DICE:
        turn.throw(s, random_below(6, rng) + 1, random_below(6, rng) + 1, random_below(6, rng) + 1)
    elif action == STOP:
        measure(s, w)


@kernel
def measure(s: Any, w: Any) -> None:
    """Note each seat's largest group, claims and spaces."""
    for seat in range(s.players):
        group, claims, spaces = turn.score(s, seat)
        w.standing[seat, 0] = group
        w.standing[seat, 1] = claims
        w.standing[seat, 2] = spaces


@kernel
def is_legal(s: Any, action: int) -> bool:
    return bool(0 <= action <= STOP and (s.open >> action) & 1)


@kernel
def winners(s: Any, w: Any) -> int:
    """The winning seats, as bits (R-I9)."""
    best = 0
    found = 0
    for seat in range(s.players):
        figures = (int(w.standing[seat, 0]) * 64 + int(w.standing[seat, 1])) * 64
        figures += int(w.standing[seat, 2])
        if figures > best:
            best = figures
            found = 0
        if figures == best:
            found |= 1 << seat
    return found


@kernel
def write_mask(s: Any, out: Any) -> None:
    """1 for every legal action."""
    write_flags(out, 0, s.open, ACTIONS)


@kernel
def observe(s: Any, w: Any, viewer: int, out: Any) -> None:
    """Write what a seat observes; see `observation.py` for the fields."""
    players = int(s.players)
    clear_row(out)
    write_flag(out, int(s.stage))
    at = STAGES
    if FIRST < s.stage < OVER:
        write_flag(out, at + from_viewer(int(s.actor), viewer, players))
    at += players
    if s.dice[0] > 0:
        write_dice(s, out, at)
    at += 6
    for seat in range(players):
        write_flags(out, at + SPACES * from_viewer(seat, viewer, players), s.owned[seat], SPACES)
    at += SPACES * players
    write_flags(out, at, s.claimed, SPACES)
    write_flags(out, at + SPACES, s.squatted, SPACES)
    write_flags(out, at + 2 * SPACES, s.capped, SPACES)
    at += 3 * SPACES
    for n in range(6):
        if s.squatter[n] > 0:
            write_flag(out, at + int(s.squatter[n]) - 1)
        at += SPACES
    for seat in range(players):
        row = at + 3 * from_viewer(seat, viewer, players)
        for figure in range(3):
            write_number(out, row + figure, int(w.standing[seat, figure]))
    at += 3 * players
    write_number(out, at, LAST_ROUND[players])
    at += 1
    if s.caller != NOBODY:
        write_flag(out, at + from_viewer(int(s.caller), viewer, players))
    at += players
    write_number(out, at, int(s.turns_left))
    if s.squatters_return:
        write_flag(out, at + 1)


@kernel
def write_dice(s: Any, out: Any, at: int) -> None:
    """Count the dice by what they show."""
    a, b, c = int(s.dice[0]), int(s.dice[1]), int(s.dice[2])
    same_as_a = int(b == a) + int(c == a)
    write_number(out, at + b - 1, 1 + int(b == c))
    write_number(out, at + c - 1, 1 + int(b == c))
    write_number(out, at + a - 1, 1 + same_as_a)


@kernel
def start_one(states: Any, works: Any, setups: Any, of: Any, random: Any, i: int) -> None:
    """Begin a new game with one of the set-ups, at random."""
    rng = random[i]
    works[i].began = rng.state
    chosen = random_below(len(setups), rng)
    of[i] = chosen
    start(states[i], works[i], setups[chosen], rng)


@kernel
def step_one(
    states: Any, works: Any, setups: Any, of: Any, random: Any, actions: Any, rewards: Any,
    dones: Any, i: int,
) -> int:  # fmt: skip
    """Play an action in game `i`, and begin a new game if that ends it; returns whether the action
    was illegal (1 or 0), in which case nothing has changed."""
    s = states[i]
    action = int(actions[i])
    legal = is_legal(s, action)
    won = 0
    if legal:
        advance(s, works[i], action, random[i])
        if s.stage == OVER:
            won = winners(s, works[i])
    write_rewards(rewards[i], int(s.players), won)
    dones[i] = won != 0
    if won:
        start_one(states, works, setups, of, random, i)
    return 0 if legal else 1


@kernel
def show_one(
    states: Any, works: Any, setups: Any, of: Any, seats: Any, observation: Any, mask: Any,
    actors: Any, i: int,
) -> None:  # fmt: skip
    """Write what the actor of game `i` observes, or its seat in `seats` if there are any."""
    s = states[i]
    actors[i] = s.actor
    seat = int(seats[i]) if len(seats) else int(s.actor)
    observe(s, works[i], seat, observation)
    write_mask(s, mask)


@kernel
def choose_one(states: Any, setups: Any, of: Any, random: Any, actions: Any, i: int) -> None:
    """A legal action for game `i`, each being equally likely."""
    actions[i] = random_bit(states[i].open, MAX_CHOICES, random[i])


# Every game has these loops: numba does not cache functions that a shared factory makes.


@entry
def start_all(states: Any, works: Any, setups: Any, of: Any, random: Any) -> None:
    for i in range(len(states)):
        start_one(states, works, setups, of, random, i)


@entry
def step_all(
    states: Any, works: Any, setups: Any, of: Any, random: Any, actions: Any, rewards: Any,
    dones: Any, seats: Any, observations: Any, masks: Any, actors: Any,
) -> int:  # fmt: skip
    """Step every game and write what is observed next; returns the number of illegal actions."""
    illegal = 0
    for i in range(len(states)):
        illegal += step_one(states, works, setups, of, random, actions, rewards, dones, i)
        show_one(states, works, setups, of, seats, observations[i], masks[i], actors, i)
    return illegal


@entry
def show_all(
    states: Any, works: Any, setups: Any, of: Any, seats: Any, observations: Any, masks: Any,
    actors: Any,
) -> None:  # fmt: skip
    for i in range(len(states)):
        show_one(states, works, setups, of, seats, observations[i], masks[i], actors, i)


@entry
def recall_all(states: Any, works: Any, setups: Any, of: Any) -> None:
    for i in range(len(states)):
        measure(states[i], works[i])


@entry
def choose_all(states: Any, setups: Any, of: Any, random: Any, actions: Any) -> None:
    for i in range(len(states)):
        choose_one(states, setups, of, random, actions, i)


@entry
def observe_bytes(data: bytes, works: Any, viewer: int, out: Array) -> None:
    s = np.frombuffer(data, STATE)[0]
    measure(s, works[0])
    observe(s, works[0], viewer, out)


def observe_state(state: State, seat: int | None, out: Array) -> None:
    """Write what a seat observes, or a spectator, who sees the same as seat 0."""
    observe_bytes(state.data, np.zeros(1, WORKSPACE), seat or 0, out)


def to_state(game: ClaimIt, data: bytes) -> ClaimItState:
    """A game of a batch as a `State`."""
    record = bytearray(data)
    turn.refresh_choices(record)
    return ClaimItState(game, bytes(record))


def draw(state: State, random: Any) -> ChanceOutcome:
    """What chance decides in a state, from the random numbers of a game in a batch."""
    return state.draw(RandomSource(lambda n: random_below(n, random[0])))


KERNELS: Final = BatchKernels(
    state=STATE,
    setup=SETUP,
    workspace=WORKSPACE,
    setup_record=setup_record,
    to_state=to_state,
    draw=draw,
    start_all=start_all,
    step_all=step_all,
    show_all=show_all,
    recall_all=recall_all,
    choose_all=choose_all,
    start_one=start_one,
    step_one=step_one,
    show_one=show_one,
    choose_one=choose_one,
)
