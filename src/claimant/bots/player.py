"""A bot of a level: it plays whatever game it is shown."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from claimant.bots import Bot
from claimant.game import View

_MINDS: Final = {"claim": "claimant.bots.claim", "claim-it": "claimant.bots.claim_it"}


class Player:
    def __init__(self, level: str, seed: int, budget: float) -> None:
        self._level = level
        self._seed = seed
        self._budget = budget
        self._players: dict[str, Bot] = {}

    def choose(self, view: View) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        return self._of(view.game).choose(view)

    def _of(self, game: str) -> Bot:
        """Its mind for a game, made when it first sees it: search and its data take a while."""
        if game not in self._players:
            mind = import_module(_MINDS[game])
            self._players[game] = mind.player(self._level, self._seed, self._budget)
        return self._players[game]
