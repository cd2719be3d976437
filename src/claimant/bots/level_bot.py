"""A bot of a level, which plays any game it receives a view of."""

from __future__ import annotations

from claimant import registry
from claimant.bots import EARLIER, Bot, Levels
from claimant.bots.random_bot import RandomBot
from claimant.bots.time_limit import Clock
from claimant.game import View


class LevelBot:
    def __init__(self, level: str, seed: int, budget: float, clock: Clock) -> None:
        self._level = level
        self._seed = seed
        self._budget = budget
        self._clock = clock
        self._players: dict[str, Bot] = {}

    def choose(self, view: View) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        return self._of(view.game).choose(view)

    def _of(self, game: str) -> Bot:
        """The bot of a game, created when first needed because its data takes a while to load.

        A game without bots of its own is played at random by every level. There are at most as many
        bots as games.
        """
        if game not in self._players:
            bots = registry.entry(game).bots
            if bots:
                levels: Levels = registry.part(bots)
                level = self._level
                if level not in levels.earlier:
                    level = EARLIER.get(level, level)
                    level = level if level in levels.levels else levels.levels[-1]
                self._players[game] = levels.create(level, self._seed, self._budget, self._clock)
            else:
                self._players[game] = RandomBot(self._seed)
        return self._players[game]
