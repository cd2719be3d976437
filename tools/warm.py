"""Compile the kernels once, before several test processes would each do so."""

from __future__ import annotations

from random import Random

from claimant.bots import claim
from claimant.claim.cards import SCENARIOS
from claimant.claim.game import Claim
from claimant.claim_it.game import ClaimIt
from claimant.game import CHANCE, Game


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


def play(game: Game) -> None:
    luck = Dice(1)
    state = game.start()
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            state = state.apply(luck.choice(state.legal()))
    state.view(None)


if __name__ == "__main__":
    play(ClaimIt(2))
    play(Claim(2, SCENARIOS["the old kingdom"].factions))
    claim.player("expert", 1, 0.0)
