"""The page of a series, and what a table shows of the evening it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from claimant.i18n import Text
from claimant.web.evenings.evening import Evening
from claimant.web.evenings.plans import SeriesPlan
from claimant.web.evenings.standings import league
from claimant.web.http.forms import single_fields
from claimant.web.http.request import (
    AnyRequest,
    language_of,
    may_organise,
    person_of,
    services_of,
    visitor_of,
)
from claimant.web.pages.evenings import words
from claimant.web.pages.templating import go, page
from claimant.web.tables.visitors import Visitor

CHOICES: Final = {
    "": Text("A single game"),
    "best-3": Text("Best of 3"),
    "best-5": Text("Best of 5"),
    "best-7": Text("Best of 7"),
    "games-3": Text("3 games, all played"),
    "games-6": Text("6 games, all played"),
}
"""The lengths that forms offer."""


def plan_in(fields: dict[str, str]) -> SeriesPlan | None:
    """The series that a form asks for; None for a single game."""
    kind, _, number = fields.get("series", "").partition("-")
    if kind not in ("best", "games") or number not in ("3", "5", "6", "7"):
        return None
    rotate, redraw = "rotate" in fields, "redraw" in fields
    return SeriesPlan(int(number), kind == "best", rotate, redraw)


@dataclass(frozen=True)
class AtTable:
    """What a table shows of its evening."""

    path: str
    title: str
    """The score of a series, or the name of the tournament."""
    state: Text
    series: bool
    goes_on: bool
    """Whether a series has another game."""
    over: bool


async def at_table(request: AnyRequest, visitor: Visitor) -> AtTable | None:
    """What to show at a table; None if it belongs to no evening."""
    evening = await services_of(request).evenings.of_table(visitor.table.id)
    if evening is None:
        return None
    language = language_of(request)
    place = evening.history.find(visitor.table.id)
    assert place is not None
    if evening.is_series:
        counted = sum(game.counts for game in evening.history.games[: place[0] - 1])
        last = place[0] == len(evening.history.rounds)
        number = counted + 1 if not visitor.table.over or not last else None
        return AtTable(
            *(f"/series/{evening.id}", words.score(evening, language)),
            words.series_state(evening, number),
            series=True,
            goes_on=not evening.over or not last,
            over=evening.over,
        )
    name = words.title_of(evening)
    return AtTable(
        f"/tournaments/{evening.id}",
        name.say(language) if isinstance(name, Text) else name,
        Text("Round {round}, table {table}", round=place[0], table=place[1]),
        series=False,
        goes_on=False,
        over=evening.over,
    )


@get("/series/{series:str}")
async def show(request: AnyRequest, series: FromPath[str]) -> Response[str]:
    evening = await services_of(request).evenings.current(series, "series")
    me = await person_of(request)
    language = language_of(request)
    mine = evening.player_of(me)
    lines = league(evening.history, evening.players)
    return await page(
        request,
        "evenings/series.html",
        me=me,
        evening=evening,
        length=words.series_length(evening),
        score=words.score(evening, language),
        state=words.series_state(evening),
        rows=words.rows(evening, lines, mine, language),
        figures=any(line.figure for line in lines),
        games=[(game, words.result_of(evening, game)) for game in evening.history.games],
        organises=evening.is_organiser(me) or (evening.row.organiser is None and mine is not None),
        next_at=_next(evening, mine),
    )


def _next(evening: Evening, mine: int | None) -> str | None:
    """The table from which a player can start or join the next game."""
    games = evening.history.games
    return None if mine is None or evening.over or evening.history.playing else games[-1].table


@post("/series/{series:str}/end")
async def end(request: AnyRequest, series: FromPath[str]) -> Redirect:
    await services_of(request).series.end(series, await person_of(request))
    return go(f"/series/{series}")


@post("/tables/{table:str}/series")
async def make(request: AnyRequest, table: FromPath[str]) -> Redirect:
    """Make a finished game the first of a series, and go on to the second."""
    visitor = await visitor_of(request, table)
    fields = await single_fields(request)
    await may_organise(request, visitor.person)
    plan = plan_in(fields) or SeriesPlan(3)
    await services_of(request).series.continue_from(visitor, plan)
    return go(f"/tables/{table}")


handlers: Final[list[Any]] = [show, end, make]
