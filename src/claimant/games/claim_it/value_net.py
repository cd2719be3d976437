"""What a table is worth to each seat once a turn is over: its chance of winning (kernel).

A seat is seen by traits of its mine and of its rivals' (groups, what is safe, what a single space
would join or cut), and by how far the game has come. One small network, the same for every seat,
makes a number of them, and the seats' numbers become chances that add up to one. Its weights are
learnt from play: `tools/tune_claim_it.py` made those of `bots/claim_it_values.json`.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

import numpy as np

from claimant.games.claim_it.rules.board import SPACES, group_of, largest_group, spread
from claimant.games.claim_it.rules.turn import LAST_ROUND, MOST_PLAYERS, NOBODY, OVER, score
from claimant.kernels.bits import count
from claimant.kernels.compile import entry, kernel

_ALL: Final = (1 << SPACES) - 1
_DIAGONAL: Final = sum(1 << (7 * i) for i in range(6))  # these need a pair: half as likely

TRAITS: Final = 12
INPUTS: Final = 2 * TRAITS + 12
HIDDEN: Final = 32
WEIGHTS: Final = (INPUTS + 1, HIDDEN)
"""A row for each input, and one for what the hidden units make of them."""

DESK: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("traits", np.float64, (MOST_PLAYERS, TRAITS)),
                ("inputs", np.float64, (MOST_PLAYERS, INPUTS)),
                ("hidden", np.float64, (MOST_PLAYERS, HIDDEN)),
                ("chances", np.float64, MOST_PLAYERS),
            ],
            align=True,
        ),
    )
)
"""Where the figures of one evaluation are written."""


@kernel
def look_at(own: int, claimed: int, traits: Any) -> None:
    """The traits of one seat's spaces."""
    mine = largest_group(own)
    size = count(mine)
    takeable = _ALL & ~own & ~claimed
    around = spread(mine) & takeable
    # What one space more could join to the mine, and what several could.
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
    # What a rival's squatter on one space of the mine would leave of it.
    left = size
    loose = mine & ~claimed
    rest = loose
    while rest:
        space = rest & -rest
        rest ^= space
        # A space whose neighbours in the mine hang together around it cuts nothing off.
        others = mine ^ space
        beside = spread(space) & others
        remains = size - 1
        if beside & (beside - 1):
            remains = count(largest_group(others))
        left = min(left, remains)
    safe = own & claimed
    traits[0] = size
    traits[1] = count(safe)
    traits[2] = count(own)
    traits[3] = count(largest_group(safe))
    traits[4] = size + join + (1 if around else 0)
    traits[5] = joins
    traits[6] = second
    traits[7] = count(around)
    traits[8] = count(loose)
    traits[9] = count(loose & _DIAGONAL)
    traits[10] = left
    traits[11] = count(group_of(mine, own | takeable)) if mine else 0


@kernel
def consider(t: Any, seat: int, desk: Any) -> None:
    """A seat's inputs: its own traits, the best of its rivals', and the state of the race."""
    players = int(t.players)
    for i in range(TRAITS):
        best = 0.0
        for rival in range(players):
            if rival != seat:
                best = max(best, desk.traits[rival, i])
        desk.inputs[seat, i] = desk.traits[seat, i] * 0.1
        desk.inputs[seat, TRAITS + i] = best * 0.1
    at = 2 * TRAITS
    needed = float(LAST_ROUND[players])
    wait = (seat - int(t.actor) + players) % players
    called = t.caller != NOBODY
    desk.inputs[seat, at] = 1.0
    desk.inputs[seat, at + 1] = wait / players
    desk.inputs[seat, at + 2] = 1.0 if called else 0.0
    desk.inputs[seat, at + 3] = 1.0 if called and wait < t.turns_left else 0.0
    desk.inputs[seat, at + 4] = t.turns_left / players
    desk.inputs[seat, at + 5] = desk.traits[seat, 1] / needed
    desk.inputs[seat, at + 6] = desk.inputs[seat, TRAITS + 1] * 10.0 / needed
    desk.inputs[seat, at + 7] = 1.0 if t.squatters_return else 0.0
    desk.inputs[seat, at + 8] = 1.0 if players == 2 else 0.0
    desk.inputs[seat, at + 9] = 1.0 if players == 3 else 0.0
    desk.inputs[seat, at + 10] = 1.0 if players == 4 else 0.0
    desk.inputs[seat, at + 11] = 1.0 if wait == 0 else 0.0


@kernel
def ending(t: Any, desk: Any) -> None:
    """Once the game is over: who won, a shared win in parts (R-I9)."""
    players = int(t.players)
    best = 0
    winners = 0
    for seat in range(players):
        group, claims, spaces = score(t, seat)
        rank = (group * 64 + claims) * 64 + spaces
        desk.chances[seat] = rank
        if rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners += 1
    for seat in range(players):
        desk.chances[seat] = 1.0 / winners if desk.chances[seat] == best else 0.0


@entry
def judge(t: Any, net: np.ndarray, desk: Any) -> None:
    """Write each seat's chance of winning on the desk: `t` is at the start of a turn, or over."""
    if t.stage == OVER:
        ending(t, desk)
        return
    players = int(t.players)
    for seat in range(players):
        look_at(t.owned[seat], t.claimed, desk.traits[seat])
    top = -1e9
    for seat in range(players):
        consider(t, seat, desk)
        hidden = desk.hidden[seat]
        for j in range(HIDDEN):
            hidden[j] = 0.0
        for i in range(INPUTS):
            value = desk.inputs[seat, i]
            if value != 0.0:
                row = net[i]
                for j in range(HIDDEN):
                    hidden[j] += value * row[j]
        total = 0.0
        for j in range(HIDDEN):
            total += max(hidden[j], 0.0) * net[INPUTS, j]
        desk.chances[seat] = total
        top = max(top, total)
    total = 0.0
    for seat in range(players):
        desk.chances[seat] = exp(desk.chances[seat] - top)
        total += desk.chances[seat]
    for seat in range(players):
        desk.chances[seat] /= total
