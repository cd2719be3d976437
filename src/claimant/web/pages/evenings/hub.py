"""The page from which series and tournaments are started and found again."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get

from claimant.web.http.request import AnyRequest, language_of, person_of, services_of
from claimant.web.pages.evenings import words
from claimant.web.pages.templating import page

MOST: Final = 20
"""Evenings that are listed."""


@get("/evenings")
async def show(request: AnyRequest) -> Response[str]:
    services, language = services_of(request), language_of(request)
    me = await person_of(request)
    mine = []
    for row in await services.store.evenings_of(me.id, MOST) if me else ():
        evening = await services.evenings.load(row.id)
        if evening.is_series:
            title: Any = words.score(evening, language)
            state = words.series_state(evening)
        else:
            title = words.title_of(evening)
            state = words.tournament_state(evening)
        kind = "series" if evening.is_series else "tournaments"
        mine.append((f"/{kind}/{row.id}", title, state, row.status == "over"))
    return await page(request, "evenings/hub.html", me=me, mine=mine)


handlers: Final[list[Any]] = [show]
