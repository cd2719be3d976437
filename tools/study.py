"""Study the balance of both games by self-play of the networks (PyTorch; numba-cuda on a GPU).

    python tools/study.py --out runs/study --seconds 300 --seed 1
    python tools/study.py --out runs/study --cpu --share 0.0005 --seed 1

Claim: every deck of the rulebook for two, and a sample of those for three and four players. Who
wins: the leader of the first trick, the better player (the other plays one card in four at random),
the winner of each faction, and the player who was dealt more of its cards. Claim It!: how players
do by their place in the first round, what rolling on is worth, and what a space is worth.

The parts are computed one after the other; each is written as CSV as soon as it is complete, or as
far as it is when the time is up. `--share` shortens all of them.
"""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import claim_games
import claim_nets
import numpy as np
import torch
import train_claim_it
from study_claim_it import TurnStudy

from claimant.environment import environment_of
from claimant.games.claim.game import Claim
from claimant.games.claim.network.cards import CODES
from claimant.games.claim.rules import scoring
from claimant.games.claim.rules.cards import SLOTS
from claimant.games.claim.rules.table import HAND, LED, suit
from claimant.kernels.bits import count
from claimant.kernels.compile import kernel

DECKS: Final = {2: 495, 3: 120, 4: 120}
"""The number of decks; with three and four players a sample of 1,386."""
GAMES: Final = {2: 10_000, 3: 8_000, 4: 8_000}
"""Per deck, between equals."""
UNEQUAL: Final = 3_000
"""Per deck, against a careless player, with two."""
CARELESS: Final = 0.25
TURNS_GAMES: Final = {2: 200_000, 3: 120_000, 4: 90_000, 5: 60_000}
"""Claim It!: games by the number of players, both variants together."""
WEIGHTS: Final = Path(__file__).parent.parent / "src" / "claimant" / "games"

# Columns of the facts of a game of Claim, after its deck: the leader, what seat 0 was dealt of each
# faction, who won it (-1: nobody), and whether another winner of it would have changed the result.
LEADER: Final = 0
DEALT: Final = 1
WON_BY: Final = DEALT + SLOTS
DECISIVE: Final = WON_BY + SLOTS
FACTS: Final = DECISIVE + SLOTS


@kernel
def dealt_one(i: int, states: Any, of: Any, decks: Any, facts: Any) -> None:
    for slot in range(decks[of[i]].slots):
        facts[i, DEALT + slot] = count(suit(states[i], HAND, slot))


@kernel
def best_of(a: int, b: int, c: int) -> int:
    """The sides with the highest score, as bits."""
    top = max(a, b, c)
    return (1 if a == top else 0) + (2 if b == top else 0) + (4 if c == top else 0)


@kernel
def facts_one(i: int, states: Any, of: Any, decks: Any, facts: Any) -> None:
    s = states[i]
    d = decks[of[i]]
    facts[i, LEADER] = s.history[0, LED]
    first, second, third = scoring.scores(s, d)
    won = best_of(first, second, third)
    sides = 3 if d.players == 3 else 2
    for slot in range(d.slots):
        owner = int(scoring.faction_owner(s, d, slot))
        decisive = 0
        for rival in range(sides):
            if owner >= 0 and rival != owner:
                change = scoring.FACTION
                other = best_of(
                    first + (change if rival == 0 else 0) - (change if owner == 0 else 0),
                    second + (change if rival == 1 else 0) - (change if owner == 1 else 0),
                    third + (change if rival == 2 else 0) - (change if owner == 2 else 0),
                )
                if other != won:
                    decisive = 1
        facts[i, WON_BY + slot] = owner
        facts[i, DECISIVE + slot] = decisive


@cache
def runner(device: Any, function: Any, arguments: int) -> Any:
    """What calls a kernel for every game: in a thread each on a GPU, or in a loop."""
    if device.name == "cuda":
        from numba import cuda as gpu

        if arguments == 2:

            @gpu.jit
            def call(a: Any, b: Any) -> None:
                i = gpu.grid(1)
                if i < len(a):
                    function(i, a, b)

        else:

            @gpu.jit
            def call(a: Any, b: Any, c: Any, d: Any) -> None:
                i = gpu.grid(1)
                if i < len(a):
                    function(i, a, b, c, d)

        return lambda *given: call[-(-len(given[0]) // 64), 64](*given)

    import numba

    if arguments == 2:

        @numba.njit(error_model="numpy")
        def loop(a: Any, b: Any) -> None:
            for i in range(len(a)):
                function(i, a, b)

    else:

        @numba.njit(error_model="numpy")
        def loop(a: Any, b: Any, c: Any, d: Any) -> None:
            for i in range(len(a)):
                function(i, a, b, c, d)

    return loop


class Careless:
    """A player who plays one card in four at random."""

    def __init__(self, net: Any) -> None:
        self._net = net

    def values(self, inputs: torch.Tensor) -> torch.Tensor:
        found = self._net.values(inputs)
        slips = torch.rand(len(found), 1, device=found.device) < CARELESS
        return torch.where(slips, torch.rand_like(found), found)


class ClaimGames(claim_games.Games):
    """Games of Claim with certain decks, and what is to be known about each."""

    def __init__(
        self, device: Any, players: int, n: int, seed: int, decks: Sequence[Claim]
    ) -> None:
        super().__init__(device, players, n, seed, decks)
        self.facts = torch.zeros(n, FACTS, dtype=torch.int16, device=device.name)
        self._facts = device.share(self.facts)
        self._note_deal = runner(device, dealt_one, 4)
        self._note_result = runner(device, facts_one, 4)

    def play_noted(self, nets: list[Any]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Play all games: their decks, facts, each seat's share of the win, and the chance that
        the leader is given before the first card."""
        self.deal()
        self._note_deal(self._states, self._of, self._decks, self._facts)
        self.play(nets, 0.0, dealt=True)
        self._note_result(self._states, self._of, self._decks, self._facts)
        of = self._of.copy_to_host() if self._device.name == "cuda" else self._of.copy()
        first = self.first_chance(nets[0])
        return of, self.facts.cpu().numpy(), self.shares.cpu().numpy(), first

    @torch.no_grad()
    def first_chance(self, net: Any) -> np.ndarray:
        values = net.values(self.inputs[0])
        held = self.inputs[0, :, :CODES]  # at first every card in hand may be led
        best = values[:, :CODES].masked_fill(held == 0, -1e9)
        return torch.sigmoid(best.max(1).values).float().cpu().numpy()


class DeckSums:
    """Sums over the games of every deck."""

    def __init__(self, decks: int) -> None:
        self.games = np.zeros(decks)
        self.leader = np.zeros(decks)
        self.shared = np.zeros(decks)
        self.chance = np.zeros((decks, 2))  # of the leader before the first card, and squared
        self.decisive = np.zeros((decks, SLOTS))
        self.nobody = np.zeros((decks, SLOTS))
        self.with_it = np.zeros((decks, SLOTS))
        # Cards of a faction dealt to seat 0, squared, and times its share of the win.
        self.dealt = np.zeros((decks, SLOTS, 3))
        self.share = np.zeros(decks)

    def add(self, of: np.ndarray, facts: np.ndarray, shares: np.ndarray, first: np.ndarray) -> None:
        n = len(self.games)
        facts = facts.astype(np.int64)
        each = np.arange(len(of))

        def total(values: np.ndarray) -> np.ndarray:
            return np.bincount(of, values, n)

        self.games += total(np.ones(len(of)))
        self.leader += total(shares[each, facts[:, LEADER]])
        self.shared += total((shares.max(1) < 0.9) * 1.0)
        self.chance[:, 0] += total(first)
        self.chance[:, 1] += total(first**2)
        self.share += total(shares[:, 0])
        for slot in range(SLOTS):
            owner, held = facts[:, WON_BY + slot], facts[:, DEALT + slot]
            self.decisive[:, slot] += total(facts[:, DECISIVE + slot] * 1.0)
            self.nobody[:, slot] += total((owner < 0) * 1.0)
            self.with_it[:, slot] += total(np.where(owner < 0, 0.0, shares[each, owner]))
            sums = (held, held**2, held * shares[:, 0])
            for k, values in enumerate(sums):
                self.dealt[:, slot, k] += total(values * 1.0)

    def rows(self, games: Sequence[Claim], skill: np.ndarray | None) -> list[list[Any]]:
        """A row per deck: games, wins of the leader and of the better player in per cent, shared
        wins, and how far the deal moves the leader's chance (its standard deviation)."""
        found = []
        for k, game in enumerate(games):
            n = max(1.0, self.games[k])
            mean = self.chance[k, 0] / n
            spread = max(0.0, self.chance[k, 1] / n - mean**2) ** 0.5
            better = "" if skill is None else f"{100 * skill[k]:.2f}"
            found.append(
                [" ".join(game.factions), int(self.games[k]), f"{100 * self.leader[k] / n:.2f}",
                 better, f"{100 * self.shared[k] / n:.2f}", f"{100 * spread:.2f}"]
            )  # fmt: skip
        return found

    def faction_rows(self, games: Sequence[Claim]) -> list[list[Any]]:
        """A row per deck (its number) and faction: how often it decided, how often nobody won
        it, how often its winner won the game, all in per cent; and what one more card of it in the
        first hand adds to the chance to win, in percentage points."""
        found = []
        for k, game in enumerate(games):
            n = max(1.0, self.games[k])
            for slot, faction in enumerate(game.factions):
                held, squared, product = self.dealt[k, slot] / n
                variance = squared - held**2
                slope = (product - held * self.share[k] / n) / variance if variance > 0 else 0.0
                won = self.with_it[k, slot] / max(1.0, n - self.nobody[k, slot])
                found.append(
                    [k + 1, faction, f"{100 * self.decisive[k, slot] / n:.2f}",
                     f"{100 * self.nobody[k, slot] / n:.2f}", f"{100 * won:.2f}",
                     f"{100 * slope:.3f}"]
                )  # fmt: skip
        return found


class Study:
    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.options = options
        self.began = time.monotonic()
        self.claim_device: Any = None  # compiled once for all parts
        self.claim_it_device: Any = None
        self.out = Path(options.out)
        self.out.mkdir(parents=True, exist_ok=True)

    @property
    def is_over(self) -> bool:
        return time.monotonic() - self.began > self.options.seconds

    def write(self, name: str, head: str, rows: list[list[Any]]) -> None:
        with (self.out / name).open("w", newline="") as file:
            file.write(f"# python {' '.join(sys.argv)}\n")
            table = csv.writer(file, lineterminator="\n")
            table.writerow(head.split())
            table.writerows(rows)
        print(f"{time.monotonic() - self.began:.0f} s: {name}, {len(rows)} rows", flush=True)

    def claim(self, players: int) -> None:
        options = self.options
        device = self.claim_device = self.claim_device or claim_games.Device(not options.cpu)
        net = claim_nets.Player(448, 3).to(device.name)
        stored = np.load(options.claim_net or Path(__file__).parent / "claim_player.npz")
        names = [k for k in stored.files if k[:5] != "done."]
        net.load_state_dict({k: torch.from_numpy(stored[k].astype(np.float32)) for k in names})
        decks = environment_of("claim").set_ups("claim", players, {"decks": "random"})
        if DECKS[players] < len(decks):
            decks = Random(options.seed).sample(decks, DECKS[players])
        n = min(32768, max(8, int(options.share * GAMES[players] * len(decks))))
        games = ClaimGames(device, players, n, options.seed, decks)
        sums = DeckSums(len(decks))
        wanted = options.share * GAMES[players]
        while sums.games.min() < wanted and not self.is_over:
            sums.add(*games.play_noted([net]))
        skill = None
        if players == 2:
            won = DeckSums(len(decks))
            while won.games.min() < options.share * UNEQUAL and not self.is_over:
                won.add(*games.play_noted([net, Careless(net)]))
            skill = won.share / np.maximum(won.games, 1.0)
        self.write(
            f"claim-{players}.csv", "factions games leader better shared deal",
            sums.rows(decks, skill),
        )  # fmt: skip
        self.write(
            f"claim-{players}-factions.csv", "deck faction decides nobody wins card",
            sums.faction_rows(decks),
        )  # fmt: skip

    def claim_it(self, players: int) -> None:
        options = self.options
        device = self.claim_it_device or train_claim_it.Device(not options.cpu)
        self.claim_it_device = device
        weights = WEIGHTS / "claim_it" / "board_net.npz"
        study = TurnStudy(device, players, weights, options.share, options.seed, runner)
        while study.ended < self.options.share * TURNS_GAMES[players] and not self.is_over:
            study.advance()
        for name, head, rows in study.tables():
            self.write(f"claim-it-{players}-{name}.csv", head, rows)

    def run(self) -> None:
        for part in self.options.parts.split(","):
            game, _, players = part.partition(":")
            getattr(self, game)(int(players))
            if self.is_over:
                break


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", required=True, help="a folder for the results")
    parser.add_argument("--seconds", type=float, default=300, help="no new games after this time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of games")
    parser.add_argument("--claim-net", help="another network for Claim: net.npz")
    parser.add_argument(
        "--parts",
        default="claim:2,claim_it:2,claim_it:3,claim_it:4,claim_it:5,claim:3,claim:4",
        help="what to study, in this order",
    )
    parser.add_argument("--cpu", action="store_true", help="without a GPU: with a small --share")
    Study(parser.parse_args()).run()


if __name__ == "__main__":
    main()
