"""A step tells a state who is next; the same must be read from its bytes."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from claimant.game import CHANCE, Game, Illegal, State
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.luck import Seeded

GAMES = (
    ClaimIt(2),
    ClaimIt(5, squatters_return=True),
    Claim(2),
    Claim(3, scenario="hungry-court"),
    Claim(4, ("kings", "peasants", "seers", "undead", "raccoons", "vikings", "dwarves")),
)


def rebuilt(state: State) -> State:
    """The state from its bytes alone."""
    if isinstance(state, ClaimState):
        return ClaimState(state.game, state.data)
    assert isinstance(state, ClaimItState)
    return ClaimItState(state.game, state.data)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_who_is_next_is_in_the_bytes(game: Game) -> None:
    random = Random(3)
    for _ in range(3):
        state: Any = game.start()  # of our games, which take Python's and NumPy's numbers
        while state.actor is not None:
            if state.actor == CHANCE:
                state = state.happen(state.draw(random))
            else:
                state = state.apply(np.int64(random.choice(state.legal())))
            again = rebuilt(state)
            assert type(state.data) is bytes
            assert (again.actor, again.legal()) == (state.actor, state.legal())
            assert bool(state.legal()) == (state.actor not in (CHANCE, None))

        with pytest.raises(Illegal, match="the game is over"):
            state.happen((1, 1, 1))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_numbers_of_any_size_are_refused(game: Game) -> None:
    """A kernel takes numbers of 64 bits; Python's have no limit."""
    state = game.start()
    luck = Seeded(1)
    while state.actor == CHANCE:
        state = state.happen(state.draw(luck))
    for action in (-1, 1 << 31, 1 << 63, -(1 << 63), 1 << 70, -(1 << 70)):
        with pytest.raises(Illegal):
            state.apply(action)
        with pytest.raises(Illegal, match="luck has nothing to decide"):
            state.happen((action, 1, 1))


def test_dice_of_any_size_are_refused() -> None:
    rolling = ClaimIt(2).start().play("first 0").play("roll")
    for die in (-1, 0, 7, 1 << 63, 1 << 70):
        for roll in ((die, 1, 1), (1, die, 1), (1, 1, die)):
            with pytest.raises(Illegal, match="dice show 1 to 6"):
                rolling.happen(roll)
    for other in ((), (1,), (1, 1), (1, 1, 1, 1)):
        with pytest.raises(Illegal, match="three dice are rolled now"):
            rolling.happen(other)
    with pytest.raises(Illegal, match="a game starts with the draw"):
        ClaimIt(2).start().happen((1, 1, 1))
    assert rolling.happen((6, 1, 6)).actor == 0
