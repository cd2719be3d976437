"""The dice of Claim It! as numbered outcomes with probabilities."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from claimant.environment import ChanceModel
from claimant.game import ChanceOutcome, State
from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.view import ClaimItView

ROLLS: Final = tuple(combinations_with_replacement(range(1, 7), 3))
"""Every roll in ascending order: the rules do not care which die shows which number."""
_ORDERS: Final = {1: 1, 2: 3, 3: 6}
"""In how many orders dice can fall, by how many different numbers they show."""
_PROBABILITIES: Final = [(n, _ORDERS[len(set(roll))] / 216) for n, roll in enumerate(ROLLS)]


class DiceModel(ChanceModel):
    """Rolls of three dice, numbered as in `ROLLS`."""

    max_outcomes = len(ROLLS)

    def outcomes(self, state: State, drawn: ChanceOutcome) -> list[tuple[int, float]]:
        return _PROBABILITIES

    def event(self, state: State, drawn: ChanceOutcome) -> ChanceOutcome:
        return ROLLS[drawn[0]]


def dice_model(game: ClaimIt) -> DiceModel:
    return DiceModel()


def sample(view: ClaimItView, luck: object) -> ClaimItState:
    """The state itself: a view of Claim It! shows everything."""
    game = ClaimIt(view.players, view.squatters_return)
    return ClaimItState(game, bytes(state_data(view)))
