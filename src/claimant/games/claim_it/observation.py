"""What a seat observes of Claim It!, as arrays of numbers.

The kernel in `batch.py` writes the same from a state. `_fill` writes it from a view: it defines
what an observation contains, and a law compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping

from claimant.environment import Array, Field, Observation, mark_seat
from claimant.games.claim_it.batch import observe_state
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.view import STAGES, ClaimItView


def observation(game: ClaimIt) -> Observation:
    """The fields of a set-up. Seats are counted clockwise from the viewer, who has row 0."""
    players = game.players
    return Observation(
        (
            Field("stage", (len(STAGES),), 1),
            Field("turn", (players,), 1),
            Field("dice", (6,), 3),
            Field("owners", (players, SPACES), 1),
            Field("claimed", (SPACES,), 1),
            Field("squatted", (SPACES,), 1),
            Field("capped", (SPACES,), 1),
            Field("squatters", (6, SPACES), 1),
            Field("standing", (players, 3), SPACES),
            Field("needed", (1,), 13),
            Field("caller", (players,), 1),
            Field("turns_left", (1,), 5),
            Field("squatters_return", (1,), 1),
        ),
        _fill,
        observe_state,
    )


def _fill(view: ClaimItView, arrays: Mapping[str, Array]) -> None:
    players = view.players
    viewer = view.seat or 0
    arrays["stage"][STAGES.index(view.stage)] = 1
    mark_seat(arrays["turn"], view.turn, viewer)
    for die in view.dice:
        arrays["dice"][die - 1] += 1
    owners = arrays["owners"]
    for space, owner in enumerate(view.owners):
        if owner is not None:
            owners[(owner - viewer) % players, space] = 1
    arrays["claimed"][:] = view.claimed
    arrays["squatted"][:] = view.squatted
    arrays["capped"][:] = view.capped
    for number, space in enumerate(view.squatters):
        if space >= 0:
            arrays["squatters"][number, space] = 1
    for seat in range(players):
        figures = (view.groups[seat], view.claims[seat], view.spaces[seat])
        arrays["standing"][(seat - viewer) % players] = figures
    arrays["needed"][0] = view.needed
    mark_seat(arrays["caller"], view.caller, viewer)
    arrays["turns_left"][0] = view.turns_left
    arrays["squatters_return"][0] = view.squatters_return
