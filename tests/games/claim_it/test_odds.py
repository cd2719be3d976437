"""The chances of the next roll, against a count of all 216 by the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from claimant.game import CHANCE
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.odds import bust, places, rolls, ways_to_bust, ways_to_bust_after
from claimant.games.claim_it.rules.board import NAMES


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


def rolled(state: ClaimItState) -> dict[tuple[int, ...], set[str]]:
    """What each of the 216 rolls really allows, found by rolling it."""
    found = {}
    waiting = state.play("roll")
    for dice in product(range(1, 7), repeat=3):
        after = waiting.happen(dice)
        found[dice] = set(after.choices()) if after.view(None).stage == "place" else set()
    return found


@pytest.mark.parametrize("squatters_return", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_odds_are_what_all_216_rolls_give(players: int, squatters_return: bool) -> None:
    luck = Dice(players)
    state = ClaimIt(players, squatters_return).start()
    compared = 0
    while state.actor is not None and compared < 6:
        if "roll" in state.choices() and luck.random() < 0.08:
            view = state.view(None)
            found = rolled(state)
            assert {roll.dice: set(roll.spaces) for roll in rolls(view)} == {
                dice: spaces for dice, spaces in found.items() if list(dice) == sorted(dice)
            }
            assert sum(roll.ways for roll in rolls(view)) == 216
            assert bust(view) == Fraction(sum(not spaces for spaces in found.values()), 216)
            assert places(view) == {
                name: Fraction(sum(name in spaces for spaces in found.values()), 216)
                for name in NAMES
            }
            compared += 1
        if state.actor < 0:
            state = state.happen(state.draw(luck))
        else:
            legal = state.legal()
            # Rolling on whenever possible fills the board with squatters, where odds matter.
            state = state.apply(legal[0] if luck.random() < 0.7 else legal[-1])
    assert compared == 6


@pytest.mark.parametrize("squatters_return", [False, True])
def test_predictions_about_a_placement_come_true(squatters_return: bool) -> None:
    luck = Dice(4)
    state = ClaimIt(3, squatters_return).start()
    for _ in range(200):
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        view = state.view(state.actor)
        if view.stage == "place":
            after = {name: ways_to_bust(state.play(name).view(None)) for name in view.legal}
            assert ways_to_bust_after(view) == after
        state = state.play(luck.choice(view.legal))


def test_there_are_56_rolls_and_an_empty_board_never_busts() -> None:
    view = ClaimIt(2).start().play("first 0").view(0)
    assert len(rolls(view)) == 56
    assert bust(view) == 0


def test_odds_need_a_turn() -> None:
    with pytest.raises(ValueError, match="nobody's turn"):
        bust(ClaimIt(2).start().view(None))
