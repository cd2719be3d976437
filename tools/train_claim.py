"""Train the networks of Claim by self-play on a GPU (needs PyTorch and numba-cuda).

    python tools/train_claim.py --out runs/1 --seconds 500 --seed 1
    python tools/train_claim.py --out runs/2 --seconds 500 --seed 2 --resume runs/1/state.npz
    python tools/train_claim.py --out runs/3 --seconds 500 --seed 3 --against runs/2/net.npz

Thousands of games are played in lockstep, with random rulebook decks and two, three and four
players. There are two networks. The *player* sees what a seat knows and values every action by the
chance to win; the best one is played, sometimes a random one. The *world network* sees all cards
and values the position for every side. Both learn from the games afterwards: from the result,
mixed with what the world network thought of the positions on the way (a lambda return), which has
the same mean and less noise. As a second task both predict who wins each faction.

Writes `net.npz` and `world_net.npz` (moving averages of the weights, in 16 bits), `state.npz` (to
resume from) and `curve.csv` every minute.
"""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

import argparse
import csv
import math
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from claim_games import SIDES, Device, Games
from claim_nets import Batch, Pair, Player, Step, WorldNet, faction_loss
from torch.nn import functional

from claimant.games.claim.network.world_inputs import WORLD_INPUTS

ROUNDS: Final = (2, 2, 3, 2, 2, 4)
"""The numbers of players, in turn."""


class Trainer:
    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.options = options
        self.device = Device(not options.cpu)
        name = self.device.name
        players = [Player(options.width, options.blocks).to(name) for _ in range(3)]
        worlds = [WorldNet(options.world_width).to(name) for _ in range(2)]
        self.player = Pair(players[0], players[1], options.rate)
        self.past = players[2]
        self.world = Pair(worlds[0], worlds[1], options.world_rate)
        self.done = {"seconds": 0.0, "games": 0, "decisions": 0, "steps": 0}
        self.resume([path for path in (options.resume, options.resume_world) if path])
        self.past.load_state_dict(self.player.net.state_dict())
        self.first = {k: v.clone() for k, v in self.player.net.state_dict().items()}
        self.games = {
            players: Games(self.device, players, options.games, options.seed)
            for players in sorted(set(ROUNDS))
        }
        self.batch = Batch(options.batch, self.device)
        self.opened = torch.zeros(
            options.games, WORLD_INPUTS, dtype=torch.int8, device=self.device.name
        )
        record = not options.cpu and not options.no_graphs
        self.player_step = Step(self.player, self.player_losses, record)
        self.world_steps = {
            sides: Step(self.world, partial(self.world_losses, sides), record) for sides in (2, 3)
        }
        self.rival: Any = None
        if options.against:
            self.rival = Player(options.width, options.blocks).to(name)
            stored = np.load(options.against)
            names = [one for one in stored.files if one[:5] != "done."]
            self.rival.load_state_dict({one: torch.from_numpy(stored[one]) for one in names})
        self.out = Path(options.out)
        self.out.mkdir(parents=True, exist_ok=True)

    def resume(self, paths: list[str]) -> None:
        """Read `state.npz`, or the weights of one network, which have bare names."""
        found: dict[str, dict[str, torch.Tensor]] = {"net.": {}, "world.": {}}
        for path in paths:
            stored = np.load(path)
            prefixes = {name.split(".")[0] + "." for name in stored.files}
            bare = "world." if "second.weight" in stored.files else "net."
            for name in stored.files:
                if name[:5] == "done.":
                    if name[5:] in self.done:
                        self.done[name[5:]] = stored[name].item()
                elif prefixes & found.keys():
                    kind = name.split(".")[0] + "."
                    found[kind][name.removeprefix(kind)] = torch.from_numpy(stored[name])
                else:
                    found[bare][name] = torch.from_numpy(stored[name])
        for pair, weights in ((self.player, found["net."]), (self.world, found["world."])):
            pair.start(weights)
            pair.steps = self.done["steps"] if weights else 0

    def save(self) -> None:
        done = {f"done.{k}": np.array(v) for k, v in self.done.items()}
        np.savez(self.out / "net.npz", **self.player.stored("", np.float16), **done)
        np.savez(self.out / "world_net.npz", **self.world.stored("", np.float16), **done)
        both = self.player.stored("net.", np.float32) | self.world.stored("world.", np.float32)
        np.savez_compressed(self.out / "state.npz", **both, **done)

    @torch.no_grad()
    def targets(self, games: Games, steps: int) -> torch.Tensor:
        """What each decision should be valued at: the share of each side, counted from the
        actor's. It is the mean of what the world network thinks of all later positions, the nearest
        ones counting most, and of the result. What comes after a random action does not count."""
        trust = self.options.trust
        sides = games.sides
        later = games.shares[:, :sides].clone()  # by side
        found = torch.zeros(steps, games.n, SIDES, device=later.device)
        count = torch.arange(sides, device=later.device)[None]
        for t in reversed(range(steps)):
            own = games.side_of(games.seats[t].clamp(min=0))[:, None]
            found[t, :, :sides] = later.gather(1, (count + own) % sides)
            running = (games.seats[t] >= 0)[:, None]
            if self.world.steps < self.options.warm_up:
                continue
            self.device.open(games.worlds[t], self.opened)
            values = self.world.mean(self.opened, sides)[0].exp().gather(1, (count - own) % sides)
            mixed = torch.lerp(values, later, torch.where(games.greedy[t], trust, 0.0)[:, None])
            later = torch.where(running, mixed, later)
        return found

    def player_losses(self) -> torch.Tensor:
        batch = self.batch
        values, factions = self.player.net(batch.inputs)
        value = values.gather(1, batch.actions[:, None])[:, 0]
        result = functional.binary_cross_entropy_with_logits(value, batch.targets[:, 0])
        own = batch.own
        return torch.stack([result, faction_loss(factions, own == batch.actors[:, None], own)])

    def world_losses(self, sides: int) -> torch.Tensor:
        batch = self.batch
        logs, factions = self.world.net(batch.opened, sides)
        result = -(batch.targets[:, :sides] * logs).sum(1).mean()
        count = torch.arange(sides, device=logs.device)[None]
        seen_from = (count + batch.actors[:, None]) % sides
        own = batch.own[:, None, :]
        second = faction_loss(factions, own == seen_from[:, :, None], own)
        return torch.stack([result, second])

    def learn(
        self, games: Games, steps: int, share_of_rate: float, mine: int | None
    ) -> tuple[torch.Tensor, int]:
        """One pass over all decisions of the games, or those of one side; returns the sum of the
        losses per batch."""
        target = self.targets(games, steps).reshape(-1, SIDES)
        seats = games.seats[:steps].reshape(-1)
        learned = seats >= 0 if mine is None else (seats >= 0) & (games.side_of(seats) == mine)
        index = learned.nonzero()[:, 0]
        index = index[torch.randperm(len(index), device=index.device)]
        size = self.batch.size
        losses = torch.zeros(4, device=index.device)
        batches = len(index) // size
        self.player.set_rate(share_of_rate)
        self.world.set_rate(share_of_rate)
        for n in range(batches):
            self.batch.fill(games, index[n * size : (n + 1) * size], target)
            if not self.options.frozen:
                losses[:2] += self.player_step.run()
            losses[2:] += self.world_steps[games.sides].run()
        self.done["games"] += games.n
        self.done["decisions"] += batches * size
        self.done["steps"] += batches
        return losses, max(1, batches)

    def compare(self, players: int) -> float:
        """The share of wins of the moving average against itself of a minute ago, per seat."""
        games = self.games[players]
        won = []
        for seat in range(2):
            nets = [self.player.mean if (n % 2) == seat else self.past for n in range(players)]
            games.play(nets, 0.0)
            won.append(games.shares[:, seat].mean())
        return float(sum(won) / 2)

    def run(self) -> None:
        options = self.options
        began = time.monotonic()
        self.games[2].play([self.player.net], 1.0)
        print(f"compiled in {time.monotonic() - began:.0f} s", flush=True)
        began = time.monotonic()
        last_line = last_save = began
        before = self.done["seconds"]
        turn = 0
        sums: dict[int, list[Any]] = {}
        games_before = self.done["games"]
        spent_on = {"play": 0.0, "learn": 0.0}
        while (spent := time.monotonic() - began) < options.seconds:
            share = spent / options.seconds
            rate = 0.5 * (1 + math.cos(math.pi * share)) * 0.98 + 0.02
            rate *= min(1.0, (turn + 1) / 10)
            careless = options.careless * (1 - share) + 0.01
            games = self.games[ROUNDS[turn % len(ROUNDS)]]
            turn += 1
            start = time.monotonic()
            mine = turn // len(ROUNDS) % games.sides if self.rival else None
            nets = self.seated(games, self.player.net, self.rival, mine)
            steps = games.play(nets, 1.0 if self.done["games"] == 0 else careless)
            self.settle()
            spent_on["play"] += time.monotonic() - start
            losses, batches = self.learn(games, steps, rate, mine)
            self.settle()
            spent_on["learn"] += time.monotonic() - start
            total = sums.setdefault(games.players, [0.0, 0])
            total[0] = total[0] + losses
            total[1] += batches
            now = time.monotonic()
            self.done["seconds"] = before + now - began
            if now - last_line > 15 or now - began >= options.seconds:
                last_line = now
                self.report(sums, rate, (self.done["games"] - games_before) / (now - began))
                print(f"playing {spent_on['play']:.1f} s of {spent_on['learn']:.1f} s", flush=True)
                sums = {}
            if now - last_save > 60:
                last_save = now
                self.checkpoint()
        self.checkpoint()
        if (options.resume or options.against) and not options.frozen:
            self.measure()

    def settle(self) -> None:
        if self.device.name == "cuda":
            torch.cuda.synchronize()

    def seated(self, games: Games, one: Any, other: Any, side: int | None) -> list[Any]:
        """A network for each seat: one for the seats of a side, the other for the rest."""
        if side is None:
            return [one]
        seats = torch.arange(games.players)
        return [one if own == side else other for own in games.side_of(seats).tolist()]

    def measure(self, rounds: int = 4) -> None:
        """Print the share of wins of the moving average against the rival, or the weights at the
        beginning, who have all other seats (with four players: those of the other team)."""
        self.past.load_state_dict(self.first)
        other = self.rival or self.past
        for players, games in self.games.items():
            won = []
            for n in range(rounds * games.sides):
                side = n % games.sides
                games.play(self.seated(games, self.player.mean, other, side), 0.0)
                won.append(games.shares[:, side].double().mean().item())
            error = 196 * 0.5 / math.sqrt(len(won) * games.n)
            share = 100 * sum(won) / len(won)
            what = "the rival" if self.rival else "its start"
            print(f"against {what}, {players} players: {share:.2f} ± {error:.2f} %", flush=True)

    def report(self, sums: dict[int, list[Any]], rate: float, speed: float) -> None:
        losses = {players: (total / n).tolist() for players, (total, n) in sums.items()}
        text = ", ".join(
            f"{p}p " + "/".join(f"{one:.4f}" for one in found)
            for p, found in sorted(losses.items())
        )
        print(
            f"{self.done['seconds']:.0f} s, {self.done['games'] / 1e6:.2f} M games, "
            f"{speed / 1e3:.1f} k games/s, {self.done['steps']} steps, rate {rate:.3f}, {text}",
            flush=True,
        )
        row = [round(self.done["seconds"]), self.done["games"], self.done["decisions"]]
        for players in (2, 3, 4):
            row += [round(x, 5) for x in losses.get(players, [0.0] * 4)]
        with (self.out / "curve.csv").open("a") as file:
            csv.writer(file).writerow([*row, "", ""])

    def checkpoint(self) -> None:
        self.save()
        if self.options.frozen:
            return
        two, four = self.compare(2), self.compare(4)
        print(f"against a minute ago: two players {two:.4f}, teams {four:.4f}", flush=True)
        with (self.out / "curve.csv").open("a") as file:
            head = [round(self.done["seconds"]), self.done["games"], self.done["decisions"]]
            csv.writer(file).writerow([*head, *[""] * 12, round(two, 4), round(four, 4)])
        self.past.load_state_dict(self.player.mean.state_dict())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", required=True, help="a folder for the results")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", help="the state.npz or net.npz of an earlier run")
    parser.add_argument("--resume-world", help="the world_net.npz of an earlier run")
    parser.add_argument("--against", help="a net.npz that has the other seats and does not learn")
    parser.add_argument("--frozen", action="store_true", help="train the world network only")
    parser.add_argument("--games", type=int, default=32768, help="games at a time")
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--world-rate", type=float, default=2e-3)
    parser.add_argument("--careless", type=float, default=0.10)
    parser.add_argument("--trust", type=float, default=0.9, help="lambda: 1 for results alone")
    parser.add_argument("--warm-up", type=int, default=2000, help="steps by results alone")
    parser.add_argument("--width", type=int, default=448)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--world-width", type=int, default=256)
    parser.add_argument("--no-graphs", action="store_true", help="start every kernel by itself")
    parser.add_argument("--cpu", action="store_true", help="without a GPU: to try it")
    Trainer(parser.parse_args()).run()


if __name__ == "__main__":
    main()
