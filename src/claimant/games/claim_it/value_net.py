"""The value network: each seat's chance of winning at the end of a turn (kernel).

A seat is described by features of its own mine and of its rivals' (groups, claimed spaces, what a
single space would join or cut off) and by how far the game has come. One small network, the same
for every seat, turns them into a number per seat, and a softmax turns those into chances. The
weights in `value_net.json` were trained by `tools/tune_claim_it.py`.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

import numpy as np

from claimant.games.claim_it.rules.board import SPACES, group_of, largest_group, spread
from claimant.games.claim_it.rules.turn import LAST_ROUND, MAX_PLAYERS, NOBODY, OVER, score
from claimant.kernels.bits import count
from claimant.kernels.compile import entry, kernel

_ALL: Final = (1 << SPACES) - 1
_DIAGONAL: Final = sum(1 << (7 * i) for i in range(6))  # these need a pair: half as likely

FEATURES: Final = 12
INPUTS: Final = 2 * FEATURES + 12
HIDDEN_UNITS: Final = 32
SHAPE: Final = (INPUTS + 1, HIDDEN_UNITS)
"""The shape of the weights: a row per input, and one for the output."""

BUFFERS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("features", np.float64, (MAX_PLAYERS, FEATURES)),
                ("inputs", np.float64, (MAX_PLAYERS, INPUTS)),
                ("hidden", np.float64, (MAX_PLAYERS, HIDDEN_UNITS)),
                ("chances", np.float64, MAX_PLAYERS),
            ],
            align=True,
        ),
    )
)
"""Space for one evaluation."""


@kernel
def extract_features(own: int, claimed: int, features: Any) -> None:
    """Fill in the features of one seat's spaces."""
    mine = largest_group(own)
    size = count(mine)
    takeable = _ALL & ~own & ~claimed
    around = spread(mine) & takeable
    # The groups that one more space, or several, could join to the mine.
    join = 0
    joins = 0
    second = 0
    rest = own ^ mine
    while rest:
        group = group_of(rest & -rest, rest)
        rest ^= group
        members = count(group)
        second = max(second, members)
        if spread(group) & around:
            join = max(join, members)
            joins += members
    loose = mine & ~claimed
    safe = own & claimed
    features[0] = size
    features[1] = count(safe)
    features[2] = count(own)
    features[3] = count(largest_group(safe))
    features[4] = size + join + (1 if around else 0)
    features[5] = joins
    features[6] = second
    features[7] = count(around)
    features[8] = count(loose)
    features[9] = count(loose & _DIAGONAL)
    features[10] = size_after_worst_loss(mine, loose)
    features[11] = count(group_of(mine, own | takeable)) if mine else 0


@kernel
def size_after_worst_loss(mine: int, loose: int) -> int:
    """The size of the mine once a rival has taken the one loose space that hurts most."""
    size = count(mine)
    left = size
    rest = loose
    while rest:
        space = rest & -rest
        rest ^= space
        # A space with a single neighbour in the mine cuts nothing off.
        others = mine ^ space
        beside = spread(space) & others
        remains = size - 1
        if beside & (beside - 1):
            remains = count(largest_group(others))
        left = min(left, remains)
    return left


@kernel
def fill_inputs(t: Any, seat: int, buffers: Any) -> None:
    """Fill in a seat's inputs: its own features, the best of its rivals', and the race."""
    players = int(t.players)
    for i in range(FEATURES):
        best = 0.0
        for rival in range(players):
            if rival != seat:
                best = max(best, buffers.features[rival, i])
        buffers.inputs[seat, i] = buffers.features[seat, i] * 0.1
        buffers.inputs[seat, FEATURES + i] = best * 0.1
    at = 2 * FEATURES
    needed = float(LAST_ROUND[players])
    wait = (seat - int(t.actor) + players) % players
    called = t.caller != NOBODY
    buffers.inputs[seat, at] = 1.0
    buffers.inputs[seat, at + 1] = wait / players
    buffers.inputs[seat, at + 2] = 1.0 if called else 0.0
    buffers.inputs[seat, at + 3] = 1.0 if called and wait < t.turns_left else 0.0
    buffers.inputs[seat, at + 4] = t.turns_left / players
    buffers.inputs[seat, at + 5] = buffers.features[seat, 1] / needed
    buffers.inputs[seat, at + 6] = buffers.inputs[seat, FEATURES + 1] * 10.0 / needed
    buffers.inputs[seat, at + 7] = 1.0 if t.squatters_return else 0.0
    buffers.inputs[seat, at + 8] = 1.0 if players == 2 else 0.0
    buffers.inputs[seat, at + 9] = 1.0 if players == 3 else 0.0
    buffers.inputs[seat, at + 10] = 1.0 if players == 4 else 0.0
    buffers.inputs[seat, at + 11] = 1.0 if wait == 0 else 0.0


@kernel
def final_chances(t: Any, buffers: Any) -> None:
    """Fill in the result of a finished game; a shared win is divided (R-I9)."""
    players = int(t.players)
    best = 0
    winners = 0
    for seat in range(players):
        group, claims, spaces = score(t, seat)
        rank = (group * 64 + claims) * 64 + spaces
        buffers.chances[seat] = rank
        if rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners += 1
    for seat in range(players):
        buffers.chances[seat] = 1.0 / winners if buffers.chances[seat] == best else 0.0


@entry
def win_chances(t: Any, net: np.ndarray, buffers: Any) -> None:
    """Fill in each seat's chance of winning: `t` is at the start of a turn, or finished."""
    if t.stage == OVER:
        final_chances(t, buffers)
        return
    players = int(t.players)
    for seat in range(players):
        extract_features(t.owned[seat], t.claimed, buffers.features[seat])
    top = -1e9
    for seat in range(players):
        fill_inputs(t, seat, buffers)
        hidden = buffers.hidden[seat]
        for j in range(HIDDEN_UNITS):
            hidden[j] = 0.0
        for i in range(INPUTS):
            value = buffers.inputs[seat, i]
            if value != 0.0:
                row = net[i]
                for j in range(HIDDEN_UNITS):
                    hidden[j] += value * row[j]
        total = 0.0
        for j in range(HIDDEN_UNITS):
            total += max(hidden[j], 0.0) * net[INPUTS, j]
        buffers.chances[seat] = total
        top = max(top, total)
    total = 0.0
    for seat in range(players):
        buffers.chances[seat] = exp(buffers.chances[seat] - top)
        total += buffers.chances[seat]
    for seat in range(players):
        buffers.chances[seat] /= total
