"""What someone's results in a game add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import msgspec

from claimant.tally import MAX_FACTS, Breakdown, Measure, tally_of
from claimant.web.store.results import Rated, ResultRow
from claimant.web.tables.fair_match import kind_of

MOST: Final = 5_000
"""The latest games of a person that are added up."""
COUNTED: Final = ("won", "shared", "lost", "nobody")
"""Results of games that a person has played to their end."""
MIN_ROLLING: Final = 5
ROLLING: Final = 20
"""Games over which the share of wins is averaged for its plot."""
MAX_POINTS: Final = 120
"""Points of a plot."""

_facts: Final = msgspec.json.Decoder(dict[str, int]).decode


@dataclass
class Group:
    """Some of the games, counted together."""

    key: str
    games: int = 0
    won: int = 0
    shared: int = 0

    def add(self, result: str) -> None:
        self.games += 1
        self.won += result == "won"
        self.shared += result == "shared"

    @property
    def rate(self) -> float:
        """The share of wins; a shared win counts as half a win."""
        return (self.won + self.shared / 2) / self.games if self.games else 0.0


@dataclass
class Sum:
    games: int = 0
    total: int = 0
    best: int = 0

    def add(self, value: int) -> None:
        self.games += 1
        self.total += value
        self.best = max(self.best, value)


@dataclass
class Figures:
    """What the latest `MOST` games say."""

    game: str
    all: Group = field(default_factory=lambda: Group(""))
    left: int = 0
    """Games that a bot has finished in the person's place."""
    called_off: int = 0
    players: list[Group] = field(default_factory=list)
    opponents: list[Group] = field(default_factory=list)
    decks: list[Group] = field(default_factory=list)
    sums: dict[str, Sum] = field(default_factory=dict)
    streak: int = 0
    """Wins in a row up to the latest game."""
    longest: int = 0
    rolling: list[float] = field(default_factory=list)
    """The share of wins among the last games, after each game."""
    plotted: list[int] = field(default_factory=list)
    """The game's own figure, game by game."""
    ratings: list[Rated] = field(default_factory=list)

    def value(self, measure: Measure) -> float | None:
        """A measure; None if no game says anything about it."""
        own, per = self.sums.get(measure.fact), self.sums.get(measure.per)
        if own is None or (measure.per and not (per and per.total)):
            return None
        return own.total / (per.total if per else own.games)

    def best(self, measure: Measure) -> int | None:
        own = self.sums.get(measure.fact)
        return own.best if own and measure.best else None

    def by_name(self, breakdown: Breakdown) -> list[tuple[str, int, int]]:
        """Each name with how often it succeeded in how many games, the most frequent first."""
        found = [
            (key.removeprefix(breakdown.prefix), each.total, each.games)
            for key, each in self.sums.items()
            if key.startswith(breakdown.prefix)
        ]
        return sorted(found, key=lambda one: (-one[1] / one[2], -one[2], one[0]))


def add_up(game: str, latest_first: Sequence[ResultRow]) -> Figures:
    """The figures of someone's results in one game."""
    found = Figures(game)
    plotted = tally_of(game).plotted
    groups: dict[str, dict[str, Group]] = defaultdict(dict)
    sums: dict[str, Sum] = defaultdict(Sum)
    points: list[float] = []
    for row in reversed(latest_first):
        found.left += row.result == "left"
        found.called_off += row.result == "called-off"
        if row.mu is not None and row.sigma is not None:
            found.ratings.append(Rated(row.mu, row.sigma))
        if row.result not in COUNTED:
            continue
        found.all.add(row.result)
        for kind, key in _keys(row):
            groups[kind].setdefault(key, Group(key)).add(row.result)
        facts = _facts(row.facts)
        for key, value in list(facts.items())[:MAX_FACTS]:
            sums[key].add(value)
        if plotted is not None and plotted.fact in facts:
            found.plotted.append(facts[plotted.fact])
        found.streak = found.streak + 1 if row.result in ("won", "shared") else 0
        found.longest = max(found.longest, found.streak)
        points.append({"won": 1.0, "shared": 0.5}.get(row.result, 0.0))
    found.rolling = _rolling(points)
    found.sums = dict(sums)
    found.players = _sorted(groups["players"].values(), lambda one: one.key)
    found.opponents = _sorted(groups["opponents"].values(), lambda one: (-one.games, one.key))
    found.decks = _sorted(groups["deck"].values(), lambda one: (-one.games, one.key))
    return found


def _keys(row: ResultRow) -> Iterable[tuple[str, str]]:
    return (
        ("players", str(row.players)),
        ("opponents", kind_of(row.opponents)),
        ("deck", row.deck),
    )


def _sorted(groups: Iterable[Group], key: Callable[[Group], object]) -> list[Group]:
    return sorted(groups, key=key)  # type: ignore[arg-type]


def _rolling(points: Sequence[float]) -> list[float]:
    """The average of the last `ROLLING` points, from the first `MIN_ROLLING` on."""
    shares = []
    total = 0.0
    for n, point in enumerate(points, 1):
        total += point
        if n > ROLLING:
            total -= points[n - ROLLING - 1]
        if n >= MIN_ROLLING:
            shares.append(total / min(n, ROLLING))
    return shares


def thinned(values: Sequence[float], most: int = MAX_POINTS) -> list[float]:
    """At most `most` values for a plot: averages of neighbours, so that none is left out."""
    if len(values) <= most:
        return list(values)
    edges = [len(values) * n // most for n in range(most + 1)]
    return [sum(values[start:end]) / (end - start) for start, end in pairwise(edges)]
