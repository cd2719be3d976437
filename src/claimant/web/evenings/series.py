"""A series: when it ends, who has won it, and who sits where in the next game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from claimant.web.evenings.log import History
from claimant.web.evenings.plans import SeriesPlan
from claimant.web.evenings.standings import points_of

MAX_DECIDERS: Final = 10
"""Further games of a series in which the best are still equal after the last one."""


def games_played(history: History) -> int:
    """Games with a winner; those that were called off are not counted."""
    return sum(game.counts for game in history.games)


def number_of_next(history: History) -> int:
    """The number of the game that is being played, or comes next."""
    return games_played(history) + 1


def scores(history: History, players: Sequence[int]) -> dict[int, Fraction]:
    return points_of(history, players)


def leaders(history: History, players: Sequence[int]) -> list[int]:
    """Those with the most points; nobody before the first result."""
    points = scores(history, players)
    most = max(points.values(), default=Fraction(0))
    return [player for player in players if points[player] == most] if most else []


def is_decided(plan: SeriesPlan, history: History, players: Sequence[int]) -> bool:
    """Whether the series is over. If the best of a best-of series are equal after its last game,
    another game decides, unless they are partners who have won everything together."""
    if history.ended:
        return True
    played = games_played(history)
    if not plan.best_of:
        return played >= plan.games
    if played >= plan.games + MAX_DECIDERS:
        return True
    best = leaders(history, players)
    if not best or not _one_side(history, best):
        return False
    points = scores(history, players)
    second = max((points[p] for p in players if p not in best), default=Fraction(0))
    return points[best[0]] - second > plan.games - played


def _one_side(history: History, best: Sequence[int]) -> bool:
    """Whether these players have never played against each other."""
    games = [game for game in history.games if game.counts]
    return not any(set(best) & set(game.opponents(player)) for game in games for player in best)


def next_order(players: int, rotate: bool) -> tuple[int, ...]:
    """For each seat of the next game, the seat of the last game that its player comes from.

    Everyone but one player moves on by one seat, past that player, which changes neighbours and, in
    a game for partners, the partner: after three games of four players, everyone has partnered
    everyone else. Two players change places."""
    if not rotate:
        return tuple(range(players))
    return (0, *range(2, players), 1) if players > 2 else tuple(reversed(range(players)))
