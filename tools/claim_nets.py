"""The networks of Claim in training: their layers, their averages, and steps of learning.

Used by `train_claim.py`.
"""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import torch
from claim_games import SIDES, Device, Games
from claim_player_inputs import ACTIONS, INPUTS
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import get_ema_multi_avg_fn

from claimant.games.claim.network.world_inputs import MOST_ON, WORLD_INPUTS
from claimant.games.claim.rules.cards import FACTIONS

OUTPUTS: Final = ACTIONS + 1 + len(FACTIONS)
AUXILIARY: Final = 0.1


class Player(nn.Module):
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
        x = functional.relu(in_16_bits(self.first, inputs))
        for inner, outer in self.blocks:
            x = functional.relu(x + in_16_bits(outer, functional.relu(in_16_bits(inner, x))))
        out = self.last(x.float())
        return out[:, :ACTIONS] + out[:, ACTIONS : ACTIONS + 1], out[:, ACTIONS + 1 :]

    def values(self, inputs: torch.Tensor) -> torch.Tensor:
        return self(inputs)[0]


class WorldNet(nn.Module):
    """One wide layer over few inputs and two narrow ones; the share of the win of each side."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(WORLD_INPUTS, width)
        self.second = nn.Linear(width, 64)
        self.third = nn.Linear(64, 32)
        self.last = nn.Linear(32, SIDES * (1 + len(FACTIONS)))

    def forward(self, inputs: torch.Tensor, sides: int) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the shares, counted from the actor's side, and of the chances to win
        each faction."""
        x = inputs
        for layer in (self.first, self.second, self.third):
            x = functional.relu(in_16_bits(layer, x))
        out = self.last(x.float())
        factions = out[:, SIDES:].reshape(len(out), SIDES, len(FACTIONS))
        return functional.log_softmax(out[:, :sides], 1), factions[:, :sides]


def in_16_bits(layer: nn.Linear, x: torch.Tensor) -> torch.Tensor:
    kind = torch.bfloat16
    return functional.linear(x.to(kind), layer.weight.to(kind), layer.bias.to(kind))


class Batch:
    """The decisions of a step of learning, always in the same place."""

    def __init__(self, size: int, device: Device) -> None:
        name = device.name
        self.size = size
        self.device = device
        self.inputs = torch.zeros(size, INPUTS, dtype=torch.int8, device=name)
        self.worlds = torch.zeros(size, MOST_ON, dtype=torch.int16, device=name)
        self.opened = torch.zeros(size, WORLD_INPUTS, dtype=torch.int8, device=name)
        self.actions = torch.zeros(size, dtype=torch.int64, device=name)
        self.actors = torch.zeros(size, dtype=torch.int64, device=name)
        """The side that decides."""
        self.targets = torch.zeros(size, SIDES, device=name)
        self.own = torch.zeros(size, len(FACTIONS), dtype=torch.int8, device=name)

    def fill(self, games: Games, part: torch.Tensor, targets: torch.Tensor) -> None:
        torch.index_select(games.inputs.reshape(-1, INPUTS), 0, part, out=self.inputs)
        torch.index_select(games.worlds.reshape(-1, MOST_ON), 0, part, out=self.worlds)
        torch.index_select(games.actions.reshape(-1), 0, part, out=self.actions)
        torch.index_select(targets, 0, part, out=self.targets)
        torch.index_select(games.own, 0, part % games.n, out=self.own)
        self.actors.copy_(games.side_of(games.seats.reshape(-1)[part]))
        self.device.open(self.worlds, self.opened)


class Pair:
    """A network in training, and the moving average of its weights."""

    def __init__(self, net: nn.Module, mean: nn.Module, rate: float) -> None:
        self.net, self.mean, self.rate = net, mean, rate
        self.steps = 0
        on_gpu = next(net.parameters()).is_cuda
        self._rate: Any = torch.tensor(1e-3, device="cuda") if on_gpu else 1e-3
        self.optimizer = torch.optim.AdamW(
            net.parameters(), lr=self._rate, weight_decay=1e-5, fused=on_gpu, capturable=on_gpu
        )

    def start(self, weights: dict[str, torch.Tensor]) -> None:
        if weights:
            self.net.load_state_dict(weights)
        self.mean.load_state_dict(self.net.state_dict())

    def set_rate(self, share: float) -> None:
        if isinstance(self._rate, float):
            self.optimizer.param_groups[0]["lr"] = self.rate * share
        else:
            self._rate.fill_(self.rate * share)

    def learn(self, loss: torch.Tensor) -> None:
        """A step of the optimizer."""
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0, foreach=True)
        self.optimizer.step()
        decay = min(0.999, 1 - 1 / (1 + self.steps))
        with torch.no_grad():
            get_ema_multi_avg_fn(decay)(
                list(self.mean.parameters()), list(self.net.parameters()), self.steps
            )

    def stored(self, prefix: str, kind: Any) -> dict[str, Any]:
        net = self.mean if kind == np.float16 else self.net
        return {prefix + k: v.cpu().numpy().astype(kind) for k, v in net.state_dict().items()}


class Step:
    """A step of learning. On a GPU it is recorded after a while and then repeated as a whole,
    because starting its many small kernels one by one takes longer than running them."""

    def __init__(self, pair: Pair, losses: Callable[[], torch.Tensor], record: bool) -> None:
        """`losses` returns the loss of the results and of the factions."""
        self._pair = pair
        self._losses = losses
        self._graph: Any = None
        self._found: Any = None
        self._record = record
        self._count = 0

    def run(self) -> torch.Tensor:
        self._count += 1
        self._pair.steps += 1
        if self._graph is not None:
            self._graph.replay()
        elif self._record and self._count > 20 and self._pair.steps > 1000:
            self._graph = self._recorded()
            self._graph.replay()
        else:
            self._found = self._once()
        return self._found

    def _once(self) -> torch.Tensor:
        self._pair.optimizer.zero_grad(set_to_none=True)
        losses = self._losses()
        self._pair.learn(losses[0] + AUXILIARY * 3 * losses[1])
        return losses.detach()

    def _recorded(self) -> Any:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self._once()
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._found = self._once()
        return graph


def faction_loss(logits: torch.Tensor, owns: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
    weight = (own != -2).float().expand(logits.shape)
    return functional.binary_cross_entropy_with_logits(logits, owns.float(), weight=weight)
