"""The routes of the API that give hints, and with which players agree to them."""

from __future__ import annotations

from typing import Any, Final

from litestar import post
from litestar.params import FromPath, JSONBody

from claimant.web.api.answers import answers
from claimant.web.api.schemas import AskHint, HintGiven, ReasonGiven, SetHints, TableShown
from claimant.web.api.views import table_shown
from claimant.web.http.request import AnyRequest, charge_hint, language_of, services_of, visitor_of


@post(
    "/tables/{table:str}/hint",
    status_code=200,
    summary="Ask what the judge would do, and why",
    responses=answers(400, 403, 404, 409, 413, 422),
)
async def give_hint(
    request: AnyRequest, table: FromPath[str], data: JSONBody[AskHint]
) -> HintGiven:
    visitor = await visitor_of(request, table)
    charge_hint(request)
    found = await services_of(request).hints.hint(visitor, data.version)
    language = language_of(request)
    return HintGiven(
        version=data.version,
        best=found.best,
        value=found.value,
        values=dict(found.values),
        exact=found.exact,
        reasons=[ReasonGiven(reason.code, reason.text.say(language)) for reason in found.reasons],
    )


@post(
    "/tables/{table:str}/hints",
    status_code=200,
    summary="Agree to hints at the table, or no longer",
    responses=answers(400, 403, 404, 413, 422),
)
async def set_hints(
    request: AnyRequest, table: FromPath[str], data: JSONBody[SetHints]
) -> TableShown:
    visitor = await visitor_of(request, table)
    await services_of(request).hints.agree(visitor, data.agrees)
    return table_shown(visitor.table)


handlers: Final[list[Any]] = [give_hint, set_hints]
