"""Runs the network of Claim on the CPU (kernel): the value of every action.

Its weights are in `net.npz`, made by `tools/train_claim.py`, in 16 bits; here they have 32. Only
inputs and hidden units that are not zero cost anything. Sums are made in a fixed order, so the same
position has the same values in every process.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final, NamedTuple

import numpy as np

from claimant.games.claim.network.features import (
    ACTIONS,
    INPUTS,
    write_inputs,
    write_options,
)
from claimant.kernels.compile import entry, kernel

ILLEGAL: Final = -1e9


class Net(NamedTuple):
    """The weights as arrays for the kernels: a row per input of each layer."""

    first: Any
    first_bias: Any
    inner: Any
    inner_bias: Any
    outer: Any
    outer_bias: Any
    last: Any
    last_bias: Any


class Room(NamedTuple):
    """Scratch space for one evaluation."""

    inputs: Any
    options: Any
    x: Any
    hidden: Any
    values: Any
    """The result: the logit of winning with each action, ILLEGAL for those that are not legal."""


@cache
def load_net() -> Net:
    """The weights, read once per process."""
    data = files("claimant.games.claim.network").joinpath("net.npz").read_bytes()
    return read_net(BytesIO(data))


@cache
def is_trained() -> bool:
    """Whether the weights are for the factions that there are."""
    try:
        load_net()
    except ValueError:
        return False
    return True


def read_net(file: Any) -> Net:
    stored = np.load(file)

    def layer(name: str) -> Any:
        return np.ascontiguousarray(stored[f"{name}.weight"].astype(np.float32).T)

    def bias(name: str) -> Any:
        return stored[f"{name}.bias"].astype(np.float32)

    count = 1 + max(int(name.split(".")[1]) for name in stored.files if name[:6] == "blocks")
    blocks = [(f"blocks.{n}.0", f"blocks.{n}.1") for n in range(count)]
    first = layer("first")
    last = layer("last")[:, : ACTIONS + 1]
    if len(first) != INPUTS or last.shape[1] != ACTIONS + 1:
        raise ValueError("the network was trained for other factions")
    return Net(
        first,
        bias("first"),
        np.stack([layer(inner) for inner, _ in blocks]),
        np.stack([bias(inner) for inner, _ in blocks]),
        np.stack([layer(outer) for _, outer in blocks]),
        np.stack([bias(outer) for _, outer in blocks]),
        np.ascontiguousarray(last),
        bias("last")[: ACTIONS + 1],
    )


def new_room(net: Net) -> Room:
    width = len(net.first_bias)
    return Room(
        np.zeros(INPUTS, np.int8),
        np.zeros(ACTIONS, np.int8),
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros(ACTIONS + 1, np.float32),
    )


@kernel
def add_layer(x: Any, weights: Any, out: Any) -> None:
    """Add what every positive unit contributes."""
    for i in range(len(x)):
        value = x[i]
        if value > 0:
            row = weights[i]
            for j in range(len(out)):
                out[j] += value * row[j]


@kernel
def evaluate(s: Any, d: Any, codes: Any, net: Net, room: Room) -> None:
    """Fill in the values of all actions of the actor."""
    x = room.x
    hidden = room.hidden
    values = room.values
    room.inputs[:] = 0
    room.options[:] = 0
    write_inputs(s, d, codes, room.inputs)
    write_options(s, d, codes, room.options)
    x[:] = net.first_bias
    for i in range(INPUTS):
        if room.inputs[i] != 0:
            value = np.float32(room.inputs[i])
            row = net.first[i]
            for j in range(len(x)):
                x[j] += value * row[j]
    for j in range(len(x)):
        x[j] = max(x[j], np.float32(0))
    for block in range(len(net.inner)):
        hidden[:] = net.inner_bias[block]
        add_layer(x, net.inner[block], hidden)
        outer_bias = net.outer_bias[block]
        for j in range(len(x)):
            x[j] += outer_bias[j]
        add_layer(hidden, net.outer[block], x)
        for j in range(len(x)):
            x[j] = max(x[j], np.float32(0))
    values[:] = net.last_bias
    add_layer(x, net.last, values)
    for action in range(ACTIONS):
        if room.options[action] != 0:
            values[action] += values[ACTIONS]
        else:
            values[action] = ILLEGAL


@kernel
def best_action(room: Room) -> int:
    best = 0
    for action in range(1, ACTIONS):
        if room.values[action] > room.values[best]:
            best = action
    return best


@entry
def action_values(
    states: np.ndarray, decks: np.ndarray, codes: np.ndarray, net: Any, room: Any
) -> None:
    """Fill in the values for the actor of states[0]; `states` and `decks` have one record."""
    evaluate(states[0], decks[0], codes, net, room)
