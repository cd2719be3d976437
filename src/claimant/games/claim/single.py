"""One game of Claim at a time, with bots in the step (kernel).

The bots are those that decide by heuristics, which use nothing that the actor does not know.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.environment import BEGIN, ILLEGAL, NO_BOT, RANDOM_BOT, SingleKernels
from claimant.games.claim import batch
from claimant.games.claim.bots import PARAMETERS, level_weights
from claimant.games.claim.game import Claim
from claimant.games.claim.rules import tricks
from claimant.games.claim.rules.observe import observe as write_observation
from claimant.games.claim.rules.playout import random_option
from claimant.games.claim.rules.table import OVER
from claimant.games.claim.search import heuristics
from claimant.kernels.batch import write_rewards
from claimant.kernels.compile import entry, kernel

_LEVELS: Final = {
    name: parameters for name, parameters in PARAMETERS.items() if not parameters.simulations
}


def level_records(game: Claim) -> tuple[Any, Any]:
    """The weights of the levels, and room for the values of actions."""
    weights = [level_weights(game, parameters) for parameters in _LEVELS.values()]
    return np.concatenate(weights), np.zeros(1, heuristics.MOVES)


@kernel
def bot_action(s: Any, d: Any, weights: Any, moves: Any, rng: Any) -> int:
    """What a level decides; for a view, `bots.py` calls the same kernels."""
    low, high = tricks.options(s, d)
    heuristics.evaluate(s, d, weights, low, high, moves, rng)
    return int(moves.action[heuristics.best_of(moves)])


@kernel
def let_bots_play(s: Any, d: Any, w: Any, bots: Any, levels: Any, moves: Any, rng: Any) -> None:
    while s.stage != OVER and bots[s.actor] != NO_BOT:
        bot = int(bots[s.actor])
        if bot == RANDOM_BOT:
            low, high = tricks.options(s, d)
            action = random_option(low, high, rng)
        else:
            action = bot_action(s, d, levels[bot], moves, rng)
        batch.advance(s, w, d, action)


@kernel
def show(s: Any, d: Any, w: Any, seat: int, rewards: Any, observation: Any, mask: Any) -> int:
    """Write what the seat observes, or the one to decide if it is -1; returns the latter, or -1 at
    the end of the game, and then writes the rewards."""
    write_observation(s, d, w, seat if seat >= 0 else int(s.actor), observation)
    batch.write_mask(s, d, mask)
    if s.stage == OVER:
        write_rewards(rewards, int(d.players), batch.winners(s, d))
        return -1
    return int(s.actor)


@entry
def play(
    states: Any, works: Any, setups: Any, random: Any, levels: Any, scratch: Any, bots: Any,
    seat: int, rewards: Any, observation: Any, mask: Any, action: int,
) -> int:  # fmt: skip
    s = states[0]
    d = setups[0]
    if action == BEGIN:
        batch.start(s, works[0], d, random[0])
    else:
        found = batch.held_card(s, d, action)
        if s.stage == OVER or found < 0:
            return ILLEGAL
        batch.advance(s, works[0], d, found)
    let_bots_play(s, d, works[0], bots, levels, scratch[0], random[0])
    return show(s, d, works[0], seat, rewards, observation, mask)


@entry
def observe(states: Any, works: Any, setups: Any, seat: int, observation: Any) -> None:
    write_observation(states[0], setups[0], works[0], seat, observation)


SINGLE: Final = SingleKernels(
    levels=tuple(_LEVELS), level_records=level_records, play=play, observe=observe
)
