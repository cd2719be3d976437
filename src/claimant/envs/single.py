"""One game at a time, as the adaptors of PettingZoo and Gymnasium play it.

Games with kernels for it are stepped in one call per decision: apply it, roll the dice, let bots
play, write what the next seat observes and may do. Any other game is played through its `State`.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, Final, SupportsIndex

import numpy as np

from claimant import bots
from claimant.bots import Bot, BotLike
from claimant.environment import (
    BEGIN,
    ILLEGAL,
    NO_BOT,
    RANDOM_BOT,
    Array,
    Environment,
    SingleKernels,
    environment_of,
)
from claimant.envs import action_mask, returns
from claimant.game import CHANCE, Game, State
from claimant.kernels.compile import direct
from claimant.kernels.random import RANDOM
from claimant.luck import as_luck

EVERYONE: Final = -1
"""The seat that observes is the one to decide."""


class OneGame(ABC):
    """A game that is being played. Its arrays are new ones after every decision."""

    actor: int | None
    """The seat to decide; None at the end."""
    rewards: list[float]
    """What each seat gets; zeros before the end."""

    @abstractmethod
    def begin(self, luck: np.random.Generator) -> None:
        """Begin a new game, up to the first decision."""

    @abstractmethod
    def play(self, action: SupportsIndex) -> None:
        """Play up to the next decision; raises `Illegal` if the action is not legal."""

    @abstractmethod
    def observe(self, seat: int) -> Array:
        """What a seat observes: all fields one after the other."""

    @abstractmethod
    def mask(self, seat: int) -> Array:
        """1 for each decision that a seat may make now."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The game as a `State`, with everything that is hidden."""


def one_game(game: Game, others: list[BotLike] | None = None, seat: int = EVERYONE) -> OneGame:
    """A game before its beginning. With a seat, bots play the others, in the order of the seats."""
    environment = environment_of(game.name)
    names = [NO_BOT] * game.players
    found = environment.single
    if others is not None:
        levels = {} if found is None else {name: n for n, name in enumerate(found.levels)}
        levels["random"] = RANDOM_BOT
        if found is None or any(not isinstance(o, str) or o not in levels for o in others):
            return StateGame(game, environment, others, seat)
        places = iter(others)
        names = [NO_BOT if at == seat else levels[str(next(places))] for at in range(game.players)]
    if found is None:
        return StateGame(game, environment, others, seat)
    return KernelGame(game, environment, found, names, seat)


class KernelGame(OneGame):
    """A game in the arrays of its kernels."""

    def __init__(
        self,
        game: Game,
        environment: Environment,
        single: SingleKernels,
        others: list[int],
        seat: int,
    ) -> None:
        kernels = environment.batch
        assert kernels is not None
        self.game = game
        self.actor = None
        self._to_state = kernels.to_state
        self._seat = seat
        self._size = environment.observation(game).size
        self._actions = environment.actions
        self._nothing = [0.0] * game.players
        self._gained = np.zeros(game.players, np.float32)
        self._states = np.zeros(1, kernels.state)
        self._works = np.zeros(1, kernels.workspace)
        self._setups = kernels.setup_record(game)
        self._random = np.zeros(1, RANDOM)
        self._table = (
            self._states, self._works, self._setups, self._random,
            *single.level_records(game), np.array(others, np.int64), seat, self._gained,
        )  # fmt: skip
        self._seen = np.zeros(self._size, np.int8)
        self._mask = np.zeros(self._actions, np.int8)
        self._play, self._observe = _compiled(single, *self._examples())

    def _examples(self) -> tuple[_Arguments, _Arguments]:
        seen = (*self._table, self._seen, self._mask)
        return _Arguments(seen), _Arguments(
            (self._states, self._works, self._setups, 0, self._seen)
        )

    def begin(self, luck: np.random.Generator) -> None:
        self._random["state"] = int(luck.integers(1, 1 << 62)) | 1  # zero would stay zero
        self._mask = np.empty(self._actions, np.int8)
        self._seen = np.empty(self._size, np.int8)
        self._told(self._play(*self._table, self._seen, self._mask, BEGIN))

    def play(self, action: SupportsIndex) -> None:
        number = operator.index(action)
        seen = np.empty(self._size, np.int8)
        mask = np.empty(self._actions, np.int8)
        if 0 <= number < self._actions:
            actor = self._play(*self._table, seen, mask, number)
            if actor != ILLEGAL:
                self._seen, self._mask = seen, mask
                self._told(actor)
                return
        self.state.apply(number)  # raises the reason
        raise AssertionError("the rules disagree about what is legal")

    def _told(self, actor: int) -> None:
        if actor >= 0:
            self.actor = actor
            self.rewards = self._nothing
        else:
            self.actor = None
            self.rewards = self._gained.tolist()

    def observe(self, seat: int) -> Array:
        if seat == (self.actor if self._seat == EVERYONE else self._seat):
            return self._seen
        seen = np.empty(self._size, np.int8)
        self._observe(self._states, self._works, self._setups, seat, seen)
        return seen

    def mask(self, seat: int) -> Array:
        return self._mask if seat == self.actor else np.zeros(self._actions, np.int8)

    @property
    def state(self) -> State:
        return self._to_state(self.game, self._states.tobytes())


class _Arguments(tuple[Any, ...]):
    """Arguments by their types: what a compiled kernel is cached by."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Arguments) and self._types() == other._types()

    def __hash__(self) -> int:
        return hash(self._types())

    def _types(self) -> tuple[Any, ...]:
        return tuple(
            (a.dtype, a.ndim, a.flags.writeable) if isinstance(a, np.ndarray) else type(a)
            for a in self
        )


@lru_cache(64)
def _compiled(single: SingleKernels, game: _Arguments, seen: _Arguments) -> tuple[Any, Any]:
    """The kernels without numba's dispatch, which takes as long as they do.

    One entry per game; they do not change while the program runs."""
    return (
        direct(single.play, *game, 0),
        direct(single.observe, *seen),
    )


class StateGame(OneGame):
    """A game as a `State`, with bots that decide by a `View`."""

    def __init__(
        self, game: Game, environment: Environment, others: list[BotLike] | None, seat: int
    ) -> None:
        self._game = game
        self._observation = environment.observation(game)
        self._actions = environment.actions
        self._seat = seat
        self._others = others
        self._bots: dict[int, Bot] = {}

    def begin(self, luck: np.random.Generator) -> None:
        self._luck = as_luck(luck)
        if self._others is not None:
            others = iter(self._others)
            seeds = luck.integers(2**32, size=self._game.players).tolist()
            self._bots = {
                other: bots.create(next(others), seeds.pop(0), bots.UNHURRIED)
                for other in range(self._game.players)
                if other != self._seat
            }
        self._advance(self._game.start())

    def _advance(self, state: State) -> None:
        """Let bots and chance play until someone else has to decide or the game is over."""
        while (actor := state.actor) is not None:
            if actor == CHANCE:
                state = state.happen(state.draw(self._luck))
            elif actor in self._bots:
                state = state.play(self._bots[actor].choose(state.view(actor)))
            else:
                break
        self._state = state
        self.actor = actor
        self.rewards = returns(state.outcome, self._game.players)

    def play(self, action: SupportsIndex) -> None:
        self._advance(self._state.apply(operator.index(action)))

    def observe(self, seat: int) -> Array:
        return self._observation.of_state(self._state, seat)

    def mask(self, seat: int) -> Array:
        return action_mask(self._state, seat, self._actions)

    @property
    def state(self) -> State:
        return self._state
