"""Who a request at a table comes from: a player, the host or a spectator."""

from __future__ import annotations

from dataclasses import dataclass, replace

from claimant.i18n import Text
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.people.people import People, Person
from claimant.web.store.interface import StoreError
from claimant.web.tables.cache import TableCache
from claimant.web.tables.devices import Device, Viewer, look_in, seats_on_device
from claimant.web.tables.table import Table


@dataclass(frozen=True)
class Visitor:
    """The sender of a request at a table."""

    table: Table
    seat: int | None
    """The seat whose view the visitor gets; None for spectators, and for a device with several
    players while nobody's cards are open."""
    person: Person | None
    host: bool
    device: Device | None = None
    """Set if several players sit at the visitor's device."""

    @property
    def own_seat(self) -> int:
        """The visitor's seat, or that of the person whose device it is; raises `Refusal` for a
        spectator. What is shown does not depend on it: that is for `viewer`."""
        if not self.seats:
            raise errors.spectator()
        return self.seats[0]

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats of the visitor's device."""
        if self.device is not None:
            return self.device.seats
        return () if self.seat is None else (self.seat,)

    @property
    def viewer(self) -> Viewer:
        """Who is sent something of the table."""
        return self.seat if self.device is None else self.device

    def only(self, seat: int | None) -> Visitor:
        """The visitor as one player of the device, for what that player does apart from moves.
        Raises `Refusal` if the seat is another device's; None changes nothing."""
        if seat is None or self.seats == (seat,):
            return self
        if seat not in self.seats:
            raise errors.spectator()
        return replace(self, seat=seat, device=None)

    def playing(self, version: int, event: str) -> Visitor:
        """The visitor as the player whose event this is at a version. Raises `Refusal` unless that
        player is in front of the device."""
        if self.device is None:
            return self
        version = min(max(version, 0), self.table.version)
        return self.only(self.device.acting_seat(self.table, version, event))

    def check_may_watch(self) -> None:
        """Raise `Refusal` for a spectator at a table that does not admit any."""
        if not self.seats and self.table.players_only:
            raise Refusal(403, "no-spectators", Text("this table is not open to spectators"))


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
        looks: str = "",
    ) -> Visitor:
        """Identify a visitor by the token of a seat, host or person, or by the cookie's person.
        A token is a program's, for one seat; a browser may have several players, and `looks` is
        its cookie that says who is in front of it.

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
        seats = seats_on_device(table, person.id)
        return visitor_with(table, seats if token is None else seats[:1], person, looks)


def visitor_with(table: Table, seats: tuple[int, ...], person: Person, looks: str = "") -> Visitor:
    """A person with these seats, in front of their device."""
    host = person.id == table.row.host
    if len(seats) < 2:
        return Visitor(table, seats[0] if seats else None, person, host)
    device = Device(seats, look_in(looks, table.id))
    return Visitor(table, device.seat_at(table, table.version), person, host, device)


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
