"""The levels of Claim It!"""

from __future__ import annotations

from time import monotonic
from typing import Final

from claimant.bots import LEVELS as ALL_LEVELS
from claimant.bots import UNHURRIED, Bot, Levels
from claimant.bots.time_limit import Clock
from claimant.game import CHANCE, State
from claimant.games.claim_it import heuristic_bot, lookahead_bot
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded


def create(level: str, seed: int, budget: float, clock: Clock = monotonic) -> Bot:
    """A bot of a level that computes for at most `budget` seconds per decision."""
    if level in heuristic_bot.WEIGHTS:
        return heuristic_bot.ClaimItHeuristicBot(heuristic_bot.WEIGHTS[level], seed)
    return lookahead_bot.LookaheadBot(lookahead_bot.DEPTHS[level], seed, budget, clock)


def warm_up() -> None:
    """Compile every kernel that a level uses, with a few decisions of the strongest."""
    state: State = ClaimIt(2).start()
    luck = Seeded(0)
    bot = create("master", 0, UNHURRIED)
    for _ in range(8):
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        elif state.actor is not None:
            state = state.play(bot.choose(state.view(state.actor)))


LEVELS: Final = Levels(create, warm_up, levels=tuple(ALL_LEVELS))


def network(seed: int, budget: float) -> Bot:
    """The larger network, looking one roll ahead. It is not a level: in the arena it is
    `claimant.games.claim_it.bots:network`."""
    depth = lookahead_bot.DEPTHS["hard"]._replace(noise=0.0, board=True)
    return lookahead_bot.LookaheadBot(depth, seed, budget)
