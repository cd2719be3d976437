"""Every game for a single learner (Gymnasium): bots play the other seats.

Once this module is imported, `gymnasium.make("claimant/SomeGame-v0")` creates the environment of
the game `some-game`. An observation is a dict of the fields by name and `action_mask`; the mask is
in the info, too. An illegal decision loses the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from claimant import bots, registry
from claimant.environment import Observation, create_game, environment_of
from claimant.envs import (
    MissingDependency,
    RandomSource,
    action_mask,
    create_bot,
    describe,
    returns,
)
from claimant.game import Game, Illegal, State
from claimant.i18n import Text
from claimant.play import resume

try:
    import gymnasium
except ImportError as error:
    raise MissingDependency("gymnasium") from error


def field_spaces(observation: Observation) -> dict[str, Any]:
    """The space of each field."""
    box = gymnasium.spaces.Box
    return {field.name: box(0, field.high, field.shape, np.int8) for field in observation.fields}


def mask_space(actions: int) -> Any:
    return gymnasium.spaces.Box(0, 1, (actions,), np.int8)


class SeatEnv(gymnasium.Env):
    """One seat of a game. With `seat` None it is another one in each game, at random."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (as Gymnasium declares it)
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game,
        others: str | Sequence[str] = bots.USUAL,
        seat: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = game
        self.render_mode = render_mode
        self._others = [others] * (game.players - 1) if isinstance(others, str) else [*others]
        if len(self._others) != game.players - 1:
            raise Illegal(
                "bots", Text("there are {n} other seats, each needs a bot", n=game.players - 1)
            )
        if seat is not None and seat not in range(game.players):
            raise Illegal("seat", Text("there is no seat {seat}", seat=seat))
        self._fixed_seat = seat
        environment = environment_of(game.name)
        self._fields = environment.observation(game)
        self._actions = environment.actions
        self.observation_space = gymnasium.spaces.Dict(
            field_spaces(self._fields) | {"action_mask": mask_space(self._actions)}
        )
        self.action_space = gymnasium.spaces.Discrete(self._actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        players = self.game.players
        seat = self._fixed_seat
        self.seat = int(self.np_random.integers(players)) if seat is None else seat
        names = iter(self._others)
        seeds = iter(self.np_random.integers(2**32, size=players).tolist())
        self._bots = {
            other: create_bot(next(names), next(seeds))
            for other in range(players)
            if other != self.seat
        }
        self._advance(self.game.start())
        return self._observation(), self._info()

    def _advance(self, state: State) -> None:
        """Let the others and chance play until this seat has to decide or the game is over."""
        if state.actor != self.seat:
            for turn in resume(state, self._decide, self._draw):
                state = turn.state
                if state.actor == self.seat:
                    break
        self._state = state

    def _decide(self, state: State, _: int) -> str:
        assert state.actor is not None
        return self._bots[state.actor].choose(state.view(state.actor))

    def _draw(self, state: State, _: int) -> str:
        return state.write(state.draw(RandomSource(self.np_random.integers)))

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            state = self._state.apply(int(action))
        except Illegal as refusal:
            return self._observation(), -1.0, True, False, self._info() | {"illegal": str(refusal)}
        self._advance(state)
        reward = returns(self._state.outcome, self.game.players)[self.seat]
        return self._observation(), reward, self._state.actor is None, False, self._info()

    def _observation(self) -> dict[str, Any]:
        return {**self._fields.observe(self._state.view(self.seat)), **self._info()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": action_mask(self._state, self.seat, self._actions)}

    def render(self) -> str | None:
        """What this seat sees, as text."""
        return None if self.render_mode is None else describe(self._state.view(self.seat))


def make(
    game: str,
    players: int | None = None,
    others: str | Sequence[str] = bots.USUAL,
    seat: int | None = 0,
    render_mode: str | None = None,
    **parameters: Any,
) -> SeatEnv:
    """A seat of a game by name; the parameters are those of its environment."""
    return SeatEnv(create_game(game, players, **parameters), others, seat, render_mode)


def env_id(game: str) -> str:
    """The id of a game's environment: `claimant/SomeGame-v0` for `some-game`."""
    return f"claimant/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register_games() -> None:
    """Register every game that has an environment. Only needed for games that were added to the
    registry after this module was imported."""
    for name, entry in registry.entries().items():
        if entry.environment and env_id(name) not in gymnasium.registry:
            entry_point = f"{__name__}:{make.__name__}"
            gymnasium.register(env_id(name), entry_point, kwargs={"game": name})


register_games()
