"""Who stands where: points, and what breaks ties. Knows no game.

Everyone who looks at a tournament has this computed, so each game is looked at once per player who
sits there: a tournament of 64 people has up to 2,016 games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from claimant.web.evenings.log import History, PlayedGame


@dataclass(frozen=True)
class Placing:
    """A line of the table."""

    rank: int
    """From 1; equal players share a rank, and the next ranks are left out."""
    player: int
    points: Fraction
    wins: int
    """Games won, alone or with others."""
    played: int
    buchholz: Fraction
    """The points of all opponents together: more means that they were stronger."""
    sonneborn_berger: Fraction
    """The points of those opponents whom the player has beaten, in proportion."""
    figure: int
    """The sum of the game's own figures."""


def points_of(history: History, players: Iterable[int]) -> dict[int, Fraction]:
    """The points of these players: one per win, shares of shared wins, and those of byes."""
    byes = _byes(history)
    points = {player: Fraction(byes[player]) for player in players}
    for game in history.games:
        for player in game.people:
            if player in points:
                points[player] += game.points(player)
    return points


def _byes(history: History) -> Counter[int]:
    """The points that each player has from byes."""
    found: Counter[int] = Counter()
    for each in history.rounds:
        for player in each.byes:
            found[player] += each.bye_points
    return found


def standings(history: History, players: Sequence[int] | None = None) -> list[Placing]:
    """The table of everyone who has ever taken part, best first. Ties are broken by Buchholz,
    Sonneborn-Berger, games won, and the game's own figure."""
    players = list(history.joined) if players is None else players
    points, byes = points_of(history, players), _byes(history)
    played: dict[int, list[PlayedGame]] = {player: [] for player in players}
    for game in history.games:
        if game.result is None:
            continue
        for player in game.people:
            if player in played:
                played[player].append(game)
    lines = [_line(player, played[player], points, byes[player]) for player in players]
    lines.sort(key=lambda line: (*(-value for value in _key(line)), line.player))
    return _ranked(lines, _key)


def league(history: History, players: Sequence[int]) -> list[Placing]:
    """The table of a series: everyone plays everyone in each game, so that only the points, the
    games won and the game's own figure can tell people apart."""
    lines = standings(history, players)
    lines.sort(key=lambda line: (-line.points, -line.wins, -line.figure, line.player))
    return _ranked(lines, lambda line: (line.points, line.wins, line.figure))


def _key(line: Placing) -> tuple[Fraction | int, ...]:
    return (line.points, line.buchholz, line.sonneborn_berger, line.wins, line.figure)


def _ranked(lines: list[Placing], key: Callable[[Placing], object]) -> list[Placing]:
    found: list[Placing] = []
    for place, line in enumerate(lines, 1):
        same = found and key(found[-1]) == key(line)
        rank = found[-1].rank if same else place
        found.append(Placing(rank, *_rest(line)))
    return found


def _rest(line: Placing) -> tuple[int, Fraction, int, int, Fraction, Fraction, int]:
    return (
        *(line.player, line.points, line.wins, line.played),
        *(line.buchholz, line.sonneborn_berger, line.figure),
    )


def _line(
    player: int, games: Sequence[PlayedGame], points: dict[int, Fraction], byes: int
) -> Placing:
    wins = figure = 0
    buchholz = sonneborn_berger = Fraction(0)
    for game in games:
        own = game.points(player)
        others = sum((points.get(p, Fraction(0)) for p in game.opponents(player)), Fraction(0))
        buchholz += others
        sonneborn_berger += own * others
        wins += game.won(player)
        figure += game.figure(player) or 0
    # A bye counts as a game against someone with as many points as the player has.
    return Placing(
        0,
        *(player, points[player], wins, len(games)),
        buchholz + byes * points[player],
        sonneborn_berger + byes * points[player],
        figure,
    )
