"""Train the larger value network of Claim It! by self-play on a GPU (PyTorch and numba-cuda).

    python tools/train_claim_it.py --out runs/claim-it --seconds 400 --seed 1

Thousands of games in lockstep. Whenever a player may roll, every position that can follow the next
roll is evaluated: that gives the value of rolling, and so how lucky the actual roll is. A position
at the start of a turn is trained towards the result of its game minus all the luck that followed,
which has the same expected value as the result but hardly any of its noise. Covers all numbers of
players, with and without the variant.

Writes `net.npz` (a moving average of the weights), `state.npz` (to resume from) and `curve.csv`
every minute. With `--against old.npz` it also writes `duel.csv`: how often the new weights win
against those, both looking one roll ahead.
"""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

import argparse
import csv
import math
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda asks for it
    np.row_stack = np.vstack

import torch
from torch import nn
from torch.nn import functional

from claimant.games.claim_it.board_net import (
    INPUTS,
    LEADER_PLANES,
    PLANES,
    SCALES,
    SECOND,
    WIDTH,
    write_inputs,
)
from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.rules.turn import (
    BEGIN,
    MAX_CHOICES,
    MAX_PLAYERS,
    NOBODY,
    OVER,
    STATE,
    begin,
    place,
    placements,
    score,
    stop,
    throw,
)
from claimant.games.claim_it.turn_search import ROLLS
from claimant.games.claim_it.value_net import FEATURES
from claimant.kernels.bits import lowest
from claimant.kernels.compile import kernel
from claimant.kernels.random import RANDOM, random_below, random_bit

BUST: Final = SPACES
NOW: Final = SPACES + 1
TABLES: Final = SPACES + 2
"""The tables evaluated per decision: stopping with a marker more on each space, after a bust, and
stopping now (at the start of a turn: as it is)."""
ROUNDS: Final = (2, 3, 2, 4, 2, 5)
GAMES_SHARE: Final = {2: 1.0, 3: 0.67, 4: 0.5, 5: 0.4}
"""More players have more tables to evaluate: the number of games relative to that of two."""
CARELESS: Final = 10
"""Of a thousand decisions."""
DUEL_EVERY: Final = 120
"""Seconds."""
BLOCK: Final = 64
"""Threads in a block of a GPU."""
PART: Final = 1 << 19
"""Rows of inputs that the network values at a time."""


@kernel
def new_game(s: Any, players: int, rng: Any) -> None:
    for seat in range(MAX_PLAYERS):
        s.owned[seat] = 0
    s.claimed = 0
    s.squatted = 0
    s.capped = 0
    for n in range(6):
        s.squatter[n] = 0
    for n in range(3):
        s.dice[n] = 0
    s.players = players
    s.squatters_return = random_below(2, rng)
    s.caller = NOBODY
    s.turns_left = 0
    begin(s, random_below(players, rng))


@kernel
def reset_one(i: int, states: Any, random: Any, players: int) -> None:
    new_game(states[i], players, random[i])


@kernel
def tables_one(i: int, states: Any, scratch: Any, features: Any, inputs: Any, ends: Any) -> None:
    """Write the inputs of one table that can follow; `ends` has the shares of a finished game, or
    -1 in front. `scratch` and `features` are space for one table."""
    s = states[i // TABLES]
    which = i % TABLES
    scratch[0] = s
    t = scratch[0]
    ends[i, 0] = -1.0
    if which < SPACES:
        bit = 1 << which
        if bit & (s.claimed | s.capped):
            return
        if bit & (s.squatted | s.owned[s.actor]):
            t.capped |= bit
        else:
            t.squatted |= bit
        stop(t)
    elif which == BUST:
        t.squatted = 0
        t.capped = 0
        stop(t)
    elif s.stage != BEGIN:
        stop(t)
    if t.stage == OVER:
        write_shares(t, ends[i])
    else:
        write_inputs(t, features, inputs[i])


@kernel
def write_shares(t: Any, shares: Any) -> None:
    """The result of a finished game (R-I9)."""
    best = 0
    winners = 0
    for seat in range(t.players):
        group, claims, spaces = score(t, seat)
        rank = (group * 64 + claims) * 64 + spaces
        shares[seat] = rank
        if rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners += 1
    for seat in range(t.players):
        shares[seat] = 1.0 / winners if shares[seat] == best else 0.0


@kernel
def best_space(spaces: int, values: Any, actor: int) -> int:
    best = -1.0
    chosen = -1
    while spaces:
        where = lowest(spaces)
        spaces &= spaces - 1
        if values[where, actor] > best:
            best = values[where, actor]
            chosen = where
    return chosen


@kernel
def step_one(
    i: int, states: Any, random: Any, rolls: Any, values: Any, luck: Any, turns: Any, ends: Any,
    gains: Any, thousand: int,
) -> None:  # fmt: skip
    """Roll or stop; `thousand` of a thousand choices are careless. `luck` is by how much the roll
    changed the values of the seats; `turns` is 1 if a turn begins here, plus 2 if the game ends,
    with its shares in `ends`; `gains` is what rolling is worth more than stopping, and the risk of
    a bust."""
    s = states[i]
    rng = random[i]
    mine = values[i]
    players = int(s.players)
    actor = int(s.actor)
    turns[i] = 1 if s.stage == BEGIN else 0
    for seat in range(players):
        luck[i, seat] = 0.0
    expected = 0.0
    risk = 0.0
    for n in range(len(rolls)):
        spaces = placements(s, rolls[n, 0], rolls[n, 1], rolls[n, 2])
        if spaces == 0:
            risk += rolls[n, 3] / 216.0
        where = best_space(spaces, mine, actor) if spaces else BUST
        expected += rolls[n, 3] * mine[where, actor]
        for seat in range(players):
            luck[i, seat] -= rolls[n, 3] * mine[where, seat] / 216.0
    gains[i, 0] = expected / 216.0 - mine[NOW, actor]
    gains[i, 1] = risk
    go = s.stage == BEGIN or gains[i, 0] > 0.0
    careless = random_below(1000, rng) < thousand
    if careless and s.stage != BEGIN and random_below(3, rng) == 0:
        go = not go
    if not go:
        for seat in range(players):
            luck[i, seat] = 0.0
        stop(s)
    else:
        a = random_below(6, rng) + 1
        b = random_below(6, rng) + 1
        c = random_below(6, rng) + 1
        spaces = placements(s, a, b, c)
        where = best_space(spaces, mine, actor) if spaces else BUST
        for seat in range(players):
            luck[i, seat] += mine[where, seat]
        throw(s, a, b, c)
        if spaces:
            if careless:
                where = random_bit(spaces, MAX_CHOICES, rng)
            place(s, where)
    if s.stage == OVER:
        turns[i] += 2
        write_shares(s, ends[i])
        new_game(s, players, rng)


@kernel
def actor_one(i: int, states: Any, actors: Any) -> None:
    actors[i] = states[i].actor


class Device:
    """Runs those functions for every game or table: in a thread each on a GPU, or in a loop."""

    def __init__(self, cuda: bool) -> None:
        self.name = "cuda" if cuda else "cpu"
        import numba

        if cuda:
            from numba import cuda as gpu

            self._gpu: Any = gpu

            @gpu.jit
            def reset(a: Any, b: Any, c: int) -> None:
                i = gpu.grid(1)
                if i < len(a):
                    reset_one(i, a, b, c)

            @gpu.jit
            def tables(n: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
                # A thread's own memory: threads side by side share the cost of an access.
                scratch = gpu.local.array(1, STATE)
                features = gpu.local.array((MAX_PLAYERS, FEATURES), np.float32)
                i = gpu.grid(1)
                if i < len(n):
                    tables_one(i, a, scratch, features, d, e)

            @gpu.jit
            def actors(a: Any, b: Any) -> None:
                i = gpu.grid(1)
                if i < len(a):
                    actor_one(i, a, b)

            @gpu.jit
            def step(
                a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any, j: int
            ) -> None:
                i = gpu.grid(1)
                if i < len(a):
                    step_one(i, a, b, c, d, e, f, g, h, j)

        else:
            jit = numba.njit(error_model="numpy")

            @jit
            def reset(a: Any, b: Any, c: int) -> None:
                for i in range(len(a)):
                    reset_one(i, a, b, c)

            @jit
            def tables(n: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
                for i in range(len(n)):
                    tables_one(i, a, b, c, d, e)

            @jit
            def actors(a: Any, b: Any) -> None:
                for i in range(len(a)):
                    actor_one(i, a, b)

            @jit
            def step(
                a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any, j: int
            ) -> None:
                for i in range(len(a)):
                    step_one(i, a, b, c, d, e, f, g, h, j)

        self._functions = {"reset": reset, "tables": tables, "step": step, "actors": actors}

    def call(self, name: str, *arguments: Any) -> None:
        function: Any = self._functions[name]
        if self.name == "cuda":
            function[-(-len(arguments[0]) // BLOCK), BLOCK](*arguments)
        else:
            function(*arguments)

    def wait(self) -> None:
        """Wait until everything that was called is done."""
        if self.name == "cuda":
            torch.cuda.synchronize()

    def put(self, array: Any) -> Any:
        return self._gpu.to_device(array) if self.name == "cuda" else array

    def share(self, tensor: torch.Tensor) -> Any:
        return self._gpu.as_cuda_array(tensor) if self.name == "cuda" else tensor.numpy()


class Games:
    """Games of one number of players that are played in step, without an end."""

    def __init__(self, device: Device, players: int, n: int, steps: int, seed: int) -> None:
        self.players, self.n, self.steps, self._device = players, n, steps, device
        random = np.zeros(n, RANDOM)
        words = np.random.SeedSequence([seed, players]).generate_state(n, np.uint64)
        random["state"] = words | np.uint64(1)
        put, where = device.put, device.name
        self._random = put(random)
        self._states = put(np.zeros(n, STATE))
        self._scratch = put(np.zeros(1, STATE))
        self._rolls = put(ROLLS)
        many = n * TABLES
        self._features = put(np.zeros((MAX_PLAYERS, FEATURES), np.float32))
        # Of all tables the first input, and so on: then threads side by side write side by side.
        self.columns = torch.zeros(INPUTS, players, many, dtype=torch.int8, device=where)
        self.inputs = self.columns.permute(2, 1, 0)
        self.ends = torch.zeros(many, players, dtype=torch.float32, device=where)
        self.values = torch.zeros(n, TABLES, players, dtype=torch.float32, device=where)
        self.gains = torch.zeros(n, 2, dtype=torch.float32, device=where)
        # What is kept of every step.
        self.kept = torch.zeros(steps, n, players, INPUTS, dtype=torch.int8, device=where)
        self.now = torch.zeros(steps, n, players, dtype=torch.float32, device=where)
        self.luck = torch.zeros(steps, n, players, dtype=torch.float32, device=where)
        self.turns = torch.zeros(steps, n, dtype=torch.int8, device=where)
        self.results = torch.zeros(steps, n, players, dtype=torch.float32, device=where)
        share = device.share
        self.actors = torch.zeros(n, dtype=torch.int64, device=where)
        self._actors = share(self.actors)
        self._inputs, self._ends = share(self.inputs), share(self.ends)
        self._values, self._gains = share(self.values), share(self.gains)
        self._luck = [share(self.luck[t]) for t in range(steps)]
        self._turns = [share(self.turns[t]) for t in range(steps)]
        self._results = [share(self.results[t]) for t in range(steps)]
        device.call("reset", self._states, self._random, players)

    def list_tables(self) -> None:
        """Fill in the inputs of all tables that can follow."""
        self._device.call(
            "tables", self._ends, self._states, self._scratch, self._features, self._inputs,
            self._ends,
        )  # fmt: skip

    def judge(self, net: Any) -> None:
        """Fill in the values of all tables that can follow."""
        self.list_tables()
        chances = net.chances(self.columns)
        values = self.values.view(-1, self.players)
        values.copy_(torch.where(self.ends[:, :1] < 0, chances, self.ends))

    def step(self, t: int, careless: int = CARELESS) -> None:
        """Play a decision of every game."""
        self._device.call(
            "step", self._states, self._random, self._rolls, self._values, self._luck[t],
            self._turns[t], self._results[t], self._gains, careless,
        )  # fmt: skip

    @torch.no_grad()
    def play(self, net: Any, careless: int = CARELESS) -> None:
        """Play the next `steps` decisions of every game."""
        for t in range(self.steps):
            self.judge(net)
            self.step(t, careless)
            self.kept[t] = self.inputs[NOW::TABLES]
            self.now[t] = self.values[:, NOW]

    @torch.no_grad()
    def duel(self, first: Any, second: Any, steps: int) -> tuple[int, float, float, float]:
        """Play `steps` decisions of every game from its start, the first network in one seat and
        the second in all others. Returns the number of games that ended, the first network's
        share of their wins in percent, that share less the luck, and the latter's interval."""
        self._device.call("reset", self._states, self._random, self.players)
        seats = torch.arange(self.n, device=self.luck.device)
        mine = seats % self.players
        luck = torch.zeros(self.n, device=self.luck.device)
        sums = torch.zeros(4, dtype=torch.float64, device=self.luck.device)
        for _ in range(steps):
            self._device.call("actors", self._states, self._actors)
            self.judge(first)
            values = self.values.clone()
            self.judge(second)
            which = (self.actors == mine)[:, None, None]
            self.values.copy_(torch.where(which, values, self.values))
            self.step(0, 0)
            luck += self.luck[0, seats, mine]
            over = self.turns[0] >= 2
            share = torch.where(over, self.results[0, seats, mine], 0.0).double()
            fair = torch.where(over, share - luck, 0.0).double()
            sums += torch.stack([over.sum(), share.sum(), fair.sum(), (fair**2).sum()])
            luck = torch.where(over, 0.0, luck)
        n, won, fair, squares = sums.tolist()
        n = max(n, 1.0)
        spread = math.sqrt(max(0.0, squares / n - (fair / n) ** 2) / n)
        return int(n), 100 * won / n, 100 * fair / n, 196 * spread

    @torch.no_grad()
    def targets(self, decay: float) -> tuple[torch.Tensor, torch.Tensor]:
        """For every step and game: its target, and whether it has one."""
        target = torch.zeros_like(self.now)
        usable = torch.zeros_like(self.turns, dtype=torch.bool)
        value = torch.zeros_like(self.now[0])
        known = torch.zeros_like(self.turns[0], dtype=torch.bool)
        for t in range(self.steps - 1, -1, -1):
            over = self.turns[t] >= 2
            begins = (self.turns[t] & 1) == 1
            value = torch.where(over[:, None], self.results[t], value) - self.luck[t]
            known = known | over
            target[t] = value
            usable[t] = begins & known
            mixed = decay * value + (1 - decay) * self.now[t]
            mixed = torch.where(known[:, None], mixed, self.now[t])
            value = torch.where(begins[:, None], mixed, value)
            known = known | begins
        return target, usable


class Net(nn.Module):
    def __init__(self, width: int, second: int) -> None:
        super().__init__()
        self.first = nn.Linear(INPUTS, width, bias=False)  # one input is always 1
        self.second = nn.Linear(width, second)
        self.last = nn.Linear(second, 1, bias=False)
        nn.init.zeros_(self.last.weight)
        self.register_buffer("scales", torch.from_numpy(SCALES))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Logits: a softmax over the seats gives their chances."""
        x = functional.relu(self.first(inputs.float() * self.scales))
        return self.last(functional.relu(self.second(x)))[..., 0]

    def prepare(self) -> None:
        """Weights for `chances`: on a GPU in 16 bits."""
        weights = [
            self.first.weight * self.scales, self.second.weight, self.second.bias, self.last.weight,
        ]  # fmt: skip
        kind = torch.float16 if weights[0].is_cuda else torch.float32
        self.prepared = [one.detach().to(kind) for one in weights]

    def chances(self, columns: torch.Tensor) -> torch.Tensor:
        """The chances of the seats, by table. `columns` are inputs by input, seat and table."""
        first, second, bias, last = self.prepared
        found = []
        for part in columns.view(INPUTS, -1).split(PART, 1):
            x = torch.mm(first, part.to(first.dtype)).relu_()
            x = torch.addmm(bias[:, None], second, x).relu_()
            found.append(torch.mm(last.float(), x.float())[0])
        return torch.cat(found).view(columns.shape[1:]).softmax(0).T


def symmetries() -> np.ndarray:
    """The four ways to turn the board that change nothing but the names of the spaces."""
    board = np.arange(SPACES).reshape(6, 6)
    found = []
    for turned in (board, board.T, board[::-1, ::-1], board[::-1, ::-1].T):
        order = np.arange(INPUTS)
        planes = [PLANES + plane * SPACES for plane in range(4)]
        for at in [*planes, LEADER_PLANES, LEADER_PLANES + SPACES]:
            order[at : at + SPACES] = at + turned.reshape(-1)
        found.append(order)
    return np.array(found)


def read_weights(path: Any) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """The weights in a `state.npz` or `net.npz`, and what was done to train them."""
    stored = dict(np.load(path))
    done = {k[5:]: stored.pop(k).item() for k in list(stored) if k[:5] == "done."}
    stored = {k.removeprefix("net."): v for k, v in stored.items()}
    if "scales" not in stored:  # net.npz, which contains them
        inputs = stored["first.weight"].shape[1]
        stored["first.weight"] = stored["first.weight"] / SCALES[:inputs]
    stored.pop("scales", None)
    return {k: torch.from_numpy(np.asarray(v, np.float32)) for k, v in stored.items()}, done


@torch.no_grad()
def fit(net: Net, weights: dict[str, torch.Tensor]) -> None:
    """Take over the weights of a network that may have fewer units or inputs, so that the result
    stays the same: what is new reaches nothing yet."""
    own = net.state_dict()
    units, inputs = weights["first.weight"].shape
    own["first.weight"][:units] = 0.0
    own["first.weight"][:units, :inputs] = weights["first.weight"]
    own["second.weight"].zero_()
    own["second.weight"][:, :units] = weights["second.weight"]
    own["second.bias"].copy_(weights["second.bias"])
    own["last.weight"].copy_(weights["last.weight"])


class Trainer:
    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.options = options
        self.device = Device(not options.cpu)
        name = self.device.name
        self.net = Net(options.width, options.second).to(name)
        self.mean = Net(options.width, options.second).to(name)
        self.done = {"seconds": 0.0, "games": 0, "positions": 0, "steps": 0}
        if options.resume:
            self.resume(options.resume)
        self.mean.load_state_dict(self.net.state_dict())
        self.rival = None
        if options.against:
            self.rival = Net(options.width, options.second).to(name)
            fit(self.rival, read_weights(options.against)[0])
            self.rival.prepare()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=2e-3, fused=not options.cpu)
        self.games = {
            players: Games(
                self.device, players, int(options.games * GAMES_SHARE[players]), options.window,
                options.seed,
            )
            for players in sorted(set(ROUNDS))
        }  # fmt: skip
        self.symmetries = torch.from_numpy(symmetries()).to(name)
        self.out = Path(options.out)
        self.out.mkdir(parents=True, exist_ok=True)

    def learn(self, games: Games) -> list[Any]:
        """One pass over the turns of the last window."""
        target, usable = games.targets(self.options.decay)
        index = usable.reshape(-1).nonzero()[:, 0]
        index = index[torch.randperm(len(index), device=index.device)]
        kept = games.kept.view(-1, games.players, INPUTS)
        target = target.view(-1, games.players)
        now = games.now.view(-1, games.players)
        size = self.options.batch
        batches = max(1, len(index) // size)
        sums = torch.zeros(3, device=index.device)
        for n in range(batches):
            part = index[n * size : (n + 1) * size]
            turned = kept[part][..., self.symmetries[self.done["steps"] % 4]]
            aim = target[part]
            logs = self.net(turned).log_softmax(-1)
            loss = -(aim * logs).sum(-1).mean()
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()
            self.done["steps"] += 1
            decay = min(0.999, 1 - 1 / (1 + self.done["steps"]))
            with torch.no_grad():
                torch.optim.swa_utils.get_ema_multi_avg_fn(decay)(
                    list(self.mean.parameters()), list(self.net.parameters()), self.done["steps"]
                )
                error = ((aim - now[part]) ** 2).mean()
                spread = aim.var()
                sums += torch.stack([loss.detach(), error, spread])
        ended = int((games.turns >= 2).sum())
        self.done["games"] += ended
        self.done["positions"] += batches * size
        return [(sums / batches).tolist(), ended, len(index)]

    def run(self) -> None:
        options = self.options
        began = time.monotonic()
        self.net.prepare()
        self.games[2].play(self.net)
        print(f"compiled in {time.monotonic() - began:.0f} s", flush=True)
        self.print_times()
        self.duel()
        began = time.monotonic()
        before = self.done["seconds"]
        last_line = last_save = last_duel = began
        turn = 0
        latest: dict[int, Any] = {}
        games_before = self.done["games"]
        while (spent := time.monotonic() - began) < options.seconds:
            share = spent / options.seconds
            rate = options.rate * (0.5 * (1 + math.cos(math.pi * share)) * 0.98 + 0.02)
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            games = self.games[ROUNDS[turn % len(ROUNDS)]]
            turn += 1
            self.net.prepare()
            games.play(self.net, options.careless)
            latest[games.players] = self.learn(games)
            now = time.monotonic()
            self.done["seconds"] = before + now - began
            if now - last_line > 15 or now - began >= options.seconds:
                last_line = now
                speed = (self.done["games"] - games_before) / (now - began)
                self.report(latest, rate, speed)
            if now - last_save > 60:
                last_save = now
                self.save()
            if now - last_duel > DUEL_EVERY:
                last_duel = now
                self.duel()
        self.save()
        self.duel()

    @torch.no_grad()
    def print_times(self) -> None:
        """What a step of every game for two takes, by parts."""
        games = self.games[2]
        parts = {
            "tables": lambda: games.list_tables(),
            "tables and network": lambda: games.judge(self.net),
            "step": lambda: games.step(0),
        }
        for name, part in parts.items():
            took = []
            for _ in range(5):
                self.device.wait()
                began = time.perf_counter()
                part()
                self.device.wait()
                took.append(1000 * (time.perf_counter() - began))
            print(f"{name}: {sorted(took)[2]:.2f} ms for {games.n} games", flush=True)

    def duel(self) -> None:
        """Compare the averaged weights with the rival's."""
        if self.rival is None:
            return
        self.mean.prepare()
        for players in sorted(set(ROUNDS)):
            games = self.games[players]
            found = games.duel(self.mean, self.rival, self.options.duel_steps)
            text = ", ".join(f"{one:.2f}" for one in found[1:])
            print(f"{players} players against the rival: {found[0]} games, {text}", flush=True)
            with (self.out / "duel.csv").open("a") as file:
                figures = [round(one, 2) for one in found[1:]]
                csv.writer(file).writerow(
                    [round(self.done["seconds"]), players, found[0], *figures]
                )

    def report(self, latest: dict[int, Any], rate: float, speed: float) -> None:
        text = "; ".join(
            f"{p}p loss {a:.4f} error {b:.5f} of {c:.4f}, {n} games, {k} turns"
            for p, ((a, b, c), n, k) in sorted(latest.items())
        )
        print(
            f"{self.done['seconds']:.0f} s, {self.done['games'] / 1e6:.3f} M games, "
            f"{speed / 1e3:.2f} k games/s, {self.done['steps']} steps, rate {rate:.1e}: {text}",
            flush=True,
        )
        with (self.out / "curve.csv").open("a") as file:
            row = [round(self.done["seconds"]), self.done["games"], self.done["positions"]]
            for players in sorted(set(ROUNDS)):
                row += [round(x, 5) for x in latest.get(players, [[0.0] * 3])[0]]
            csv.writer(file).writerow(row)

    def resume(self, path: str) -> None:
        weights, self.done = read_weights(path)
        fit(self.net, weights)

    def save(self) -> None:
        done = {f"done.{k}": np.array(v) for k, v in self.done.items()}
        mean = self.mean.state_dict()
        weights = {k: v.cpu().numpy() for k, v in mean.items() if k != "scales"}
        weights["first.weight"] = weights["first.weight"] * SCALES
        np.savez(self.out / "net.npz", **weights, **done)
        state = {f"net.{k}": v.cpu().numpy() for k, v in self.net.state_dict().items()}
        np.savez(self.out / "state.npz", **state, **done)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", required=True, help="a folder for the results")
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", help="the state.npz or net.npz of an earlier run")
    parser.add_argument("--against", help="a net.npz to play against every two minutes")
    parser.add_argument("--duel-steps", type=int, default=300, help="decisions")
    parser.add_argument("--careless", type=int, default=CARELESS, help="of 1000 decisions")
    parser.add_argument("--games", type=int, default=8192, help="games for two at a time")
    parser.add_argument("--window", type=int, default=128, help="decisions before learning")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.9, help="the weight of results (lambda)")
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--second", type=int, default=SECOND)
    parser.add_argument("--cpu", action="store_true", help="without a GPU: to try it")
    Trainer(parser.parse_args()).run()


if __name__ == "__main__":
    main()
