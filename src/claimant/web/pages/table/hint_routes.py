"""The forms for hints on a table's page."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, post
from litestar.params import FromPath

from claimant.web.http.errors import Refusal, malformed
from claimant.web.http.forms import number_in, single_fields
from claimant.web.http.request import AnyRequest, charge_hint, language_of, services_of, visitor_of
from claimant.web.pages.table.hints import hint_shown
from claimant.web.pages.table.routes import path_of, table_page
from claimant.web.pages.templating import go


@post("/tables/{table:str}/hint")
async def give_hint(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    """Show the table's page with a hint."""
    visitor = await visitor_of(request, table)
    version = number_in((await single_fields(request)).get("version"))
    try:
        if version is None:
            raise malformed()
        charge_hint(request)
        judgement = await services_of(request).hints.hint(visitor, version)
    except Refusal as refusal:
        if refusal.status not in (403, 409, 422):
            raise
        return await table_page(request, visitor, refusal)
    hint = hint_shown(visitor.table, visitor, judgement, language_of(request))
    return await table_page(request, visitor, hint=hint)


@post("/tables/{table:str}/hints")
async def agree(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    visitor = await visitor_of(request, table)
    wanted = (await single_fields(request)).get("agrees", "") == "yes"
    try:
        await services_of(request).hints.agree(visitor, wanted)
    except Refusal as refusal:
        if refusal.status not in (403, 422):
            raise
        return await table_page(request, visitor, refusal)
    return go(path_of(visitor.table))


handlers: Final[list[Any]] = [give_hint, agree]
