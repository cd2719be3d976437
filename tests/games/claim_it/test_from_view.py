"""A table rebuilt from what a seat sees of it is the table itself."""

from __future__ import annotations

from random import Random

import pytest

from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.game import ClaimIt, ClaimItState


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


@pytest.mark.parametrize("squatters_return", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_view_contains_the_whole_table(players: int, squatters_return: bool) -> None:
    luck = Dice(players)
    game = ClaimIt(players, squatters_return)
    state = game.start()
    stages = set()
    while True:
        view = state.view(0)
        stages.add(view.stage)
        rebuilt = ClaimItState(game, bytes(state_data(view)), state.before)
        assert rebuilt == state
        assert rebuilt.view(0) == view
        if state.actor is None:
            break
        if state.actor < 0:
            state = state.happen(state.draw(luck))
        else:
            state = state.apply(luck.choice(state.legal()))
    assert stages == {"first", "begin", "dice", "place", "decide", "over"}
