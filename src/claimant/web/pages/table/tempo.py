"""The form with which the players of a table change its tempo."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, post
from litestar.params import FromPath

from claimant.web.http.errors import Refusal
from claimant.web.http.forms import single_fields
from claimant.web.http.request import AnyRequest, services_of, visitor_of
from claimant.web.pages.table.routes import path_of, table_page
from claimant.web.pages.templating import go


@post("/tables/{table:str}/tempo")
async def set_tempo(request: AnyRequest, table: FromPath[str]) -> Response[Any]:
    visitor = await visitor_of(request, table)
    wanted = (await single_fields(request)).get("tempo", "")[:40]
    try:
        await services_of(request).tempo.change(visitor, wanted)
    except Refusal as refusal:
        if refusal.status not in (403, 422):
            raise
        return await table_page(request, visitor, refusal)
    return go(path_of(visitor.table))


handlers: Final[list[Any]] = [set_tempo]
