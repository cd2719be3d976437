"""Moves, answered without the framework: they are by far the most frequent requests, and the
framework takes longer for one than the rules, the store and the drawing together.

Players in the web app send a cookie, programs a token; both come here.
"""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from claimant.web.api.schemas import Happen, Happened
from claimant.web.http.body import decode
from claimant.web.http.caller import Caller
from claimant.web.http.errors import cross_site, refusal_for
from claimant.web.http.responses import JSON, Send, send_refusal, send_response
from claimant.web.people.people import Person
from claimant.web.services import Services
from claimant.web.tables.devices import LOOK_COOKIE
from claimant.web.tables.visitors import Visitor, visitor_with

MAX_KNOWN: Final = 10_000


class MoveHandler:
    """Answers `POST /api/tables/{table}/events`."""

    ROUTE: ClassVar[str] = "/api/tables/{table}/events"

    def __init__(self, services: Services) -> None:
        self._services = services
        self._known: dict[tuple[str, str], tuple[int, tuple[int, ...], Person]] = {}
        """The revision of a table's seats at which a cookie had seats there, those seats, and the
        person. The revision changes whenever someone joins, leaves, signs out or is forgotten, at
        this server or another. Bounded by `MAX_KNOWN`."""
        self._encode = msgspec.json.Encoder().encode

    @staticmethod
    def table_in(method: str, path: str) -> str | None:
        """The table that a request makes a move at; None for other requests. Superfluous slashes
        are ignored, as the framework does."""
        if method != "POST" or "/events" not in path:
            return None
        match [name for name in path.split("/") if name]:
            case ["api", "tables", table, "events"]:
                return table
        return None

    async def answer(self, caller: Caller, table: str, body: bytes, send: Send) -> None:
        try:
            version = await self._move(caller, table, body)
        except Exception as error:
            refusal = refusal_for(error, "POST", self.ROUTE)
            await send_refusal(send, self.ROUTE, caller, refusal)
        else:
            await send_response(send, 200, JSON, self._encode(Happened(version)))

    async def _move(self, caller: Caller, table: str, body: bytes) -> int:
        if caller.cross_site(api=True):
            raise cross_site()
        move: Happen = decode(body, Happen)
        visitor = await self._visitor(caller, table)
        return await self._services.moves.act(visitor, move.version, move.event)

    async def _visitor(self, caller: Caller, name: str) -> Visitor:
        services = self._services
        token, cookie = caller.token, caller.cookie
        if token is not None or cookie is None:
            return await services.visitors.identify(name, token=token)
        table = await services.tables.find(name)
        revision = table.revision  # before the person is looked up, who may sign out meanwhile
        known = self._known.get((table.id, cookie))
        if known is not None and known[0] == revision:
            return visitor_with(table, *known[1:], caller.cookie_named(LOOK_COOKIE))
        person = await services.people.from_cookie(cookie)
        looks = caller.cookie_named(LOOK_COOKIE)
        visitor = await services.visitors.identify(name, person=person, looks=looks)
        if person is not None and visitor.seats:
            self._known.pop((table.id, cookie), None)
            self._known[table.id, cookie] = (revision, visitor.seats, person)
            if len(self._known) > MAX_KNOWN:
                del self._known[next(iter(self._known))]
        return visitor
