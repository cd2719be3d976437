"""Games for OpenSpiel.

Once this module is imported, `pyspiel.load_game("some_game(players=3)")` loads `some-game`. Chance
is explicit: who goes first, then whatever the game's chance model lists. A player learns what its
View says and nothing else. OpenSpiel's bots at our tables are in `open_spiel_bots`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from claimant import registry
from claimant.environment import create_game, environment_of
from claimant.envs import MissingDependency, describe, returns
from claimant.envs.spiel_position import Position, Setup, setup_of
from claimant.game import CHANCE, Game
from claimant.luck import RandomSource
from claimant.presentation import presentation_of

try:
    import pyspiel
except ImportError as error:
    raise MissingDependency("open_spiel") from error

_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_SINGLE: Final = pyspiel.PrivateInfoType.SINGLE_PLAYER
_NONE: Final = pyspiel.PrivateInfoType.NONE


class SpielState(pyspiel.State):
    """A state of any game."""

    def __init__(self, game: SpielGame, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        actor = self.position.state.actor
        return _TERMINAL if actor is None else actor

    def is_terminal(self) -> bool:
        return self.position.state.actor is None

    def is_chance_node(self) -> bool:
        return self.position.state.actor == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.write(action)

    def returns(self) -> list[float]:
        state = self.position.state
        return returns(state.outcome, state.game.players)

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> SpielState:
        """A random state that the player cannot tell from this one."""
        luck = RandomSource(lambda n: min(random() * n, n - 1))
        return SpielState(self.get_game(), self.position.resampled(player, luck))

    def __str__(self) -> str:
        position = self.position
        pieces = [f"{place}: {names}" for place, names in position.state.pieces().items()]
        return "\n".join([position.describe(None), *pieces, f"drawn: {position.drawn}"])


class Observer:
    """What a player observes: the fields of its view as a tensor, and the view as text."""

    def __init__(self, setup: Setup, kind: Any) -> None:
        self._parts = [setup.observation]
        self._public = kind.public_info
        self._private = kind.private_info == _SINGLE
        self._recall = kind.perfect_recall
        if self._recall and setup.memory is not None:
            self._parts.append(setup.memory)
        shown = [f for part in self._parts for f in part.fields if self._public or f.private]
        self.tensor = np.zeros(sum(field.size for field in shown), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for field in shown:
            part = self.tensor[start : start + field.size]
            self.dict[field.name] = part.reshape(field.shape)
            start += field.size

    def set_from(self, state: SpielState, player: int) -> None:
        # (To learn a tensor's shape, OpenSpiel asks with a negative player.)
        seat = max(player, 0) if self._private else None
        for observed in self._parts:
            arrays = observed.split(observed.of_state(state.position.state, seat))
            for name in arrays.keys() & self.dict.keys():
                self.dict[name][...] = arrays[name]

    def string_from(self, state: SpielState, player: int) -> str:
        position = state.position
        if not self._public:
            own, public = position.state.view(player), position.state.view(None)
            secret = [name for name in vars(own) if getattr(own, name) != getattr(public, name)]
            text = describe(own, [name for name in secret if name not in ("seat", "legal", "undo")])
            return f"{text}\n{position.known_draws(player)}".rstrip("\n")
        text = position.describe(player if self._private else None)
        return f"{text}\n{position.log}" if self._recall else text


class SpielGame(pyspiel.Game):
    """A set-up of any game. OpenSpiel creates the subclasses that `register_games` makes."""

    def __init__(self, game_type: Any, game: Game, params: dict[str, Any]) -> None:
        self.setup = setup_of(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.actions,
            max_chance_outcomes=max(self.setup.chance.max_outcomes, game.players),
            num_players=game.players,
            min_utility=-1.0,
            max_utility=game.players / min(map(len, game.teams)) - 1.0,
            utility_sum=0.0,
            max_game_length=self.setup.max_decisions,
        )
        super().__init__(game_type, info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, Position(self.setup, self.setup.start))

    def max_chance_nodes_in_history(self) -> int:
        return self.setup.chance.max_draws

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer | None:
        if params:
            raise ValueError(f"observations have no parameters, but these were given: {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info not in (_SINGLE, _NONE) or not (
            kind.public_info or kind.private_info == _SINGLE
        ):
            return None  # OpenSpiel's way to say that this kind is not available
        return Observer(self.setup, kind)


def _game_type(name: str) -> Any:
    game = registry.game_class(name)
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name.replace("-", "_"),
        long_name=presentation_of(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.PERFECT_INFORMATION if game.open else information.IMPERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], **environment_of(name).parameters},
    )


_registered: Final[dict[str, Callable[[dict[str, Any]], SpielGame]]] = {}
"""The class of each game by name; one per game of the registry."""


def register_games() -> None:
    """Register every game that has an environment. Only needed for games that were added to the
    registry after this module was imported."""
    for name, entry in registry.entries().items():
        if entry.environment and name not in _registered:
            _register(name)


def _register(name: str) -> None:
    game_type = _game_type(name)

    # A class rather than a function: OpenSpiel keeps it beyond the end of the interpreter, which
    # crashes with a function.
    class RegisteredGame(SpielGame):
        def __init__(self, params: dict[str, Any]) -> None:
            super().__init__(game_type, create_game(name, **params), params)

    pyspiel.register_game(game_type, RegisteredGame)
    _registered[name] = RegisteredGame


def spiel_state(position: Position) -> SpielState:
    """A position as OpenSpiel's algorithms take it."""
    game = position.setup.game
    params = environment_of(game.name).parameters_of(game)
    return SpielState(_registered[game.name](params), position)


register_games()
