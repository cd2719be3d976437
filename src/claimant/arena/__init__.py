"""Tournaments between bots. Long ones run on any `concurrent.futures.Executor`.

result = play(game, {"mine": MyBot, "hard": "hard"}, games=100, seed=1)
print(result)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimant.arena.standings import Standings
    from claimant.bots import BotLike
    from claimant.game import Game


def play(
    game: Game | str,
    bots: Mapping[str, BotLike],
    games: int = 100,
    seed: int = 0,
    *,
    until_clear: bool = False,
    workers: int = 0,
) -> Standings:
    """Let bots play each other and return the standings.

    A bot is a name, an object with `choose(view)`, or a class or function that creates one for each
    seat of each game. With `until_clear`, two bots play at most `games` games and stop as soon as
    it is clear which is better. With `workers`, as many processes play; bots have to be importable
    there.
    """
    # Here, because the processes of an arena import this package before anything else.
    from claimant.arena import match

    return match.play(game, bots, games, seed, until_clear, workers)
