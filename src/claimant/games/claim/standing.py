"""Who leads each faction, by how much, and whether that can still change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from claimant.games.claim.description import counts, sides
from claimant.games.claim.rules.cards import BY_NAME, Card
from claimant.games.claim.view import ClaimOutcome, ClaimView


class Race(NamedTuple):
    """The contest for one faction."""

    faction: str
    counts: tuple[int, ...]
    """By side."""
    total: int
    """The cards that the faction has in the game."""
    leader: int | None
    """The side that has most; None if it is a tie, or nobody has any."""
    decided: bool
    """Whether nobody can catch up with the leader, however the rest is played."""

    @property
    def lead(self) -> int:
        """How many more than the next best the leader has."""
        best, second, *_ = sorted(self.counts, reverse=True)
        return best - second


def races(view: ClaimView) -> tuple[Race, ...]:
    """The contests for all factions, from what everyone can see."""
    numbers = counts(view)
    teams = sides(view)
    if isinstance(view.outcome, ClaimOutcome):
        return tuple(
            [
                Race(name, found, max(_size(name), sum(found)), _index(teams, owners), bool(owners))
                for name, found, owners in [
                    (name, numbers[name], view.outcome.factions[name]) for name in view.factions
                ]
            ]
        )
    piles = [
        _values([c for seat in side for c in view.scores[seat] + view.gnomes[seat]])
        for side in teams
    ]
    gone = _values(view.discarded)
    return tuple(
        [
            _race(
                name,
                numbers[name],
                tuple([tuple(pile.get(name, ())) for pile in piles]),
                tuple(gone.get(name, ())),
                view.factions,
            )
            for name in view.factions
        ]
    )


def _index(teams: Sequence[tuple[int, ...]], owners: tuple[int, ...]) -> int | None:
    return teams.index(owners) if owners else None


def _size(name: str) -> int:
    """Four of the fourteen raccoons are never in the game (R-C2)."""
    return 10 if name == "raccoons" else len(BY_NAME[name].values)


def _values(codes: Iterable[str]) -> dict[str, list[int]]:
    """The values of cards by faction."""
    found: dict[str, list[int]] = {}
    for card in map(Card, codes):
        found.setdefault(card.faction, []).append(card.value)
    return found


# A value of its arguments alone; the last thousand are enough for the tables that are running.
@lru_cache(1000)
def _race(
    name: str,
    numbers: tuple[int, ...],
    piles: tuple[tuple[int, ...], ...],
    gone: tuple[int, ...],
    factions: tuple[str, ...],
) -> Race:
    best = max(numbers)
    leader = numbers.index(best) if best and numbers.count(best) == 1 else None
    left = list(BY_NAME[name].values)
    for value in (*gone, *[value for pile in piles for value in pile]):
        left.remove(value)
    decided = leader is not None and _cannot_be_caught(name, leader, piles, left, factions)
    return Race(name, numbers, _size(name), leader, decided)


def _cannot_be_caught(
    name: str,
    leader: int,
    piles: tuple[tuple[int, ...], ...],
    left: Sequence[int],
    factions: tuple[str, ...],
) -> bool:
    """Whether no other side can win the faction any more. In doubt the answer is no: any side might
    still get all cards that are left, and all loot."""
    if name == "peasants" or (name == "gnomes" and "giants" in factions):
        return False  # cards may leave a pile again (R-P6, R-P11)
    mine = piles[leader]
    loot = sum([Card(f"raccoon-{n}").has_loot for n in range(14)]) if "raccoons" in factions else 0
    for side, theirs in enumerate(piles):
        if side == leader:
            continue
        if name == "bards" and _run(mine) <= _run((*theirs, *left)):  # R-P13
            return False
        could_be = len(theirs) + len(left)
        if name == "vikings":  # R-P12
            could_be *= 2
        if name != "bards" and len(mine) <= could_be + loot:
            return False
    return True


def _run(values: Sequence[int]) -> int:
    """The length of the longest run of consecutive values."""
    longest = run = 0
    for value in range(max(values, default=-1) + 1):
        run = run + 1 if value in values else 0
        longest = max(longest, run)
    return longest


def leaving_peasants(view: ClaimView) -> tuple[int, ...]:
    """How many peasants in each side's pile would leave it now for want of a king (R-P11)."""
    if "peasants" not in view.factions or view.outcome is not None:
        return (0,) * len(sides(view))
    found = []
    for side in sides(view):
        pile = [Card(code) for seat in side for code in view.scores[seat]]
        kings = [code.value for code in pile if code.faction == "kings"]
        found.append(
            sum(
                [
                    not any(0 <= king - code.value <= 3 for king in kings)
                    for code in pile
                    if code.faction == "peasants"
                ]
            )
        )
    return tuple(found)
