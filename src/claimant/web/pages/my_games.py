"""My games: what someone's finished games add up to, for that person only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from litestar import Response, get
from litestar.params import FromQuery
from markupsafe import Markup

from claimant import registry
from claimant.art.plots import GridLine, bar, plot
from claimant.bots import level_name
from claimant.i18n import Name, Text, said
from claimant.presentation import titles
from claimant.tally import Measure, tally_of
from claimant.web.http.request import AnyRequest, language_of, person_of, services_of
from claimant.web.pages.templating import RATING, chosen, page
from claimant.web.people.people import Person
from claimant.web.results.cursors import cursor_of, read_cursor
from claimant.web.results.figures import MOST, Figures, Group, add_up, thinned
from claimant.web.store.results import ResultRow
from claimant.web.tables.fair_match import MIXED, kind_of

PER_PAGE: Final = 25
MAX_GROUPS: Final = 12
DOTS: Final = 40
"""Games whose own figure is plotted one by one."""
CERTAIN: Final = 2.0
"""Standard deviations of a rating's uncertainty: about 95%."""

RESULTS: Final = {
    "won": Text("won"),
    "shared": Text("shared win"),
    "lost": Text("lost"),
    "nobody": Text("nobody won"),
    "left": Text("a bot finished it for you"),
    "called-off": Text("called off"),
}


@get("/me/games")
async def my_games(
    request: AnyRequest, game: FromQuery[str] = "", before: FromQuery[str] = ""
) -> Response[str]:
    me = await person_of(request)
    store = services_of(request).store
    counts = {} if me is None else await store.games_of(me.id)
    known = {name: title for name, title in titles().items() if name in registry.entries()}
    if game not in known:
        game = max(known, key=lambda name: counts.get(name, 0))
    values: dict[str, Any] = {"figures": None, "games": [], "next": None, "waiting": 0}
    if me is not None:
        values["waiting"] = await store.uncounted_of(me.id)
    if me is not None and counts.get(game):
        values |= await _figures(request, me, game, before)
    return await page(
        request,
        "my_games.html",
        me=me,
        titles=known,
        counts=counts,
        game=game,
        most=MOST,
        no_store=True,
        show_rating=chosen(request, "rating", RATING) == "show",
        **values,
    )


async def _figures(request: AnyRequest, me: Person, game: str, before: str) -> dict[str, Any]:
    store, language = services_of(request).store, language_of(request)
    rows = await store.results_of(me.id, game, None, MOST)
    figures = await asyncio.to_thread(add_up, game, rows)
    listed = await store.results_of(me.id, game, read_cursor(before), PER_PAGE + 1)
    there = await store.existing([row.table for row in listed])
    return {
        "figures": figures,
        "rate": format_percent(figures.all.rate, locale=language),
        "measures": _measures(figures, language),
        "tables": _tables(figures, language),
        "breakdowns": _breakdowns(figures, language),
        "plots": _plots(figures, language),
        "rating": _rating(figures, language),
        "games": [_line(row, there, language) for row in listed[:PER_PAGE]],
        "next": cursor_of(listed[PER_PAGE - 1]) if len(listed) > PER_PAGE else None,
        "later": bool(before),
    }


def _number(value: float, measure: Measure, language: str) -> str:
    if measure.per:
        return format_percent(value, locale=language)
    return format_decimal(round(value, 1), locale=language)


def _measures(figures: Figures, language: str) -> list[tuple[Text, str, int | None]]:
    """The game's own figures: what each says, and the best single value."""
    found = []
    for measure in tally_of(figures.game).measures:
        value = figures.value(measure)
        if value is not None:
            shown = _number(value, measure, language)
            found.append((measure.title, shown, figures.best(measure)))
    return found


def _tables(figures: Figures, language: str) -> list[dict[str, Any]]:
    """The games by number of players, opponents and deck."""
    tally = tally_of(figures.game)
    kinds: list[tuple[Text, list[Group], Callable[[str], Name | None]]] = [
        (Text("By number of players"), figures.players, _players),
        (Text("By opponents"), figures.opponents, _opponents),
        (tally.deck_title, figures.decks, tally.deck_name),
    ]
    found = []
    for title, groups, name in kinds:
        rows = [
            _group_row(group, said(called, language), language)
            for group in groups[:MAX_GROUPS]
            if (called := name(group.key)) is not None
        ]
        if rows:
            found.append({"title": title, "rows": rows})
    return found


def _group_row(group: Group, name: str, language: str) -> dict[str, Any]:
    return {
        "name": name,
        "games": group.games,
        "won": group.won,
        "rate": format_percent(group.rate, locale=language),
        "bar": Markup(bar(group.rate)),
    }


def _players(key: str) -> Name:
    return Text("{n} players", n=key)


def _opponents(key: str) -> Name:
    if key == "people":
        return Text("people")
    if key == MIXED:
        return Text("mixed")
    return Text("bots: {level}", level=level_name(key))


def _against(key: str) -> Name:
    if key == "people":
        return Text("against people")
    if kind_of(key) == MIXED:
        return Text("against a mixed table")
    return Text("against bots: {level}", level=level_name(key))


def _breakdowns(figures: Figures, language: str) -> list[dict[str, Any]]:
    found = []
    for breakdown in tally_of(figures.game).breakdowns:
        rows = [
            {
                "name": said(breakdown.name(name), language),
                "won": won,
                "games": games,
                "rate": format_percent(won / games, locale=language),
                "bar": Markup(bar(won / games)),
            }
            for name, won, games in figures.by_name(breakdown)
        ]
        if rows:
            found.append({"title": breakdown.title, "rows": rows})
    return found


def _plots(figures: Figures, language: str) -> list[tuple[Text, Markup]]:
    found = []
    last = Text("your games, the latest on the right").say(language)
    if len(figures.rolling) > 1:
        title = Text("Share of wins in the last 20 games")
        grid = [GridLine(n / 4, format_percent(n / 4, locale=language)) for n in range(5)]
        drawn = plot(thinned(figures.rolling), grid, title.say(language), last)
        found.append((title, Markup(drawn)))
    measure = tally_of(figures.game).plotted
    if measure is not None and len(figures.plotted) > 1:
        latest = figures.plotted[-DOTS:]
        top = max(1, *latest)
        step = max(1, -(-top // 4))
        grid = [GridLine(n, str(n)) for n in range(0, top + step, step)]
        name = Text("{figure}, in the last {n} games", figure=measure.title, n=len(latest))
        drawn = plot(latest, grid, name.say(language), last, dots=True)
        found.append((name, Markup(drawn)))
    return found


def _rating(figures: Figures, language: str) -> dict[str, Any] | None:
    """The rating with its uncertainty, and how it has developed."""
    if not figures.ratings:
        return None
    latest = figures.ratings[-1]
    means = thinned([one.mu for one in figures.ratings])
    reach = thinned([CERTAIN * one.sigma for one in figures.ratings])
    grid = [GridLine(n, str(n)) for n in (0, 10, 20, 30, 40, 50)]
    title = Text("Your rating, with its uncertainty").say(language)
    below = Text("rated games, the latest on the right").say(language)
    return {
        "value": format_decimal(round(latest.mu, 1), locale=language),
        "reach": format_decimal(round(CERTAIN * latest.sigma, 1), locale=language),
        "games": len(figures.ratings),
        "plot": Markup(plot(means, grid, title, below, reach=reach)),
    }


def _line(row: ResultRow, there: set[str], language: str) -> dict[str, Any]:
    deck = tally_of(row.game).deck_name(row.deck)
    return {
        "table": row.table if row.table in there else None,
        "day": format_date(datetime.fromtimestamp(row.ended, UTC), "medium", locale=language),
        "result": row.result,
        "words": RESULTS.get(row.result, Text("{result}", result=row.result)),
        "players": row.players,
        "opponents": said(_against(row.opponents), language),
        "deck": None if deck is None else said(deck, language),
    }


handlers: Final[list[Any]] = [my_games]
