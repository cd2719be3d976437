"""Pairings: who plays whom in the next round. Knows neither games nor the store.

Swiss pairings of two are a matching of least cost, which networkx finds exactly: no pair meets
twice while that can be avoided, byes go round, and otherwise people with equal points meet. Larger
tables are a problem without a fast exact solution: they are filled by points and improved by
exchanging people, a bounded number of times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from claimant.game import shuffled
from claimant.luck import Seeded

Table = tuple[int, ...]

MAX_EXCHANGES: Final = 20_000
"""Exchanges of two people that are tried to improve the tables of a round."""
NO_ONE: Final = -1
"""The opponent of a player with a bye."""
UNIT: Final = 60
"""Costs count points in sixtieths, so that shared wins of up to five sides are whole numbers."""


@dataclass(frozen=True)
class Pairing:
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()


@dataclass
class Past:
    """What pairings depend on: the points, who has met whom, and who has had a bye."""

    points: Mapping[int, Fraction]
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def add(self, table: Sequence[int]) -> None:
        self.met.update(frozenset(pair) for pair in combinations(table, 2))


def sizes(people: int, per_table: int) -> list[int]:
    """How many people sit at each table: as few tables as possible, and as equal as possible."""
    tables = -(-people // per_table)
    return [people // tables + (n < people % tables) for n in range(tables)]


def round_robin(players: Sequence[int], number: int) -> Pairing:
    """Round `number`, from 1, of a tournament in which each pair meets once: everyone but the first
    moves on by one place per round. With an odd number of people each has one bye."""
    places: list[int | None] = list(players)
    if len(places) % 2:
        places.append(None)
    moving = places[1:]
    shift = (number - 1) % max(1, len(moving))
    places[1:] = moving[-shift:] + moving[:-shift] if shift else moving
    half = len(places) // 2
    pairs = list(zip(places[:half], reversed(places[half:]), strict=True))
    tables = [_turned(a, b) for a, b in pairs if a is not None and b is not None]
    byes = [a if b is None else b for a, b in pairs if a is None or b is None]
    return Pairing(tuple(tables), tuple(player for player in byes if player is not None))


def remaining(players: Sequence[int], past: Past) -> Pairing:
    """A round of as many pairs as possible that have not met yet: for a round robin to which
    people have come later. Those who have played least come first."""
    import networkx

    played: Counter[int] = Counter()
    for pair, times in past.met.items():
        played.update(dict.fromkeys(pair, times))
    graph = networkx.Graph()
    graph.add_nodes_from(players)
    for a, b in combinations(players, 2):
        if not past.met[frozenset((a, b))]:
            graph.add_edge(a, b, weight=1000 - played[a] - played[b])
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    paired = {player for pair in pairs for player in pair}
    tables = tuple(_turned(*pair) for pair in pairs)
    return Pairing(tables, tuple(player for player in players if player not in paired))


def rounds_left(players: Sequence[int], past: Past) -> int:
    """The least number of rounds in which everyone can meet everyone they have not met."""
    missing = [sum(not past.met[frozenset((a, b))] for b in players if b != a) for a in players]
    return max(missing, default=0)


def _turned(a: int, b: int) -> Table:
    """A pair, so that everyone has the first seat against about half of the others."""
    low, high = min(a, b), max(a, b)
    return (low, high) if (low + high) % 2 else (high, low)


def swiss(players: Sequence[int], past: Past, per_table: int, seed: int) -> Pairing:
    """The next round of a Swiss tournament. The seed decides between equals, by lot."""
    drawn = shuffled(list(players), Seeded(seed))
    drawn.sort(key=lambda player: -past.points[player])
    return (
        _pairs(drawn, past) if per_table == 2 else Pairing(tuple(_groups(drawn, past, per_table)))
    )


def _pairs(drawn: Sequence[int], past: Past) -> Pairing:
    import networkx  # takes a while to import, and most servers never need it

    people = len(drawn)
    again = (people + 2) ** 2 * (UNIT * 64) ** 2  # worse than any difference in points
    graph = networkx.Graph()
    for (i, a), (j, b) in combinations(enumerate(drawn), 2):
        apart = int(UNIT * (past.points[a] - past.points[b]))
        # Among equals the better half plays the other half, as usual: 1 against 3, 2 against 4.
        nearby = abs(abs(i - j) - people // 2)
        cost = past.met[frozenset((a, b))] * again + apart * apart * people + nearby
        graph.add_edge(a, b, weight=-cost)
    if people % 2:
        lowest = past.points[drawn[-1]]
        for player in drawn:
            apart = int(UNIT * (past.points[player] - lowest))
            cost = past.byes[player] * again + apart * apart * people
            graph.add_edge(player, NO_ONE, weight=-cost)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    place = {player: n for n, player in enumerate(drawn)}
    pairs = [sorted(pair, key=lambda p: place.get(p, people)) for pair in matching]
    pairs.sort(key=lambda pair: place[pair[0]])
    tables = [_turned(a, b) for a, b in pairs if b != NO_ONE]
    return Pairing(tuple(tables), tuple(a for a, b in pairs if b == NO_ONE))


def _groups(drawn: Sequence[int], past: Past, per_table: int) -> Iterator[Table]:
    waiting = iter(drawn)
    tables = [[next(waiting) for _ in range(size)] for size in sizes(len(drawn), per_table)]
    tried = 0
    improved = True
    while improved and tried < MAX_EXCHANGES:
        improved = False
        for a, b in combinations(range(len(tables)), 2):
            tried += len(tables[a]) * len(tables[b])
            improved |= _exchange(tables[a], tables[b], past)
    return (tuple(table) for table in tables)


def _exchange(a: list[int], b: list[int], past: Past) -> bool:
    """Exchange the two people whose exchange improves two tables most, if any."""
    best, choice = _cost(a, past) + _cost(b, past), None
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            cost = _cost([*a[:i], other, *a[i + 1 :]], past)
            cost += _cost([*b[:j], one, *b[j + 1 :]], past)
            if cost < best:
                best, choice = cost, (i, j)
    if choice is None:
        return False
    i, j = choice
    a[i], b[j] = b[j], a[i]
    return True


def _cost(table: Sequence[int], past: Past) -> int:
    """What speaks against a table: people who have met, then differences in points."""
    again = sum(past.met[frozenset(pair)] ** 2 for pair in combinations(table, 2))
    values = [int(UNIT * past.points[player]) for player in table]
    middle = sum(values) // len(values)
    return again * (UNIT * 64) ** 2 * 10 + sum((value - middle) ** 2 for value in values)
