"""Games as PettingZoo environments (AEC): each seat is an agent, chance plays by itself.

The function `some_game_v0` creates environments of the game `some-game`. An observation is
`{"observation": fields by name, "action_mask": …}`; with `flat=True` it is one array and the mask
is only in the info. No agent leaves before the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from inspect import Parameter, Signature
from typing import Any

import numpy as np

from claimant import registry
from claimant.environment import create_game, environment_of
from claimant.envs import MissingDependency, describe
from claimant.envs.gymnasium import field_spaces, mask_space
from claimant.envs.single import one_game
from claimant.game import Game, Illegal
from claimant.i18n import Text

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
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
        self._nothing = np.zeros(self._actions, np.int8)
        self._nothing.flags.writeable = False
        """The mask of everyone who cannot decide."""
        self._luck: np.random.Generator | None = None
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._position = one_game(game)
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
        unknown = {*(options or ())} - {"options"}  # (which PettingZoo's own test passes)
        if unknown:
            name = min(unknown)
            raise Illegal("options", Text("reset has no option {option}", option=name))
        if self._luck is None or seed is not None:
            self._luck = seeding.np_random(seed)[0]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos = {a: {"action_mask": self._nothing} for a in self.agents}
        self.infos = dict(self._infos)
        self._position.begin(self._luck)
        self._look()

    def _look(self) -> None:
        """Note who is to decide, or what the end has brought."""
        seat = self._position.actor
        if seat is None:
            gained = self._position.rewards
            self.rewards = dict(zip(self.possible_agents, gained, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[seat]
            self.infos[self.agent_selection] = {"action_mask": self._position.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._position.play(action)
        self.infos[agent] = self._infos[agent]
        self._look()
        if self._position.actor is None:  # until then nobody has gained anything
            self._accumulate_rewards()
            self._deads_step_first()

    def observe(self, agent: str) -> Any:
        seat = self._seats[agent]
        flat = self._position.observe(seat)
        if self._flat:
            return flat
        return {
            "observation": self._fields.split(flat),
            "action_mask": self._position.mask(seat),
        }

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        return None if self.render_mode is None else describe(self._position.state.view(None))

    def close(self) -> None:
        """There is nothing to close."""


_AFTER_RESET = frozenset(
    ("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents")
)


class GuardedTableEnv(TableEnv):
    """A game with the checks of PettingZoo's usual wrappers (TerminateIllegalWrapper,
    AssertOutOfBoundsWrapper, OrderEnforcingWrapper), which take more time than the games: an
    illegal decision loses the game, one that does not exist is an error, and so is anything before
    the first reset."""

    _has_reset = False
    _has_updated = False

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(name)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._has_reset = True
        self._has_updated = True
        super().reset(seed, options)

    def step(self, action: int | None) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            known = type(action) is int and 0 <= action < self._actions
            assert known or self._action_spaces[agent].contains(action), (
                "action is not in action space"
            )
            if not self.infos[agent]["action_mask"][action]:
                self._lose(agent)
                return
        super().step(action)

    def _lose(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str | None:
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return self._each_agent(max_iter)

    def _each_agent(self, left: int) -> Iterator[str]:
        while left > 0 and self.agents:
            left -= 1
            assert self._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_updated = False
            yield self.agent_selection


def table(game: Game, flat: bool = False, render_mode: str | None = None) -> Any:
    """Any set-up with the checks of PettingZoo's usual wrappers: an illegal decision loses the
    game."""
    return GuardedTableEnv(game, flat, render_mode)


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
