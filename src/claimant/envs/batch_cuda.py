"""Runs the kernels of batch environments on a GPU, in a thread per game (needs numba-cuda).

A thread copies its game's state into memory of its own, steps it there, and copies it back. The
states of neighbouring games lie next to each other word by word, so both copies are as fast as the
memory; a record that is read and written where it lies is not, because the threads of a group then
touch as many lines of the cache as there are games. It is also the only way in which the compiler
can know that writing an observation does not change the state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from claimant.environment import BatchKernels
from claimant.game import Illegal
from claimant.i18n import Text
from claimant.kernels.random import RANDOM

cuda: Final[Any] = import_module("numba.cuda")  # it has no types
"""A global name: in kernels, numba's simulator replaces it by its own."""

F = TypeVar("F", bound=Callable[..., None])

THREADS: Final = 128
"""Threads per block."""
MAX_BLOCKS: Final = 1 << 16
"""Blocks per launch; a thread steps several games if there are more of them."""
WORD: Final = np.dtype(np.int64)


@dataclass(frozen=True)
class Columns:
    """An array of records on the device, a row per game and a column per word."""

    words: Any
    record: np.dtype[Any]


@dataclass(frozen=True)
class Compiled:
    """The kernels of a game for CUDA. Each is called with its grid: `kernel[blocks, threads](…)`"""

    start: Any
    step: Any
    show: Any
    choose: Any


@lru_cache(32)
def compiled(kernels: BatchKernels) -> Compiled:
    """The kernels of a game as CUDA kernels, compiled when they are first called.

    Cached, because compiling takes many seconds and a batch is forked for every search; there are
    as many of them as games, and they never change.
    """
    jit: Callable[[F], F] = cuda.jit
    start_one, step_one = kernels.start_one, kernels.step_one
    show_one, choose_one = kernels.show_one, kernels.choose_one
    state = kernels.state
    width = state.itemsize // WORD.itemsize

    @jit
    def start(states: Any, works: Any, setups: Any, of: Any, random: Any) -> None:
        words = cuda.local.array(width, WORD)
        for i in range(cuda.grid(1), len(of), cuda.gridsize(1)):
            for n in range(width):
                words[n] = states[i, n]
            one = slice(i, i + 1)
            start_one(words.view(state), works[one], setups, of[one], random[one], 0)
            for n in range(width):
                states[i, n] = words[n]

    @jit
    def step(
        states: Any, works: Any, setups: Any, of: Any, random: Any, actions: Any, rewards: Any,
        dones: Any, seats: Any, observations: Any, masks: Any, actors: Any, illegal: Any,
    ) -> None:  # fmt: skip
        words = cuda.local.array(width, WORD)
        rng = cuda.local.array(1, RANDOM)
        for i in range(cuda.grid(1), len(of), cuda.gridsize(1)):
            for n in range(width):
                words[n] = states[i, n]
            rng[0].state = random[i].state
            s = words.view(state)
            one = slice(i, i + 1)
            wrong = step_one(
                s, works[one], setups, of[one], rng, actions[one], rewards[one], dones[one], 0
            )
            if wrong:
                cuda.atomic.add(illegal, 0, 1)
            show_one(
                s, works[one], setups, of[one], seats[one], observations[one], masks[one],
                actors[one], 0,
            )  # fmt: skip
            for n in range(width):
                states[i, n] = words[n]
            random[i].state = rng[0].state

    @jit
    def show(
        states: Any, works: Any, setups: Any, of: Any, seats: Any, observations: Any, masks: Any,
        actors: Any,
    ) -> None:  # fmt: skip
        words = cuda.local.array(width, WORD)
        for i in range(cuda.grid(1), len(of), cuda.gridsize(1)):
            for n in range(width):
                words[n] = states[i, n]
            one = slice(i, i + 1)
            show_one(
                words.view(state), works[one], setups, of[one], seats[one], observations[one],
                masks[one], actors[one], 0,
            )  # fmt: skip

    @jit
    def choose(states: Any, setups: Any, of: Any, random: Any, actions: Any) -> None:
        words = cuda.local.array(width, WORD)
        for i in range(cuda.grid(1), len(of), cuda.gridsize(1)):
            for n in range(width):
                words[n] = states[i, n]
            one = slice(i, i + 1)
            choose_one(words.view(state), setups, of[one], random[one], actions[one], 0)

    return Compiled(start, step, show, choose)


class CudaRunner:
    """The kernels of a game, called with arrays on the device."""

    def __init__(self, kernels: BatchKernels) -> None:
        if not cuda.is_available():
            raise Illegal("device", Text("there is no GPU that numba can use"))
        assert kernels.state.itemsize % WORD.itemsize == 0
        self._kernels = kernels
        self._illegal = cuda.to_device(np.zeros(1, np.int64))
        self._compiled = compiled(kernels)
        self.threads = THREADS
        self.blocks = MAX_BLOCKS

    def _grid(self, states: Columns) -> tuple[int, int]:
        games = len(states.words)
        threads = min(games, self.threads)
        return min(-(-games // threads), self.blocks), threads

    def start(self, states: Columns, *arrays: Any) -> None:
        self._compiled.start[self._grid(states)](states.words, *arrays)

    def step(self, states: Columns, *arrays: Any) -> int:
        self._compiled.step[self._grid(states)](states.words, *arrays, self._illegal)
        return 0

    def show(self, states: Columns, *arrays: Any) -> None:
        self._compiled.show[self._grid(states)](states.words, *arrays)

    def choose(self, states: Columns, *arrays: Any) -> None:
        self._compiled.choose[self._grid(states)](states.words, *arrays)

    @property
    def illegal(self) -> int:
        return int(self._illegal.copy_to_host()[0])

    def put(self, array: npt.NDArray[Any]) -> Any:
        """Copy an array to the device. One with a row per game is stored column by column there:
        the threads of neighbouring games then write to neighbouring bytes."""
        if array.dtype == self._kernels.state:
            words = np.ascontiguousarray(array).view(WORD).reshape(len(array), -1)
            return Columns(cuda.to_device(np.asfortranarray(words)), array.dtype)
        return cuda.to_device(np.asfortranarray(array))

    def get(self, array: Any) -> npt.NDArray[Any]:
        if isinstance(array, Columns):
            words = np.ascontiguousarray(array.words.copy_to_host())
            return words.view(array.record).ravel()
        found: npt.NDArray[Any] = array.copy_to_host()
        return found

    def actions(self, actions: Any, n: int) -> Any:
        """Decisions that are on the device stay there."""
        on_device = hasattr(actions, "copy_to_host")  # ours, and those of the simulator
        if not on_device and hasattr(actions, "__cuda_array_interface__"):
            actions, on_device = cuda.as_cuda_array(actions), True
        found = actions if on_device else np.asarray(actions, np.int64)
        if tuple(found.shape) != (n,):
            raise Illegal("actions", Text("a batch of {n} games needs {n} decisions", n=n))
        return found if on_device else self.put(found)
