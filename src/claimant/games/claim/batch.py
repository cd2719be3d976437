"""Many games of Claim at a time, stepped by kernels."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.environment import Array, BatchKernels
from claimant.game import ChanceOutcome, State
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import scoring, seen, tricks
from claimant.games.claim.rules.cards import DECK, NUMBERS, SLOTS
from claimant.games.claim.rules.observe import CARDS, HIGH_CARDS, SPECTATOR, observe, write_cards
from claimant.games.claim.rules.playout import (
    ROOM,
    random_option,
    refresh_choices,
    shuffle_deck,
)
from claimant.games.claim.rules.table import FIRST, OVER, PLAY, ROWS, STATE, TRICKS, clear, side
from claimant.kernels.batch import write_rewards
from claimant.kernels.bits import lowest
from claimant.kernels.compile import entry, kernel, offset
from claimant.kernels.random import random_below
from claimant.kernels.rows import clear_row, write_flag

ACTIONS: Final = CARDS + SLOTS
HIGH: Final = (1 << HIGH_CARDS) - 1
"""The cards in the second word of a set; above them are the factions that loot can count for."""
_STAGE_AT: Final = offset(STATE, "stage")


def setup_record(game: Claim) -> Any:
    """A set-up as an array of one record."""
    return game.deck


@kernel
def start(s: Any, w: Any, d: Any, rng: Any) -> None:
    """Begin a new game: draw the leader and deal."""
    for row in range(ROWS):
        s.cards[row, 0] = 0
        s.cards[row, 1] = 0
    for seat in range(4):
        s.trick[seat] = 0
        s.order[seat] = 0
        s.gnomes[seat] = 0
        s.laid[seat] = 0
        s.voids[seat] = 0
    for trick in range(2 * TRICKS):
        for n in range(4):
            s.history[trick, n] = 0
    s.trolls = 0
    s.top = 0
    s.number = 0
    s.peeking = 0
    s.automaton = 0
    clear(s)
    tricks.begin(s, random_below(int(d.players), rng))
    shuffle_deck(w, d, rng)
    tricks.deal(s, d, w)
    seen.forget(w)
    seen.note_turned_up(s, d, w)


@kernel
def advance(s: Any, w: Any, d: Any, action: int) -> None:
    """Apply a legal action, and note what everyone has seen."""
    if s.stage == PLAY and s.phase == 2:
        seen.note_card(w, int(s.actor), action)
    last = s.last
    turned_up = s.top
    tricks.decide(s, d, action)
    if s.last != last:
        seen.note_trick(s, d, w, int(s.last))
    if s.top != turned_up:
        seen.note_turned_up(s, d, w)


@kernel
def held_card(s: Any, d: Any, action: int) -> int:
    """The legal action that an action stands for: of equal cards the one that is really there. -1
    if it is not legal."""
    if action < 0 or action >= NUMBERS or d.first_equal[action] != action:
        return -1
    low, high = tricks.options(s, d)
    while not ((low if action < 64 else high) >> (action & 63)) & 1:
        action += 1
        if action == NUMBERS or d.first_equal[action] == action:
            return -1
    return action


@kernel
def winners(s: Any, d: Any) -> int:
    """The winning seats, as bits."""
    won_sides = scoring.winners(s, d)
    won = 0
    for seat in range(d.players):
        won |= ((won_sides >> side(d, seat)) & 1) << seat
    return won


@kernel
def write_mask(s: Any, d: Any, out: Any) -> None:
    """1 for every legal action."""
    low, high = tricks.options(s, d)
    low, high = tricks.distinct(d, low, high)
    clear_row(out)
    write_cards(d, low, high & HIGH, out, 0)
    loot = high >> HIGH_CARDS
    while loot:
        write_flag(out, CARDS + lowest(loot))
        loot &= loot - 1


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
    d = setups[of[i]]
    action = held_card(s, d, int(actions[i]))
    won = 0
    if action >= 0:
        advance(s, works[i], d, action)
        if s.stage == OVER:
            won = winners(s, d)
    write_rewards(rewards[i], int(d.players), won)
    dones[i] = won != 0
    if won:
        start_one(states, works, setups, of, random, i)
    return 0 if action >= 0 else 1


@kernel
def show_one(
    states: Any, works: Any, setups: Any, of: Any, seats: Any, observation: Any, mask: Any,
    actors: Any, i: int,
) -> None:  # fmt: skip
    """Write what the actor of game `i` observes, or its seat in `seats` if there are any."""
    s = states[i]
    d = setups[of[i]]
    actors[i] = s.actor
    seat = int(seats[i]) if len(seats) else int(s.actor)
    observe(s, d, works[i], seat, observation)
    write_mask(s, d, mask)


@kernel
def choose_one(states: Any, setups: Any, of: Any, random: Any, actions: Any, i: int) -> None:
    """A legal action for game `i`; each card is equally likely."""
    d = setups[of[i]]
    low, high = tricks.options(states[i], d)
    actions[i] = d.first_equal[random_option(low, high, random[i])]


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
        seen.recall(states[i], setups[of[i]], works[i])


@entry
def choose_all(states: Any, setups: Any, of: Any, random: Any, actions: Any) -> None:
    for i in range(len(states)):
        choose_one(states, setups, of, random, actions, i)


@entry
def observe_bytes(data: bytes, deck: bytes, works: Any, viewer: int, out: Array) -> None:
    s = np.frombuffer(data, STATE)[0]
    d = np.frombuffer(deck, DECK)[0]
    seen.recall(s, d, works[0])
    observe(s, d, works[0], viewer, out)


def observe_state(state: State, seat: int | None, out: Array) -> None:
    """Write what a seat observes, or a spectator."""
    game = state.game
    assert isinstance(game, Claim)
    viewer = SPECTATOR if seat is None else seat
    observe_bytes(state.data, game.deck_bytes, np.zeros(1, seen.SEEN), viewer, out)


def to_state(game: Claim, data: bytes) -> ClaimState:
    """A game of a batch as a `State`."""
    record = bytearray(data)
    refresh_choices(record, game.deck_bytes)
    return ClaimState(game, bytes(record))


@entry
def deal(rooms: Any, decks: Any, random: Any) -> None:
    shuffle_deck(rooms[0], decks[0], random[0])


def draw(state: State, random: Any) -> ChanceOutcome:
    """What chance decides in a state, from the random numbers of a game in a batch."""
    game = state.game
    assert isinstance(game, Claim)
    if state.data[_STAGE_AT] == FIRST:
        return (random_below(game.players, random[0]),)
    rooms = np.zeros(1, ROOM)
    deal(rooms, game.deck, random)
    return tuple(rooms["cards"][0, : 2 * game.players * game.hand_size].tolist())


KERNELS: Final = BatchKernels(
    state=STATE,
    setup=DECK,
    workspace=seen.SEEN,
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
