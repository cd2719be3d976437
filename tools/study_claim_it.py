"""Claim It! for `study.py`: places in the first round, rolling on, and what spaces are worth."""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import torch
import train_claim_it
from train_claim_it import BUST

from claimant.games.claim_it.rules.board import NAMES, SPACES
from claimant.games.claim_it.rules.turn import BEGIN
from claimant.kernels.bits import count
from claimant.kernels.compile import kernel

MARKERS: Final = 8
"""Longer turns are counted with those of this many markers."""
RISKS: Final = 20
"""Risks of a bust by steps of 5 %."""


@kernel
def look_one(i: int, states: Any, facts: Any) -> None:
    """The actor, whether a turn begins, the variant, the markers of this turn, and the spaces that
    are claimed or belong to the actor."""
    s = states[i]
    facts[i, 0] = s.actor
    facts[i, 1] = 1 if s.stage == BEGIN else 0
    facts[i, 2] = 1 if s.squatters_return else 0
    facts[i, 3] = count(s.squatted) + count(s.capped)
    facts[i, 4] = s.claimed | s.owned[s.actor]


class TurnStudy:
    def __init__(
        self, device: Any, players: int, weights: Path, share: float, seed: int, runner: Any
    ) -> None:
        self.players = players
        self.where = device.name
        self.net = self.load(weights).to(self.where)
        self.net.prepare()
        most = int(16384 * train_claim_it.GAMES_SHARE[players])
        self.n = min(most, max(4, int(share * 16384)))
        self.games = train_claim_it.Games(device, players, self.n, 1, seed)
        self.facts = torch.zeros(self.n, 5, dtype=torch.int64, device=self.where)
        self._facts = device.share(self.facts)
        self._look = runner(device, look_one, 2)
        self.look()
        self.starter = self.facts[:, 0].clone()
        self.turns = torch.zeros(self.n, device=self.where)
        self.ended = 0
        double = {"dtype": torch.float64, "device": self.where}
        # By variant and place in the first round: games, wins. By variant: turns.
        self.places = torch.zeros(2, players, 2, **double)
        self.lengths = torch.zeros(2, **double)
        # By variant, markers and risk: decisions, those to roll, and what rolling is worth.
        self.rolls = torch.zeros(2, MARKERS + 1, RISKS + 1, 3, **double)
        # By variant and space: how often it was free at the start of a turn, and what a turn with a
        # marker there alone is worth more than a bust.
        self.spaces = torch.zeros(2, SPACES, 2, **double)

    def load(self, path: Path) -> Any:
        net = train_claim_it.Net(train_claim_it.WIDTH, train_claim_it.SECOND)
        train_claim_it.fit(net, train_claim_it.read_weights(path)[0])
        return net

    def look(self) -> None:
        self._look(self.games._states, self._facts)

    @torch.no_grad()
    def advance(self) -> None:
        """Play a decision of every game."""
        games = self.games
        self.look()
        actor, begins, variant, markers, taken = self.facts.clone().unbind(1)
        games.judge(self.net)
        values = games.values.gather(2, actor[:, None, None].expand(-1, games.values.shape[1], 1))
        values = values[..., 0]
        games.step(0, careless=0)
        self.note_spaces(begins, variant, taken, values)
        self.note_rolls(begins, variant, markers)
        self.turns += begins
        self.note_ends(variant)

    def note_spaces(self, begins: Any, variant: Any, taken: Any, values: Any) -> None:
        where = torch.arange(SPACES, device=self.where)
        free = ((taken[:, None] >> where) & 1) == 0
        free &= (begins == 1)[:, None]
        gain = (values[:, :SPACES] - values[:, BUST : BUST + 1]).double()
        for kind in (0, 1):
            chosen = (free & (variant == kind)[:, None]).double()
            self.spaces[kind, :, 0] += chosen.sum(0)
            self.spaces[kind, :, 1] += (chosen * gain).sum(0)

    def note_rolls(self, begins: Any, variant: Any, markers: Any) -> None:
        gain, risk = self.games.gains.double().unbind(1)
        bucket = (risk * RISKS).round().long().clamp(0, RISKS)
        size = (MARKERS + 1) * (RISKS + 1)
        index = variant * size + markers.clamp(0, MARKERS) * (RISKS + 1) + bucket
        decides = (begins == 0).double()
        table = self.rolls.view(-1, 3)
        for k, value in enumerate((decides, decides * (gain > 0), decides * gain)):
            table[:, k].index_add_(0, index, value)

    def note_ends(self, variant: Any) -> None:
        """Count the games that are over."""
        games = self.games
        over = games.turns[0] >= 2
        self.look()
        place = (
            torch.arange(self.players, device=self.where) - self.starter[:, None]
        ) % self.players
        results = games.results[0].double() * over[:, None]
        for kind in (0, 1):
            mine = over & (variant == kind)
            for n in range(self.players):
                self.places[kind, n, 0] += mine.sum()
                self.places[kind, n, 1] += (results * (place == n) * mine[:, None]).sum()
            self.lengths[kind] += (self.turns * mine).sum()
        self.starter = torch.where(over, self.facts[:, 0], self.starter)
        self.turns = torch.where(over, torch.zeros_like(self.turns), self.turns)
        self.ended += int(over.sum())

    def tables(self) -> list[tuple[str, str, list[list[Any]]]]:
        """The tables by name: their columns and rows."""
        places, lengths = self.places.cpu().numpy(), self.lengths.cpu().numpy()
        rolls, spaces = self.rolls.cpu().numpy(), self.spaces.cpu().numpy()
        variants = ("no", "yes")
        seats = [
            [variants[kind], n + 1, int(places[kind, n, 0]),
             f"{100 * places[kind, n, 1] / max(1.0, places[kind, n, 0]):.2f}",
             f"{lengths[kind] / max(1.0, places[kind, n, 0]):.2f}"]
            for kind in (0, 1) for n in range(self.players)
        ]  # fmt: skip
        stops = [
            [variants[kind], markers, 5 * risk, int(n), f"{100 * rolled / n:.2f}",
             f"{100 * gain / n:.3f}"]
            for kind in (0, 1) for markers in range(MARKERS + 1) for risk in range(RISKS + 1)
            for n, rolled, gain in [rolls[kind, markers, risk]] if n >= 20
        ]  # fmt: skip
        worth = [
            [variants[kind], NAMES[space], int(n), f"{100 * gain / max(1.0, n):.3f}"]
            for kind in (0, 1) for space in range(SPACES) for n, gain in [spaces[kind, space]]
        ]  # fmt: skip
        return [
            ("places", "returns place games wins turns", seats),
            ("rolling", "returns markers risk decisions rolled gain", stops),
            ("spaces", "returns space turns worth", worth),
        ]
