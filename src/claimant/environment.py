"""What the research environments (PettingZoo, Gymnasium, OpenSpiel) need to know about a game.

A game's registry entry names an `Environment`: how a view becomes arrays of numbers, how chance
becomes numbered outcomes with probabilities, and how a state is sampled that fits a view. The
adaptors in `claimant.envs` then work with the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, product
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from claimant import registry
from claimant.game import ChanceOutcome, Game, Illegal, Luck, State
from claimant.i18n import Text

Array = npt.NDArray[np.int8]
Parameter = bool | int | str
"""The values that all three projects accept as parameters of an environment."""

MAX_DECISIONS: Final = 10_000
"""Reported as the greatest length of a game whose rules set no limit."""


@dataclass(frozen=True)
class Field:
    """One named array of an observation."""

    name: str
    shape: tuple[int, ...]
    high: int
    """Its values go from 0 to this."""
    private: bool = False
    """Whether it may contain what only the viewer knows."""

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Observation:
    """The fields of a set-up's observations, and the function that fills them from a view."""

    fields: tuple[Field, ...]
    fill: Callable[[Any, Mapping[str, Array]], None]
    """Writes a View into arrays of zeros, given by the names of the fields."""
    write: Callable[[State, int | None, Array], None] | None = None
    """Writes the same into a flat array, from a State for a seat: a kernel, because a view takes
    a hundred times as long. A law compares the two."""

    @cached_property
    def size(self) -> int:
        return sum(field.size for field in self.fields)

    @cached_property
    def high(self) -> Array:
        """The greatest values of the flat array."""
        return np.concatenate([np.full(f.size, f.high, np.int8) for f in self.fields])

    @cached_property
    def _parts(self) -> list[tuple[str, slice, tuple[int, ...]]]:
        """Where each field lies in the flat array."""
        ends = accumulate(field.size for field in self.fields)
        return [
            (field.name, slice(end - field.size, end), field.shape)
            for field, end in zip(self.fields, ends, strict=True)
        ]

    @cached_property
    def _names(self) -> list[str]:
        return [field.name for field in self.fields]

    @cached_property
    def _record(self) -> np.dtype[Any]:
        """The flat array as a record, whose value is a tuple of its fields."""
        return np.dtype([(field.name, np.int8, field.shape) for field in self.fields])

    def observe(self, view: Any) -> dict[str, Array]:
        """The fields by name, all of them parts of one new array."""
        return self.fill_flat(view, np.zeros(self.size, np.int8))

    def flat(self, view: Any) -> Array:
        """All fields one after the other."""
        array = np.zeros(self.size, np.int8)
        self.fill_flat(view, array)
        return array

    def fill_flat(self, view: Any, array: Array) -> dict[str, Array]:
        """Fill a flat array of zeros; returns its parts by the names of the fields."""
        arrays = self.split(array)
        self.fill(view, arrays)
        return arrays

    def split(self, array: Array) -> dict[str, Array]:
        """The fields of a flat array by name, without copying."""
        if array.dtype == np.int8 and array.flags.c_contiguous:  # twice as fast
            return dict(zip(self._names, array.view(self._record)[0].item(), strict=True))
        return {name: array[part].reshape(shape) for name, part, shape in self._parts}

    def of_state(self, state: State, seat: int | None) -> Array:
        """What a seat observes in a state, or a spectator: all fields one after the other."""
        if self.write is None:
            return self.flat(state.view(seat))
        array = np.zeros(self.size, np.int8)
        self.write(state, seat, array)
        return array


def mark_seat(row: Array, seat: int | None, viewer: int) -> None:
    """Set 1 at a seat, counted clockwise from the viewer; nothing for chance or None."""
    if seat is not None and seat >= 0:
        row[(seat - viewer) % len(row)] = 1


class ChanceModel(ABC):
    """The chance events of a set-up as numbered outcomes with probabilities.

    An event with too many outcomes to list, such as a deal, is drawn in parts: card by card. The
    model is not asked who goes first; each seat is equally likely.
    """

    max_outcomes: int
    """The outcomes of a draw are numbered below this."""
    max_draws: int = MAX_DECISIONS
    """The greatest number of draws in a game."""

    @abstractmethod
    def outcomes(self, state: State, drawn: ChanceOutcome) -> list[tuple[int, float]]:
        """The possible outcomes of the next draw with their probabilities, which add up to 1.
        `drawn` are the outcomes of the earlier draws of this chance event."""

    @abstractmethod
    def event(self, state: State, drawn: ChanceOutcome) -> ChanceOutcome | None:
        """The outcome, as `state.happen` takes it, that these draws amount to; None while more
        draws are needed."""

    def describe(self, state: State, drawn: ChanceOutcome) -> str:
        """The last draw as text."""
        event = self.event(state, drawn)
        return str(drawn[-1]) if event is None else state.write(event)

    def known(self, state: State, drawn: ChanceOutcome, seat: int) -> str:
        """What a seat knows about the draws of an event that is not complete."""
        return ""


def options_of(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    """The options of `Game.create` that parameters stand for.

    `long_game=True` becomes `long-game: yes`. An empty text means that the option is not given, and
    `+` stands for a space, which OpenSpiel does not allow in a parameter.
    """
    return {
        name.replace("_", "-"): ("no", "yes")[value]
        if isinstance(value, bool)
        else str(value).replace("+", " ")
        for name, value in parameters.items()
        if value != ""
    }


def unlimited(game: Game) -> int:
    """The length of games whose rules set no limit."""
    return MAX_DECISIONS


@dataclass(frozen=True)
class BatchKernels:
    """The kernels with which many games of one number of players are stepped at a time.

    A kernel whose name ends in `_one` handles game `i`, its last argument, and a GPU runs it in a
    thread per game. One whose name ends in `_all` handles all games, one after the other.

    `states`, `works`, `random`, `of`, `actions`, `rewards`, `dones`, `observations`, `masks` and
    `actors` have an entry per game; `of` says which of the `setups` a game is played with. `seats`
    says whose observations are written; if it is empty, those of each game's actor.
    """

    state: np.dtype[Any]
    setup: np.dtype[Any]
    workspace: np.dtype[Any]
    """What the kernels keep for each game besides its state, and `recall_all` works out from it;
    and in `began` the random number with which the game began, before all that it drew."""
    setup_record: Callable[[Any], Any]
    """A `Game` as an array of one record."""
    to_state: Callable[[Any, bytes], State]
    """A `Game` and the bytes of a record as a `State`."""
    draw: Callable[[State, Any], ChanceOutcome]
    """(state, random): what chance decides in a `State`, drawn as the kernels draw it."""
    start_all: Callable[[Any, Any, Any, Any, Any], None]
    """(states, works, setups, of, random): begin new games, up to the first decision."""
    step_all: Callable[..., int]
    """(states, works, setups, of, random, actions, rewards, dones, seats, observations, masks,
    actors): play an action in each game, begin a new game if one is over, and write what is
    observed next. Returns the number of illegal actions, which change nothing."""
    show_all: Callable[..., None]
    """(states, works, setups, of, seats, observations, masks, actors): write observations."""
    recall_all: Callable[[Any, Any, Any, Any], None]
    """(states, works, setups, of): fill in the workspaces of games that were not played here."""
    choose_all: Callable[[Any, Any, Any, Any, Any], None]
    """(states, setups, of, random, actions): choose random legal actions."""
    start_one: Callable[..., None]
    step_one: Callable[..., int]
    """Without writing observations: (states, …, dones, i)."""
    show_one: Callable[..., None]
    """Writes to a row of each: (states, works, setups, of, seats, observation, mask, actors, i).
    `kernels/rows.py` has the types of rows."""
    choose_one: Callable[..., None]


NO_BOT: Final = -2
RANDOM_BOT: Final = -1
"""In place of the number of a level: nobody decides for this seat, or anything legal."""
BEGIN: Final = -1
"""In place of an action: begin a new game."""
ILLEGAL: Final = -3


@dataclass(frozen=True)
class SingleKernels:
    """The kernels with which one game is played at a time, with bots in the step.

    Their first arguments are arrays of one record each (states, works, setups, random), what
    `level_records` returns, and for each seat the number of the level that plays it.
    """

    levels: tuple[str, ...]
    """The names of the levels that are kernels."""
    level_records: Callable[[Any], tuple[Any, Any]]
    """How each level plays a `Game`, and space for its computations."""
    play: Callable[..., int]
    """(…, seat, rewards, observation, mask, action): play an action, or begin a game, up to the
    next decision that no bot makes; write what the seat observes, or the one to decide if it is -1.
    Returns the latter, or -1 at the end of the game, when it writes the rewards; or ILLEGAL if the
    action is not legal, with nothing changed."""
    observe: Callable[..., None]
    """(states, works, setups, seat, observation): write what a seat observes."""


@dataclass(frozen=True)
class Environment:
    """A game for research environments, as its registry entry names it."""

    actions: int
    """Decisions are numbered below this."""
    observation: Callable[[Any], Observation]
    """The observations of a `Game`."""
    chance: Callable[[Any], ChanceModel]
    """The chance model of a `Game`."""
    sample: Callable[[Any, Luck], State]
    """A random state that the viewer of a `View` cannot tell from the true one. Only asked for
    while a player is to decide."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    """What a set-up can be created with besides `players`, and the defaults."""
    options: Callable[[Mapping[str, Parameter]], dict[str, str]] = options_of
    """The options of `Game.create` that parameters stand for."""
    max_decisions: Callable[[Any], int] = unlimited
    """The greatest number of decisions in a `Game`."""
    memory: Callable[[Any], Observation] | None = None
    """Further fields for games with hidden information. Together with those of the observation they
    say everything that a player has seen so far: OpenSpiel's information state."""
    batch: BatchKernels | None = None
    """How many games are stepped at a time, if the game can do that."""
    single: SingleKernels | None = None
    """How one game is stepped, if the game can do that; needs `batch`."""
    mixtures: Mapping[str, Callable[[int, Any], Sequence[Mapping[str, Parameter]]]] = field(
        default_factory=dict
    )
    """Further parameters of batch environments that stand for several set-ups: functions from the
    number of players and the value to the parameters of each."""

    def set_ups(
        self,
        game: str,
        players: int | None,
        parameters: Mapping[str, Parameter | Sequence[Parameter]],
    ) -> list[Game]:
        """Every set-up that these parameters allow: a list of values stands for each of them."""
        players = create_game(game, players).players
        choices: list[Sequence[Mapping[str, Parameter]]] = []
        for name, value in parameters.items():
            if name in self.mixtures:
                choices.append(self.mixtures[name](players, value))
            elif isinstance(value, bool | int | str):
                choices.append([{name: value}])
            else:
                choices.append([{name: one} for one in value])
        return [
            create_game(game, players, **{k: v for chosen in mixed for k, v in chosen.items()})
            for mixed in product(*choices)
        ]

    def parameters_of(self, game: Game) -> dict[str, Parameter]:
        """The parameters that create this set-up again."""
        found: dict[str, Parameter] = {"players": game.players, **self.parameters}
        for option, value in game.options.items():
            name = option.replace("-", "_")
            default = self.parameters.get(name)
            if isinstance(default, bool):
                found[name] = value == "yes"
            elif isinstance(default, int):
                found[name] = int(value)
            elif default is not None:
                found[name] = value.replace(" ", "+")
        return found


def environment_of(game: str) -> Environment:
    """A game's environment by the game's name; `Illegal` if it has none."""
    entry = registry.entry(game)
    if not entry.environment:
        raise Illegal(
            "environment", Text("{game} has no environment for research", game=entry.name)
        )
    found: Environment = registry.part(entry.environment)
    return found


def create_game(name: str, players: int | None = None, **parameters: Parameter) -> Game:
    """The set-up with these parameters; those not given have their defaults."""
    environment = environment_of(name)
    options = environment.options({**environment.parameters, **parameters})
    return registry.game_class(name).create(players, options)
