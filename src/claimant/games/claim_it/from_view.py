"""Reconstructs the state of a table from a view: in Claim It! only future dice are unknown."""

from __future__ import annotations

import numpy as np

from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import bits_of
from claimant.games.claim_it.view import STAGES, ClaimItView


def state_data(view: ClaimItView) -> bytearray:
    """The bytes of the state that has this view, as kernels take them."""
    data = bytearray(turn.STATE.itemsize)
    s = np.frombuffer(data, turn.STATE)[0]
    s.players = view.players
    s.squatters_return = view.squatters_return
    s.stage = STAGES.index(view.stage)
    s.caller = turn.NOBODY if view.caller is None else view.caller
    s.turns_left = view.turns_left
    if view.stage == "first":
        return data
    # The last turn of all is the caller's (R-I8).
    s.actor = s.caller if view.turn is None else view.turn
    for seat in range(view.players):
        s.owned[seat] = bits_of(owner == seat for owner in view.owners)
    s.claimed = bits_of(view.claimed)
    s.squatted = bits_of(view.squatted)
    s.capped = bits_of(view.capped)
    s.squatter = [where + 1 for where in view.squatters]
    s.supply = bits_of((False, *(where < 0 for where in view.squatters)))
    s.dice = view.dice or (0, 0, 0)
    turn.refresh_choices(data)
    return data
