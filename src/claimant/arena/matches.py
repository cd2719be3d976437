"""A contest as matches. In a match the same luck is played once with every seating, so that no bot
wins by luck alone: two players swap seats, more move round the table.

Line-ups, seatings and luck follow from the contest and the number of the match: any match can be
played again anywhere with the same result, except by bots that are stopped by a clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, count, permutations
from typing import Any, Final

from claimant import registry
from claimant.arena import entrants
from claimant.bots import BotLike
from claimant.bots.characters import bot_seat
from claimant.game import CHANCE, Game, Illegal, State
from claimant.i18n import Text
from claimant.luck import Secret
from claimant.play import play
from claimant.record import Record, dumps

Seating = tuple[int, ...]
"""The number of the entrant that plays each side."""


@dataclass(frozen=True)
class Contest:
    """Bots that play a game against each other. Equal contests have the same endless series of
    matches."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    entrants: tuple[str, ...]
    seed: int

    @classmethod
    def of(cls, game: Game, entrants: Sequence[str], seed: int) -> Contest:
        return cls(game.name, game.players, tuple(game.options.items()), tuple(entrants), seed)

    @property
    def setup(self) -> Game:
        newest = registry.game_class(self.game).rules
        return registry.game_of(self.game, newest, self.players, dict(self.options))

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, all of them played by one bot."""
        return self.setup.teams

    @property
    def lineups(self) -> list[Seating]:
        return lineups(len(self.entrants), len(self.teams))

    def lineup(self, number: int) -> Seating:
        """The entrants of a match; those of a round are all line-ups."""
        return self.lineups[(number - 1) % len(self.lineups)]

    def seatings(self, number: int) -> list[Seating]:
        """The seatings of a match's games; the order round the table changes every round."""
        orders = circular_orders(self.lineup(number))
        rounds = (number - 1) // len(self.lineups)
        return rotations(orders[rounds % len(orders)])

    def matches(self, games: int) -> int:
        """The number of matches in the fewest whole rounds with at least `games` games."""
        played = 0
        for number in count(1):
            played += len(self.seatings(number))
            if played >= games and number % len(self.lineups) == 0:
                return number
        raise AssertionError


@lru_cache(16)
def lineups(entrants: int, sides: int) -> list[Seating]:
    """Every choice of entrants for the sides. If there are fewer entrants than sides, each plays
    the same number of sides, and they take turns at any side that is left over.

    Cached because every match of a contest needs the list, which can have thousands of line-ups; a
    process plays few contests.
    """
    each, more = divmod(sides, entrants)
    everyone = [*range(entrants)] * each
    return [tuple(sorted((*everyone, *extra))) for extra in combinations(range(entrants), more)]


def rotations(order: Seating) -> list[Seating]:
    """The different ways to sit in this order round the table."""
    return list(dict.fromkeys(order[at:] + order[:at] for at in range(len(order))))


def circular_orders(lineup: Seating) -> list[Seating]:
    """The different orders in which these can sit round a table."""
    first, *rest = lineup
    return list(dict.fromkeys(min(rotations((first, *order))) for order in permutations(rest)))


@dataclass(frozen=True)
class GameResult:
    """One game of a match."""

    seating: Seating
    winners: tuple[int, ...]
    """Seats."""
    reason: str
    events: int


@dataclass
class ThinkingTime:
    """How long an entrant took for its decisions, in seconds."""

    decisions: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.merge(ThinkingTime(1, seconds, seconds))

    def merge(self, other: ThinkingTime) -> None:
        self.decisions += other.decisions
        self.total += other.total
        self.longest = max(self.longest, other.longest)

    @property
    def mean(self) -> float:
        return self.total / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Match:
    """The results of a match."""

    number: int
    games: tuple[GameResult, ...]
    thinking: dict[int, ThinkingTime]
    """By entrant."""
    records: tuple[str, ...] = ()
    """Of the games, if they were asked for."""

    def as_data(self) -> dict[str, Any]:
        """The match as the results file stores it, without the records."""
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
                GameResult(tuple(seating), tuple(winners), str(reason), int(events))
                for seating, winners, reason, events in data["games"]
            ),
            {
                int(entrant): ThinkingTime(int(decisions), float(total), float(longest))
                for entrant, (decisions, total, longest) in data["thinking"].items()
            },
        )


class BotFailed(Exception):  # noqa: N818  (reads as what happened)
    """A bot raised an exception or chose something illegal. Its arguments are plain, because it
    travels between processes."""

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


# A process plays one match at a time even if it has several threads, because decisions are timed.
_playing: Final = threading.Lock()


def play_match(
    contest: Contest,
    number: int,
    with_records: bool = False,
    bots: Mapping[str, BotLike] | None = None,
) -> Match:
    """Play a match. This is what a worker runs. `bots` are the entrants by name, if they are not
    their own names."""
    games: list[GameResult] = []
    records: list[str] = []
    thinking: dict[int, ThinkingTime] = {}
    with _playing:
        if bots is None:
            _warm_up(contest)
        for seating in contest.seatings(number):
            record, result = _play_game(contest, number, seating, thinking, bots)
            games.append(result)
            if with_records:
                records.append(dumps(record))
    return Match(number, tuple(games), thinking, tuple(records))


@lru_cache(16)
def _warm_up(contest: Contest) -> None:
    """Play quick games, so that loading and compiling do not count as thinking. Cached to happen
    once per contest and process; a process plays few contests."""
    quick = replace(contest, entrants=tuple(map(entrants.with_least_time, contest.entrants)))
    for seating in contest.lineups:
        with suppress(BotFailed):  # it will fail again in a match, which reports it
            _play_game(quick, 0, seating, {})


def _play_game(
    contest: Contest,
    number: int,
    seating: Seating,
    thinking: dict[int, ThinkingTime],
    made: Mapping[str, BotLike] | None = None,
) -> tuple[Record, GameResult]:
    """Play one game of a match, and add to the times that the entrants took."""
    game = contest.setup
    secret = Secret.from_seed(contest.seed, number)
    side = {seat: side for side, seats in enumerate(game.teams) for seat in seats}
    entrant = [seating[side[seat]] for seat in range(game.players)]
    # A bot's seed depends on the seat alone: bots that meet themselves play the same game again.
    seed = int.from_bytes(secret.secret[:8], "big")
    names = [contest.entrants[n] for n in entrant]
    found: list[BotLike] = [made[name] for name in names] if made else [*names]
    bots = [entrants.create(bot, seed + seat) for seat, bot in enumerate(found)]

    def decide(state: State, _: int) -> str:
        actor = state.actor
        assert actor is not None
        view = state.view(actor)
        began = time.perf_counter()
        choice = bots[actor].choose(view)
        thinking.setdefault(entrant[actor], ThinkingTime()).add(time.perf_counter() - began)
        return choice

    state = game.start()
    events: list[str] = []
    try:
        for event, state in play(game, decide, secret.event):  # noqa: B007  (read after the loop)
            events.append(event)
    except Exception as error:
        if state.actor is None or state.actor == CHANCE:
            raise
        kind = "" if isinstance(error, Illegal) else f"{type(error).__name__}: "
        raise BotFailed(names[state.actor], number, f"{kind}{error}") from error
    outcome = state.outcome
    assert outcome is not None
    headers = secret.headers | {"seed": secret.seed}
    opening = Record.of(game, [bot_seat(name) for name in names], headers)
    result = GameResult(seating, outcome.winners, outcome.reason, len(events))
    return Record(opening.headers, events), result
