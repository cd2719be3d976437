"""Measure bots of Claim or Claim It! against one another on all cores, and nothing but that.

    python tools/match.py --game claim --seconds 300 --out runs/match.csv \
        "master expert-1 2 old-kingdom" "master expert-1 2 random" "master:worlds=0 expert 3 random"

A contest is two bots, the number of players and, for Claim, the decks. `master:judged=0` is master
with another parameter. The first bot sits in every seat in turn with the same luck while the others
are the second bot (in teams: two seats each). All contests get the same luck. They share the cores
evenly until the time is up; the results, with 95 % intervals, are written every few seconds.
`cheat` is a player of Claim who sees hidden cards (`cheat.py`).

`adjusted` is the share of the wins less the luck of all draws (`dice_luck.py`, `pile_luck.py`),
which has the same expected value and a narrower interval. It means nothing for a cheat who sees the
pile.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import fields, replace
from itertools import count, cycle
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Any, Final, NamedTuple

from cheat import Cheat, CheatParameters
from dice_luck import DiceLuck
from pile_luck import PileLuck

from claimant.bots import UNHURRIED, Bot
from claimant.environment import environment_of
from claimant.game import Game
from claimant.luck import Secret

QUICK: Final = {"claim": "simulations=300,positions=2000", "claim-it": "positions=500"}
"""Parameters with which the bots are compiled but decide at once."""
HEAD: Final = (
    "game,first,second,players,decks,sets,wins,interval,adjusted,adjusted_interval,mean_ms,most_ms,"
    "other_mean_ms"
)


class Contest(NamedTuple):
    game: str
    first: str
    second: str
    players: int
    decks: str

    @classmethod
    def of(cls, game: str, text: str) -> Contest:
        first, second, players, *decks = text.split()
        return cls(game, first, second, int(players), decks[0] if decks else "")

    def set_up(self, random: Random) -> Game:
        options = {"decks": self.decks} if self.decks else {}
        return random.choice(environment_of(self.game).set_ups(self.game, self.players, options))


class Result(NamedTuple):
    share: float
    """Of the wins of the first bot, over all seats."""
    luck: float
    """By how much luck has changed that."""
    seconds: tuple[float, float]
    """Of both bots, in total."""
    decisions: tuple[int, int]
    longest: float


def create(game: str, text: str, seed: int) -> Bot | Cheat:
    """A level, with other parameters if the text has some."""
    level, _, changes = text.partition(":")
    if level == "cheat":
        kinds = {one.name: type(one.default) for one in fields(CheatParameters)}
        return Cheat(CheatParameters(**_parsed(changes, kinds)), seed)
    if game == "claim-it":
        from claimant.games.claim_it import lookahead_bot

        depth: Any = lookahead_bot.DEPTHS[level]
        given = {name: type(getattr(depth, name)) for name in depth._fields}
        depth = depth._replace(**_parsed(changes, given))
        return lookahead_bot.LookaheadBot(depth, seed, UNHURRIED)
    from claimant.games.claim import bots

    parameters = bots.PARAMETERS[level]
    given = {one.name: type(getattr(parameters, one.name)) for one in fields(parameters)}
    return bots.SearchBot(replace(parameters, **_parsed(changes, given)), seed, UNHURRIED)


def _parsed(text: str, types: dict[str, Any]) -> dict[str, Any]:
    pairs = [part.split("=") for part in text.split(",") if part]
    return {name: types[name](float(value)) for name, value in pairs}


def play_set(contest: Contest, seed: int) -> Result:
    """The same luck with the first bot in every seat, or team, in turn."""
    random = Random(seed)
    game = contest.set_up(random)
    players = game.players
    teams = 2 if contest.game == "claim" and players == 4 else players
    share = luck = 0.0
    seconds, decisions, longest = [0.0, 0.0], [0, 0], 0.0
    for place in range(teams):
        bots = [
            create(contest.game, contest.first if seat % teams == place else contest.second, seed)
            for seat in range(players)
        ]
        secret, state, number = Secret.from_seed(seed), game.start(), 0
        dice = DiceLuck(place) if contest.game == "claim-it" else None
        pile = PileLuck(place, seed) if contest.game == "claim" else None
        while (actor := state.actor) is not None:
            number += 1
            if actor < 0:
                before, state = state, state.play(secret.event(state, number))
                luck += dice.of(before, state) / teams if dice else 0.0
                continue
            view = state.view(actor)
            choice = view.legal[0]
            if len(view.legal) > 1:
                bot = bots[actor]
                began = perf_counter()
                choice = bot.choose(state) if isinstance(bot, Cheat) else bot.choose(view)
                spent = perf_counter() - began
                which = int(actor % teams != place)
                seconds[which] += spent
                decisions[which] += 1
                longest = max(longest, spent) if which == 0 else longest
            before, state = state, state.play(choice)
            luck += pile.of(before, choice, state) / teams if pile else 0.0
        assert state.outcome is not None
        winners = state.outcome.winners
        share += (place in winners) / len({seat % teams for seat in winners}) / teams
    return Result(share, luck, (seconds[0], seconds[1]), (decisions[0], decisions[1]), longest)


def warm_up(game: str) -> None:
    """Compile the bots once, before other processes read what was compiled."""
    for level in ("expert", "master"):
        bot = f"{level}:{QUICK[game]}"
        play_set(Contest(game, bot, bot, 2, "old-kingdom" if game == "claim" else ""), 0)


def row(contest: Contest, results: list[Result]) -> list[Any]:
    figures = []
    for shares in ([one.share for one in results], [one.share - one.luck for one in results]):
        interval = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else inf
        figures += [f"{100 * mean(shares):.1f}", f"{100 * interval:.1f}"]
    spent, decided = (
        [sum(getattr(one, name)[n] for one in results) for n in (0, 1)]
        for name in ("seconds", "decisions")
    )
    times = [1000 * total / max(1, n) for total, n in zip(spent, decided, strict=True)]
    longest = 1000 * max(one.longest for one in results)
    return [
        *contest, len(results), *figures, f"{times[0]:.1f}", f"{longest:.0f}", f"{times[1]:.1f}",
    ]  # fmt: skip


def write(path: Path, found: dict[Contest, list[Result]]) -> None:
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(HEAD.split(","))
        table.writerows(row(contest, results) for contest, results in found.items() if results)


def run(
    contests: list[Contest], options: argparse.Namespace, began: float
) -> dict[Contest, list[Result]]:
    found: dict[Contest, list[Result]] = defaultdict(list)
    seeds: dict[Contest, Iterator[int]] = defaultdict(lambda: count(options.seed * 1_000_000))
    order = cycle(contests)
    running: dict[Future[Result], Contest] = {}
    last = began
    with ProcessPoolExecutor(options.workers) as pool:
        while True:
            while len(running) < options.workers and time.monotonic() - began < options.seconds:
                contest = next(order)
                running[pool.submit(play_set, contest, next(seeds[contest]))] = contest
            if not running:
                break
            done, _ = wait(running, timeout=5, return_when=FIRST_COMPLETED)
            for one in done:
                found[running.pop(one)].append(one.result())
            if time.monotonic() - last > 10 or not running:
                last = time.monotonic()
                write(Path(options.out), found)
            if time.monotonic() - began > options.seconds + options.grace:
                write(Path(options.out), found)
                os._exit(0)  # games that are still running do not count
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("contests", nargs="+")
    parser.add_argument("--game", default="claim")
    parser.add_argument("--out", required=True, help="a CSV file for the results")
    parser.add_argument("--seconds", type=float, default=300, help="no new games after this time")
    parser.add_argument("--grace", type=float, default=60, help="to finish games after that time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    began = time.monotonic()
    contests = [Contest.of(options.game, text) for text in options.contests]
    warm_up(options.game)
    for contest, results in run(contests, options, began).items():
        print(*row(contest, results))


if __name__ == "__main__":
    main()
