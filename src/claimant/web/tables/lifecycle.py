"""Creating tables, from a request or as a rematch."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

import msgspec

from claimant.i18n import Text
from claimant.luck import PROTOCOL, Secret
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.people.tokens import hash_token, new_token, rematch_token
from claimant.web.store.interface import SeatRow, Stale, Store, TableRow, TableSummary
from claimant.web.tables.cache import CODE_LENGTH, TableCache
from claimant.web.tables.opening import opening_summary
from claimant.web.tables.options import TableOptions
from claimant.web.tables.requests import (
    SeatGrant,
    TableRequest,
    contributing,
    requested_game,
    requested_seats,
    seat_again,
    seat_taken,
)
from claimant.web.tables.table import Table
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
        game = requested_game(request.game, request.players, request.options)
        seats = requested_seats(request.players, request.seats)
        if request.pace not in self._settings.paces:
            known = ", ".join(self._settings.paces)
            raise Refusal(422, "pace", Text("the pace is one of {known}", known=known))
        me = request.seats.index("me") if "me" in request.seats else None
        token = new_token()
        options = TableOptions(
            *(game.name, game.rules, game.players, game.options, request.pace, request.spectators),
            host_token=hash_token(token).hex() if me is None else "",
            swift=request.swift,
            maker="" if me is None else hash_token(token).hex(),
            luck=PROTOCOL,
        )
        if me is not None:
            mine = seat_taken(seats[me], seats, person, name, request.word, token)
            seats[me] = contributing(mine, PROTOCOL) if request.contributes else mine
        table = await self._create(options, seats, request.public, person, None)
        return SeatGrant(table, me, token)

    async def _create(
        self,
        options: TableOptions,
        seats: list[SeatRow],
        public: bool,
        person: Person | None,
        before: str | None,
    ) -> Table:
        row = TableRow(
            id=secrets.token_urlsafe(12),
            code="".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)),
            header=options.to_json(),
            secret=Secret.new().secret,  # before anyone can contribute, whatever they know
            public=public,
            host=None if person is None else person.id,
            created=self._settings.now(),
            summary=TableSummary("waiting", None, None),
            before=before,
        )
        # A full table is due at once, so that a crash before its first draws does not matter.
        summary = opening_summary(Table(row, seats), seats, row.created)
        row = replace(row, summary=summary)
        await self._store.create(row, seats)
        table = await self._tables.find(row.id)
        await self._writer.begin(table)
        return table

    async def rematch(self, visitor: Visitor) -> SeatGrant:
        """Give the visitor their seat at a table with the same set-up and players. The first player
        to ask creates it; it has the others' seats reserved."""
        old, place, person = visitor.table, visitor.own_seat, visitor.person
        if not old.over:
            await self._tables.refresh(old)
        if not old.over:
            raise Refusal(422, "not-over", Text("the game is not over yet"))
        # A player known only by a seat's token gets the same new token if the request is repeated
        # because its response was lost.
        token = new_token() if person else rematch_token(old.seats[place].token)
        if old.row.rematch is None:
            seats = [
                s if s.kind == "bot" else SeatRow(s.seat, "open", colour=s.colour, held=True)
                for s in old.seats
            ]
            seats[place] = seat_again(old.seats[place], token)
            options = msgspec.structs.replace(
                old.options, maker=hash_token(token).hex(), luck=PROTOCOL
            )
            try:
                table = await self._create(options, seats, old.row.public, person, old.id)
            except Stale:
                await self._tables.refresh(old)  # another player was first
            else:
                await self._tables.refresh(old)
                return SeatGrant(table, place, token)
        assert old.row.rematch is not None
        table = await self._tables.find(old.row.rematch)

        def take(seats: list[SeatRow]) -> int:
            now = seats[place]
            mine = now.token == hash_token(token) or (person and now.person == person.id)
            if table.status == "waiting" and now.kind == "open" and now.held:
                seats[place] = seat_again(old.seats[place], token)
            elif mine:
                seats[place] = replace(now, token=hash_token(token))
            else:
                raise Refusal(422, "full", Text("your seat at the next game is taken"))
            return place

        await self._writer.change_seats(table, take)
        await self._writer.begin(table)
        return SeatGrant(table, place, token)
