"""Who a request at a table comes from: a player, the host or a spectator."""

from __future__ import annotations

from dataclasses import dataclass

from claimant.i18n import Text
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.people.people import People, Person
from claimant.web.store.interface import StoreError
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table


@dataclass(frozen=True)
class Visitor:
    """The sender of a request at a table."""

    table: Table
    seat: int | None
    """None for spectators."""
    person: Person | None
    host: bool

    @property
    def own_seat(self) -> int:
        """The visitor's seat; raises `Refusal` for a spectator."""
        if self.seat is None:
            raise errors.spectator()
        return self.seat

    def check_may_watch(self) -> None:
        """Raise `Refusal` for a spectator at a table that does not admit any."""
        if self.seat is None and self.table.players_only:
            raise Refusal(403, "no-spectators", Text("this table does not want spectators"))


class Visitors:
    def __init__(self, tables: TableCache, people: People) -> None:
        self._tables = tables
        self._people = people

    async def identify(
        self,
        name: str,
        *,
        token: str | None = None,
        person: Person | None = None,
        current: bool = False,
    ) -> Visitor:
        """Identify a visitor by the token of a seat, host or person, or by the cookie's person.

        The table is refreshed first if it is about to be shown (`current`) or does not know the
        visitor: the notification of a change by another process may still be on its way."""
        table = await self._tables.find(name)
        if current or not _has_seat(table, token, person):
            try:
                await self._tables.refresh(table)
            except StoreError:
                # Show a known table while the store is away, but never reject an unknown token.
                if token is not None and not _has_seat(table, token, person):
                    raise
        if token is not None:
            seat = table.seat_of_token(token)
            if seat is not None:
                return Visitor(table, seat, None, seat == _host_seat(table))
            if table.is_host_token(token):
                return Visitor(table, None, None, True)
            person = await self._people.from_token(token)
            if person is None:
                raise errors.bad_token()
        if person is None:
            return Visitor(table, None, None, False)
        seat = table.seat_of_person(person.id)
        return Visitor(table, seat, person, person.id == table.row.host)


def _host_seat(table: Table) -> int | None:
    """The host's seat at a table created without a person or host token: its creator's seat, or
    the first player's once the creator has left."""
    if table.row.host is not None or table.options.host_token:
        return None
    players = [seat for seat in table.seats if seat.kind == "person"]
    creator = [seat for seat in players if seat.token.hex() == table.options.maker]
    return next((seat.seat for seat in creator or players), None)


def _has_seat(table: Table, token: str | None, person: Person | None) -> bool:
    """Whether the table knows this visitor. True for anonymous spectators: no refresh would find
    them a seat."""
    if token is not None:
        return table.seat_of_token(token) is not None
    return person is None or table.seat_of_person(person.id) is not None
