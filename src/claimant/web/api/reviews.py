"""The API for reviews of finished games, and for playing on from one of their decisions."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from claimant.teaching.review_data import Review
from claimant.web.api.answers import answers
from claimant.web.api.schemas import Made
from claimant.web.http.request import (
    AnyRequest,
    charge_events,
    may_ask_bots,
    may_make,
    services_of,
    watcher_of,
)
from claimant.web.reviews.reviews import not_reviewable
from claimant.web.services import Services
from claimant.web.tables.continuation import play_on_from
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor

AS_MANY_BOTS: Final = 4
"""A review is as much work as asking this many bots to a table."""


class ReviewSeen(msgspec.Struct):
    status: Literal["none", "working", "failed", "ready"]
    done: int = 0
    """Positions that have been judged."""
    total: int = 0
    """Positions to judge; 0 while other games come first."""
    review: Review | None = None


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    event: int
    """The number of the decision to make instead, from 1."""


@get(
    "/tables/{table:str}/review",
    summary="Get the review of a finished game",
    responses=answers(403, 404, 422),
)
async def review(request: AnyRequest, table: FromPath[str]) -> ReviewSeen:
    here = (await watcher_of(request, table)).table
    services = services_of(request)
    if not services.reviews.offered(here):
        raise not_reviewable()
    return await _seen(request, services, here)


@post(
    "/tables/{table:str}/review",
    status_code=200,
    summary="Have a finished game reviewed",
    responses=answers(403, 404, 422),
)
async def start(request: AnyRequest, table: FromPath[str]) -> ReviewSeen:
    visitor = await watcher_of(request, table)
    services = services_of(request)
    await ask_for_review(request, visitor)
    return await _seen(request, services, visitor.table)


@post(
    "/tables/{table:str}/play-on",
    summary="Play on from a decision of a finished game, against bots",
    responses=answers(400, 403, 404, 413, 422),
)
async def play_on(request: AnyRequest, table: FromPath[str], data: JSONBody[PlayOn]) -> Made:
    visitor, services = await watcher_of(request, table), services_of(request)
    old, person = visitor.table, visitor.person
    await may_make(request, person, old.game.players - 1)
    made, seat, token = await play_on_from(
        services.store, services.settings, old, data.event, person
    )
    return Made(made, seat, token)


async def ask_for_review(request: AnyRequest, visitor: Visitor) -> None:
    """Have a game reviewed, unless it has been; raises `Refusal` if that is too much."""
    table, reviews = visitor.table, services_of(request).reviews
    if await reviews.find(table) is None and reviews.progress(table) is None:
        may_ask_bots(request, visitor.person, AS_MANY_BOTS)
        reviews.start(table)


async def _seen(request: AnyRequest, services: Services, table: Table) -> ReviewSeen:
    progress = services.reviews.progress(table)
    if progress is not None:
        return ReviewSeen("working", *progress)
    found = await services.reviews.find(table)
    if found is not None:
        charge_events(request, len(found.moments))
        return ReviewSeen("ready", review=found)
    return ReviewSeen("failed" if services.reviews.failed(table) else "none")


handlers: Final[list[Any]] = [review, start, play_on]
