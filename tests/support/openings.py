"""Set-ups for the environments' tests, and the states of random games."""

from __future__ import annotations

from collections.abc import Iterator

from claimant.environment import create_game
from claimant.game import Game, State
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.play import choosing_at_random, drawing, play


def claim(players: int = 2, scenario: str = "old-kingdom", **parameters: str) -> Game:
    """A set-up of Claim by the parameters of its environment."""
    return create_game("claim", players, scenario=scenario, **parameters)


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
    yield game.start()
    for turn in play(game, choosing_at_random(luck), drawing(luck)):
        yield turn.state
