"""Values a position with all cards open (kernel): each side's share of the win to be expected.

A search that deals worlds asks for such a value tens of thousands of times per decision, so the
network is small: one wide layer, of which only the inputs that are on cost anything, and two narrow
ones. It was trained on games in which everyone knew only their own cards, so it says what a world
leads to among players who do not see through the cards' backs. Its weights are in `world_net.npz`,
made by `tools/train_claim.py`, in 16 bits; here they have 32.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from math import exp
from typing import Any, Final, NamedTuple

import numpy as np

from claimant.games.claim.network.world_inputs import MOST_ON, WORLD_INPUTS, list_world
from claimant.games.claim.rules.table import side, sides
from claimant.kernels.compile import entry, kernel

SIDES: Final = 3


class WorldNet(NamedTuple):
    """The weights as arrays for the kernels: a row per input of each layer."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    third: Any
    third_bias: Any
    last: Any
    last_bias: Any


class WorldRoom(NamedTuple):
    """Scratch space, and the result."""

    on: Any
    """The inputs that are on."""
    first: Any
    second: Any
    third: Any
    last: Any
    active: Any
    """The units of a layer that are not zero."""
    shares: Any
    """The result: the share of the win of each side."""


@cache
def load_world_net() -> WorldNet:
    """The weights, read once per process."""
    data = files("claimant.games.claim.network").joinpath("world_net.npz").read_bytes()
    return read_world_net(BytesIO(data))


@cache
def is_trained() -> bool:
    """Whether the weights are for the factions that there are."""
    try:
        load_world_net()
    except ValueError:
        return False
    return True


def read_world_net(file: Any) -> WorldNet:
    stored = np.load(file)
    layers = []
    for name in ("first", "second", "third", "last"):
        weights = stored[f"{name}.weight"].astype(np.float32).T
        bias = stored[f"{name}.bias"].astype(np.float32)
        if name == "last":
            weights, bias = weights[:, :SIDES], bias[:SIDES]
        layers += [np.ascontiguousarray(weights), np.ascontiguousarray(bias)]
    if len(layers[0]) != WORLD_INPUTS:
        raise ValueError("the network was trained for other factions")
    return WorldNet(*layers)


def no_net() -> WorldNet:
    """Stands for a network where none is used: kernels are compiled for both at once."""
    matrix, vector = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    return WorldNet(matrix, vector, matrix, vector, matrix, vector, matrix, vector)


def new_world_room(net: WorldNet) -> WorldRoom:
    first, second, third, last = (len(bias) for bias in net[1::2])
    return WorldRoom(
        np.zeros(MOST_ON, np.int64),
        np.zeros(first, np.float32),
        np.zeros(second, np.float32),
        np.zeros(third, np.float32),
        np.zeros(last, np.float32),
        np.zeros(max(first, second, third, 1), np.int64),
        np.zeros(SIDES, np.float64),
    )


@kernel
def add_on(on: Any, count: int, weights: Any, out: Any) -> None:
    """Add the rows of the inputs that are on; four at a time, because loading and storing the sums
    takes longer than adding."""
    i = 0
    while i + 4 <= count:
        one = weights[on[i]]
        two = weights[on[i + 1]]
        three = weights[on[i + 2]]
        four = weights[on[i + 3]]
        for j in range(len(out)):
            out[j] += (one[j] + two[j]) + (three[j] + four[j])
        i += 4
    while i < count:
        one = weights[on[i]]
        for j in range(len(out)):
            out[j] += one[j]
        i += 1


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
def judge_world(s: Any, d: Any, codes: Any, net: WorldNet, room: WorldRoom) -> None:
    """Fill in the shares of the sides in a position that waits for a player."""
    count = list_world(s, d, codes, room.on)
    room.first[:] = net.first_bias
    add_on(room.on, count, net.first, room.first)
    room.second[:] = net.second_bias
    add_layer(room.first, net.second, room.active, room.second)
    room.third[:] = net.third_bias
    add_layer(room.second, net.third, room.active, room.third)
    room.last[:] = net.last_bias
    add_layer(room.third, net.last, room.active, room.last)
    total = 0.0
    of_sides = sides(d)
    own = side(d, int(s.actor))
    for n in range(of_sides):
        total += exp(room.last[n])
    for n in range(SIDES):
        room.shares[n] = 0.0
    for n in range(of_sides):  # the network counts sides from the actor's on
        at = own + n - of_sides if own + n >= of_sides else own + n
        room.shares[at] = exp(room.last[n]) / total


@entry
def world_value(
    states: np.ndarray, decks: np.ndarray, codes: np.ndarray, net: Any, room: Any
) -> None:
    """Fill in the shares of the sides in states[0]."""
    judge_world(states[0], decks[0], codes, net, room)
