"""Who sits where: joining, leaving, coming back, and bots that stand in for absent players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from claimant.game import CHANCE
from claimant.i18n import Text
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.people.tokens import hash_token, new_token
from claimant.web.store.interface import SeatRow, Store
from claimant.web.tables.opening import committed, given_up, revealed, without_contribution
from claimant.web.tables.requests import (
    BOT_PREFIX,
    SeatGrant,
    contributing,
    guest_seat,
    no_device,
    open_seat,
    requested_seat,
    seat_taken,
    with_guests,
)
from claimant.web.tables.seat_names import with_characters
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor
from claimant.web.tables.writer import TableWriter

GONE: Final = 300.0
"""Seconds without a move after which a player at a table without a time limit may be replaced."""


class Seating:
    def __init__(self, store: Store, writer: TableWriter, settings: Settings) -> None:
        self._store = store
        self._writer = writer
        self._settings = settings

    async def join(
        self,
        table: Table,
        person: Person | None = None,
        name: str | None = None,
        word: str = "",
        seat: int | None = None,
        *,
        contributes: bool = False,
    ) -> SeatGrant:
        """Take an open seat: the given one, or the first. A person already seated here gets a new
        token for their seat. `contributes`: their program will commit to random bits."""
        token = new_token()
        if person is not None and await self._store.is_barred(table.id, person.id):
            raise Refusal(403, "removed", Text("the host has removed you from this table"))

        def take(seats: list[SeatRow]) -> int:
            mine = None if person is None else table.seat_of_person(person.id)
            if mine is not None:
                seats[mine] = replace(seats[mine], token=hash_token(token), away=False)
                return mine
            place = open_seat(table, seats, seat)
            taken = seat_taken(seats[place], seats, person, name, word, token)
            seats[place] = contributing(taken, table.options.luck) if contributes else taken
            return place

        place = await self._writer.change_seats(table, take)
        await self._writer.begin(table)
        return SeatGrant(table, place, token)

    async def add_guest(
        self, visitor: Visitor, name: str | None, word: str = "", seat: int | None = None
    ) -> SeatGrant:
        """Give an open seat, the given one or the first, to someone who plays on the visitor's
        device."""
        table, token = visitor.table, new_token()
        person = table.seats[visitor.own_seat].person

        def take(seats: list[SeatRow]) -> int:
            if person is None or not any(row.person == person for row in seats):
                raise no_device()
            place = open_seat(table, seats, seat)
            seats[place] = guest_seat(seats[place], seats, person, name, word, token)
            return place

        place = await self._writer.change_seats(table, take)
        await self._writer.begin(table)
        return SeatGrant(table, place, token)

    async def fill(self, visitor: Visitor, seat: int, wanted: str) -> None:
        """Let the host give an open seat to a bot, or open a bot's or reserved seat to everyone."""
        table = visitor.table
        if not visitor.host:
            raise errors.not_host()

        def change(seats: list[SeatRow]) -> int:
            if table.status != "waiting":
                raise Refusal(422, "begun", Text("the game has begun"))
            if seat not in range(len(seats)) or seats[seat].kind == "person":
                raise Refusal(422, "seat", Text("this seat is not free"))
            if wanted != "open" and not wanted.startswith(BOT_PREFIX):
                raise Refusal(422, "seat", Text("an open seat stays open or gets a bot"))
            seats[seat] = replace(requested_seat(seat, wanted), colour=seats[seat].colour)
            seats[:] = with_characters(seats)
            return seat

        await self._writer.change_seats(table, change)
        await self._writer.begin(table)

    async def remove(self, visitor: Visitor, seat: int) -> None:
        """Let the host remove a player before the game. If the player is a known person, they
        cannot take a seat at this table again."""
        table = visitor.table
        if not visitor.host:
            raise errors.not_host()
        if seat in visitor.seats[:1]:
            raise Refusal(422, "seat", Text("leave the table instead of removing yourself"))

        def check(seats: Sequence[SeatRow]) -> SeatRow:
            if table.status != "waiting":
                raise Refusal(422, "begun", Text("the game has begun"))
            if seat not in range(len(seats)) or seats[seat].kind != "person":
                raise Refusal(422, "seat", Text("nobody sits there"))
            return seats[seat]

        player = check(table.seats)
        if player.person is not None:  # before the seat is free, or they would be back at once
            await self._store.bar(table.id, player.person)

        def get_up(seats: list[SeatRow]) -> int:
            if check(seats).token != player.token:
                raise Refusal(422, "seat", Text("somebody else sits there now"))
            for place in with_guests(seats, (seat,)):
                seats[place] = SeatRow(place, "open", colour=seats[place].colour)
            return seat

        await self._writer.change_seats(table, get_up)

    async def leave(self, visitor: Visitor) -> None:
        """Leave the seat, or all seats of the device. Before the game they become free, and so do
        those of players who cannot play without the device; later a bot plays until the players
        come back."""
        table = visitor.table
        first = visitor.own_seat

        def get_up(seats: list[SeatRow]) -> int:
            if table.status == "waiting":
                for place in with_guests(seats, visitor.seats):
                    seats[place] = SeatRow(place, "open", colour=seats[place].colour)
            else:
                for place in visitor.seats:
                    seats[place] = without_contribution(replace(seats[place], away=True))
            return first

        if not table.over:
            await self._writer.change_seats(table, get_up)
            await self._writer.begin(table)

    async def commit(self, visitor: Visitor, commit: str) -> None:
        """Commit to a contribution to the random draws."""
        await self._contribute(visitor, partial(committed, visitor.table, commit=commit))

    async def reveal(self, visitor: Visitor, bits: str, word: str) -> None:
        """Reveal the contribution that the visitor's seat has committed to."""
        await self._contribute(visitor, partial(revealed, visitor.table, bits=bits, text=word))

    async def _contribute(self, visitor: Visitor, note: Callable[..., None]) -> None:
        place = visitor.own_seat

        def change(seats: list[SeatRow]) -> int:
            note(seats, place)
            return place

        await self._writer.change_seats(visitor.table, change)
        await self._writer.begin(visitor.table)

    async def start_without(self, table: Table, due: float) -> None:
        """Go on with the start of a game whose deadline has passed: without the contributions that
        were due then."""

        def go(seats: list[SeatRow]) -> int:
            if table.status == "starting" and table.row.summary.due == due:
                given_up(seats)
            return 0

        await self._writer.change_seats(table, go)
        await self._writer.begin(table)

    async def come_back(self, visitor: Visitor) -> None:
        """Take over from the bot that stands in for the visitor."""
        table = visitor.table
        first = visitor.own_seat
        if not any(table.seats[place].away for place in visitor.seats):
            return

        def sit_down(seats: list[SeatRow]) -> int:
            for place in visitor.seats:
                seats[place] = replace(seats[place], away=False)
            now = self._settings.now()
            # Leaving and coming back does not reset the clock, of this player or another.
            limit = self._time_limit(table)
            back = table.state.actor in visitor.seats
            if limit and back and now >= table.clock.since + limit:
                table.clock.resumed = now
            return first

        await self._writer.change_seats(table, sit_down)

    async def stand_in(self, visitor: Visitor) -> None:
        """Let a bot play for a player who has not moved for minutes at a table without a time
        limit, until that player comes back."""
        table = visitor.table
        mine = visitor.own_seat

        def go(seats: list[SeatRow]) -> int:
            actor = table.deciders(table.version).actor
            waited = self._settings.now() - max(table.clock.since, table.last_change)
            if actor in (None, CHANCE, mine) or self._time_limit(table) or waited < GONE:
                raise Refusal(
                    422, "not-gone", Text("nobody has kept this table waiting for five minutes")
                )
            assert actor is not None
            if seats[actor].kind == "person":
                seats[actor] = replace(seats[actor], away=True)
            return actor

        await self._writer.change_seats(table, go)

    async def send_away(self, table: Table, place: int) -> None:
        """Let a bot play for a player who has not come, until they do."""

        def go(seats: list[SeatRow]) -> int:
            if not table.over and seats[place].kind == "person":
                seats[place] = replace(seats[place], away=True)
            return place

        await self._writer.change_seats(table, go)

    async def time_out(self, table: Table, place: int, version: int) -> None:
        """Let a bot take over from a player whose time for a move has run out."""

        def go(seats: list[SeatRow]) -> int:
            if table.version == version and not table.over:
                seats[place] = replace(seats[place], away=True)
            return place

        await self._writer.change_seats(table, go)

    def _time_limit(self, table: Table) -> float:
        return self._settings.paces[table.options.pace]
