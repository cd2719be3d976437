"""What an agent needs to play as a bot: a view as the numbers that it was trained with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import SupportsIndex

from claimant.environment import Array, Observation, environment_of
from claimant.envs import action_mask
from claimant.game import Game, Illegal, State, View
from claimant.i18n import Text
from claimant.luck import Seeded


@dataclass(frozen=True)
class Observed:
    """A view as an agent observes it."""

    flat: Array
    """All fields one after the other."""
    mask: Array
    """1 for each decision that the seat may make now, by number."""
    _state: State
    _observation: Observation

    @property
    def fields(self) -> dict[str, Array]:
        """The fields by name, without copying."""
        return self._observation.split(self.flat)

    def decision(self, number: SupportsIndex) -> str:
        """The text of a decision, which is what a bot returns."""
        action = int(number)
        if not 0 <= action < len(self.mask) or not self.mask[action]:
            raise Illegal("illegal", Text("decision {number} is not legal here", number=action))
        return self._state.write(action)


def observe(view: View) -> Observed:
    """The view of a seat as an agent observes it."""
    if view.seat is None:
        raise Illegal("seat", Text("a spectator has nothing to decide"))
    environment = environment_of(view.game)
    # Any state that fits the view has its observation, and its numbers of the decisions.
    state = environment.sample(view, Seeded(0))
    observation = _observation(state.game)
    return Observed(
        flat=observation.of_state(state, view.seat),
        mask=action_mask(state, view.seat, environment.actions),
        _state=state,
        _observation=observation,
    )


@lru_cache(64)
def _observation(game: Game) -> Observation:
    """The observation of a set-up. A game is a value, so none of the 64 cached becomes invalid."""
    return environment_of(game.name).observation(game)
