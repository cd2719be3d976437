"""Set-ups for the environments' tests, and moments of random games."""

from __future__ import annotations

from collections.abc import Iterator

from claimant.envs import claim
from claimant.game import CHANCE, Game, State
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded

SET_UPS: tuple[Game, ...] = (
    *(ClaimIt(players) for players in ClaimIt.seats),
    ClaimIt(4, squatters_return=True),
    claim(2),
    claim(2, "high-mountains"),
    claim(2, "hungry-court", raccoons="deck"),
    claim(2, factions="knights goblins automatons seers raccoons"),
    claim(3, "hungry-court"),
    claim(4, "clockwork-war"),
    claim(4),
)
"""Every number of players, and between them every power."""


def states(game: Game, seed: int) -> Iterator[State]:
    """A random game, state by state."""
    luck = Seeded(seed)
    state: State = game.start()
    yield state
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            legal = state.legal()
            state = state.apply(legal[luck.below(len(legal))])
        yield state
