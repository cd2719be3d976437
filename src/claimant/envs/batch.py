"""Many games at a time, stepped by kernels: for training and for search.

    env = make("some-game", n=4096, players=2, seed=7)
    observations, masks, actors = env.reset()
    while True:
        actions = policy(observations, masks)
        observations, rewards, dones, masks, actors = env.step(actions)

All games have the same number of players; they may differ in everything else. Arrays have a row per
game and are written in place, so copy what you want to keep. Observations are those of the seat to
decide. A game that ends begins anew in the same step: `rewards` and `dones` belong to the one that
ended, everything else to the next.

With `device="cuda"` the same kernels run on a GPU, in a thread per game, and the arrays are there.
They implement the CUDA array interface: `torch.as_tensor(array, device="cuda")` shares their
memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from claimant.bots import BotLike
from claimant.environment import BatchKernels, Parameter, environment_of
from claimant.envs.batch_log import BatchLog, write_record
from claimant.game import Game, Illegal, State
from claimant.i18n import Text
from claimant.kernels.random import RANDOM
from claimant.luck import Seeded
from claimant.record import Record

DEVICES: Final = ("cpu", "cuda")
MAX_GAMES: Final = 1 << 24


class BatchEnv:
    """`n` games of the set-ups given, all with the same number of players."""

    def __init__(
        self,
        games: Sequence[Game],
        n: int,
        seed: int | None = None,
        device: str = "cpu",
        log: bool = False,
    ) -> None:
        players = {game.players for game in games}
        if not games or len(players) != 1 or len({game.name for game in games}) != 1:
            raise Illegal("games", Text("all games of a batch need the same number of players"))
        if not 0 < n <= MAX_GAMES:
            raise Illegal("n", Text("a batch has 1 to {most} games", most=MAX_GAMES))
        if device not in DEVICES:
            raise Illegal("device", Text("device is one of {names}", names=", ".join(DEVICES)))
        self.games: Final = tuple(games)
        self.n: Final = n
        self.players: Final = players.pop()
        self.device: Final = device
        environment = environment_of(games[0].name)
        if environment.batch is None:
            raise Illegal("batch", Text("{game} has no batch environment", game=games[0].name))
        self._environment = environment
        self._kernels: BatchKernels = environment.batch
        self.observation: Final = environment.observation(games[0])
        """The fields of a row of `observations`; `observation.split(row)` gives them by name."""
        self.actions: Final = environment.actions
        """Decisions are numbered below this."""
        kernels = environment.batch
        setups = np.concatenate([kernels.setup_record(game) for game in games])
        self._random: Any = None
        if device == "cuda":
            from claimant.envs.batch_cuda import CudaRunner

            self._runner: Any = CudaRunner(kernels, self.observation.size, self.actions)
        else:
            self._runner = _CpuRunner(kernels)
        put = self._runner.put
        self._setups = put(setups)
        self._states = put(np.zeros(n, kernels.state))
        self._works = put(np.zeros(n, kernels.workspace))
        self._of = put(np.zeros(n, np.int64))
        self._everyone = put(np.zeros(0, np.int8))
        self._chosen = put(np.zeros(n, np.int64))
        self.observations: Any = put(np.zeros((n, self.observation.size), np.int8))
        self.masks: Any = put(np.zeros((n, self.actions), np.int8))
        self.rewards: Any = put(np.zeros((n, self.players), np.float32))
        self.dones: Any = put(np.zeros(n, np.bool_))
        self.actors: Any = put(np.zeros(n, np.int8))
        self._log = BatchLog(np.zeros(n, np.uint64)) if log else None
        self.seed(seed)

    def seed(self, seed: int | None) -> None:
        """Seed the random numbers of every game; None: unpredictably."""
        words = np.random.SeedSequence(seed).generate_state(self.n, np.uint64)
        random = np.zeros(self.n, RANDOM)
        random["state"] = words | np.uint64(1)  # zero would stay zero
        self._random = self._runner.put(random)

    def reset(self, seed: int | None = None) -> tuple[Any, Any, Any]:
        """Begin all games anew; returns observations, masks and actors."""
        if seed is not None:
            self.seed(seed)
        self._runner.start(self._states, self._works, self._setups, self._of, self._random)
        if self._log is not None:
            self._log = BatchLog(self._began())
        self._show(self._everyone, self.observations)
        return self.observations, self.masks, self.actors

    def step(
        self, actions: npt.ArrayLike, waiting: npt.NDArray[np.bool_] | None = None
    ) -> tuple[Any, Any, Any, Any, Any]:
        """Play one decision in every game; on the CPU, games that are `waiting` stay as they are,
        whatever their decision. Returns observations, rewards, dones, masks and actors.

        On the CPU an illegal decision raises `Illegal`, and only the games with a legal one have
        advanced. On a GPU it changes nothing and is counted (`illegal`), because raising would have
        to wait for the device.
        """
        chosen = self._runner.actions(actions, self.n)
        if waiting is not None:
            if self.device != "cpu":
                raise Illegal("device", Text("games can wait on the CPU only"))
            chosen = np.where(waiting, -1, chosen)  # no decision: nothing changes
        if self._log is not None:
            decisions = self._runner.get(chosen)
            possible = (decisions >= 0) & (decisions < self.actions)
            self._log.add(np.where(possible, decisions, -1), self._runner.get(self._random))
        illegal = self._runner.step(
            self._states, self._works, self._setups, self._of, self._random,
            chosen, self.rewards, self.dones, self._everyone,
            self.observations, self.masks, self.actors,
        )  # fmt: skip
        if self._log is not None:
            dones = self._runner.get(self.dones)
            if dones.any():
                self._log.end(dones, self._began())
        if waiting is not None:
            illegal -= np.count_nonzero(waiting)
        if illegal:
            raise Illegal(
                "illegal", Text("{n} of {games} decisions are illegal", n=illegal, games=self.n)
            )
        return self.observations, self.rewards, self.dones, self.masks, self.actors

    @property
    def illegal(self) -> int:
        """The number of illegal decisions so far (on a GPU; this waits for it)."""
        return int(self._runner.illegal)

    def random_actions(self) -> Any:
        """A random legal decision for every game, in an array that the next call overwrites."""
        self._runner.choose(self._states, self._setups, self._of, self._random, self._chosen)
        return self._chosen

    def observe(self, seat: int | npt.ArrayLike, out: Any = None) -> Any:
        """What a seat observes in every game, no matter who decides; `seat` may be an array with a
        seat per game."""
        seats = np.broadcast_to(np.asarray(seat), self.n).astype(np.int8)
        if seats.min() < 0 or seats.max() >= self.players:
            raise Illegal("seat", Text("there is no seat {seat}", seat=str(seat)[:40]))
        if out is None:
            out = self._runner.put(np.zeros((self.n, self.observation.size), np.int8))
        self._show(self._runner.put(seats), out)
        return out

    def _began(self) -> npt.NDArray[np.uint64]:
        """The random number with which each game began."""
        found: npt.NDArray[np.uint64] = self._runner.get(self._works)["began"].copy()
        return found

    def _show(self, seats: Any, observations: Any) -> None:
        self._runner.show(
            self._states, self._works, self._setups, self._of, seats, observations, self.masks,
            self.actors,
        )  # fmt: skip

    def as_gymnasium_vector(self, others: BotLike = "random", seat: int | None = 0) -> Any:
        """These games as a vector environment of Gymnasium: one seat of each learns, and bots play
        the others inside the step. `seat` None: each game has another one, in turn."""
        from claimant.envs.gymnasium_vector import BatchVectorEnv

        return BatchVectorEnv(self, others, seat)

    # Single games.

    def game(self, i: int) -> Game:
        """The set-up of game `i`."""
        return self.games[int(self._runner.get(self._of)[i])]

    def state(self, i: int) -> State:
        """Game `i` as a `State`, with everything hidden in it: not for players."""
        data = self._runner.get(self._states)[i].tobytes()
        return self._kernels.to_state(self.game(i), data)

    def record(self, i: int, ended: bool = False) -> Record:
        """Game `i` as a `Record`, or the game that ended last in its place; for batches made with
        `log=True`. It has no seed: the luck of these games cannot be verified."""
        if self._log is None:
            raise Illegal("log", Text("only a batch that was made with log=True has records"))
        began, steps = self._log.game_before(i) if ended else self._log.game(i)
        if began:
            return write_record(self.games, self._kernels, began, steps)
        if ended:
            raise Illegal("ended", Text("no game has ended here yet"))
        return Record.of(self.game(i))  # before the first reset

    def fork(self, indices: Sequence[int] | npt.ArrayLike) -> BatchEnv:
        """A batch of copies of these games, to search in. Their random numbers are new ones: call
        `seed` to choose them. There is no log."""
        chosen = np.asarray(indices, np.int64).ravel()
        copy = BatchEnv(self.games, len(chosen), device=self.device)
        get, put = self._runner.get, self._runner.put
        copy._states = put(_rows(get(self._states), chosen))
        copy._works = put(_rows(get(self._works), chosen))
        copy._of = put(get(self._of)[chosen])
        copy._show(copy._everyone, copy.observations)
        return copy

    def sample(self, i: int, worlds: int, seed: int = 0) -> BatchEnv:
        """A batch of worlds that the actor of game `i` cannot tell from the true one."""
        state = self.state(i)
        assert state.actor is not None
        view = state.view(state.actor)
        luck = Seeded(seed)
        copy = self.fork([i] * worlds)
        get, put = copy._runner.get, copy._runner.put
        states = np.frombuffer(
            b"".join([self._environment.sample(view, luck).data for _ in range(worlds)]),
            self._kernels.state,
        ).copy()
        works = np.zeros(worlds, self._kernels.workspace)
        self._kernels.recall_all(states, works, get(self._setups), get(copy._of))
        copy._states, copy._works = put(states), put(works)
        copy._show(copy._everyone, copy.observations)
        return copy


def _rows(records: npt.NDArray[Any], indices: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Copies of records, byte by byte: NumPy would leave the bytes between fields undefined, and
    equal states must have equal bytes."""
    plain = records.view(np.dtype((np.void, records.dtype.itemsize)))
    return plain[indices].view(records.dtype)


class _CpuRunner:
    """Runs the kernels on one core, over NumPy arrays."""

    illegal = 0

    def __init__(self, kernels: BatchKernels) -> None:
        self.start = kernels.start_all
        self.step = kernels.step_all
        self.show = kernels.show_all
        self.choose = kernels.choose_all

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def get(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def actions(self, actions: npt.ArrayLike, n: int) -> npt.NDArray[np.int64]:
        found = np.ascontiguousarray(actions, np.int64)
        if found.shape != (n,):
            raise Illegal("actions", Text("a batch of {n} games needs {n} decisions", n=n))
        return found


def make(
    game: str,
    n: int,
    players: int | None = None,
    seed: int | None = None,
    device: str = "cpu",
    log: bool = False,
    **parameters: Parameter | Sequence[Parameter],
) -> BatchEnv:
    """A batch of `n` games by the game's name. The parameters are those of its environment; given a
    list of values, each new game has one of them, at random. With a `log` there are records."""
    environment = environment_of(game)
    return BatchEnv(environment.set_ups(game, players, parameters), n, seed, device, log)
