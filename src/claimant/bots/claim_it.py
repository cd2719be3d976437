"""The five levels of Claim It!"""

from __future__ import annotations

from claimant.bots import Bot
from claimant.bots.claim_it_feel import FEELS, Feeler
from claimant.bots.claim_it_mind import THOUGHTS, Thinker


def player(level: str, seed: int, budget: float) -> Bot:
    """A mind for Claim It! of a level, with so many seconds a decision at most."""
    if level in FEELS:
        return Feeler(FEELS[level], seed)
    return Thinker(THOUGHTS[level], seed, budget)
