"""Endings of Claim with two players, and their values by brute force."""

from __future__ import annotations

from random import Random

from claimant.game import CHANCE
from claimant.games.claim.game import Claim, ClaimState
from claimant.luck import Seeded


def ending_of(game: Claim, random: Random, tricks: int) -> ClaimState:
    """A random game up to the lead of a trick, with this many tricks left."""
    luck = Seeded(random.randrange(1 << 30))
    state: ClaimState = game.start()
    while True:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        record = state.record()
        if record.phase == 2 and record.number == game.hand_size - tricks:
            return state
        state = state.apply(random.choice(state.legal()))


def worth(state: ClaimState) -> int:
    """The value of a finished game for seat 0, from its outcome as players see it."""
    outcome = state.outcome
    assert outcome is not None
    if len(outcome.winners) == 2:
        return 0
    won = [sum(seat in owners for owners in outcome.factions.values()) for seat in (0, 1)]
    return (1 + abs(won[0] - won[1])) * (1 if outcome.winners == (0,) else -1)


def best(state: ClaimState) -> int:
    """The value of an unfinished game: tries every continuation and remembers nothing."""
    if state.actor is None:
        return worth(state)
    results = [best(state.apply(move)) for move in state.legal()]
    return max(results) if state.actor == 0 else min(results)


def every_move(state: ClaimState) -> dict[str, int]:
    """The value of each decision for the player who makes it."""
    sign = 1 if state.actor == 0 else -1
    return {state.write(move): sign * best(state.apply(move)) for move in state.legal()}
