"""Random games on a GPU and nothing else: whole games, one after another in every thread, with the
state in the thread's own memory. The rules are the kernels that everything else uses."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

import numpy as np

from claimant.environment import create_game, environment_of
from claimant.games.claim.rules import cards, playout, scoring, table, tricks
from claimant.games.claim_it.rules import turn
from claimant.kernels.random import RANDOM, random_below

cuda: Final[Any] = import_module("numba.cuda")  # it has no types

F = TypeVar("F", bound=Callable[..., None])
WORD: Final = np.dtype(np.int64)


def claim_it_kernel() -> Any:
    """A kernel that plays games of Claim It!: (start, deck, random, games, decisions)."""
    jit: Callable[[F], F] = cuda.jit
    play, state = turn.playout, turn.STATE
    width = state.itemsize // WORD.itemsize

    @jit
    def kernel(start: Any, deck: Any, random: Any, games: int, decisions: Any) -> None:
        i = cuda.grid(1)
        words = cuda.local.array(width, WORD)
        rng = cuda.local.array(1, RANDOM)
        if i < len(random):
            rng[0].state = random[i].state
            s = words.view(state)
            for _ in range(games):
                for n in range(width):
                    words[n] = start[n]
                decisions[i] += play(s[0], rng[0])
            random[i].state = rng[0].state

    return kernel


def claim_kernel() -> Any:
    """A kernel that deals, plays and scores games of Claim: (start, deck, random, games,
    decisions)."""
    jit: Callable[[F], F] = cuda.jit
    play, shuffle, state, room_type = (
        playout.playout,
        playout.shuffle_deck,
        table.STATE,
        playout.ROOM,
    )
    begin, deal, winners, below = tricks.begin, tricks.deal, scoring.winners, random_below
    width = state.itemsize // WORD.itemsize

    @jit
    def kernel(start: Any, deck: Any, random: Any, games: int, decisions: Any) -> None:
        i = cuda.grid(1)
        words = cuda.local.array(width, WORD)
        rng = cuda.local.array(1, RANDOM)
        room = cuda.local.array(1, room_type)
        if i < len(random):
            rng[0].state = random[i].state
            s = words.view(state)[0]
            d = deck[0]
            for _ in range(games):
                for n in range(width):
                    words[n] = start[n]
                begin(s, below(d.players, rng[0]))
                shuffle(room[0], d, rng[0])
                deal(s, d, room[0])
                # The winners are the last thing worked out; -1 keeps the compiler from leaving
                # that out.
                decisions[i] += play(s, d, rng[0]) + (1 if winners(s, d) < 0 else 0)
            random[i].state = rng[0].state

    return kernel


KERNELS: Final = {"claim-it": claim_it_kernel, "claim": claim_kernel}


class Playouts:
    """Random games of one set-up."""

    def __init__(self, kernel: Any, name: str, parameters: dict[str, Any]) -> None:
        self.game = create_game(name, **parameters)
        self._kernel = kernel
        found = environment_of(name).batch
        assert found is not None
        self._deck = found.setup_record(self.game)
        self._start = np.frombuffer(self.game.start().data, WORD).copy()

    @staticmethod
    def random(threads: int, seed: int) -> Any:
        """A generator per thread."""
        words = np.random.SeedSequence(seed).generate_state(threads, np.uint64)
        random = np.zeros(threads, RANDOM)
        random["state"] = words | np.uint64(1)
        return random

    def play(self, random: Any, decisions: Any, games: int, block: int) -> None:
        """Play games in as many threads as there are generators; adds to the decisions of each."""
        blocks = -(-len(decisions) // block)
        start, deck = cuda.to_device(self._start), cuda.to_device(self._deck)
        self._kernel[blocks, block](start, deck, random, games, decisions)

    def digest(self, device: str, threads: int, games: int) -> str:
        """A hash of how many decisions each thread has made and how many random numbers it drew."""
        random, decisions = self.random(threads, 5), np.zeros(threads, np.int64)
        if device == "cuda":
            on_device = cuda.to_device(random), cuda.to_device(decisions)
            self.play(*on_device, games, threads)
            random, decisions = (array.copy_to_host() for array in on_device)
        else:
            for i in range(threads):
                decisions[i] = self._play_on_cpu(random[i : i + 1], games)
        return hashlib.sha256(random.tobytes() + decisions.tobytes()).hexdigest()

    def _play_on_cpu(self, random: Any, games: int) -> int:
        if self.game.name == "claim-it":
            start = self._start.view(turn.STATE)
            return turn.playouts(start, start.copy(), games, random)
        start = self._start.view(table.STATE)
        room = np.zeros(1, playout.ROOM)
        assert self._deck.dtype == cards.DECK
        return playout.playouts(start, start.copy(), self._deck, room, games, random)
