"""What the research environments (PettingZoo, Gymnasium, OpenSpiel) need to know about a game.

A game's registry entry names an `Environment`: how a view becomes arrays of numbers, how chance
becomes numbered outcomes with probabilities, and how a state is sampled that fits a view. The
adaptors in `claimant.envs` then work with the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
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
        arrays = {name: array[part].reshape(shape) for name, part, shape in self._parts}
        self.fill(view, arrays)
        return arrays


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
