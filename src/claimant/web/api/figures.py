"""The routes of the API for one's own figures and results."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from claimant import registry
from claimant.web.api.answers import answers, me_of
from claimant.web.http.errors import not_found
from claimant.web.http.request import AnyRequest, services_of
from claimant.web.results.cursors import cursor_of, read_cursor
from claimant.web.results.figures import MOST, Figures, Group, add_up
from claimant.web.store.results import ResultRow

MOST_LISTED: Final = 100


class GroupShown(Struct, frozen=True):
    key: str
    games: int
    won: int
    shared: int


class RatingShown(Struct, frozen=True):
    mu: float
    sigma: float
    games: int


class FiguresShown(Struct, frozen=True):
    game: str
    games: int
    """Games that the person has finished; `left` and `called_off` are not among them."""
    won: int
    shared: int
    left: int
    called_off: int
    streak: int
    longest_streak: int
    players: list[GroupShown]
    opponents: list[GroupShown]
    """By `people`, the level of all bots, or `mixed`."""
    decks: list[GroupShown]
    facts: dict[str, float]
    """The average of each of the game's own facts, such as `busts` or `won.dwarves`."""
    uncounted: int
    """Finished games, of any kind, that are not counted yet."""
    rating: RatingShown | None = None
    """Only if it was asked for, and there is one."""


class ResultShown(Struct, frozen=True):
    table: str
    seat: int
    players: int
    deck: str
    opponents: str
    result: str
    """`won`, `shared`, `lost`, `nobody`, `left` or `called-off`."""
    ended: float
    facts: dict[str, int]


class ResultsShown(Struct, frozen=True):
    results: list[ResultShown]
    """The latest first."""
    next: str | None
    """`before` of the next page."""


def _groups(groups: list[Group]) -> list[GroupShown]:
    return [GroupShown(one.key, one.games, one.won, one.shared) for one in groups]


def result_shown(row: ResultRow) -> ResultShown:
    facts = msgspec.json.decode(row.facts, type=dict[str, int])
    return ResultShown(
        *(row.table, row.seat, row.players, row.deck, row.opponents, row.result, row.ended),
        facts,
    )


@get("/me/figures/{game:str}", summary="My figures in a game", responses=answers(403, 404))
async def figures(
    request: AnyRequest, game: FromPath[str], rating: FromQuery[bool] = False
) -> FiguresShown:
    person = await me_of(request)
    if game not in registry.entries():
        raise not_found()
    store = services_of(request).store
    rows = await store.results_of(person.id, game, None, MOST)
    found = await asyncio.to_thread(add_up, game, rows)
    return _shown(found, await store.uncounted_of(person.id), rating)


def _shown(found: Figures, uncounted: int, rating: bool) -> FiguresShown:
    latest = found.ratings[-1] if rating and found.ratings else None
    return FiguresShown(
        *(found.game, found.all.games, found.all.won, found.all.shared, found.left),
        *(found.called_off, found.streak, found.longest),
        *(_groups(found.players), _groups(found.opponents), _groups(found.decks)),
        {key: one.total / one.games for key, one in found.sums.items()},
        uncounted,
        latest and RatingShown(latest.mu, latest.sigma, len(found.ratings)),
    )


@get("/me/results/{game:str}", summary="My finished games", responses=answers(403, 404))
async def results(
    request: AnyRequest,
    game: FromPath[str],
    before: FromQuery[str] = "",
    limit: FromQuery[int] = 50,
) -> ResultsShown:
    person = await me_of(request)
    if game not in registry.entries():
        raise not_found()
    most = max(1, min(limit, MOST_LISTED))
    store = services_of(request).store
    rows = await store.results_of(person.id, game, read_cursor(before), most + 1)
    more = cursor_of(rows[most - 1]) if len(rows) > most else None
    return ResultsShown([result_shown(row) for row in rows[:most]], more)


handlers: Final[list[Any]] = [figures, results]
