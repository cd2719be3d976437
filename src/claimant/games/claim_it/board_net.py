"""The larger value network: each seat's chance of winning at the end of a turn (kernel).

Besides the features of `value_net.py` it sees the board: which spaces are a seat's own, which of
them are safe, and the same of its rivals. Its inputs are whole numbers. The weights were trained by
`tools/train_claim_it.py`.
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
    SHAPE,
    extract_features,
    final_chances,
    win_chances,
)
from claimant.games.claim_it.value_net import INPUTS as SMALL_INPUTS
from claimant.kernels.compile import entry, kernel

RACE: Final = 2 * FEATURES
PLANES: Final = 48
"""Where the planes begin: own spaces, own claims, the rivals' spaces, the rivals' claims."""
INPUTS: Final = PLANES + 4 * SPACES
SCALES: Final = np.ones(INPUTS, np.float32)
"""What inputs are multiplied by before training; the stored weights contain it."""
SCALES[:RACE] = 0.1
SCALES[RACE + 8 : RACE + 11] = 0.2


WIDTH: Final = 128
SECOND: Final = 32
FOLD: Final = WIDTH // SECOND
BIAS: Final = INPUTS + SECOND
ROWS: Final = BIAS + 2
"""The weights as one array of rows of WIDTH: a row per input; what the units of the first layer
give to the SECOND of the next, FOLD units to a row; and two rows for the bias of that layer and its
weights in the result."""

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
                ("units", np.float64, WIDTH),
                ("second", np.float64, SECOND),
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


def read_network(file: Any) -> Any:
    stored = np.load(file)
    net = np.zeros((ROWS, WIDTH))
    net[:INPUTS] = stored["first.weight"].T
    net[INPUTS:BIAS] = stored["second.weight"].T.reshape(SECOND, WIDTH)
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


@kernel
def logit(net: Any, row: Any, units: Any, second: Any) -> float:
    """The network's number for a seat with these inputs."""
    for j in range(WIDTH):
        units[j] = 0.0
    for i in range(INPUTS):
        if row[i] != 0:
            value = float(row[i])
            weights = net[i]
            for j in range(WIDTH):
                units[j] += value * weights[j]
    for k in range(SECOND):
        second[k] = net[BIAS, k]
    for j in range(WIDTH):
        if units[j] > 0.0:
            weights = net[INPUTS + j // FOLD]
            at = SECOND * (j % FOLD)
            for k in range(SECOND):
                second[k] += units[j] * weights[at + k]
    total = 0.0
    for k in range(SECOND):
        total += max(second[k], 0.0) * net[BIAS + 1, k]
    return total


@entry
def evaluate(t: Any, net: np.ndarray, buffers: Any) -> None:
    """Fill in each seat's chance of winning with either network: `t` is at the start of a turn, or
    finished."""
    if len(net) == SHAPE[0]:
        win_chances(t, net, buffers)
    elif t.stage == OVER:
        final_chances(t, buffers)
    else:
        write_inputs(t, buffers.features, buffers.seen)
        top = -1e9
        for seat in range(t.players):
            buffers.chances[seat] = logit(net, buffers.seen[seat], buffers.units, buffers.second)
            top = max(top, buffers.chances[seat])
        total = 0.0
        for seat in range(t.players):
            buffers.chances[seat] = exp(buffers.chances[seat] - top)
            total += buffers.chances[seat]
        for seat in range(t.players):
            buffers.chances[seat] /= total
