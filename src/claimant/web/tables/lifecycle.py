"""Creating tables, from a request or as a rematch."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

import msgspec

from claimant.bots import FAIR
from claimant.game import Game
from claimant.i18n import Text
from claimant.luck import PROTOCOL, Secret
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.people.tokens import hash_token, new_token, rematch_token
from claimant.web.store.interface import SeatRow, Stale, Store, TableRow, TableSummary
from claimant.web.tables.cache import CODE_LENGTH, TableCache
from claimant.web.tables.fair_match import is_fair
from claimant.web.tables.opening import opening_summary
from claimant.web.tables.options import TableOptions
from claimant.web.tables.requests import (
    GUEST_PREFIX,
    SeatGrant,
    TableRequest,
    contributing,
    guest_seat,
    no_device,
    requested_game,
    requested_seats,
    seat_again,
    seat_taken,
    with_guests,
)
from claimant.web.tables.seat_names import with_characters
from claimant.web.tables.table import Table
from claimant.web.tables.tempo import check_tempo
from claimant.web.tables.visitors import Visitor
from claimant.web.tables.writer import TableWriter

CODE_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters that are not easily confused."""


class Lifecycle:
    def __init__(
        self, store: Store, tables: TableCache, writer: TableWriter, settings: Settings
    ) -> None:
        self._store = store
        self._tables = tables
        self._writer = writer
        self._settings = settings

    async def create(
        self, request: TableRequest, person: Person | None = None, name: str | None = None
    ) -> SeatGrant:
        """Create a table. The game begins at once if no seat is open."""
        row, seats, me, token = self.draft(request, person, name)
        await self._store.create(row, seats)
        return SeatGrant(await self.open(row.id), me, token)

    def draft(
        self, request: TableRequest, person: Person | None, name: str | None
    ) -> tuple[TableRow, list[SeatRow], int | None, str]:
        """A table that is not stored yet: its row and seats, the creator's seat, and its token."""
        game = requested_game(request.game, request.players, request.options)
        seats = requested_seats(request.players, request.seats)
        self.check_pace(request.pace)
        me = request.seats.index("me") if "me" in request.seats else None
        token = new_token()
        options = TableOptions(
            *(game.name, game.rules, game.players, game.options, request.pace, request.spectators),
            host_token=hash_token(token).hex() if me is None else "",
            swift=request.swift,
            maker="" if me is None else hash_token(token).hex(),
            luck=PROTOCOL,
            banter=request.banter,
            memory_aid=request.memory_aid,
        )
        if me is not None:
            mine = seat_taken(seats[me], seats, person, name, request.word, token)
            seats[me] = contributing(mine, PROTOCOL) if request.contributes else mine
        for place, wanted in enumerate(request.seats):
            if wanted.startswith(GUEST_PREFIX):
                if me is None or person is None:
                    raise no_device()
                called = wanted.removeprefix(GUEST_PREFIX)
                args = (person.id, called, "", new_token())
                seats[place] = guest_seat(seats[place], seats, *args)
        seats = with_characters(seats)
        host = None if person is None else person.id
        row = self.row(options, seats, request.public, host)
        return replace(row, tempo=check_tempo(request.tempo)), seats, me, token

    def check_pace(self, pace: str) -> None:
        if pace not in self._settings.paces:
            known = ", ".join(self._settings.paces)
            raise Refusal(422, "pace", Text("the pace is one of {known}", known=known))

    def row(
        self,
        options: TableOptions,
        seats: list[SeatRow],
        public: bool,
        host: str | None,
        before: str | None = None,
    ) -> TableRow:
        """The row of a new table with these seats."""
        row = new_row(options, public, host, self._settings.now(), before)
        # A full table is due at once, so that a crash before its first draws does not matter.
        return replace(row, summary=opening_summary(Table(row, seats), seats, row.created))

    async def open(self, table: str) -> Table:
        """Start the game of a new table if no seat is open."""
        found = await self._tables.find(table)
        await self._writer.begin(found)
        return found

    async def rematch(self, visitor: Visitor) -> SeatGrant:
        """Give the visitor their seat at a table with the same set-up and players, and the others
        on their device theirs. The first player to ask creates it; it has all other seats
        reserved."""
        old = await self.finished(visitor)
        if old.row.rematch is None:
            row, seats, token = self.next_game(visitor)
            try:
                await self._store.create(row, seats)
            except Stale:
                await self._tables.refresh(old)  # another player was first
            else:
                return await self.begin_next(visitor, row.id, token)
        return await self.join_next(visitor)

    async def finished(self, visitor: Visitor) -> Table:
        """The visitor's table; raises `Refusal` if they have no seat, or the game is not over."""
        table, _ = visitor.table, visitor.own_seat
        if not table.over:
            await self._tables.refresh(table)
        if not table.over:
            raise Refusal(422, "not-over", Text("the game is not over yet"))
        return table

    def next_game(
        self, visitor: Visitor, order: tuple[int, ...] = (), game: Game | None = None
    ) -> tuple[TableRow, list[SeatRow], str]:
        """The next game of the players of a table, which is not stored yet: its row and seats, and
        the token of the visitor, who has a seat there. `order` says which seat of the old table the
        player of each seat comes from."""
        old, token = visitor.table, _next_token(visitor)
        guests = with_guests(old.seats, visitor.seats)
        seats = []
        for place, former in enumerate(order or range(len(old.seats))):
            seat = replace(old.seats[former], seat=place)
            if former == visitor.own_seat:
                seat = seat_again(seat, token)
            elif former in guests:
                seat = seat_again(seat, new_token())
            elif seat.kind != "bot":
                seat = SeatRow(place, "open", colour=seat.colour, held=True)
            elif is_fair(seat):
                seat = replace(seat, level=FAIR)
            seats.append(seat)
        options = msgspec.structs.replace(
            old.options,
            maker=hash_token(token).hex(),
            luck=PROTOCOL,
            order=order,
            continued=0,
        )
        if game is not None:
            options = msgspec.structs.replace(options, game_options=game.options, rules=game.rules)
        host = None if visitor.person is None else visitor.person.id
        before = None if old.row.rematch else old.id
        row = self.row(options, seats, old.row.public, host, before)
        return replace(row, tempo=old.row.tempo), seats, token

    async def begin_next(self, visitor: Visitor, table: str, token: str) -> SeatGrant:
        """Open a table that `next_game` drafted and that is stored now."""
        opened = await self.open(table)
        await self._tables.refresh(visitor.table)
        return SeatGrant(opened, opened.options.place_after(visitor.own_seat), token)

    async def join_next(self, visitor: Visitor, name: str | None = None) -> SeatGrant:
        """Give the visitor their seat at the next game, which is there already."""
        old, person = visitor.table, visitor.person
        name = name or old.row.rematch
        assert name is not None
        table = await self._tables.find(name)
        place = table.options.place_after(visitor.own_seat)
        token = _next_token(visitor)

        def take(seats: list[SeatRow]) -> int:
            now = seats[place]
            mine = now.token == hash_token(token) or (person and now.person == person.id)
            if table.status == "waiting" and now.kind == "open" and now.held:
                former = replace(old.seats[visitor.own_seat], seat=place)
                seats[place] = seat_again(former, token)
            elif mine:
                seats[place] = replace(now, token=hash_token(token))
            else:
                raise Refusal(422, "full", Text("your seat at the next game is taken"))
            for guest in with_guests(old.seats, visitor.seats):
                there = table.options.place_after(guest)
                if table.status == "waiting" and seats[there].held and there != place:
                    again = replace(old.seats[guest], seat=there)
                    seats[there] = seat_again(again, new_token())
            return place

        await self._writer.change_seats(table, take)
        await self._writer.begin(table)
        return SeatGrant(table, place, token)


def new_row(
    options: TableOptions, public: bool, host: str | None, created: float, before: str | None = None
) -> TableRow:
    """The row of a new table without seats."""
    return TableRow(
        id=secrets.token_urlsafe(12),
        code="".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)),
        header=options.to_json(),
        secret=Secret.new().secret,  # before anyone can contribute, whatever they know
        public=public,
        host=host,
        created=created,
        summary=TableSummary("waiting", None, None),
        before=before,
    )


def _next_token(visitor: Visitor) -> str:
    """A player known only by a seat's token gets the same new token if the request is repeated
    because its response was lost."""
    seat = visitor.table.seats[visitor.own_seat]
    return new_token() if visitor.person else rematch_token(seat.token)
