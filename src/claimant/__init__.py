"""Play, host and study two tabletop games about staking a claim.

    >>> from claimant import ClaimIt
    >>> state = ClaimIt(players=2).start().play("first 0").play("roll").play("dice 2 3 5")
    >>> state.choices()
    ['2,3', '2,5', '3,2', '3,5', '5,2', '5,3']

This is the public API. Each name is imported when it is first used, so that a program loads only
what it needs. Nothing else outside `claimant/games/` mentions a game: other code finds the games
in the registry.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from claimant.bots import Bot as Bot
    from claimant.bots import BotLike as BotLike
    from claimant.game import CHANCE as CHANCE
    from claimant.game import Game as Game
    from claimant.game import Illegal as Illegal
    from claimant.game import Luck as Luck
    from claimant.game import Outcome as Outcome
    from claimant.game import State as State
    from claimant.game import View as View
    from claimant.games.claim.game import Claim as Claim
    from claimant.games.claim.game import ClaimState as ClaimState
    from claimant.games.claim.rules.cards import Card as Card
    from claimant.games.claim.view import ClaimOutcome as ClaimOutcome
    from claimant.games.claim.view import ClaimView as ClaimView
    from claimant.games.claim_it.game import ClaimIt as ClaimIt
    from claimant.games.claim_it.game import ClaimItState as ClaimItState
    from claimant.games.claim_it.view import ClaimItOutcome as ClaimItOutcome
    from claimant.games.claim_it.view import ClaimItView as ClaimItView
    from claimant.luck import Secret as Secret
    from claimant.luck import Seeded as Seeded
    from claimant.luck import verify as verify
    from claimant.play import resolve_chance as resolve_chance
    from claimant.record import Record as Record
    from claimant.record import dump as dump
    from claimant.record import dumps as dumps
    from claimant.record import load as load
    from claimant.record import loads as loads
    from claimant.record import redact as redact
    from claimant.record import replay as replay

_MODULES = {
    "CHANCE": "game",
    "Bot": "bots",
    "BotLike": "bots",
    "Card": "games.claim.rules.cards",
    "Claim": "games.claim.game",
    "ClaimIt": "games.claim_it.game",
    "ClaimItOutcome": "games.claim_it.view",
    "ClaimItState": "games.claim_it.game",
    "ClaimItView": "games.claim_it.view",
    "ClaimOutcome": "games.claim.view",
    "ClaimState": "games.claim.game",
    "ClaimView": "games.claim.view",
    "Game": "game",
    "Illegal": "game",
    "Luck": "game",
    "Outcome": "game",
    "Record": "record",
    "Secret": "luck",
    "Seeded": "luck",
    "State": "game",
    "View": "game",
    "dump": "record",
    "dumps": "record",
    "load": "record",
    "loads": "record",
    "redact": "record",
    "replay": "record",
    "resolve_chance": "play",
    "verify": "luck",
}
"""The module of every public name."""

__all__ = [*_MODULES]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'claimant' has no attribute {name!r}")
    return getattr(import_module(f"claimant.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
