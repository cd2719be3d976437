"""Every game as a PettingZoo environment (AEC): each seat is an agent, chance plays by itself.

The function `some_game_v0` creates environments of the game `some-game`. An observation is
`{"observation": fields by name, "action_mask": …}`; with `flat=True` it is one array and the mask
is only in the info. No agent leaves before the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import Parameter, Signature
from typing import Any

import numpy as np

from claimant import registry
from claimant.environment import create_game, environment_of
from claimant.envs import MissingDependency, RandomSource, action_mask, describe, returns
from claimant.envs.gymnasium import field_spaces, mask_space
from claimant.game import Game, State
from claimant.play import resolve_chance

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise MissingDependency("pettingzoo") from error

_SUFFIX = "_v0"


class TableEnv(AECEnv):
    """A game without PettingZoo's wrappers: an illegal decision raises `Illegal`."""

    metadata: dict[str, Any]

    def __init__(self, game: Game, flat: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {
            "name": _function_name(game.name),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        environment = environment_of(game.name)
        self._flat = flat
        self._fields = environment.observation(game)
        self._actions = environment.actions
        self._luck: RandomSource | None = None
        self._observation_spaces = {a: self._space() for a in self.possible_agents}
        self._action_spaces = {a: spaces.Discrete(self._actions) for a in self.possible_agents}

    def _space(self) -> Any:
        if self._flat:
            return spaces.Box(0, self._fields.high, dtype=np.int8)
        return spaces.Dict(
            {
                "observation": spaces.Dict(field_spaces(self._fields)),
                "action_mask": mask_space(self._actions),
            }
        )

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if self._luck is None or seed is not None:
            self._luck = RandomSource(seeding.np_random(seed)[0].integers)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._advance(self.game.start())

    def _advance(self, state: State) -> None:
        """Draw what chance decides until a seat has to decide or the game is over."""
        assert self._luck is not None
        state = resolve_chance(state, self._luck)
        self._state = state
        if state.actor is None:
            gained = returns(state.outcome, self.game.players)
            self.rewards = dict(zip(self.possible_agents, gained, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.actor]
        self.infos = {
            agent: {"action_mask": action_mask(state, seat, self._actions)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        state = self._state.apply(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._advance(state)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        seat = self.possible_agents.index(agent)
        view = self._state.view(seat)
        if self._flat:
            return self._fields.flat(view)
        return {
            "observation": self._fields.observe(view),
            "action_mask": action_mask(self._state, seat, self._actions),
        }

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        return None if self.render_mode is None else describe(self._state.view(None))

    def close(self) -> None:
        """There is nothing to close."""


def table(game: Game, flat: bool = False, render_mode: str | None = None) -> Any:
    """Any set-up with PettingZoo's usual wrappers: an illegal decision loses the game."""
    env = TableEnv(game, flat, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def __getattr__(name: str) -> Callable[..., Any]:
    """The function that creates environments of a game: `some_game_v0` for `some-game`."""
    for game, entry in registry.entries().items():
        if entry.environment and name == _function_name(game):
            return _function(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    games = [game for game, entry in registry.entries().items() if entry.environment]
    return sorted([*globals(), *map(_function_name, games)])


def _function_name(game: str) -> str:
    return game.replace("-", "_") + _SUFFIX


@cache  # One per game, so that a function can be pickled by its name; a game's never changes.
def _function(game: str) -> Callable[..., Any]:
    defaults = {"players": None, **environment_of(game).parameters}
    signature = Signature(
        [
            *(Parameter(n, Parameter.POSITIONAL_OR_KEYWORD, default=defaults[n]) for n in defaults),
            Parameter("flat", Parameter.KEYWORD_ONLY, default=False),
            Parameter("render_mode", Parameter.KEYWORD_ONLY, default=None),
        ]
    )

    def create(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        parameters = bound.arguments
        flat, render_mode = parameters.pop("flat"), parameters.pop("render_mode")
        return table(create_game(game, **parameters), flat, render_mode)

    create.__name__ = create.__qualname__ = _function_name(game)
    create.__doc__ = f"An environment of {game} with PettingZoo's usual wrappers."
    create.__signature__ = signature  # type: ignore[attr-defined]
    return create
