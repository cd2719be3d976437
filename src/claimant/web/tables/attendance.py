"""Who is at their seat: getting up, coming back, and a bot that plays for whoever is away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from claimant.game import CHANCE
from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.store.interface import SeatRow, Stale
from claimant.web.tables.rooms import Rooms
from claimant.web.tables.seats import Visitor, seat_of
from claimant.web.tables.table import Table, standing_of

GONE: Final = 300.0
"""Seconds: whoever keeps a table without a limit waiting for so long may be gone."""

Change = Callable[[list[SeatRow]], int]
"""Changes some of the seats; its result is what was asked for."""


class Attendance(Rooms):
    async def leave(self, visitor: Visitor) -> None:
        """Get up. Before the game the seat is free again; later a bot plays until one is back."""
        table = visitor.table
        place = seat_of(visitor)

        def get_up(seats: list[SeatRow]) -> int:
            if table.status == "waiting":
                seats[place] = SeatRow(place, "open", colour=seats[place].colour)
            else:
                seats[place] = replace(seats[place], away=True)
            return place

        if not table.over:
            await self._change_seats(table, get_up)

    async def come_back(self, visitor: Visitor) -> None:
        """Play oneself again after having left or run out of time."""
        table = visitor.table
        place = seat_of(visitor)
        if not table.seats[place].away:
            return

        def sit_down(seats: list[SeatRow]) -> int:
            seats[place] = replace(seats[place], away=False)
            now = self.settings.now()
            # Who only got up has what is left of their time, and nobody gives any to another.
            pace = self._pace(table)
            if pace and table.state.actor == place and now >= table.since + pace:
                table.awake = now
            return place

        await self._change_seats(table, sit_down)

    async def stand_in(self, visitor: Visitor) -> None:
        """Let a bot play for whoever keeps a table without a limit waiting, until they are back."""
        table = visitor.table
        mine = seat_of(visitor)

        def go(seats: list[SeatRow]) -> int:
            actor = table.state.actor
            waited = self.settings.now() - max(table.since, table.stirred)
            if actor in (None, CHANCE, mine) or self._pace(table) or waited < GONE:
                raise Refusal(
                    422, "not-gone", Text("nobody has kept this table waiting for five minutes")
                )
            assert actor is not None
            if seats[actor].kind == "person":
                seats[actor] = replace(seats[actor], away=True)
            return actor

        await self._change_seats(table, go)

    async def be_away(self, table: Table, place: int, version: int) -> None:
        """A player's time was up: a bot plays on."""

        def go(seats: list[SeatRow]) -> int:
            if table.version == version and not table.over:
                seats[place] = replace(seats[place], away=True)
            return place

        await self._change_seats(table, go)

    def _pace(self, table: Table) -> float:
        return self.settings.paces[table.header.pace]

    async def _change_seats(self, table: Table, change: Change) -> int:
        while True:
            seats = list(table.seats)
            version, revision = table.version, table.revision
            try:
                result = change(seats)
            except Refusal:  # for what was so before: the news may still be on its way
                await self.refresh(table)
                if table.revision == revision:
                    raise
                continue
            changed = [new for old, new in zip(table.seats, seats, strict=True) if new != old]
            if not changed:
                return result
            status = table.status
            if status == "waiting" and not any(s.kind == "person" for s in seats):
                status = "waiting" if table.header.host_token else "closed"
            duty = table.duty(table.state, table.since, seats, self.settings)
            standing = standing_of(status, table.state, duty)
            try:
                await self.store.change_seats(table.id, revision, changed, standing, version)
            except Stale:
                await self.refresh(table)
                continue
            await self.refresh(table)
            return result
