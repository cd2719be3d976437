"""Thousands of games of Claim played in lockstep by networks, on a GPU or the CPU.

Used by the training of the networks (`train_claim.py`). Games stay where they are from the deal to
the result; PyTorch's tensors and the kernels' arrays share their memory.
"""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda asks for it
    np.row_stack = np.vstack

import torch
from claim_player_inputs import ACTIONS, INPUTS, chosen_option, write_inputs, write_options

from claimant.environment import environment_of
from claimant.games.claim.batch import start
from claimant.games.claim.game import Claim
from claimant.games.claim.network.cards import CODES, card_codes
from claimant.games.claim.network.world_inputs import MOST_ON, WORLD_INPUTS, list_world
from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.cards import DECK, FACTIONS, NUMBERS
from claimant.games.claim.rules.observe import FACTION_COUNT
from claimant.games.claim.rules.playout import random_option
from claimant.games.claim.rules.seen import SEEN
from claimant.games.claim.rules.table import OVER, STATE, sides
from claimant.kernels.compile import kernel
from claimant.kernels.random import RANDOM, random_below

MOST_DECISIONS: Final = {2: 67, 3: 99, 4: 94}
CERTAIN_DECISIONS: Final = {2: 52, 3: 72, 4: 72}
OLD_KINGDOM_SHARE: Final = 0.1
SIDES: Final = 3


@kernel
def reset_one(i: int, states: Any, rooms: Any, of: Any, random: Any, decks: Any) -> None:
    of[i] = random_below(len(decks), random[i])
    start(states[i], rooms[i], decks[of[i]], random[i])


@kernel
def observe_one(
    i: int, states: Any, of: Any, decks: Any, codes: Any, inputs: Any, options: Any, seats: Any,
    worlds: Any,
) -> None:  # fmt: skip
    """Write what the actor knows, and the whole world for the network that sees all cards."""
    s = states[i]
    if s.stage == OVER:
        seats[i] = -1
        return
    d = decks[of[i]]
    seats[i] = s.actor
    write_inputs(s, d, codes[of[i]], inputs[i])
    write_options(s, d, codes[of[i]], options[i])
    count = list_world(s, d, codes[of[i]], worlds[i])
    for n in range(count, MOST_ON):
        worlds[i, n] = WORLD_INPUTS


@kernel
def open_one(i: int, worlds: Any, inputs: Any) -> None:
    """Count the inputs of a world that are on in a row of zeros."""
    for n in range(MOST_ON):
        if worlds[i, n] >= WORLD_INPUTS:
            break
        inputs[i, worlds[i, n]] += 1


@kernel
def step_one(
    i: int, states: Any, of: Any, random: Any, decks: Any, codes: Any, actions: Any, careless: int
) -> None:
    """Play an action; in `careless` of a million cases a random one, which is written back."""
    s = states[i]
    if s.stage == OVER:
        return
    d = decks[of[i]]
    option = -1
    if random_below(1000000, random[i]) >= careless:
        option = chosen_option(s, d, codes[of[i]], int(actions[i]))
    if option < 0:
        low, high = tricks.options(s, d)
        option = random_option(low, high, random[i])
        if option < scoring.LOOT_FOR:
            actions[i] = codes[of[i], option]
        else:
            actions[i] = CODES + codes[of[i], NUMBERS + option - scoring.LOOT_FOR]
    tricks.decide(s, d, option)


@kernel
def finish_one(i: int, states: Any, of: Any, decks: Any, codes: Any, shares: Any, own: Any) -> None:
    """The share of the win of each side, and the side that wins each faction (-2: not in play)."""
    s = states[i]
    d = decks[of[i]]
    won = scoring.winners(s, d)
    count = sides(d)
    winners = 0
    for one in range(count):
        winners += (won >> one) & 1
    for one in range(count):
        shares[i, one] = ((won >> one) & 1) / winners
    for faction in range(FACTION_COUNT):
        own[i, faction] = -2
    for slot in range(d.slots):
        own[i, codes[of[i], NUMBERS + slot]] = scoring.faction_owner(s, d, slot)


class Device:
    """Runs those functions for every game: in a thread each on a GPU, or in a loop."""

    def __init__(self, cuda: bool) -> None:
        self.name = "cuda" if cuda else "cpu"
        if cuda:
            from numba import cuda as gpu

            self._gpu: Any = gpu
            self._functions = _on_gpu(gpu)
        else:
            self._functions = _in_loops()

    def call(self, name: str, *arguments: Any) -> None:
        function: Any = self._functions[name]
        if self.name == "cuda":
            function[-(-len(arguments[0]) // 64), 64](*arguments)
        else:
            function(*arguments)

    def open(self, worlds: torch.Tensor, inputs: torch.Tensor) -> None:
        """Write lists of inputs that are on as rows of inputs."""
        inputs.zero_()
        self.call("open", self.share(worlds), self.share(inputs))

    def put(self, array: Any) -> Any:
        return self._gpu.to_device(array) if self.name == "cuda" else array

    def share(self, tensor: torch.Tensor) -> Any:
        """A tensor's memory as an array for the kernels."""
        return self._gpu.as_cuda_array(tensor) if self.name == "cuda" else tensor.numpy()


def _on_gpu(gpu: Any) -> dict[str, Any]:
    @gpu.jit
    def reset(a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
        i = gpu.grid(1)
        if i < len(a):
            reset_one(i, a, b, c, d, e)

    @gpu.jit
    def observe(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any) -> None:
        i = gpu.grid(1)
        if i < len(a):
            observe_one(i, a, b, c, d, e, f, g, h)

    @gpu.jit
    def step(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: int) -> None:
        i = gpu.grid(1)
        if i < len(a):
            step_one(i, a, b, c, d, e, f, g)

    @gpu.jit
    def finish(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
        i = gpu.grid(1)
        if i < len(a):
            finish_one(i, a, b, c, d, e, f)

    @gpu.jit
    def open_(a: Any, b: Any) -> None:
        i = gpu.grid(1)
        if i < len(a):
            open_one(i, a, b)

    return {"reset": reset, "observe": observe, "step": step, "finish": finish, "open": open_}


def _in_loops() -> dict[str, Any]:
    import numba

    jit = numba.njit(error_model="numpy")

    @jit
    def reset(a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
        for i in range(len(a)):
            reset_one(i, a, b, c, d, e)

    @jit
    def observe(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any) -> None:
        for i in range(len(a)):
            observe_one(i, a, b, c, d, e, f, g, h)

    @jit
    def step(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: int) -> None:
        for i in range(len(a)):
            step_one(i, a, b, c, d, e, f, g)

    @jit
    def finish(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
        for i in range(len(a)):
            finish_one(i, a, b, c, d, e, f)

    @jit
    def open_(a: Any, b: Any) -> None:
        for i in range(len(a)):
            open_one(i, a, b)

    return {"reset": reset, "observe": observe, "step": step, "finish": finish, "open": open_}


def trained_decks(players: int) -> list[Claim]:
    """All decks of the rulebook, the old kingdom more often than the others."""
    environment = environment_of("claim")
    games: list[Any] = environment.set_ups("claim", players, {"decks": "random"})
    old = environment.set_ups("claim", players, {"decks": "old-kingdom"})
    return games + old * int(OLD_KINGDOM_SHARE * len(games))


class Games:
    """Games of one number of players that are played in step."""

    def __init__(
        self, device: Device, players: int, n: int, seed: int, decks: Sequence[Claim] = ()
    ) -> None:
        """Games with these decks at random; by default those that are trained with."""
        self.players, self.n, self._device = players, n, device
        self.sides = 2 if players == 4 else players
        games = decks or trained_decks(players)
        random = np.zeros(n, RANDOM)
        words = np.random.SeedSequence([seed, players]).generate_state(n, np.uint64)
        random["state"] = words | np.uint64(1)
        put = device.put
        self._decks = put(np.concatenate([game.deck for game in games]).astype(DECK))
        self._codes = put(np.stack([card_codes(game) for game in games]))
        self._states = put(np.zeros(n, STATE))
        self._rooms = put(np.zeros(n, SEEN))
        self._of = put(np.zeros(n, np.int64))
        self._random = put(random)
        most = MOST_DECISIONS[players]
        where = device.name
        self.inputs = torch.zeros(most, n, INPUTS, dtype=torch.int8, device=where)
        self.worlds = torch.zeros(most, n, MOST_ON, dtype=torch.int16, device=where)
        self.options = torch.zeros(n, ACTIONS, dtype=torch.int8, device=where)
        self.seats = torch.full((most, n), -1, dtype=torch.int64, device=where)
        self.actions = torch.zeros(most, n, dtype=torch.int64, device=where)
        self.greedy = torch.zeros(most, n, dtype=torch.bool, device=where)
        """Whether an action was the network's choice, not a random one."""
        self.shares = torch.zeros(n, SIDES, dtype=torch.float32, device=where)
        """Of the win, by side."""
        self.own = torch.zeros(n, len(FACTIONS), dtype=torch.int8, device=where)
        share = device.share
        self._inputs = [share(self.inputs[t]) for t in range(most)]
        self._worlds = [share(self.worlds[t]) for t in range(most)]
        self._seats = [share(self.seats[t]) for t in range(most)]
        self._actions = [share(self.actions[t]) for t in range(most)]
        self._options = share(self.options)
        self._shares, self._own = share(self.shares), share(self.own)

    def deal(self) -> None:
        """Begin new games."""
        self._device.call("reset", self._states, self._rooms, self._of, self._random, self._decks)
        self.seats.fill_(-1)

    @torch.no_grad()
    def play(self, nets: list[Any], careless: float, dealt: bool = False) -> int:
        """Play all games to their ends, each seat by its network (one is enough for all); returns
        the number of decisions per game at most."""
        call = self._device.call
        if not dealt:
            self.deal()
        for t in range(MOST_DECISIONS[self.players]):
            self.inputs[t].zero_()
            self.options.zero_()
            call(
                "observe", self._states, self._of, self._decks, self._codes, self._inputs[t],
                self._options, self._seats[t], self._worlds[t],
            )  # fmt: skip
            certain = CERTAIN_DECISIONS[self.players]
            if t >= certain and t % 4 == 0 and not bool((self.seats[t] >= 0).any()):
                break
            best = self._best(nets[0], t)
            for seat, net in enumerate(nets[1:], 1):
                best = torch.where(self.seats[t] == seat, self._best(net, t), best)
            self.actions[t] = best
            call(
                "step", self._states, self._of, self._random, self._decks, self._codes,
                self._actions[t], int(careless * 1e6),
            )  # fmt: skip
            self.greedy[t] = self.actions[t] == best
        call("finish", self._states, self._of, self._decks, self._codes, self._shares, self._own)
        return t

    def side_of(self, seats: torch.Tensor) -> torch.Tensor:
        return seats & 1 if self.players == 4 else seats

    def _best(self, net: Any, t: int) -> torch.Tensor:
        values = net.values(self.inputs[t])
        return values.masked_fill_(self.options == 0, -1e9).argmax(1)
