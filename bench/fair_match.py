"""How soon a fair match is fair: `python -m bench.fair_match [--people N] [--games N] [--seed S]`.

Bots of a level stand for people of a fixed strength. Each of them plays a fair match from the first
game on, against bots whose strength follows from the results, in turns from every seat. The figures
depend on the seed alone, not on the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import mean, stdev
from typing import Final, NamedTuple

from bench.__main__ import PAGE
from bench.solver import write_docs
from bench.table import grid
from claimant.bots import UNHURRIED, create
from claimant.bots.mixture import mixture_name, strength_of
from claimant.game import Game, State
from claimant.games.claim.game import Claim
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.play import drawing, play
from claimant.presentation import titles
from claimant.teaching.fair_match import SCORES, Played, standing

GAMES: Final = (ClaimIt(2), ClaimIt(4), Claim.create(2))
PEOPLE: Final = ("novice", "easy", "normal", "hard")
PARTS: Final = (0, 5, 20)
"""Games from which on the share of wins is reported, up to the next of these."""
STRENGTH_PAGE: Final = PAGE.with_name("strength.md")
MARKS: Final = ("<!-- fair matches measured: begin -->", "<!-- fair matches measured: end -->")


class Evening(NamedTuple):
    """What someone has played."""

    games: Sequence[Played]
    even: float
    """The share of wins that is even."""


def result_of(game: Game, person: str, bots: str, seat: int, seed: int) -> str:
    """How a game ends for the person in a seat."""
    mine = next(team for team in game.teams if seat in team)
    players = [
        create(person if place == seat else bots, 100 * seed + place, UNHURRIED)
        for place in range(game.players)
    ]

    def decide(state: State, _: int) -> str:
        actor = state.actor
        assert actor is not None
        return players[actor].choose(state.view(actor))

    *_, last = play(game, decide, drawing(Seeded(seed)))
    outcome = last.state.outcome
    assert outcome is not None
    if not outcome.winners:
        return "nobody"
    if mine[0] not in outcome.winners:
        return "lost"
    return "won" if len({t for t in game.teams if t[0] in outcome.winners}) == 1 else "shared"


def evening(game: Game, person: str, games: int, seed: int) -> Evening:
    played: list[Played] = []
    sides = len(game.teams)
    for number in range(games):
        bots = mixture_name(standing(played, sides))
        seat = number % game.players
        result = result_of(game, person, bots, seat, seed * games + number)
        strength = strength_of(bots)
        assert strength is not None
        if result in SCORES:
            played.append(Played(strength, result))
    return Evening(played, 1 / sides)


def figures(game: Game, person: str, evenings: Sequence[Evening]) -> Iterator[str]:
    yield f"{titles()[game.name]}, {game.players} players"
    yield person
    yield f"{100 * evenings[0].even:.0f}"
    for start, end in zip(PARTS, (*PARTS[1:], None), strict=True):
        shares = [mean(SCORES[one.result] for one in each.games[start:end]) for each in evenings]
        yield f"{100 * mean(shares):.0f}"
    late = [mean(one.strength for one in each.games[PARTS[-1] :]) for each in evenings]
    yield f"{mean(late):.2f} ± {stdev(late):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.fair_match", description=__doc__)
    parser.add_argument("--people", type=int, default=4, help="of each level")
    parser.add_argument("--games", type=int, default=50, help="that each of them plays")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write-docs", action="store_true")
    options = parser.parse_args()
    if options.games <= PARTS[-1] or options.people < 2:
        parser.error(f"at least 2 people and {PARTS[-1] + 1} games are needed")
    rows = []
    for game in GAMES:
        for person in PEOPLE:
            seeds = range(options.seed * options.people, (options.seed + 1) * options.people)
            evenings = [evening(game, person, options.games, seed) for seed in seeds]
            rows.append(list(figures(game, person, evenings)))
            print(" | ".join(rows[-1]), flush=True)
    parts = [
        f"wins % in games {start + 1} to {end}" for start, end in pairwise((*PARTS, options.games))
    ]
    heads = ("game", "the person plays like", "even %", *parts)
    found = grid((*heads, "strength of the bots then"), rows)
    print(found)
    if options.write_docs:
        write_docs(STRENGTH_PAGE, found, MARKS)


if __name__ == "__main__":
    main()
