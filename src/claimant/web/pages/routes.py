"""All routes of the pages, including those that games bring along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from litestar import Response, get
from markupsafe import Markup

from claimant import registry
from claimant.art.cards import card_back
from claimant.art.dice import die
from claimant.components import Json, Page, Route, page_of
from claimant.web.http import static
from claimant.web.http.errors import Refusal, malformed, not_found
from claimant.web.http.request import AnyRequest, language_of
from claimant.web.pages import (
    admin,
    home,
    my_games,
    new_table,
    notifications,
    offline,
    people,
    puzzles,
    rules,
    study,
)
from claimant.web.pages.evenings import hub, series, tournaments
from claimant.web.pages.learn import coach
from claimant.web.pages.learn import routes as learn
from claimant.web.pages.table import (
    device_routes,
    hint_routes,
    moderation,
    renderer,
    review,
    routes,
    tempo,
)
from claimant.web.pages.templating import go, html, page
from claimant.web.services import Services


def handlers() -> list[Any]:
    """Every handler of the pages and their static files."""
    return [
        *static.handlers,
        *home.handlers,
        *new_table.handlers,
        *people.handlers,
        *my_games.handlers,
        *notifications.handlers,
        *offline.handlers,
        *rules.handlers,
        *study.handlers,
        *learn.handlers,
        *coach.handlers,
        *puzzles.handlers,
        *routes.handlers,
        *moderation.handlers,
        *device_routes.handlers,
        *tempo.handlers,
        *hint_routes.handlers,
        *review.handlers,
        *admin.handlers,
        *hub.handlers,
        *series.handlers,
        *tournaments.handlers,
        *_game_handlers(),
    ]


def _game_handlers() -> Iterator[Any]:
    for game in registry.entries():
        for route in page_of(game).routes:
            yield _handler(route)


_CACHED: Final = {"cache-control": "private, max-age=60", "vary": "Cookie, Accept-Language"}


def _handler(route: Route) -> Any:
    @get(route.path, name=route.path)
    async def handle(request: AnyRequest) -> Response[Any]:
        parameters = {**request.query_params.dict(), **request.path_params}
        single = {
            name: str(value[0] if isinstance(value, list) else value)
            for name, value in parameters.items()
        }
        try:
            answer = route.answer(single, language_of(request))
        except ValueError as error:
            raise malformed() from error
        if answer is None:
            raise not_found()
        if isinstance(answer, Page):
            return await page(request, answer.template, **answer.values)
        if isinstance(answer, Json):
            return Response(answer.content, headers=_CACHED)
        return go(answer.path)

    return handle


def attach(services: Services) -> None:
    """Register with the feed how pages render."""
    renderer.attach(services)


def refused(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """A refusal as a page."""
    return Response(
        html(request, "refused.html", refusal=refusal, picture=_picture(refusal.status)),
        status_code=refusal.status,
        media_type="text/html",
        headers={"cache-control": "no-store"}
        | ({} if refusal.wait is None else {"retry-after": str(refusal.wait)}),
    )


def _picture(status: int) -> Markup:
    """404 in dice; for everything else cards, face down."""
    return Markup(die(4) + die(0) + die(4) if status == 404 else card_back() * 3)
