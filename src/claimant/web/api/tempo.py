"""The route of the API that changes the tempo of a table."""

from __future__ import annotations

from typing import Any, Final

from litestar import post
from litestar.params import FromPath, JSONBody

from claimant.web.api.answers import answers
from claimant.web.api.schemas import SetTempo, TableShown
from claimant.web.api.views import table_shown
from claimant.web.http.request import AnyRequest, services_of, visitor_of


@post(
    "/tables/{table:str}/tempo",
    status_code=200,
    summary="Change how long the web app shows what happens",
    responses=answers(400, 403, 404, 413, 422),
)
async def set_tempo(
    request: AnyRequest, table: FromPath[str], data: JSONBody[SetTempo]
) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).tempo.change(visitor, data.tempo)
    return table_shown(visitor.table)


handlers: Final[list[Any]] = [set_tempo]
