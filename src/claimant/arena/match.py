"""One call plays a contest: between bots by name, or objects and factories of the caller."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from functools import partial
from itertools import chain

from claimant import registry
from claimant.arena import entrants
from claimant.arena.executor import processes
from claimant.arena.matches import Contest, Match, play_match
from claimant.arena.sequential import Verdict
from claimant.arena.standings import Standings, standings
from claimant.bots import BotLike
from claimant.game import Game, Illegal
from claimant.i18n import Text


def play(
    game: Game | str,
    bots: Mapping[str, BotLike],
    games: int,
    seed: int,
    until_clear: bool,
    workers: int,
) -> Standings:
    """See `claimant.arena.play`."""
    if games < 1:
        raise Illegal("games", Text("an arena plays at least one game"))
    set_up = registry.game_class(game).create() if isinstance(game, str) else game
    entrants.check([bot for bot in bots.values() if isinstance(bot, str)], least=0)
    contest = Contest.of(set_up, list(bots), seed)
    if len(contest.entrants) < 2:
        raise Illegal("entrants", Text("an arena is for two bots or more"))
    verdict = Verdict(contest) if until_clear else None
    count = contest.matches(games)
    found: dict[int, Match] = {}
    with closing(_played(contest, count, bots, workers)) as played:
        for match in played:
            found[match.number] = match
            if verdict is not None and verdict.is_clear(found):
                count = verdict.matches
                break
    done = [match for number, match in found.items() if number <= count]
    return standings(contest, done, None if verdict is None else verdict.interval)


def _played(
    contest: Contest, count: int, bots: Mapping[str, BotLike], workers: int
) -> Generator[Match]:
    job = partial(play_match, contest, bots=dict(bots))
    numbers = range(1, count + 1)
    if not workers:
        for number in numbers:
            yield job(number)
        return
    with closing(processes(workers).run(job, numbers)) as finished:
        yield from chain.from_iterable(finished)
