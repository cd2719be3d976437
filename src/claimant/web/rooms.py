"""The rooms of the house: its folder, the tables in memory, and who comes to them."""

from __future__ import annotations

import fcntl
from time import monotonic
from typing import IO, Final

from claimant.language import Text
from claimant.web import refusal
from claimant.web.live import Live
from claimant.web.people import People, Person
from claimant.web.refusal import Refusal
from claimant.web.seating import Visitor
from claimant.web.settings import Settings
from claimant.web.store import Store, Trouble
from claimant.web.tables import Table

MOST_REMEMBERED: Final = 2000
"""Tables kept in memory; the others are read again when someone comes."""
IDLE: Final = 60.0
"""Seconds after which a table that nobody asks for may be dropped from memory."""


class Rooms:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self.people: Final = People(store, settings)
        self.live: Final = Live()
        self._tables: dict[str, Table] = {}
        self._lock: IO[str] | None = None
        self._opened = 0.0

    def prepare(self) -> None:
        """Take possession of the folder; `Trouble` where it cannot be used."""
        try:
            self.settings.data.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Trouble(
                Text("{path} cannot be used: {error}", path=self.settings.data, error=error)
            ) from error
        self._lock = (self.settings.data / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as taken:
            raise Trouble(
                Text("another server is using the folder {path}", path=self.settings.data)
            ) from taken
        self.store.prepare()
        self.people.open()

    async def open(self) -> None:
        await self.store.open()
        self._opened = self.settings.now()

    async def close(self) -> None:
        self.live.close()
        await self.store.close()
        if self._lock is not None:
            self._lock.close()

    # Finding a table.

    async def table(self, id_or_code: str) -> Table:
        """The table; `Refusal` where there is none."""
        table = self._tables.get(id_or_code)
        if table is not None:
            self._touch(table)
            return table
        found = await self.store.coded(id_or_code) if len(id_or_code) == 8 else None
        return await self._read(found or id_or_code)

    async def _read(self, name: str) -> Table:
        row = await self.store.table(name)
        if row is None:
            raise refusal.no_table()
        table = Table(row, await self.store.seats(name))
        table.awake = self._opened
        table.add(await self.store.events(name))
        # Another task may have read it meanwhile: listeners hold the one object a table has.
        table = self._tables.setdefault(name, table)
        self._touch(table)
        if len(self._tables) > MOST_REMEMBERED:
            self._forget_idle()
        return table

    def _touch(self, table: Table) -> None:
        """Remember when a table was last asked for; the longest idle stand first."""
        self._tables[table.id] = self._tables.pop(table.id)
        table.touched = monotonic()

    def _forget_idle(self) -> None:
        """Drop what nobody uses: a table in use must stay the one object that all know."""
        for name, table in list(self._tables.items())[: MOST_REMEMBERED // 10]:
            idle = monotonic() - table.touched > IDLE
            if idle and not self.in_use(name):
                del self._tables[name]

    async def refresh(self, table: Table) -> None:
        """Take in what others have written."""
        row = await self.store.table(table.id)
        assert row is not None
        revised = row.revision != table.revision
        seats = await self.store.seats(table.id) if revised else table.seats
        moved = row.version != table.version
        table.add(await self.store.events(table.id, table.version))
        table.row = row
        if revised:
            table.reseat(seats)
        if revised or moved:
            self.tell(table, revised)

    def in_use(self, name: str) -> bool:
        """Whether anyone holds on to a table in memory."""
        return self.live.listens(name)

    def tell(self, table: Table, seats: bool) -> None:
        """Show what has changed, now that it is written."""
        if seats:
            self.live.publish_seats(table)
        self.live.publish(table)

    async def visitor(
        self, name: str, *, token: str | None = None, person: Person | None = None
    ) -> Visitor:
        """Who asks: by the token of a seat or of a person, or by the person of the cookie."""
        table = await self.table(name)
        if token is not None:
            seat = table.seat_of_token(token)
            if seat is not None:
                return Visitor(table, seat, None, seat == self._host_seat(table))
            if table.is_host_token(token):
                return Visitor(table, None, None, True)
            person = await self.people.of_token(token)
            if person is None:
                raise refusal.bad_token()
        if person is None:
            return Visitor(table, None, None, False)
        seat = table.seat_of_person(person.id)
        return Visitor(table, seat, person, person.id == table.row.host)

    def _host_seat(self, table: Table) -> int | None:
        """Where a table has no person for its host, who made it by the API sits first."""
        if table.row.host is not None or table.header.host_token:
            return None
        return next((seat.seat for seat in table.seats if seat.kind == "person"), None)

    def may_watch(self, visitor: Visitor) -> None:
        """Refuse spectators where they are not wanted. Before and after a game all may look."""
        table = visitor.table
        if visitor.seat is None and not table.header.spectators and table.status == "running":
            raise Refusal(403, "no-spectators", Text("this table does not want spectators"))

    # Lists.

    async def tables_of(self, person: Person, most: int = 50) -> list[Table]:
        """The tables a person sits at, the latest first."""
        return [await self.table(row.id) for row in await self.store.tables_of(person.id, most)]

    async def waiting(self, most: int = 50) -> list[Table]:
        """Public tables that wait for players."""
        return [await self.table(row.id) for row in await self.store.public("waiting", most)]

    async def finished(self, most: int = 50) -> list[Table]:
        """Public games that are over."""
        return [await self.table(row.id) for row in await self.store.public("over", most)]
