"""What a first start has to compile: plays a game of each kind, looks at the final state from every
seat, and lets the kernels play one more. The parent process measures the processor time of that."""

from __future__ import annotations

from random import Random

import numpy as np

from bench.ours import OLD_KINGDOM, QuickLuck
from claimant.game import CHANCE, Game
from claimant.games.claim.game import Claim
from claimant.games.claim.rules import playout, table
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.rules import turn
from claimant.kernels.random import random_numbers


def play(game: Game, luck: QuickLuck) -> None:
    state = game.start()
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            legal = state.legal()
            state = state.apply(legal[luck.below(len(legal))])
    for seat in (None, *range(game.players)):
        state.view(seat)
    assert state.outcome is not None


def main() -> None:
    rng = random_numbers(1)
    luck = QuickLuck(Random(1))
    claim_it, claim = ClaimIt(2), Claim(2, OLD_KINGDOM)
    play(claim_it, luck)
    play(claim, luck)
    start = np.frombuffer(claim_it.start().data, turn.STATE).copy()
    turn.playouts(start, start.copy(), 1, rng)
    start = np.frombuffer(claim.start().data, table.STATE).copy()
    playout.playouts(start, start.copy(), claim.deck, np.zeros(1, playout.ROOM), 1, rng)


if __name__ == "__main__":
    main()
