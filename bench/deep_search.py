"""How often the search of Claim's phase 1 would decide otherwise with much more time:

    python -m bench.deep_search [--level master] [--times 100] [--positions N]

Positions from games of `hard` against itself with two players, the old kingdom and random decks of
the rulebook. At each, the level decides once as usual and once with `--times` as many simulations.
The cost of a usual choice is how much less the large search thinks it is worth than the
choice of its own, which it has tried most often; a win counts for nine tenths of that worth, the
factions for one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from claimant.bots import UNHURRIED, Bot
from claimant.bots.time_limit import TimeLimit
from claimant.environment import environment_of
from claimant.game import Game, State
from claimant.games.claim.bots import (
    PARAMETERS,
    BotParameters,
    SearchBot,
    WorldSearch,
    create,
)
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.luck import Seeded
from claimant.play import drawing, play


class Compared(NamedTuple):
    same: bool
    cost: float
    usual_seconds: float
    large_seconds: float


def positions(decks: str, count: int) -> Iterator[ClaimView]:
    """One decision of phase 1 from each of `count` games."""
    random = Random(decks)
    set_ups = environment_of("claim").set_ups("claim", 2, {"decks": decks})
    for number in range(count):
        bots = [create("hard", 2 * number + seat, UNHURRIED) for seat in range(2)]
        yield random.choice(decisions(random.choice(set_ups), bots, number))


def decisions(game: Game, bots: list[Bot], number: int) -> list[ClaimView]:
    """The views of phase 1 in which there was something to decide."""
    found: list[ClaimView] = []

    def decide(state: State, _: int) -> str:
        view = state.view(state.actor)
        assert isinstance(view, ClaimView)
        if len(view.legal) > 1 and view.phase == 1:
            found.append(view)
        return bots[view.seat or 0].choose(view)

    for _ in play(game, decide, drawing(Seeded(number))):
        pass
    return found


def large_search(view: ClaimView, parameters: BotParameters, seed: int) -> WorldSearch:
    """A search as `SearchBot` makes it, which can be asked for its values."""
    world = sample(view, Seeded(seed))
    search = WorldSearch(view, world, parameters, seed)
    search.run(parameters.simulations, TimeLimit(UNHURRIED))
    return search


def compare(view: ClaimView, level: str, times: int, number: int) -> Compared:
    usual = PARAMETERS[level]
    large = replace(usual, simulations=times * usual.simulations)
    began = process_time()
    choice = SearchBot(usual, number, UNHURRIED).choose(view)
    between = process_time()
    search = large_search(view, large, number)
    ended = process_time()
    best = search.best()
    events = [search.world.write(action) for action in search.legal]
    values = search.results.won[: len(events)] / search.results.visits[: len(events)]
    cost = float(values[events.index(best)] - values[events.index(choice)])
    return Compared(choice == best, cost, between - began, ended - between)


def line(decks: str, results: list[Compared]) -> str:
    count = len(results)
    costs = [result.cost for result in results]
    error = 1.96 * stdev(costs) / sqrt(count) if count > 1 else 0.0
    return (
        f"{decks}: the same choice in {sum(result.same for result in results)} of {count}; cost "
        f"{100 * mean(costs):.2f} +- {100 * error:.2f} %, at most {100 * max(costs):.1f} %; "
        f"{mean(result.usual_seconds for result in results):.2f} s and "
        f"{mean(result.large_seconds for result in results):.1f} s per decision"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.deep_search", description=__doc__)
    parser.add_argument("--level", default="master", choices=("expert", "master"))
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--positions", type=int, default=20)
    options = parser.parse_args()
    create(options.level, 0, UNHURRIED)  # compiles what it uses
    for decks in ("old-kingdom", "random"):
        results = []
        for number, view in enumerate(positions(decks, options.positions)):
            results.append(compare(view, options.level, options.times, number))
            print(line(decks, results), flush=True)


if __name__ == "__main__":
    main()
