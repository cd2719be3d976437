"""Games for a single learner (Gymnasium): bots play the other seats.

Once this module is imported, `gymnasium.make("claimant/SomeGame-v0")` creates the environment of
the game `some-game`. An observation is a dict of the fields by name and `action_mask`; the mask is
in the info, too. An illegal decision loses the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from claimant import bots, registry
from claimant.bots import BotLike
from claimant.environment import Observation, create_game, environment_of
from claimant.envs import MissingDependency, describe
from claimant.envs.single import OneGame, one_game
from claimant.game import Game, Illegal
from claimant.i18n import Text

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
        others: BotLike | Sequence[BotLike] = bots.USUAL,
        seat: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = game
        self.render_mode = render_mode
        self._others = self._each(others)
        self._positions: dict[int, OneGame] = {}
        """A position per seat, with these others."""
        self._fixed_seat = game.check_seat(seat)
        environment = environment_of(game.name)
        self._fields = environment.observation(game)
        self._actions = environment.actions
        self.observation_space = gymnasium.spaces.Dict(
            field_spaces(self._fields) | {"action_mask": mask_space(self._actions)}
        )
        self.action_space = gymnasium.spaces.Discrete(self._actions)

    def _each(self, others: BotLike | Sequence[BotLike]) -> list[BotLike]:
        """A bot for each other seat."""
        seats = self.game.players - 1
        if isinstance(others, Sequence) and not isinstance(others, str):
            found = [*others]
        else:
            found = [others] * seats
        if len(found) != seats:
            raise Illegal("bots", Text("there are {n} other seats, and each needs a bot", n=seats))
        return found

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        players = self.game.players
        wanted = dict(options or {})
        seat = self.game.check_seat(wanted.pop("seat", self._fixed_seat))
        if "others" in wanted:
            self._others = self._each(wanted.pop("others"))
            self._positions = {}
        for name in wanted:
            raise Illegal(
                "options",
                Text("reset has no option {option}", option=name),
            )
        self.seat = int(self.np_random.integers(players)) if seat is None else seat
        if self.seat not in self._positions:
            self._positions[self.seat] = one_game(self.game, self._others, self.seat)
        self._position = self._positions[self.seat]
        self._position.begin(self.np_random)
        return self._result()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        current = self._position
        try:
            current.play(action)
        except Illegal as refusal:
            observation, info = self._result()  # what was returned before, and is the user's now
            copied = {name: array.copy() for name, array in observation.items()}
            info = {"action_mask": info["action_mask"].copy(), "illegal": str(refusal)}
            return copied, -1.0, True, False, info
        observation, info = self._result()
        return observation, current.rewards[self.seat], current.actor is None, False, info

    def _result(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the seat observes, and the info."""
        mask = self._position.mask(self.seat)
        observation: dict[str, Any] = self._fields.split(self._position.observe(self.seat))
        observation["action_mask"] = mask
        return observation, {"action_mask": mask}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each decision is legal now, as MaskablePPO of `sb3-contrib` asks for it."""
        return self._position.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """What this seat sees, as text."""
        return None if self.render_mode is None else describe(self._position.state.view(self.seat))


def make(
    game: str,
    players: int | None = None,
    others: BotLike | Sequence[BotLike] = bots.USUAL,
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
