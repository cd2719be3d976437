"""How well worlds explain what the others have done in a game, judged by the network (kernel).

A world is a deal of the hidden cards. It says what everyone held at every earlier decision, so the
game can be replayed from the deal. At every decision of another seat, the network says how likely
the player was to do what they did, with what they knew then. The product of these probabilities is
the world's likelihood.
"""

from __future__ import annotations

from math import exp, log
from typing import Any, Final

import numpy as np

from claimant.games.claim.network.net import ILLEGAL, Net, Room, evaluate, observe
from claimant.games.claim.rules import table, tricks
from claimant.games.claim.search import redeal
from claimant.kernels.compile import entry, kernel

UNEXPLAINED: Final = 0.1
"""The share of decisions that the network does not explain."""
ENDED: Final = -1
"""There is nothing more to replay."""


@kernel
def has_choice(s: Any, d: Any) -> bool:
    """Whether the actor has more than one option (equal cards are one)."""
    low, high = tricks.options(s, d)
    low, high = tricks.distinct(d, low, high)
    if low and high:
        return True
    return bool((low & (low - 1)) | (high & (high - 1)))


@kernel
def return_played(world: Any, d: Any, first: int, s: Any) -> None:
    """Give the hands back what was played in the tricks from a row of the history on, and in the
    trick on the table if it belongs to the same phase."""
    for row in range(first, first + table.TRICKS):
        leader = int(world.history[row, table.LED])
        if leader >= 0:
            for n in range(d.players):
                seat = table.wrap(leader + n, d.players)
                table.add(s, table.HAND + seat, int(world.history[row, n]))
    if world.stage == table.PLAY and (world.phase == 2) == (first > 0):
        for n in range(world.played):
            seat = table.wrap(int(world.leader) + n, d.players)
            table.add(s, table.HAND + seat, int(world.trick[n]))


@kernel
def start_replay(world: Any, d: Any, s: Any) -> None:
    """Make `s`, all zeros, the table of a world after the deal."""
    table.clear(s)
    s.phase = 1
    for seat in range(d.players):
        if world.phase == 1:
            for word in range(2):
                s.cards[table.HAND + seat, word] = world.cards[table.HAND + seat, word]
        for n in range(world.laid[seat]):
            table.add(s, table.HAND + seat, int(world.laid_card[seat, n]))
    return_played(world, d, 0, s)
    low = high = 0
    for seat in range(d.players):
        low |= s.cards[table.HAND + seat, 0]
        high |= s.cards[table.HAND + seat, 1]
    for place in range(d.players * d.tricks):
        # Of equal cards, one that is not used elsewhere.
        card = int(d.first_equal[world.pile[place]])
        while ((low if card < 64 else high) >> (card & 63)) & 1:
            card += 1
        one, other = table.bits_of(card)
        low |= one
        high |= other
        s.pile[place] = card
    leader = int(world.history[0, table.LED])
    s.leader = leader if leader >= 0 else int(world.leader)
    tricks.start_trick(s, d)


@kernel
def recorded(world: Any, d: Any, s: Any) -> int:
    """What the actor of a replay did; ENDED if the replay has arrived at the world."""
    seat = int(s.actor)
    if s.stage == table.PLAY:
        row = int(s.number) + (table.TRICKS if s.phase == 2 else 0)
        if world.history[row, table.LED] >= 0:
            return int(world.history[row, s.played])
        here = world.stage == table.PLAY and world.phase == s.phase and world.number == s.number
        if here and s.played < world.played:
            return int(world.trick[s.played])
        return ENDED
    if s.stage == table.DISCARD:
        n = int(s.laid[seat])
        return int(world.laid_card[seat, n]) if n < world.laid[seat] else ENDED
    if s.stage == table.TAKE:
        for i in range(3):
            place = int(s.top) if i == 2 else int(s.face_up[i])
            if place != table.NOTHING and world.owner[place] == seat and (i < 2 or s.peeking):
                return int(s.pile[place])
    return ENDED


@kernel
def restore_hands(world: Any, d: Any, s: Any) -> None:
    """At the start of phase 2, make the hands those of the world, which may have numbered equal
    cards differently."""
    for seat in range(d.players):
        for word in range(2):
            s.cards[table.HAND + seat, word] = world.cards[table.HAND + seat, word]
    return_played(world, d, table.TRICKS, s)


@kernel
def log_probability(values: Any, chosen: int, temperature: float) -> float:
    """The logarithm of the probability that a player chooses an action with these values."""
    top = ILLEGAL
    for action in range(len(values) - 1):
        top = max(top, values[action])
    best = 1.0 / (1.0 + exp(-top))
    total = 0.0
    count = 0
    for action in range(len(values) - 1):
        if values[action] > 0.5 * ILLEGAL:
            total += exp((1.0 / (1.0 + exp(-values[action])) - best) / temperature)
            count += 1
    own = exp((1.0 / (1.0 + exp(-values[chosen])) - best) / temperature) / total
    return log((1.0 - UNEXPLAINED) * own + UNEXPLAINED / count)


@entry
def log_likelihoods(
    worlds: np.ndarray, states: np.ndarray, decks: np.ndarray, codes: np.ndarray, me: int,
    temperature: float, net: Net, room: Room, known: np.ndarray, found: np.ndarray,
) -> None:  # fmt: skip
    """Add the logarithm of the likelihood of each world to `found`: of all that the seats other
    than `me` have done. `states` are as many zeros, `known` scratch space for as many numbers."""
    d = decks[0]
    count = len(worlds)
    for i in range(count):
        start_replay(worlds[i], d, states[i])
        known[i] = 0
    running = count
    while running > 0:
        running = 0
        rows = 0
        for i in range(count):
            if known[i] < 0:
                continue
            s = states[i]
            while True:
                if s.phase == 2 and s.number == 0 and s.played == 0:
                    restore_hands(worlds[i], d, s)
                card = ENDED if s.stage >= table.LOOT else recorded(worlds[i], d, s)
                if card == ENDED:
                    known[i] = -1
                    break
                if known[i] > 0:
                    values = room.values[known[i] - 1]
                    found[i] += log_probability(values, int(codes[card]), temperature)
                    known[i] = 0
                elif s.actor != me and has_choice(s, d):
                    observe(s, d, codes, room, rows)
                    rows += 1
                    known[i] = rows
                    running += 1
                    break
                tricks.decide(s, d, card)
        evaluate(net, room, rows)


@entry
def deal_worlds(
    base: np.ndarray, worlds: np.ndarray, decks: np.ndarray, hidden: np.ndarray, random: np.ndarray
) -> None:
    """Deal the hidden cards of `base` anew for each world."""
    for i in range(len(worlds)):
        redeal.deal_world(base, worlds[i : i + 1], decks, hidden, random)
