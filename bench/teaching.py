"""The cost of hints, reviews and puzzles, and how much ten times the search would change:
`python -m bench.teaching [--seed S] [--write-docs]`.

All times are CPU seconds of one core, so other work on the machine matters little. Without
`--write-docs` the tables are only printed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from statistics import mean, median
from time import process_time
from typing import Final

from bench.__main__ import PAGE, machine
from bench.solver import write_docs
from bench.table import grid
from claimant.bots import UNHURRIED, Bot, create
from claimant.game import CHANCE, Game, State, View
from claimant.games.claim.game import Claim
from claimant.games.claim_it.game import ClaimIt
from claimant.judge import Judge, judge_of
from claimant.luck import Seeded
from claimant.play import drawing, play
from claimant.presentation import titles
from claimant.puzzles import maker_of
from claimant.record import Record
from claimant.teaching.puzzle_making import make
from claimant.teaching.puzzles import shipped
from claimant.teaching.review import review

GAMES: Final = (ClaimIt(2), ClaimIt(4), Claim.create(2), Claim.create(3), Claim.create(4))
LEVEL: Final = "normal"
"""The bot whose games are judged."""
HINTS: Final = 50
"""Decisions per game that are judged."""
REVIEWS: Final = 3
COMPARED: Final = 30
"""Decisions per game that are judged again with more search."""
MORE: Final = 10.0
SEARCHED: Final = 30
"""Games that are searched for puzzles."""
MARKS: Final = ("<!-- teaching measured: begin -->", "<!-- teaching measured: end -->")
Row = Sequence[object]


def records(game: Game, seed: int) -> Iterator[Record]:
    """Games between bots, one after another."""
    while True:
        bot = create(LEVEL, seed, UNHURRIED)

        def decide(state: State, _: int, bot: Bot = bot) -> str:
            return bot.choose(state.view(state.actor))

        turns = play(game, decide, drawing(Seeded(seed)))
        yield Record(Record.of(game).headers, tuple(turn.event for turn in turns))
        seed += 1


def decisions(game: Game, seed: int) -> Iterator[View]:
    """Every fifth decision of these games that has a choice."""
    for record in records(game, seed):
        state, seen = game.start(), 0
        for event in record.events:
            if state.actor != CHANCE and len(state.legal()) > 1:
                if seen % 5 == 0:
                    yield state.view(state.actor)
                seen += 1
            state = state.play(event)


def judge_for(game: Game) -> Judge:
    found = judge_of(game.name)
    assert found is not None
    return found


def seconds(work: Iterable[object]) -> list[float]:
    """How long each step of some work takes, in order of size."""
    found, began = [], process_time()
    for _ in work:
        found.append(process_time() - began)
        began = process_time()
    return sorted(found)


def named(game: Game) -> str:
    return f"{titles()[game.name]}, {game.players} players"


def hints(seed: int) -> Iterator[Row]:
    for game in GAMES:
        judge = judge_for(game)
        views = list(islice(decisions(game, seed), HINTS))
        found = [1000 * each for each in seconds(judge.judge(view) for view in views)]
        most = found[int(0.95 * len(found))]
        yield named(game), len(found), f"{median(found):.0f}", f"{most:.0f}", f"{found[-1]:.0f}"


def reviews(seed: int) -> Iterator[Row]:
    for game in GAMES:
        some = list(islice(records(game, seed), REVIEWS))
        found = seconds(review(record) for record in some)
        events = mean(len(record.events) for record in some)
        yield named(game), len(found), f"{events:.0f}", f"{median(found):.1f}", f"{found[-1]:.1f}"


def more_search(seed: int) -> Iterator[Row]:
    """How far the usual values are from those with more search, and what that would cost."""
    for game in GAMES:
        judge = judge_for(game)
        views = list(islice(decisions(game, seed + 1000), COMPARED))
        away, cost, same, proven = [], [], 0, 0
        for view in views:
            usual, better = judge.judge(view), judge.judge(view, effort=MORE)
            away.append(100 * abs(usual.value - better.value))
            cost.append(100 * better.cost(usual.best))
            same += usual.best == better.best
            proven += usual.exact
        yield (
            *(named(game), len(views), proven, same),
            *(f"{mean(away):.1f}", f"{sorted(away)[int(0.95 * len(away))]:.1f}"),
            *(f"{mean(cost):.2f}", f"{max(cost):.1f}"),
        )


def puzzles(seed: int) -> Iterator[Row]:
    for name in ("claim-it", "claim"):
        maker = maker_of(name)
        assert maker is not None
        began = process_time()
        made = len(list(make(name, SEARCHED, seed)))
        searching = process_time() - began
        views = [listed.puzzle.view for listed in shipped(name).values()]
        proving = sum(seconds(maker.prove(view) for view in views))
        each = f"{searching / SEARCHED:.2f}"
        yield titles()[name], SEARCHED, made, each, len(views), f"{proving:.1f}"


def tables(seed: int) -> str:
    for game in GAMES:  # compiles and loads everything
        judge_for(game).judge(next(decisions(game, seed)), effort=0.01)
    where = ", ".join(f"{name} {value}" for name, value in machine().items())
    heads: tuple[tuple[str, ...], ...] = (
        ("A hint", "hints", "median ms", "95%", "most"),
        ("A review", "reviews", "events per game", "median s", "most"),
        (
            *("Ten times the search", "decisions", "proven", "same choice"),
            *("value differs by, mean %", "95%", "choice costs, mean %", "most"),
        ),
        (
            *("Puzzles", "games searched", "found", "s per game"),
            *("shipped", "proving these, s"),
        ),
    )
    parts = (hints(seed), reviews(seed), more_search(seed), puzzles(seed))
    found = [
        grid(head, [[str(cell) for cell in row] for row in part])
        for head, part in zip(heads, parts, strict=True)
    ]
    return "\n\n".join((f"Machine: {where}. CPU time of one core, seed {seed}.", *found))


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.teaching", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write-docs", action="store_true")
    options = parser.parse_args()
    found = tables(options.seed)
    print(found)
    if options.write_docs:
        write_docs(PAGE, found, MARKS)


if __name__ == "__main__":
    main()
