"""A batch in which one seat of each game learns, and bots play the other seats inside the step."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from claimant import bots
from claimant.bots import UNHURRIED, Bot, BotLike
from claimant.envs.batch import BatchEnv
from claimant.envs.network_bot import NetworkBot


class SeatBatch:
    """The games of a batch as one seat of each plays them.

    The bot `random` and networks in files decide for all games at once; any other bot gets a view
    of each game, which takes as long as it does anywhere else.
    """

    def __init__(self, env: BatchEnv, others: BotLike = "random", seat: int | None = 0) -> None:
        self.env = env
        fixed = env.games[0].check_seat(seat)
        every = np.arange(env.n) % env.players
        self.seats: npt.NDArray[np.int64] = every if fixed is None else np.full_like(every, fixed)
        self._others = others
        self._is_random = others == "random"
        self._bots: list[Bot] = []
        if not self._is_random:
            first = bots.create(others, 0, UNHURRIED)
            self._bots = [first] if isinstance(first, NetworkBot) else []

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, up to the first decision of the seats that learn."""
        self.env.reset(seed)
        if not self._is_random and not (self._bots and isinstance(self._bots[0], NetworkBot)):
            start = 0 if seed is None else seed * self.env.n
            make = bots.create
            self._bots = [make(self._others, start + i, UNHURRIED) for i in range(self.env.n)]
        self._let_others_play()

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Decide in every game, and let the others play until the seats that learn are to decide
        again; returns their rewards, and which games ended."""
        self.env.step(actions)
        rewards, dones = self._gained(), self.env.dones.copy()
        more, ended = self._let_others_play()
        return rewards + more, dones | ended

    def _gained(self) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = self.env.rewards[np.arange(self.env.n), self.seats]
        return found

    def _let_others_play(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        env = self.env
        rewards, dones = np.zeros(env.n, np.float32), np.zeros(env.n, np.bool_)
        while True:
            waiting = env.actors == self.seats
            if waiting.all():
                return rewards, dones
            env.step(self._choices(waiting), waiting)
            rewards += self._gained()
            dones |= env.dones

    def _choices(self, waiting: npt.NDArray[Any]) -> Any:
        """What the others decide; anything in games that wait."""
        env = self.env
        if self._is_random:
            return env.random_actions()
        if isinstance(self._bots[0], NetworkBot):
            values = self._bots[0].values(env.observations)
            return np.where(env.masks, values, -np.inf).argmax(axis=1)
        chosen = np.zeros(env.n, np.int64)
        for i in np.flatnonzero(~waiting):
            state = env.state(int(i))
            decision = state.read(self._bots[i].choose(state.view(state.actor)))
            assert isinstance(decision, int)
            chosen[i] = decision
        return chosen
