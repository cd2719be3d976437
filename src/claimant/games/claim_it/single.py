"""One game of Claim It! at a time, with bots in the step (kernel)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.environment import BEGIN, ILLEGAL, NO_BOT, RANDOM_BOT, SingleKernels
from claimant.games.claim_it import batch
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.heuristic_bot import WEIGHTS
from claimant.games.claim_it.rules.board import largest_group
from claimant.games.claim_it.rules.turn import MAX_CHOICES, OVER, PLACE, ROLL, STOP
from claimant.kernels.batch import write_rewards
from claimant.kernels.bits import count, lowest
from claimant.kernels.compile import entry, kernel
from claimant.kernels.random import random_below, random_bit

LEVEL: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("mine", np.float64),
                ("claimed", np.float64),
                ("space", np.float64),
                ("blunders", np.int64),  # of 2**20 placements
                ("stops_from", np.int64),  # the numbers of markers after which it stops
                ("stops_below", np.int64),
            ],
            align=True,
        ),
    )
)
"""A level of the heuristic bot that looks at nobody else's table and computes no odds."""
_LEVELS: Final = {
    name: weights
    for name, weights in WEIGHTS.items()
    if weights.stops_after is not None and weights.rival == 0
}
_OF_BLUNDERS: Final = 1 << 20


def level_records(game: ClaimIt) -> tuple[Any, Any]:
    """The levels, and nothing more."""
    levels: Any = np.zeros(len(_LEVELS), LEVEL)
    for level, weights in zip(levels, _LEVELS.values(), strict=True):
        assert weights.stops_after is not None
        level.mine, level.claimed, level.space = weights.mine, weights.claimed, weights.space
        level.blunders = round(weights.blunder_rate * _OF_BLUNDERS)
        level.stops_from, level.stops_below = weights.stops_after.start, weights.stops_after.stop
    return levels, np.zeros(1, np.int8)


@kernel
def best_placements(s: Any, level: Any) -> int:
    """The placements after which stopping would be worth most, as bits."""
    best = -1.0
    found = 0
    rest = s.open
    mine = s.owned[s.actor]
    while rest:
        bit = rest & -rest
        rest ^= bit
        capped = s.capped | bit if bit & (s.squatted | mine) else s.capped
        owned = mine | s.squatted | capped | bit
        value = (
            level.mine * count(largest_group(owned))
            + level.claimed * count(owned & (s.claimed | capped))
            + level.space * count(owned)
        )
        if value > best:
            best = value
            found = 0
        if value == best:
            found |= bit
    return found


@kernel
def bot_action(s: Any, level: Any, rng: Any) -> int:
    """What a level decides; `heuristic_bot.py` has the same for a view."""
    if s.open & (s.open - 1) == 0:
        return lowest(s.open)
    if s.stage == PLACE:
        if random_below(_OF_BLUNDERS, rng) < level.blunders:
            return random_bit(s.open, MAX_CHOICES, rng)
        return random_bit(best_placements(s, level), MAX_CHOICES, rng)
    markers = count(s.squatted) + count(s.capped)
    stop_at = level.stops_from + random_below(level.stops_below - level.stops_from, rng)
    return ROLL if markers < stop_at else STOP


@kernel
def let_bots_play(s: Any, w: Any, bots: Any, levels: Any, rng: Any) -> None:
    while s.stage != OVER and bots[s.actor] != NO_BOT:
        bot = int(bots[s.actor])
        if bot == RANDOM_BOT:
            action = random_bit(s.open, MAX_CHOICES, rng)
        else:
            action = bot_action(s, levels[bot], rng)
        batch.advance(s, w, action, rng)


@kernel
def show(s: Any, w: Any, seat: int, rewards: Any, observation: Any, mask: Any) -> int:
    """Write what the seat observes, or the one to decide if it is -1; returns the latter, or -1 at
    the end of the game, and then writes the rewards."""
    batch.observe(s, w, seat if seat >= 0 else int(s.actor), observation)
    batch.write_mask(s, mask)
    if s.stage == OVER:
        write_rewards(rewards, int(s.players), batch.winners(s, w))
        return -1
    return int(s.actor)


@entry
def play(
    states: Any, works: Any, setups: Any, random: Any, levels: Any, scratch: Any, bots: Any,
    seat: int, rewards: Any, observation: Any, mask: Any, action: int,
) -> int:  # fmt: skip
    s = states[0]
    w = works[0]
    if action == BEGIN:
        batch.start(s, w, setups[0], random[0])
    else:
        if s.stage == OVER or not batch.is_legal(s, action):
            return ILLEGAL
        batch.advance(s, w, action, random[0])
    let_bots_play(s, w, bots, levels, random[0])
    return show(s, w, seat, rewards, observation, mask)


@entry
def observe(states: Any, works: Any, setups: Any, seat: int, observation: Any) -> None:
    batch.observe(states[0], works[0], seat, observation)


SINGLE: Final = SingleKernels(
    levels=tuple(_LEVELS), level_records=level_records, play=play, observe=observe
)
