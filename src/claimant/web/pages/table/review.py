"""The review of a finished game: its page, and one of its moments for the script that steps through
it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from claimant.i18n import Text, listing, said
from claimant.presentation import presentation_of
from claimant.teaching import review_words as words
from claimant.teaching.grades import NAMES
from claimant.teaching.review_data import Graded, Review
from claimant.web.api.reviews import ask_for_review
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import number_in, single_fields
from claimant.web.http.request import (
    AnyRequest,
    cookie_for,
    language_of,
    may_make,
    person_of,
    services_of,
    welcome,
)
from claimant.web.http.static import stylesheets
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.review_curve import curve, key
from claimant.web.pages.table.routes import PLAIN, page_watcher, path_of
from claimant.web.pages.templating import go, html, page
from claimant.web.reviews.reviews import not_reviewable
from claimant.web.tables.continuation import play_on_from
from claimant.web.tables.table import Table

PATIENCE: Final = 2
"""Seconds after which a page with a progress bar is loaded again."""


class SideShown(NamedTuple):
    """What one event changed for a side."""

    name: str
    key: str
    chance: str
    luck: str
    decision: str


class DecisionShown(NamedTuple):
    n: int
    who: str
    choice: str
    grade: str
    name: str
    """What the grade is called."""
    cost: str
    hint: bool


class MomentShown(NamedTuple):
    """One event of the game, with what the review says about it."""

    n: int
    story: str
    picture: str
    sides: list[SideShown]
    graded: DecisionShown | None
    lines: list[str]
    """The better choice, the reasons, and what open cards would have said."""
    drawn: bool
    """Whether it was random, so that it was luck and nothing else."""
    seat: int | None
    """The seat that decided; it can be played on from here."""


class PlayerShown(NamedTuple):
    name: str
    token: int
    sentences: list[str]
    grades: list[tuple[str, str, int]]
    advice: str
    why: str
    example: int


@get("/tables/{table:str}/review")
async def show(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The review, or how far it is, or a button that starts it."""
    here = (await page_watcher(request, table)).table
    services, language = services_of(request), language_of(request)
    if not services.reviews.offered(here):
        raise not_reviewable()
    found = await services.reviews.find(here)
    progress = None if found is not None else services.reviews.progress(here)
    values: dict[str, Any] = {}
    if found is not None:
        at = _event_in(request, found)
        values = {**_shown(here, found, language), **_moment(here, found, at, language)}
        values["curve"] = curve(found, cache_of(here).people(here, language).colours, at,
                                Text("Chance to win").say(language))  # fmt: skip
    response = await page(
        request, "review.html", no_store=found is None, wide=True, table=here, review=found,
        progress=progress, failed=services.reviews.failed(here), path=f"{path_of(here)}/review",
        game=presentation_of(here.game.name).title, stylesheets=stylesheets(here.game.name),
        basis=words.BASIS.say(language), **values,
    )  # fmt: skip
    if progress is not None:
        response.headers["refresh"] = str(PATIENCE)
    return response


@get("/tables/{table:str}/review/moment")
async def moment(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """One moment of the review, for the script."""
    here = (await page_watcher(request, table)).table
    found = await services_of(request).reviews.find(here)
    if found is None:
        raise Refusal(404, "no-review", Text("this game has not been reviewed yet"))
    values = _moment(here, found, _event_in(request, found), language_of(request))
    content = html(request, "review_moment.html", table=here, path=f"{path_of(here)}/review",
                   review=found, **values)  # fmt: skip
    return Response(content, media_type="text/html; charset=utf-8", headers=PLAIN)


@post("/tables/{table:str}/review")
async def start(request: AnyRequest, table: FromPath[str]) -> Redirect:
    """Have the game reviewed, unless it has been."""
    visitor = await page_watcher(request, table)
    await ask_for_review(request, visitor)
    return go(f"{path_of(visitor.table)}/review")


@post("/tables/{table:str}/play-on")
async def play_on(request: AnyRequest, table: FromPath[str]) -> Redirect:
    """A new table at a decision of this game, against bots."""
    visitor = await page_watcher(request, table)
    services = services_of(request)
    at = number_in((await single_fields(request)).get("at"))
    person = await person_of(request)
    await may_make(request, person, visitor.table.game.players - 1)
    cookies = []
    if person is None:
        person = await welcome(request)
        cookies = [cookie_for(request, person)]
    made, _, _ = await play_on_from(
        services.store, services.settings, visitor.table, at or 0, person
    )
    return go(f"/tables/{made}", cookies)


def _event_in(request: AnyRequest, review: Review) -> int:
    """The event to show: the first turning point if none is wanted."""
    wanted = number_in(request.query_params.get("at"))
    if wanted is None:
        wanted = (*review.turning_points, len(review.moments))[0]
    return min(max(wanted, 1), len(review.moments))


def _shown(table: Table, review: Review, language: str) -> dict[str, Any]:
    """What the page says about the whole game."""
    people = cache_of(table).people(table, language)
    by_n = {one.n: one for one in review.decisions}
    return {
        "players": [
            PlayerShown(
                people.names[one.seat],
                people.colours[one.seat],
                [words.accuracy(one).say(language), words.luck(one).say(language)],
                [(name, NAMES[name].say(language), n) for name, n in one.grades.items()],
                "" if one.advice is None else words.to_work_on(one.advice).say(language),
                "" if one.advice is None else one.advice.text[language],
                0 if one.advice is None else one.advice.example,
            )
            for one in review.players
        ],
        "decisions": [_decision(table, one, language) for one in review.decisions],
        "turning": [_decision(table, by_n[n], language) for n in review.turning_points],
        "legend": [
            (said(listing([people.names[seat] for seat in seats]), language),
             key(side, people.colours[seats[0]]))
            for side, seats in enumerate(review.sides)
        ],
    }  # fmt: skip


def _decision(table: Table, one: Graded, language: str) -> DecisionShown:
    view = table.view(one.seat, one.n - 1)
    return DecisionShown(
        one.n,
        cache_of(table).people(table, language).names[one.seat],
        words.choice(view, one.event, language),
        one.grade,
        NAMES[one.grade].say(language),
        words.percent(one.cost),
        one.hint,
    )


def _moment(table: Table, review: Review, n: int, language: str) -> dict[str, Any]:
    """An event, and the position: what the player who decided saw before, or else the table after
    it."""
    people = cache_of(table).people(table, language)
    change = review.moments[n - 1]
    graded = next((one for one in review.decisions if one.n == n), None)
    view = table.view(None, n) if change.seat is None else table.view(change.seat, n - 1)
    lines = []
    if graded is not None:
        better = words.better(graded, view, language)
        lines = [] if better is None else [better.say(language)]
        lines += [words.why(reason, language) for reason in graded.reasons]
        opened = words.with_open_cards(graded, view, language)
        lines += [] if opened is None else [opened.say(language)]
    picture = presentation_of(table.game.name).picture(
        view, people.names, language, style=False, tokens=people.colours
    )
    return {
        "moment": MomentShown(
            n,
            cache_of(table).story(table, None, n, language),
            str(picture),
            [
                SideShown(
                    said(listing([people.names[seat] for seat in seats]), language),
                    key(side, people.colours[seats[0]]),
                    words.percent(change.chances[side]),
                    words.change(change.luck[side]),
                    words.change(change.decisions[side]),
                )
                for side, seats in enumerate(review.sides)
            ],
            None if graded is None else _decision(table, graded, language),
            lines,
            change.seat is None,
            change.seat if change.event != "undo" else None,
        ),
        "last": len(review.moments),
        "player": "" if change.seat is None else people.names[change.seat],
    }


handlers: Final[list[Any]] = [show, moment, start, play_on]
