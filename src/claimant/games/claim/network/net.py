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
    """Scratch space for evaluating several positions at a time, a row each."""

    inputs: Any
    words: Any
    """The inputs, eight at a time."""
    options: Any
    x: Any
    hidden: Any
    values: Any
    """The result: the logit of winning with each action, ILLEGAL for those that are not legal."""
    active: Any
    """The units of a layer that are not zero."""


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


def new_room(net: Net, rows: int = 1) -> Room:
    width = len(net.first_bias)
    inputs = np.zeros((rows, INPUTS), np.int8)
    return Room(
        inputs,
        inputs.view(np.int64),
        np.zeros((rows, ACTIONS), np.int8),
        np.zeros((rows, width), np.float32),
        np.zeros((rows, width), np.float32),
        np.zeros((rows, ACTIONS + 1), np.float32),
        np.zeros(INPUTS, np.int64),
    )


@kernel
def observe(s: Any, d: Any, codes: Any, room: Room, row: int) -> None:
    """Write what the actor sees as a row to be evaluated."""
    room.words[row, :] = 0
    room.options[row, :] = 0
    write_inputs(s, d, codes, room.inputs[row])
    write_options(s, d, codes, room.options[row])


@kernel
def add_rows(x: Any, active: Any, count: int, weights: Any, out: Any) -> None:
    """Add what each active unit contributes, in order; four at a time, because loading and storing
    the sums takes longer than adding."""
    i = 0
    while i + 4 <= count:
        one = weights[active[i]]
        two = weights[active[i + 1]]
        three = weights[active[i + 2]]
        four = weights[active[i + 3]]
        a = np.float32(x[active[i]])
        b = np.float32(x[active[i + 1]])
        c = np.float32(x[active[i + 2]])
        e = np.float32(x[active[i + 3]])
        for j in range(len(out)):
            out[j] = (((out[j] + a * one[j]) + b * two[j]) + c * three[j]) + e * four[j]
        i += 4
    while i < count:
        one = weights[active[i]]
        a = np.float32(x[active[i]])
        for j in range(len(out)):
            out[j] += a * one[j]
        i += 1


@kernel
def add_layer(x: Any, weights: Any, active: Any, out: Any) -> None:
    """Add what every positive unit contributes."""
    count = 0
    for i in range(len(x)):
        active[count] = i
        count += 1 if x[i] > 0 else 0
    add_rows(x, active, count, weights, out)


@kernel
def add_inputs(words: Any, inputs: Any, net: Net, active: Any, out: Any) -> None:
    """Add what every input contributes that is not zero."""
    count = 0
    for word in range(len(words)):
        if words[word] != 0:
            for i in range(8 * word, 8 * word + 8):
                active[count] = i
                count += 1 if inputs[i] != 0 else 0
    add_rows(inputs, active, count, net.first, out)


@kernel
def rectify(x: Any) -> None:
    for j in range(len(x)):
        x[j] = max(x[j], np.float32(0))


@kernel
def evaluate(net: Net, room: Room, rows: int) -> None:
    """Fill in the values of all actions in positions that were observed. One layer is run on all
    rows before the next, because a layer's weights fit into the cache and all weights do not."""
    x = room.x
    hidden = room.hidden
    active = room.active
    for row in range(rows):
        x[row, :] = net.first_bias
        add_inputs(room.words[row], room.inputs[row], net, active, x[row])
        rectify(x[row])
    for block in range(len(net.inner)):
        for row in range(rows):
            hidden[row, :] = net.inner_bias[block]
            add_layer(x[row], net.inner[block], active, hidden[row])
        outer_bias = net.outer_bias[block]
        for row in range(rows):
            for j in range(len(outer_bias)):
                x[row, j] += outer_bias[j]
            add_layer(hidden[row], net.outer[block], active, x[row])
            rectify(x[row])
    for row in range(rows):
        values = room.values[row]
        values[:] = net.last_bias
        add_layer(x[row], net.last, active, values)
        for action in range(ACTIONS):
            if room.options[row, action] != 0:
                values[action] += values[ACTIONS]
            else:
                values[action] = ILLEGAL


@kernel
def best_action(values: Any) -> int:
    best = 0
    for action in range(1, ACTIONS):
        if values[action] > values[best]:
            best = action
    return best


@entry
def action_values(
    states: np.ndarray, decks: np.ndarray, codes: np.ndarray, net: Any, room: Any
) -> None:
    """Fill in the values for the actor of each state, a row each; `decks` has one record."""
    for row in range(len(states)):
        observe(states[row], decks[0], codes, room, row)
    evaluate(net, room, len(states))
