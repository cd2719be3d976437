"""Train the network of Claim by self-play on a GPU (needs PyTorch and numba-cuda).

    python tools/train_claim.py --out runs/1 --seconds 500 --seed 1
    python tools/train_claim.py --out runs/2 --seconds 500 --seed 2 --resume runs/1/state.npz

Deep Monte Carlo: thousands of games in lockstep, with random rulebook decks and two, three and
four players. A network values every action by the chance to win; the best one is played, sometimes
a random one. Afterwards the value of each action that was played is moved towards the result of its
game. As a second task the network predicts who wins each faction, which teaches it faster what
cards are worth. Games stay on the GPU from the deal to the result.

Writes `net.npz` (a moving average of the weights, in 16 bits), `state.npz` (to resume from) and
`curve.csv` every minute.
"""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

import argparse
import csv
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda asks for it
    np.row_stack = np.vstack

import torch
from torch import nn
from torch.nn import functional

from claimant.environment import environment_of
from claimant.games.claim.batch import start
from claimant.games.claim.game import Claim
from claimant.games.claim.network.features import (
    ACTIONS,
    CODES,
    INPUTS,
    card_codes,
    chosen_option,
    write_inputs,
    write_options,
)
from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.cards import DECK, FACTIONS, NUMBERS
from claimant.games.claim.rules.observe import FACTION_COUNT
from claimant.games.claim.rules.playout import random_option
from claimant.games.claim.rules.seen import SEEN
from claimant.games.claim.rules.table import OVER, STATE, side
from claimant.kernels.compile import kernel
from claimant.kernels.random import RANDOM, random_below

MOST_DECISIONS: Final = {2: 67, 3: 99, 4: 94}
CERTAIN_DECISIONS: Final = {2: 52, 3: 72, 4: 72}
ROUNDS: Final = (2, 2, 3, 2, 2, 4)
"""The numbers of players, in turn."""
OLD_KINGDOM_SHARE: Final = 0.1
OUTPUTS: Final = ACTIONS + 1 + len(FACTIONS)
AUXILIARY: Final = 0.1


@kernel
def reset_one(i: int, states: Any, rooms: Any, of: Any, random: Any, decks: Any) -> None:
    of[i] = random_below(len(decks), random[i])
    start(states[i], rooms[i], decks[of[i]], random[i])


@kernel
def observe_one(
    i: int, states: Any, of: Any, decks: Any, codes: Any, inputs: Any, options: Any, seats: Any
) -> None:
    s = states[i]
    if s.stage == OVER:
        seats[i] = -1
        return
    d = decks[of[i]]
    seats[i] = s.actor
    write_inputs(s, d, codes[of[i]], inputs[i])
    write_options(s, d, codes[of[i]], options[i])


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
    """The share of the win of each seat, and the side that wins each faction (-2: not in play)."""
    s = states[i]
    d = decks[of[i]]
    won = scoring.winners(s, d)
    winners = (won & 1) + (won >> 1 & 1) + (won >> 2 & 1)
    for seat in range(d.players):
        shares[i, seat] = ((won >> side(d, seat)) & 1) / winners
    for faction in range(FACTION_COUNT):
        own[i, faction] = -2
    for slot in range(d.slots):
        own[i, codes[of[i], NUMBERS + slot]] = scoring.faction_owner(s, d, slot)


class Device:
    """Runs those functions for every game: in a thread each on a GPU, or in a loop."""

    def __init__(self, cuda: bool) -> None:
        self.name = "cuda" if cuda else "cpu"
        import numba

        if cuda:
            from numba import cuda as gpu

            self._gpu: Any = gpu

            @gpu.jit
            def reset(a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
                i = gpu.grid(1)
                if i < len(a):
                    reset_one(i, a, b, c, d, e)

            @gpu.jit
            def observe(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> None:
                i = gpu.grid(1)
                if i < len(a):
                    observe_one(i, a, b, c, d, e, f, g)

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

        else:
            jit = numba.njit(error_model="numpy")

            @jit
            def reset(a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
                for i in range(len(a)):
                    reset_one(i, a, b, c, d, e)

            @jit
            def observe(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> None:
                for i in range(len(a)):
                    observe_one(i, a, b, c, d, e, f, g)

            @jit
            def step(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: int) -> None:
                for i in range(len(a)):
                    step_one(i, a, b, c, d, e, f, g)

            @jit
            def finish(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
                for i in range(len(a)):
                    finish_one(i, a, b, c, d, e, f)

        self._functions = {"reset": reset, "observe": observe, "step": step, "finish": finish}

    def call(self, name: str, *arguments: Any) -> None:
        function: Any = self._functions[name]
        if self.name == "cuda":
            function[-(-len(arguments[0]) // 64), 64](*arguments)
        else:
            function(*arguments)

    def put(self, array: Any) -> Any:
        return self._gpu.to_device(array) if self.name == "cuda" else array

    def share(self, tensor: torch.Tensor) -> Any:
        """A tensor's memory as an array for the kernels."""
        return self._gpu.as_cuda_array(tensor) if self.name == "cuda" else tensor.numpy()


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
        self.options = torch.zeros(n, ACTIONS, dtype=torch.int8, device=where)
        self.seats = torch.full((most, n), -1, dtype=torch.int64, device=where)
        self.actions = torch.zeros(most, n, dtype=torch.int64, device=where)
        self.shares = torch.zeros(n, 4, dtype=torch.float32, device=where)
        self.own = torch.zeros(n, len(FACTIONS), dtype=torch.int8, device=where)
        share = device.share
        self._inputs = [share(self.inputs[t]) for t in range(most)]
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
                self._options, self._seats[t],
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
        call("finish", self._states, self._of, self._decks, self._codes, self._shares, self._own)
        return t

    def _best(self, net: Any, t: int) -> torch.Tensor:
        values = net.values(self.inputs[t])
        return values.masked_fill_(self.options == 0, -1e9).argmax(1)


class Net(nn.Module):
    """Residual blocks over the inputs; a value of the position plus one for each action."""

    def __init__(self, width: int, blocks: int) -> None:
        super().__init__()
        self.first = nn.Linear(INPUTS, width)
        self.blocks = nn.ModuleList(
            [
                nn.ModuleList([nn.Linear(width, width), nn.Linear(width, width)])
                for _ in range(blocks)
            ]
        )
        self.last = nn.Linear(width, OUTPUTS)
        for block in self.blocks:
            nn.init.zeros_(block[1].weight)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of the actions' values, and of winning each faction."""
        with torch.autocast(inputs.device.type, torch.bfloat16):
            x = functional.relu(self.first(inputs.to(torch.bfloat16)))
            for inner, outer in self.blocks:
                x = functional.relu(x + outer(functional.relu(inner(x))))
        with torch.autocast(inputs.device.type, enabled=False):
            out = self.last(x.float())
        return out[:, :ACTIONS] + out[:, ACTIONS : ACTIONS + 1], out[:, ACTIONS + 1 :]

    def values(self, inputs: torch.Tensor) -> torch.Tensor:
        return self(inputs)[0]


class Trainer:
    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.options = options
        self.device = Device(not options.cpu)
        self.net = Net(options.width, options.blocks).to(self.device.name)
        self.mean = Net(options.width, options.blocks).to(self.device.name)
        self.past = Net(options.width, options.blocks).to(self.device.name)
        self.done = {"seconds": 0.0, "games": 0, "decisions": 0, "steps": 0}
        if options.resume:
            self.resume(options.resume)
        self.mean.load_state_dict(self.net.state_dict())
        self.past.load_state_dict(self.net.state_dict())
        self.first = {k: v.clone() for k, v in self.net.state_dict().items()}
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=1e-3, weight_decay=1e-5, fused=not options.cpu
        )
        self.games = {
            players: Games(self.device, players, options.games, options.seed)
            for players in sorted(set(ROUNDS))
        }
        self.out = Path(options.out)
        self.out.mkdir(parents=True, exist_ok=True)

    def resume(self, path: str) -> None:
        stored = np.load(path)
        own = [k for k in stored.files if k[:4] == "net."]  # of state.npz; net.npz has bare names
        names = own or [k for k in stored.files if k[:5] != "done."]
        weights = {k.removeprefix("net."): torch.from_numpy(stored[k]) for k in names}
        self.net.load_state_dict(weights)
        self.done = {k[5:]: stored[k].item() for k in stored.files if k[:5] == "done."}

    def save(self) -> None:
        done = {f"done.{k}": np.array(v) for k, v in self.done.items()}
        mean = {k: v.cpu().numpy().astype(np.float16) for k, v in self.mean.state_dict().items()}
        np.savez(self.out / "net.npz", **mean, **done)
        state = {f"net.{k}": v.cpu().numpy() for k, v in self.net.state_dict().items()}
        np.savez(self.out / "state.npz", **state, **done)

    def learn(self, games: Games, steps: int) -> tuple[torch.Tensor, int]:
        """One pass over all decisions of the games; returns the sum of the losses per batch."""
        flat = games.seats[:steps].reshape(-1)
        index = (flat >= 0).nonzero()[:, 0]
        index = index[torch.randperm(len(index), device=index.device)]
        inputs = games.inputs.reshape(-1, INPUTS)
        actions = games.actions.reshape(-1)
        size = self.options.batch
        losses = torch.zeros(2, device=index.device)
        batches = max(1, len(index) // size)
        for n in range(batches):
            part = index[n * size : (n + 1) * size]
            game, seat = part % games.n, flat[part]
            values, factions = self.net(inputs[part])
            value = values.gather(1, actions[part, None])[:, 0]
            result = functional.binary_cross_entropy_with_logits(value, games.shares[game, seat])
            own = games.own[game]
            mine = own == (seat & 1 if games.players == 4 else seat)[:, None]
            auxiliary = functional.binary_cross_entropy_with_logits(
                factions, mine.float(), weight=(own != -2).float()
            )
            self.optimizer.zero_grad(set_to_none=True)
            (result + AUXILIARY * 3 * auxiliary).backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), 1.0, foreach=True)
            self.optimizer.step()
            self.done["steps"] += 1
            decay = min(0.999, 1 - 1 / (1 + self.done["steps"]))
            with torch.no_grad():
                torch._foreach_lerp_(
                    list(self.mean.parameters()), list(self.net.parameters()), 1 - decay
                )
            losses += torch.stack([result.detach(), auxiliary.detach()])
        self.done["games"] += games.n
        self.done["decisions"] += batches * size
        return losses, batches

    def compare(self, players: int) -> float:
        """The share of wins of the moving average against itself of a minute ago, per seat."""
        games = self.games[players]
        won = []
        for seat in range(2):
            nets = [self.mean if (n % 2) == seat else self.past for n in range(players)]
            games.play(nets, 0.0)
            won.append(games.shares[:, seat].mean())
        return float(sum(won) / 2)

    def run(self) -> None:
        options = self.options
        began = time.monotonic()
        self.games[2].play([self.net], 1.0)
        print(f"compiled in {time.monotonic() - began:.0f} s", flush=True)
        began = time.monotonic()
        last_line = last_save = began
        before = self.done["seconds"]
        turn = 0
        sums: dict[int, list[Any]] = {}
        games_before = self.done["games"]
        while (spent := time.monotonic() - began) < options.seconds:
            share = spent / options.seconds
            rate = options.rate * (0.5 * (1 + math.cos(math.pi * share)) * 0.98 + 0.02)
            rate *= min(1.0, (turn + 1) / 10)
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            careless = options.careless * (1 - share) + 0.01
            games = self.games[ROUNDS[turn % len(ROUNDS)]]
            turn += 1
            steps = games.play([self.net], 1.0 if self.done["games"] == 0 else careless)
            losses, batches = self.learn(games, steps)
            total = sums.setdefault(games.players, [0.0, 0])
            total[0] = total[0] + losses
            total[1] += batches
            now = time.monotonic()
            self.done["seconds"] = before + now - began
            if now - last_line > 15 or now - began >= options.seconds:
                last_line = now
                self.report(sums, rate, (self.done["games"] - games_before) / (now - began))
                sums = {}
            if now - last_save > 60:
                last_save = now
                self.checkpoint()
        self.checkpoint()
        if options.resume:
            self.measure()

    def measure(self, rounds: int = 4) -> None:
        """Print the share of wins of the moving average against the weights at the beginning, who
        have all other seats (with four players: those of the other team)."""
        self.past.load_state_dict(self.first)
        for players, games in self.games.items():
            won = []
            for n in range(rounds * players):
                nets = [self.mean if seat == n % players else self.past for seat in range(players)]
                if players == 4:
                    nets = [self.mean if (seat - n) % 2 == 0 else self.past for seat in range(4)]
                games.play(nets, 0.0)
                won.append(games.shares[:, n % players].double().mean().item())
            error = 196 * 0.5 / math.sqrt(len(won) * games.n)
            share = 100 * sum(won) / len(won)
            print(f"against its start, {players} players: {share:.2f} ± {error:.2f} %", flush=True)

    def report(self, sums: dict[int, list[Any]], rate: float, speed: float) -> None:
        losses = {players: (total / n).tolist() for players, (total, n) in sums.items()}
        text = " ".join(f"{p}p {a:.4f}/{b:.4f}" for p, (a, b) in sorted(losses.items()))
        print(
            f"{self.done['seconds']:.0f} s, {self.done['games'] / 1e6:.2f} M games, "
            f"{speed / 1e3:.1f} k games/s, {self.done['steps']} steps, rate {rate:.1e}, {text}",
            flush=True,
        )
        row = [round(self.done["seconds"]), self.done["games"], self.done["decisions"]]
        for players in (2, 3, 4):
            row += [round(x, 5) for x in losses.get(players, [0.0, 0.0])]
        with (self.out / "curve.csv").open("a") as file:
            csv.writer(file).writerow([*row, "", ""])

    def checkpoint(self) -> None:
        self.save()
        two, four = self.compare(2), self.compare(4)
        print(f"against a minute ago: two players {two:.4f}, teams {four:.4f}", flush=True)
        with (self.out / "curve.csv").open("a") as file:
            head = [round(self.done["seconds"]), self.done["games"], self.done["decisions"]]
            csv.writer(file).writerow([*head, *[""] * 6, round(two, 4), round(four, 4)])
        self.past.load_state_dict(self.mean.state_dict())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", required=True, help="a folder for the results")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", help="the state.npz or net.npz of an earlier run")
    parser.add_argument("--games", type=int, default=32768, help="games at a time")
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--careless", type=float, default=0.10)
    parser.add_argument("--width", type=int, default=448)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--cpu", action="store_true", help="without a GPU: to try it")
    Trainer(parser.parse_args()).run()


if __name__ == "__main__":
    main()
