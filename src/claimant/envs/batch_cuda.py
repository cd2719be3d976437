"""Runs the kernels of batch environments on a GPU, in a thread per game (needs numba-cuda).

Threads that each read and write a row or a record of their own touch as many lines of the cache at
a time as there are threads. So the threads of a block copy the states of its games together into
memory that they share, where each of them steps its own, and copy them back together. Observations
and masks are first written as bits into shared memory, as most of their numbers are 0 or 1; the
block then writes the bytes for these bits, and last each thread the few other numbers.
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
from claimant.kernels.compile import kernel
from claimant.kernels.random import RANDOM
from claimant.kernels.rows import CHUNK, Flags, Numbers, write_chunk

cuda: Final[Any] = import_module("numba.cuda")  # it has no types
"""A global name: in kernels, numba's simulator replaces it by its own."""

F = TypeVar("F", bound=Callable[..., None])

GAMES: Final = 32
"""Games per block. (More would not find room in the memory that its threads share.)"""
THREADS: Final = 32
"""Threads per block: one for each game, and others that help when they work together."""
MAX_BLOCKS: Final = 1 << 16
"""Blocks per launch; a block plays more games if there are more of them."""
WORD: Final = np.dtype(np.int64)
BITS: Final = np.dtype(np.uint32)


@dataclass(frozen=True)
class Compiled:
    """The kernels of a game for CUDA. Each is called with its grid: `kernel[blocks, threads](…)`"""

    start: Any
    step: Any
    show: Any
    choose: Any


# What the threads of a block do together, neighbours next to each other.


@kernel
def copy(source: Any, start: int, target: Any, to: int, n: int) -> None:
    """Copy `n` numbers from place `start` to place `to`."""
    for i in range(int(cuda.threadIdx.x), n, int(cuda.blockDim.x)):
        target[to + i] = source[start + i]


@kernel
def clear(words: Any) -> None:
    for i in range(int(cuda.threadIdx.x), len(words), int(cuda.blockDim.x)):
        words[i] = 0


@kernel
def write_rows(rows: Any, words: Any, size: int, first: int, games: int) -> None:
    """Write the flags of the rows of this size from the first one on: the bits of the words."""
    thread, threads = int(cuda.threadIdx.x), int(cuda.blockDim.x)
    start = size * first
    chunks = size * games // CHUNK
    for chunk in range(thread, chunks, threads):
        bits = int(words[chunk >> 1]) >> (CHUNK * (chunk & 1))
        write_chunk(rows, start + CHUNK * chunk, bits)
    for i in range(CHUNK * chunks + thread, size * games, threads):  # after the last game
        rows[(start + i) // size, (start + i) % size] = (int(words[i >> 5]) >> (i & 31)) & 1


def observing(kernels: BatchKernels, size: int, actions: int) -> Any:
    """A kernel that shows the games of a block, with observations of this size and as many actions
    in a mask. All threads of the block call it."""
    show_one = kernels.show_one
    seen_words, legal_words = GAMES * size // 32, GAMES * actions // 32

    @kernel
    def observe(
        s: Any, works: Any, setups: Any, of: Any, seats: Any, observations: Any, masks: Any,
        actors: Any, first: int, games: int,
    ) -> None:  # fmt: skip
        seen = cuda.shared.array(seen_words, BITS)
        legal = cuda.shared.array(legal_words, BITS)
        thread = int(cuda.threadIdx.x)
        i = first + thread
        one = slice(i, i + 1)
        clear(seen)
        clear(legal)
        cuda.syncthreads()
        if thread < games:
            flags = Flags(seen, size * thread)
            mask = Flags(legal, actions * thread)
            show_one(s, works[one], setups, of[one], seats[one], flags, mask, actors[one], 0)
        cuda.syncthreads()
        write_rows(observations, seen, size, first, games)
        write_rows(masks, legal, actions, first, games)
        cuda.syncthreads()
        if thread < games:
            rest = Numbers(observations[i])
            none = Numbers(masks[i])
            show_one(s, works[one], setups, of[one], seats[one], rest, none, actors[one], 0)

    return observe


def stepping(kernels: BatchKernels, size: int, actions: int) -> tuple[Any, Any]:
    """The kernels `step` and `show`, which differ only in what happens before games are shown."""
    jit: Callable[[F], F] = cuda.jit
    step_one, state = kernels.step_one, kernels.state
    observe = observing(kernels, size, actions)
    width = state.itemsize // WORD.itemsize
    room = GAMES * width

    @jit
    def step(
        states: Any, works: Any, setups: Any, of: Any, random: Any, actions: Any, rewards: Any,
        dones: Any, seats: Any, observations: Any, masks: Any, actors: Any, illegal: Any,
    ) -> None:  # fmt: skip
        words = cuda.shared.array(room, WORD)
        rng = cuda.local.array(1, RANDOM)
        all_words = states.view(WORD)
        thread = int(cuda.threadIdx.x)
        s = words.view(state)[thread : thread + 1]  # empty if it only helps
        for first in range(GAMES * int(cuda.blockIdx.x), len(of), GAMES * int(cuda.gridDim.x)):
            games = min(GAMES, len(of) - first)
            copy(all_words, width * first, words, 0, width * games)
            cuda.syncthreads()
            i = first + thread
            one = slice(i, i + 1)
            if thread < games:
                rng[0].state = random[i].state
                wrong = step_one(
                    s, works[one], setups, of[one], rng, actions[one], rewards[one], dones[one], 0
                )
                if wrong:
                    cuda.atomic.add(illegal, 0, 1)
                random[i].state = rng[0].state
            observe(s, works, setups, of, seats, observations, masks, actors, first, games)
            copy(words, 0, all_words, width * first, width * games)
            cuda.syncthreads()

    @jit
    def show(
        states: Any, works: Any, setups: Any, of: Any, seats: Any, observations: Any, masks: Any,
        actors: Any,
    ) -> None:  # fmt: skip
        words = cuda.shared.array(room, WORD)
        all_words = states.view(WORD)
        thread = int(cuda.threadIdx.x)
        s = words.view(state)[thread : thread + 1]
        for first in range(GAMES * int(cuda.blockIdx.x), len(of), GAMES * int(cuda.gridDim.x)):
            games = min(GAMES, len(of) - first)
            copy(all_words, width * first, words, 0, width * games)
            cuda.syncthreads()
            observe(s, works, setups, of, seats, observations, masks, actors, first, games)
            cuda.syncthreads()

    return step, show


@lru_cache(32)
def compiled(kernels: BatchKernels, size: int, actions: int) -> Compiled:
    """The kernels of a game as CUDA kernels, for observations of this size and as many actions;
    compiled when they are first called.

    Cached, because compiling takes many seconds and a batch is forked for every search; there are
    a few for each game, and they never change.
    """
    jit: Callable[[F], F] = cuda.jit
    start_one, choose_one = kernels.start_one, kernels.choose_one

    @jit
    def start(states: Any, works: Any, setups: Any, of: Any, random: Any) -> None:
        for i in range(cuda.grid(1), len(of), cuda.gridsize(1)):
            start_one(states, works, setups, of, random, i)

    @jit
    def choose(states: Any, setups: Any, of: Any, random: Any, actions: Any) -> None:
        for i in range(cuda.grid(1), len(of), cuda.gridsize(1)):
            choose_one(states, setups, of, random, actions, i)

    step, show = stepping(kernels, size, actions)
    return Compiled(start, step, show, choose)


class CudaRunner:
    """The kernels of a game, called with arrays on the device."""

    def __init__(self, kernels: BatchKernels, size: int, actions: int) -> None:
        """`size` is that of an observation; decisions are numbered below `actions`."""
        if not cuda.is_available():
            raise Illegal("device", Text("there is no GPU that numba can use"))
        assert kernels.state.itemsize % WORD.itemsize == 0
        self._illegal = cuda.to_device(np.zeros(1, np.int64))
        self._compiled = compiled(kernels, size, actions)
        self.threads = THREADS
        self.blocks = MAX_BLOCKS

    def _grid(self, games: int) -> tuple[int, int]:
        threads = self.threads if games > GAMES else games
        return min(-(-games // GAMES), self.blocks), threads

    def start(self, states: Any, *arrays: Any) -> None:
        self._compiled.start[self._grid(len(states))](states, *arrays)

    def step(self, states: Any, *arrays: Any) -> int:
        self._compiled.step[self._grid(len(states))](states, *arrays, self._illegal)
        return 0

    def show(self, states: Any, *arrays: Any) -> None:
        self._compiled.show[self._grid(len(states))](states, *arrays)

    def choose(self, states: Any, *arrays: Any) -> None:
        self._compiled.choose[self._grid(len(states))](states, *arrays)

    @property
    def illegal(self) -> int:
        return int(self._illegal.copy_to_host()[0])

    def put(self, array: npt.NDArray[Any]) -> Any:
        """Copy an array to the device."""
        return cuda.to_device(array)

    def get(self, array: Any) -> npt.NDArray[Any]:
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
