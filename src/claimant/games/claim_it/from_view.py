"""The record of a table from what a seat sees of it: all is open in Claim It! but luck to come."""

from __future__ import annotations

from typing import Final

import numpy as np

from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.view import ClaimItView

_STAGES: Final = {
    "first": turn.FIRST,
    "begin": turn.BEGIN,
    "dice": turn.DICE,
    "place": turn.PLACE,
    "decide": turn.DECIDE,
    "over": turn.OVER,
}


def record(view: ClaimItView) -> bytearray:
    """The bytes of the state that gives this view, as the kernels take them."""
    data = bytearray(turn.STATE.itemsize)
    s = np.frombuffer(data, turn.STATE)[0]
    s.players = view.players
    s.squatters_return = view.squatters_return
    s.stage = _STAGES[view.stage]
    s.caller = turn.NOBODY if view.caller is None else view.caller
    s.turns_left = view.turns_left
    if view.stage == "first":
        return data
    # The last turn of all is the caller's (R-I8).
    s.actor = s.caller if view.turn is None else view.turn
    owned = [0] * turn.MOST_PLAYERS
    for i, owner in enumerate(view.owners):
        if owner is not None:
            owned[owner] |= 1 << i
    s.owned = owned
    s.claimed = _bits(view.claimed)
    s.squatted = _bits(view.squatted)
    s.capped = _bits(view.capped)
    s.squatter = [where + 1 for where in view.squatters]
    s.supply = sum(2 << n for n, where in enumerate(view.squatters) if where < 0)
    s.dice = view.dice or (0, 0, 0)
    turn.reopen(data)
    return data


def _bits(flags: tuple[bool, ...]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)
