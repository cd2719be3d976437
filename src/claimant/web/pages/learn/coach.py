"""The coach on the page of a first game."""

from __future__ import annotations

import asyncio
from typing import Any, Final, NamedTuple

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from claimant.i18n import Text
from claimant.teaching.coach import PARTING
from claimant.web.http.caller import caller_of
from claimant.web.http.request import (
    AnyRequest,
    language_of,
    services_of,
    visitor_of,
    watcher_of,
)
from claimant.web.pages.templating import go, setting
from claimant.web.tables.visitors import Visitor

COOKIE: Final = "coach"
"""Names the table at which the coach speaks: the first game after a course."""
PATIENCE: Final = 0.5
"""Seconds for which a page waits for the coach. The script asks again."""


def coach_cookie(request: AnyRequest, table: str) -> Cookie:
    return setting(request, COOKIE, table)


def is_coached(request: AnyRequest, visitor: Visitor) -> bool:
    """Whether the visitor is playing a first game with a coach, or is about to."""
    table = visitor.table
    if caller_of(request.scope).cookie_named(COOKIE) != table.id or table.over:
        return False
    return services_of(request).coaching.may_coach(table, visitor.seat)


WAIT: Final = Text("Let me think …")
"""Instead of advice that is still being computed."""


class CoachShown(NamedTuple):
    """What the coach says."""

    words: str
    wait: str
    """What is shown until there is something new."""
    choices: tuple[str, ...] = ()
    """The advised decisions, for the script."""


async def coach_words(
    request: AnyRequest, visitor: Visitor, patience: float | None = PATIENCE
) -> CoachShown:
    """What the coach says; a greeting until there is something to decide."""
    assert visitor.seat is not None
    coaching, language = services_of(request).coaching, language_of(request)
    asking = asyncio.ensure_future(coaching.advice(visitor.table, visitor.seat))
    await asyncio.wait([asking], timeout=patience)
    wait = WAIT.say(language)
    if not asking.done():
        return CoachShown(wait, wait)
    advice = asking.result()
    if advice is not None:
        choices = advice.choices if advice.is_hint else ()
        return CoachShown(advice.say(language), wait, choices)
    if not coaching.has_spoken(visitor.table):
        greeting = Text("I am here to help. Begin, and I will say what I would do.")
        return CoachShown(greeting.say(language), wait)
    return CoachShown(PARTING.say(language) if coaching.is_silent(visitor.table) else "", wait)


async def coach_at(request: AnyRequest, visitor: Visitor) -> CoachShown | None:
    """What the coach says at a table; None if there is no coach."""
    return await coach_words(request, visitor) if is_coached(request, visitor) else None


@get("/tables/{table:str}/coach")
async def words(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """What the coach says now, as plain text for the page's script, and in a header the decisions
    that are advised."""
    visitor = await watcher_of(request, table)
    said = CoachShown("", "")
    if is_coached(request, visitor):
        said = await coach_words(request, visitor, patience=None)
    return Response(
        said.words,
        media_type="text/plain; charset=utf-8",
        headers={"cache-control": "no-store", "claimant-advised": "~".join(said.choices)},
    )


@post("/tables/{table:str}/coach")
async def dismiss(request: AnyRequest, table: FromPath[str]) -> Redirect:
    """Go on without the coach."""
    visitor = await visitor_of(request, table)
    return go(f"/tables/{visitor.table.id}", [setting(request, COOKIE, "")])


handlers: Final[list[Any]] = [words, dismiss]
