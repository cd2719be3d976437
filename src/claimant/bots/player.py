"""A bot of a level: it plays whatever game it is shown."""

from __future__ import annotations

from claimant.bots import Bot
from claimant.bots.greedy import Greedy
from claimant.game import View


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
            if game == "claim-it":
                from claimant.bots import claim_it

                self._players[game] = claim_it.player(self._level, self._seed, self._budget)
            else:
                self._players[game] = Greedy(self._seed)
        return self._players[game]
