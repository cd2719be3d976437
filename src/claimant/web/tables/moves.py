"""Moves: events that players and bots add to a table's log."""

from __future__ import annotations

from claimant.game import Illegal
from claimant.i18n import Text
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.store.interface import SeatRow, Stale
from claimant.web.tables.cache import TableCache
from claimant.web.tables.seating import Seating
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor
from claimant.web.tables.writer import BEFORE, TableWriter


class Moves:
    def __init__(self, tables: TableCache, writer: TableWriter, seating: Seating) -> None:
        self._tables = tables
        self._writer = writer
        self._seating = seating

    async def act(self, visitor: Visitor, version: int, event: str) -> int:
        """Play an event at the version the player has seen, and return the version after it.

        A repeated request, sent because its response was lost, changes nothing and gets the same
        answer."""
        table = visitor.table
        if not visitor.seats:
            raise errors.spectator()
        owners = {place: _owner(table.seats[place]) for place in visitor.seats}
        if version > table.version or not table.events:
            # Another process has sent this client more than this one knows yet.
            await self._tables.refresh(table)
        if table.status in BEFORE:
            raise Refusal(422, "waiting", Text("the game has not begun"))
        if table.status == "closed":
            raise errors.no_table()
        visitor = visitor.playing(version, event)
        seat = visitor.own_seat
        while version == table.version:
            if _owner(table.seats[seat]) != owners[seat]:
                # Another process has given the seat away: the visitor was identified before that.
                raise errors.spectator()
            _check_turn(table, seat, event)
            try:
                events, state = table.next_events(event)
            except Illegal as refused:
                raise errors.illegal(refused) from refused
            if table.seats[seat].away:
                await self._seating.come_back(visitor)
                continue
            try:
                await self._writer.append(table, events, state)
            except Stale:
                await self._tables.refresh(table)  # tries again if only the seats have changed
                continue
            return version + 1
        if 0 <= version < table.version and table.events[version] == event:
            actor, undoer = table.deciders(version)
            if seat == (undoer if event == "undo" else actor):
                return version + 1
        raise errors.stale(table.version)

    async def bot_act(self, table: Table, version: int, event: str) -> None:
        """Play a bot's event, unless the table has moved on meanwhile."""
        if table.version != version:
            return
        events, state = table.next_events(event)
        try:
            await self._writer.append(table, events, state)
        except Stale:
            await self._tables.refresh(table)


def _owner(seat: SeatRow) -> tuple[object, ...]:
    """What identifies the player of a seat."""
    return seat.kind, seat.person, seat.token, seat.device


def _check_turn(table: Table, seat: int, event: str) -> None:
    """Raise `Refusal` unless it is the seat's turn. If it is nobody's (nothing to undo, or the game
    is over), the rules refuse the event and say why."""
    actor, undoer = table.deciders(table.version)
    doer = undoer if event == "undo" else actor
    if doer is not None and doer != seat:
        raise errors.not_your_turn()
