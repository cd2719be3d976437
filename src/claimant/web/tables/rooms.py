"""The rooms of the house: its folder, the tables in memory, and who comes to them."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from claimant.i18n import Text
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.http.limits import Turnstile
from claimant.web.ops.settings import Settings
from claimant.web.people.people import People, Person
from claimant.web.store.interface import Store, Trouble
from claimant.web.tables.feed import Live
from claimant.web.tables.seats import Visitor
from claimant.web.tables.table import Table

MOST_REMEMBERED: Final = 2000
"""Tables kept in memory; the others are read again when someone comes."""
IDLE: Final = 60.0
"""Seconds after which a table that nobody asks for may be dropped from memory."""

LATELY: Final = 15.0
"""Seconds in which whoever asked for a table has been answered."""
FRESH: Final = 1.0
"""Seconds for which what could be written shows that more can be."""


class Rooms:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self.people: Final = People(store, settings)
        self.live: Final = Live()
        self.turnstile = Turnstile(settings.limits)
        self._tables: dict[str, Table] = {}
        self._reading: dict[str, bool] = {}
        """Tables that are being read, and whether they changed elsewhere meanwhile."""
        self._opened = 0.0
        self._proof: asyncio.Task[None] | None = None
        self._proved = 0.0

    def prepare(self) -> None:
        """Make the store ready; `Trouble` where it cannot be used."""
        self.store.prepare()

    async def open(self) -> None:
        await self.store.open()
        await self.people.open()
        self._opened = self.settings.now()

    async def close(self) -> None:
        self.live.close()
        await self.store.close()

    async def ready(self) -> None:
        """Whether the store takes what is written; `Trouble` where it does not. Anyone may ask,
        as often as they like: one write answers all who ask meanwhile and for a moment after."""
        proof = self._proof
        if proof is not None and proof.done():
            failed = proof.cancelled() or proof.exception() is not None
            proof = None if failed or monotonic() > self._proved + FRESH else proof
        if proof is None:
            self._proved = monotonic()
            proof = self._proof = asyncio.create_task(self.store.prove(self.settings.now()))
        await asyncio.shield(proof)

    @property
    def remembered(self) -> int:
        """Tables in memory."""
        return len(self._tables)

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
        self._reading.setdefault(name, False)
        try:
            row = await self.store.table(name)
            if row is None:
                raise errors.no_table()
            table = Table(row, await self.store.seats(name))
            table.awake = self._opened
            table.add(await self.store.events(name))
            # Another task may have read it meanwhile: listeners hold the one object a table has.
            table = self._tables.setdefault(name, table)
        finally:
            changed = self._reading.pop(name, False)
        self._touch(table)
        if changed:
            await self.refresh(table)
        if len(self._tables) > MOST_REMEMBERED:
            self._forget_idle()
        return table

    def _touch(self, table: Table) -> None:
        """Remember when a table was last asked for; the longest idle stand first."""
        self._tables[table.id] = self._tables.pop(table.id)
        table.touched = monotonic()

    def _forget_idle(self) -> None:
        """Drop what nobody uses: a table in use must stay the one object that all know."""
        spare = MOST_REMEMBERED // 10
        for name, table in list(self._tables.items()):
            if not spare or monotonic() - table.touched <= IDLE:
                return
            if self.in_use(name):
                self._touch(table)  # so that it is not looked at again and again
            else:
                del self._tables[name]
                spare -= 1

    async def refresh(self, table: Table) -> None:
        """Take in what others have written."""
        row = await self.store.table(table.id)
        assert row is not None
        seats = await self.store.seats(table.id) if row.revision != table.revision else None
        events = await self.store.events(table.id, table.version)
        # While the store was asked, another task may have got further.
        version = table.version
        table.add(events)
        moved = table.version != version
        revised = seats is not None and row.revision > table.revision
        if seats is not None and revised:
            # Where there is a limit, the store keeps what is left of the time of who is back.
            limit = self.settings.paces[table.header.pace]
            came = [s.seat for s in seats if not s.away and table.seats[s.seat].away]
            if not limit and table.state.actor in came:
                table.awake = self.settings.now()
            table.reseat(seats)
        rematch = row.rematch is not None and table.row.rematch is None
        if (row.revision, row.version) >= (table.row.revision, table.row.version):
            table.row = row
            table.awake = max(table.awake, table.promised(self.settings.paces))
        if revised or moved or rematch:
            self.tell(table, revised or rematch)

    # What other processes write.

    def concerns(self, name: str) -> Table | None:
        """The table that has changed elsewhere, where this process has it in memory."""
        if name in self._reading:
            self._reading[name] = True
        return self._tables.get(name)

    def doubt(self) -> list[Table]:
        """Anything may have changed: the tables that are in use; the others are read again. Who
        asked a moment ago may be about to listen, and holds the one object that is told."""
        self._reading = dict.fromkeys(self._reading, True)
        lately = monotonic() - LATELY
        self._tables = {
            name: table
            for name, table in self._tables.items()
            if table.touched > lately or self.in_use(name)
        }
        return list(self._tables.values())

    def in_use(self, name: str) -> bool:
        """Whether anyone holds on to a table in memory."""
        return self.live.listens(name)

    def tell(self, table: Table, seats: bool) -> None:
        """Show what has changed, now that it is written."""
        if seats:
            self.live.publish_seats(table)
        self.live.publish(table)

    async def visitor(
        self,
        name: str,
        *,
        token: str | None = None,
        person: Person | None = None,
        current: bool = False,
    ) -> Visitor:
        """Who asks: by the token of a seat or of a person, or by the person of the cookie.

        Before someone is shown a table, or has no seat, it is looked at again: another process
        may have changed it while the news is on its way."""
        table = await self.table(name)
        if current or not _sits(table, token, person):
            try:
                await self.refresh(table)
            except Trouble:
                if token is not None and not _sits(table, token, person):
                    raise  # nobody is refused for what is not known
        if token is not None:
            seat = table.seat_of_token(token)
            if seat is not None:
                return Visitor(table, seat, None, seat == _host_seat(table))
            if table.is_host_token(token):
                return Visitor(table, None, None, True)
            person = await self.people.of_token(token)
            if person is None:
                raise errors.bad_token()
        if person is None:
            return Visitor(table, None, None, False)
        seat = table.seat_of_person(person.id)
        return Visitor(table, seat, person, person.id == table.row.host)

    def at_hand(self, name: str, token: str) -> Visitor | None:
        """Who shows the token of a seat, where no look into the store is needed to know."""
        table = self._tables.get(name)
        seat = None if table is None else table.seat_of_token(token)
        if table is None or seat is None:
            return None
        self._touch(table)
        return Visitor(table, seat, None, False)

    def may_watch(self, visitor: Visitor) -> None:
        """Refuse spectators where they are not wanted."""
        if visitor.seat is None and visitor.table.closed_to_others:
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


def _host_seat(table: Table) -> int | None:
    """Where the host sits of a table that no known person made: who made it by the API, and once
    they are gone, the first who sits there."""
    if table.row.host is not None or table.header.host_token:
        return None
    taken = [seat for seat in table.seats if seat.kind == "person"]
    made = [seat for seat in taken if seat.token.hex() == table.header.maker]
    return next((seat.seat for seat in made or taken), None)


def _sits(table: Table, token: str | None, person: Person | None) -> bool:
    """Whether the table knows who asks; a stranger has nothing to be known by."""
    if token is not None:
        return table.seat_of_token(token) is not None
    return person is None or table.seat_of_person(person.id) is not None
