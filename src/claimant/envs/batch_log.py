"""What was decided and drawn in the games of a batch, from which their records are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from claimant.environment import BatchKernels
from claimant.game import CHANCE, Game, State
from claimant.kernels.random import RANDOM, random_below
from claimant.record import Record

Steps = list[tuple[int, int]]
"""A game's decisions, each with the random number before it."""


class BatchLog:
    """The decisions of every step, and each game's random number before it.

    It goes back to the beginning of the oldest game that a record can be asked for: in each place
    of the batch the current game and the one before it.
    """

    def __init__(self, began: npt.NDArray[np.uint64]) -> None:
        self._steps: list[tuple[npt.NDArray[np.int16], npt.NDArray[np.uint64]]] = []
        self._dropped = 0
        """The number of steps that are no longer in the list."""
        self._began = began
        """The random number with which each game began; 0 if it has not."""
        self._start = np.zeros(len(began), np.int64)
        """The number of steps before each game."""
        self._began_before = np.zeros_like(self._began)
        self._start_before = np.zeros_like(self._start)
        """The same of the game before it."""

    def add(self, decisions: npt.NDArray[Any], random: npt.NDArray[Any]) -> None:
        """Note a step that is about to be made."""
        self._steps.append((decisions.astype(np.int16), random["state"].copy()))

    def end(self, dones: npt.NDArray[np.bool_], began: npt.NDArray[np.uint64]) -> None:
        """Note which games the last step has ended, and with which random numbers all began."""
        self._began_before[dones] = self._began[dones]
        self._start_before[dones] = self._start[dones]
        self._began = began
        self._start[dones] = self._dropped + len(self._steps)
        needless = int(self._start_before.min()) - self._dropped
        del self._steps[:needless]
        self._dropped += needless

    def game(self, i: int) -> tuple[int, Steps]:
        """The random number with which game `i` began, and its steps."""
        steps = self._between(i, self._start[i], self._dropped + len(self._steps))
        return int(self._began[i]), steps

    def game_before(self, i: int) -> tuple[int, Steps]:
        """The same of the game before it; 0 and no steps if there was none."""
        steps = self._between(i, self._start_before[i], self._start[i])
        return int(self._began_before[i]), steps

    def _between(self, i: int, start: int, end: int) -> Steps:
        steps = self._steps[start - self._dropped : end - self._dropped]
        return [(int(decisions[i]), int(random[i])) for decisions, random in steps]


def write_record(games: Sequence[Game], kernels: BatchKernels, began: int, steps: Steps) -> Record:
    """Play a game of a batch once more, and write down its events."""
    random = np.zeros(1, RANDOM)
    random["state"] = began
    game = games[random_below(len(games), random[0])]
    events: list[str] = []

    def draw(state: State) -> State:
        while state.actor == CHANCE:
            outcome = kernels.draw(state, random)
            events.append(state.write(outcome))
            state = state.happen(outcome)
        return state

    state = draw(game.start())
    for decision, word in steps:
        if decision in state.legal():  # otherwise nothing has changed
            events.append(state.write(decision))
            random["state"] = word
            state = draw(state.apply(decision))
    return Record(Record.of(game).headers, events)
