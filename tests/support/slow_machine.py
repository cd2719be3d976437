"""The games' own bots on a machine so slow that a second passes whenever they look at the clock."""

from __future__ import annotations

from itertools import count

from claimant import registry
from claimant.bots import Bot, Levels
from claimant.bots.time_limit import Clock


def _slowed(game: str) -> Levels:
    levels: Levels = registry.part(registry.entry(game).bots)

    def create(level: str, seed: int, budget: float, clock: Clock) -> Bot:
        seconds = count(1.0)
        return levels.create(level, seed, budget, lambda: next(seconds))

    return levels._replace(create=create)


CLAIM = _slowed("claim")
CLAIM_IT = _slowed("claim-it")
ENTRIES = [
    (registry.entry("claim"), "support.slow_machine:CLAIM"),
    (registry.entry("claim-it"), "support.slow_machine:CLAIM_IT"),
]
"""Each game as it is registered, with the name of its slow bots."""
