"""A contest as matches. In a match the same luck is played once with every seating, so that
nobody wins by the cards or the dice alone: two players swap seats, more move round the table.

Who meets whom, in which order round the table and with which luck follows from the contest and the
match's number alone: any match can be played again, anywhere, and comes out the same (as far as
its bots do: one that is cut off by the clock may not).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, count, permutations
from typing import Any, Final

from claimant import registry
from claimant.arena.entrants import hurried, seated
from claimant.bots import Bot
from claimant.game import CHANCE, Game, Illegal
from claimant.i18n import Text
from claimant.luck import Secret
from claimant.record import Record, dumps

Seating = tuple[int, ...]
"""By side, the number of the entrant that plays it."""


@dataclass(frozen=True)
class Contest:
    """Who plays what. The same contest gives the same matches, without end."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    entrants: tuple[str, ...]
    seed: int

    @classmethod
    def of(cls, game: Game, entrants: Sequence[str], seed: int) -> Contest:
        return cls(game.name, game.players, tuple(game.options.items()), tuple(entrants), seed)

    @property
    def sides(self) -> int:
        """How many play against each other: with four in Claim they are two teams (R-C3)."""
        return 2 if (self.game, self.players) == ("claim", 4) else self.players

    @property
    def lineups(self) -> list[Seating]:
        return lineups(len(self.entrants), self.sides)

    def seatings(self, number: int) -> list[Seating]:
        """The games of a match, from 1. A round has each line-up once; from round to round the
        order round the table changes."""
        orders = circles(self.lineup(number))
        played = (number - 1) // len(self.lineups)
        return turns(orders[played % len(orders)])

    def lineup(self, number: int) -> Seating:
        return self.lineups[(number - 1) % len(self.lineups)]

    def matches(self, games: int) -> int:
        """How many matches hold at least so many games, in whole rounds."""
        played = 0
        for number in count(1):
            played += len(self.seatings(number))
            if played >= games and number % len(self.lineups) == 0:
                return number
        raise AssertionError


@lru_cache
def lineups(entrants: int, sides: int) -> list[Seating]:
    """Who meets whom: every choice of entrants; where they are fewer than the sides, each plays
    as many as the others, or one more in its turn."""
    each, more = divmod(sides, entrants)
    everyone = [*range(entrants)] * each
    return [tuple(sorted((*everyone, *extra))) for extra in combinations(range(entrants), more)]


def turns(order: Seating) -> list[Seating]:
    """All ways to sit in this order round the table."""
    return list(dict.fromkeys(order[at:] + order[:at] for at in range(len(order))))


@lru_cache
def circles(lineup: Seating) -> list[Seating]:
    """The orders round a table in which these can sit."""
    first, *rest = lineup
    return list(dict.fromkeys(min(turns((first, *order))) for order in permutations(rest)))


@dataclass(frozen=True)
class Played:
    """One game of a match."""

    seating: Seating
    winners: tuple[int, ...]
    """Seats."""
    reason: str
    events: int


@dataclass
class Thinking:
    """How long an entrant took for its decisions, in seconds."""

    decisions: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)

    def join(self, other: Thinking) -> None:
        self.decisions += other.decisions
        self.total += other.total
        self.longest = max(self.longest, other.longest)

    @property
    def mean(self) -> float:
        return self.total / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Match:
    """What came out of one."""

    number: int
    games: tuple[Played, ...]
    thinking: dict[int, Thinking]
    """By entrant."""
    records: tuple[str, ...] = ()
    """Of the games, where they were asked for."""

    def as_data(self) -> dict[str, Any]:
        """As the results file has it, in which the records are not."""
        return {
            "match": self.number,
            "games": [[*map(list, (g.seating, g.winners)), g.reason, g.events] for g in self.games],
            "thinking": {
                str(entrant): [t.decisions, t.total, t.longest]
                for entrant, t in self.thinking.items()
            },
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Match:
        return cls(
            int(data["match"]),
            tuple(
                Played(tuple(seating), tuple(winners), str(reason), int(events))
                for seating, winners, reason, events in data["games"]
            ),
            {
                int(entrant): Thinking(int(decisions), float(total), float(longest))
                for entrant, (decisions, total, longest) in data["thinking"].items()
            },
        )


class Failed(Exception):  # noqa: N818  (reads as what it is)
    """A bot that did not answer as it should. All that it holds travels between processes."""

    def __init__(self, entrant: str, match: int, why: str) -> None:
        super().__init__(entrant, match, why)
        self.entrant: Final = entrant
        self.match: Final = match
        self.why: Final = why

    @property
    def text(self) -> Text:
        return Text(
            "{bot} failed in match {match}: {why}",
            bot=self.entrant,
            match=self.match,
            why=self.why,
        )


# A process plays one match at a time, whatever its threads: thinking is timed.
_alone: Final = threading.Lock()


def play(contest: Contest, number: int, keep: bool = False) -> Match:
    """Play a match: what an executor calls. `keep`: with the records."""
    game = registry.game_class(contest.game).set_up(contest.players, dict(contest.options))
    secret = Secret.from_seed(contest.seed, number)
    games: list[Played] = []
    records: list[str] = []
    thinking: dict[int, Thinking] = {}
    with _alone:
        _warm_up(contest)
        for seating in contest.seatings(number):
            record, played = _game(contest, game, number, secret, seating, thinking)
            games.append(played)
            if keep:
                records.append(dumps(record))
    return Match(number, tuple(games), thinking, tuple(records))


@lru_cache
def _warm_up(contest: Contest) -> None:
    """Play a game in a hurry: what is loaded and compiled at first use is no thinking."""
    hasty = replace(contest, entrants=tuple(map(hurried, contest.entrants)))
    game = registry.game_class(contest.game).set_up(contest.players, dict(contest.options))
    for seating in contest.lineups:
        with suppress(Failed):  # it will fail again where it counts
            _game(hasty, game, 0, Secret.from_seed(contest.seed), seating, {})


def _game(
    contest: Contest,
    game: Game,
    number: int,
    secret: Secret,
    seating: Seating,
    thinking: dict[int, Thinking],
) -> tuple[Record, Played]:
    at = [seating[seat % len(seating)] for seat in range(game.players)]
    # A bot's own luck belongs to the seat: a bot that meets itself plays the same game twice.
    base = int.from_bytes(secret.secret[:8], "big")
    bots = [seated(contest.entrants[entrant], base + seat) for seat, entrant in enumerate(at)]
    state = game.start()
    events: list[str] = []
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.play(event := secret.event(state, len(events) + 1))
        else:
            view = state.view(actor)
            thought = thinking.setdefault(at[actor], Thinking())
            try:
                state = state.play(event := _chosen(bots[actor], view, thought))
            except Exception as error:
                kind = "" if isinstance(error, Illegal) else f"{type(error).__name__}: "
                why = f"{kind}{error}"
                raise Failed(contest.entrants[at[actor]], number, why) from error
        events.append(event)
    outcome = state.outcome
    assert outcome is not None
    names = [f"bot {contest.entrants[entrant]}" for entrant in at]
    opening = Record.of(game, names, secret.headers | {"seed": secret.seed})
    played = Played(seating, outcome.winners, outcome.reason, len(events))
    return Record(opening.headers, events), played


def _chosen(bot: Bot, view: Any, thought: Thinking) -> str:
    began = time.perf_counter()
    choice = bot.choose(view)
    thought.add(time.perf_counter() - began)
    return choice
