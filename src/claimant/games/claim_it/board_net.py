"""The larger value network: each seat's chance of winning at the end of a turn (kernel).

Besides the features of `value_net.py` it sees the board: which spaces are a seat's own, which of
them are safe, and the same of its rivals; with three players or more also those of the leading
rival. Its inputs are whole numbers. The weights were trained by `tools/train_claim_it.py`.

The weights of the first layer are multiples of a power of two, so small that sums of them are exact
in 32 bits. The order of adding does not matter then: what a row of inputs changes is added to the
sums of an earlier row (the *anchor*), which gives the same as adding up everything.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from math import exp
from typing import Any, Final

import numpy as np

from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.rules.turn import LAST_ROUND, MAX_PLAYERS, NOBODY, OVER
from claimant.games.claim_it.value_net import (
    FEATURES,
    HIDDEN_UNITS,
    extract_features,
    final_chances,
    win_chances,
)
from claimant.games.claim_it.value_net import INPUTS as SMALL_INPUTS
from claimant.kernels.compile import entry, kernel

RACE: Final = 2 * FEATURES
PLANES: Final = 48
"""Where the planes begin: own spaces, own claims, the rivals' spaces, the rivals' claims."""
LEADER: Final = PLANES + 4 * SPACES
"""Where the features begin of the rival with the largest mine. From here on, all inputs are 0 with
two players, who have no other rival to be told from."""
ACTOR: Final = LEADER + FEATURES
"""Where the features begin of the player whose turn it is, if that is a rival."""
STANDING: Final = ACTOR + FEATURES
LEADER_PLANES: Final = STANDING + 8
INPUTS: Final = LEADER_PLANES + 2 * SPACES
SCALES: Final = np.ones(INPUTS, np.float32)
"""What inputs are multiplied by before training; the stored weights contain it."""
SCALES[:RACE] = 0.1
SCALES[RACE + 8 : RACE + 11] = 0.2
SCALES[LEADER:STANDING] = 0.1

WIDTH: Final = 256
SECOND: Final = 32
FOLD: Final = WIDTH // SECOND
BIAS: Final = INPUTS + SECOND
ROWS: Final = BIAS + 2
"""The weights as one array of rows of WIDTH: a row per input; what the units of the first layer
give to the SECOND of the next, FOLD units to a row; and two rows for the bias of that layer and its
weights in the result."""
GRAIN: Final = 2.0**-15
"""The weights of the first layer are multiples of this: sums below 512 are exact in 32 bits."""
FAR: Final = 32
"""A row of inputs that differs from the anchor in more places than this becomes the anchor."""
_ZERO: Final = np.float32(0.0)

BUFFERS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Those of `value_net.py`, so that one search can use either network.
                ("features", np.float64, (MAX_PLAYERS, FEATURES)),
                ("inputs", np.float64, (MAX_PLAYERS, SMALL_INPUTS)),
                ("hidden", np.float64, (MAX_PLAYERS, HIDDEN_UNITS)),
                ("chances", np.float64, MAX_PLAYERS),
                ("seen", np.int8, (MAX_PLAYERS, INPUTS)),
                ("anchor", np.int8, (MAX_PLAYERS, INPUTS)),
                ("sums", np.float32, (MAX_PLAYERS, WIDTH)),  # the first layer of the anchor
                ("changed", np.int16, INPUTS + 1),
                ("units", np.float32, WIDTH),
                ("second", np.float32, SECOND),
            ],
            align=True,
        ),
    )
)
"""Space for one evaluation."""


@cache
def load_network() -> Any:
    """The network's weights, read once."""
    data = files("claimant.games.claim_it").joinpath("board_net.npz").read_bytes()
    return read_network(BytesIO(data))


def no_network() -> Any:
    """In place of the weights, for a search that uses the network of `value_net.py`."""
    return np.zeros((0, WIDTH), np.float32)


def read_network(file: Any) -> Any:
    """The weights in a file, which may be those of a smaller network: of fewer units, or without
    the inputs from LEADER on. What is missing is 0."""
    stored = np.load(file)
    net = np.zeros((ROWS, WIDTH), np.float32)
    units, inputs = stored["first.weight"].shape
    net[:inputs, :units] = np.round(stored["first.weight"].T / GRAIN) * GRAIN
    second = np.zeros((WIDTH, SECOND))
    second[:units] = stored["second.weight"].T
    net[INPUTS:BIAS] = second.reshape(SECOND, WIDTH)
    net[BIAS, :SECOND] = stored["second.bias"]
    net[BIAS + 1, :SECOND] = stored["last.weight"][0]
    return net


@kernel
def write_race(t: Any, seat: int, own_claims: int, rival_claims: int, out: Any) -> None:
    """How close the game is to its end, and whose turn it is."""
    players = int(t.players)
    wait = (seat - int(t.actor) + players) % players
    called = t.caller != NOBODY
    needed = int(LAST_ROUND[players])
    for i in range(RACE, PLANES):
        out[i] = 0
    out[RACE] = 1
    out[RACE + 1 + wait] = 1
    out[RACE + 6] = 1 if called else 0
    out[RACE + 7] = 1 if called and wait < t.turns_left else 0
    out[RACE + 8] = t.turns_left
    out[RACE + 9] = needed - own_claims if needed > own_claims else 0
    out[RACE + 10] = needed - rival_claims if needed > rival_claims else 0
    out[RACE + 11] = 1 if t.squatters_return else 0
    out[RACE + 12 + players - 2] = 1


@kernel
def write_plane(spaces: int, out: Any, at: int) -> None:
    for i in range(SPACES):
        out[at + i] = (spaces >> i) & 1


@kernel
def write_rivals(t: Any, seat: int, features: Any, out: Any) -> None:
    """The leading rival: the one with the largest mine and, among equals, the most claims, and then
    the one to play first. And the rival whose turn it is."""
    players = int(t.players)
    actor = int(t.actor)
    for i in range(LEADER, INPUTS):
        out[i] = 0
    if players == 2:
        return
    leader = seat
    best = -1
    ahead = 0
    mine = int(features[seat, 0]) * 64 + int(features[seat, 1])
    for wait in range(players):
        rival = (actor + wait) % players
        rank = int(features[rival, 0]) * 64 + int(features[rival, 1])
        if rival != seat and rank > mine:
            ahead += 1
        if rival != seat and rank > best:
            best = rank
            leader = rival
    for i in range(FEATURES):
        out[LEADER + i] = int(features[leader, i])
        if seat != actor:
            out[ACTOR + i] = int(features[actor, i])
    wait = (leader - actor + players) % players
    out[STANDING + wait] = 1
    out[STANDING + 5] = 1 if t.caller == leader else 0
    out[STANDING + 6] = 1 if t.caller != NOBODY and wait < t.turns_left else 0
    out[STANDING + 7] = ahead
    write_plane(t.owned[leader], out, LEADER_PLANES)
    write_plane(t.owned[leader] & t.claimed, out, LEADER_PLANES + SPACES)


@kernel
def write_inputs(t: Any, features: Any, out: Any) -> None:
    """Fill in the inputs of every seat, a row each; `features` is scratch space, a row per seat."""
    players = int(t.players)
    for seat in range(players):
        extract_features(t.owned[seat], t.claimed, features[seat])
    for seat in range(players):
        row = out[seat]
        rivals = 0
        for i in range(FEATURES):
            best = 0
            for rival in range(players):
                if rival != seat:
                    theirs = int(features[rival, i])
                    best = theirs if theirs > best else best
            row[i] = int(features[seat, i])
            row[FEATURES + i] = best
        for rival in range(players):
            if rival != seat:
                rivals |= t.owned[rival]
        write_race(t, seat, int(features[seat, 1]), int(row[FEATURES + 1]), row)
        own = int(t.owned[seat])
        write_plane(own, row, PLANES)
        write_plane(own & t.claimed, row, PLANES + SPACES)
        write_plane(rivals, row, PLANES + 2 * SPACES)
        write_plane(rivals & t.claimed, row, PLANES + 3 * SPACES)
        write_rivals(t, seat, features, row)


@kernel
def fill_units(net: Any, seat: int, buffers: Any) -> None:
    """Fill in the first layer for the inputs in `seen`."""
    row = buffers.seen[seat]
    anchor = buffers.anchor[seat]
    sums = buffers.sums[seat]
    changed = buffers.changed
    units = buffers.units
    changes = 0
    for i in range(INPUTS):  # without a branch, which nobody could predict
        changed[changes] = i
        changes += 1 if row[i] != anchor[i] else 0
    for j in range(WIDTH):
        units[j] = sums[j]
    for n in range(changes):
        i = changed[n]
        value = np.float32(int(row[i]) - int(anchor[i]))
        weights = net[i]
        for j in range(WIDTH):
            units[j] += value * weights[j]
    if changes > FAR:
        for i in range(INPUTS):
            anchor[i] = row[i]
        for j in range(WIDTH):
            sums[j] = units[j]


@kernel
def logit(net: Any, seat: int, buffers: Any) -> float:
    """The network's number for a seat with the inputs in `seen`."""
    fill_units(net, seat, buffers)
    units = buffers.units
    second = buffers.second
    for k in range(SECOND):
        second[k] = net[BIAS, k]
    for j in range(0, WIDTH, 4):
        weights = net[INPUTS + j // FOLD]
        at = SECOND * (j % FOLD)
        a = max(units[j], _ZERO)
        b = max(units[j + 1], _ZERO)
        c = max(units[j + 2], _ZERO)
        d = max(units[j + 3], _ZERO)
        for k in range(SECOND):
            second[k] += (
                a * weights[at + k]
                + b * weights[at + SECOND + k]
                + c * weights[at + 2 * SECOND + k]
                + d * weights[at + 3 * SECOND + k]
            )
    total = 0.0
    for k in range(SECOND):
        total += max(second[k], _ZERO) * net[BIAS + 1, k]
    return total


@entry
def evaluate(t: Any, net: np.ndarray, board: np.ndarray, buffers: Any) -> None:
    """Fill in each seat's chance of winning, by the network of `value_net.py`, or by the larger one
    if its weights are given in `board`: `t` is at the start of a turn, or finished."""
    if t.stage == OVER:
        final_chances(t, buffers)
    elif len(board) == 0:
        win_chances(t, net, buffers)
    else:
        write_inputs(t, buffers.features, buffers.seen)
        top = -1e9
        for seat in range(t.players):
            buffers.chances[seat] = logit(board, seat, buffers)
            top = max(top, buffers.chances[seat])
        total = 0.0
        for seat in range(t.players):
            buffers.chances[seat] = exp(buffers.chances[seat] - top)
            total += buffers.chances[seat]
        for seat in range(t.players):
            buffers.chances[seat] /= total
