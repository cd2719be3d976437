"""What all routes of the API share: documented refusals, and who asks."""

from __future__ import annotations

from typing import Final

from litestar.openapi.datastructures import ResponseSpec

from claimant.i18n import Text
from claimant.web.api.schemas import Refused
from claimant.web.http.errors import Refusal
from claimant.web.http.request import AnyRequest, person_of
from claimant.web.people.people import Person

_SENTENCES: Final = {
    400: "The request cannot be read.",
    403: "Not allowed: another player's seat or turn, a spectator, or a wrong token.",
    404: "Not found.",
    409: "Stale: the table has moved on.",
    413: "The request is too large.",
    408: "The request arrived too slowly.",
    422: "Refused, with the reason in words.",
    429: "Too many requests, tables, bots, guests or feeds: wait for `Retry-After` seconds.",
    503: "The database is not available; try again.",
}
_REFUSALS: Final = {
    status: ResponseSpec(Refused, description=sentence, generate_examples=False)
    for status, sentence in _SENTENCES.items()
}


def answers(*statuses: int) -> dict[int, ResponseSpec]:
    """The documented error responses of a route, with those that every route shares."""
    if 413 in statuses:
        statuses = (*statuses, 408)
    if 404 in statuses and 400 not in statuses:
        statuses = (*statuses, 400)
    return {status: _REFUSALS[status] for status in (*statuses, 429, 503)}


async def me_of(request: AnyRequest) -> Person:
    person = await person_of(request)
    if person is None:
        raise Refusal(403, "person", Text("you are not known here yet"))
    return person
