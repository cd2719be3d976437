"""Hints: what the game's judge would do, for players whose table wants hints.

A hint is computed from the player's view alone, in the bots' processes and behind the bots. It is
noted in the store before it is given, so that the record marks the decision made after it.
"""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Final

from claimant.game import View
from claimant.i18n import Text
from claimant.judge import Judgement, judge_of
from claimant.web.bots.pool import BotPool
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.store.interface import SeatRow, Stale, Store
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor
from claimant.web.tables.writer import TableWriter

MAX_CACHED: Final = 500
"""Judgements in memory, so that asking again costs nothing."""


def agreed(table: Table) -> bool:
    """Whether hints are given at a table: if at most one person plays, or everyone agrees."""
    people = [seat for seat in table.seats if seat.kind != "bot"]
    return len(people) < 2 or all(seat.hints for seat in people)


def needs_agreement(table: Table) -> bool:
    """Whether the players of a table can agree to hints, or have to."""
    return judge_of(table.game.name) is not None and sum(s.kind != "bot" for s in table.seats) > 1


class Hints:
    def __init__(
        self, store: Store, tables: TableCache, writer: TableWriter, bots: BotPool
    ) -> None:
        self._store = store
        self._tables = tables
        self._writer = writer
        self._bots = bots
        self._known: dict[tuple[str, int, int], Judgement] = {}
        """By table, version and seat: at most `MAX_CACHED`, the oldest are dropped first."""

    async def agree(self, visitor: Visitor, agrees: bool) -> None:
        """Agree to hints at the table, or no longer, for all players of the visitor's device."""
        if not visitor.seats:
            raise errors.spectator()

        def change(seats: list[SeatRow]) -> int:
            for place in visitor.seats:
                seats[place] = replace(seats[place], hints=agrees)
            return visitor.seats[0]

        await self._writer.change_seats(visitor.table, change)

    async def hint(self, visitor: Visitor, version: int) -> Judgement:
        """Judge the decision before the visitor, at the version they have seen."""
        table = visitor.table
        if not visitor.seats:
            raise errors.spectator()
        if version != table.version:
            await self._tables.refresh(table)
        if version != table.version:
            raise errors.stale(table.version)
        seat = self._deciding_seat(visitor)
        view = table.view(seat, version)
        try:
            await self._store.note_hint(table.id, version)
        except Stale:
            await self._tables.refresh(table)
            raise errors.stale(table.version) from None
        await self._tables.refresh(table)  # the record has to know of it
        key = (table.id, version, seat)
        if key not in self._known:
            try:
                self._known[key] = await self._bots.behind(judge, view)
            except BrokenProcessPool as broken:
                text = Text("there is no hint at the moment: try again")
                raise Refusal(503, "hints", text) from broken
            if len(self._known) > MAX_CACHED:
                del self._known[next(iter(self._known))]
        return self._known[key]

    def _deciding_seat(self, visitor: Visitor) -> int:
        """The visitor's seat, if it has to decide and may have a hint."""
        table = visitor.table
        actor = table.deciders(table.version).actor
        if judge_of(table.game.name) is None:
            raise Refusal(422, "hints", Text("this game has no hints"))
        if actor not in visitor.seats or table.status != "running":
            raise errors.not_your_turn()
        if not agreed(table):
            raise Refusal(422, "hints", Text("everyone at the table has to agree to hints first"))
        assert actor is not None
        seat = visitor.playing(table.version, "").own_seat
        if seat != actor:
            raise errors.not_your_turn()
        return actor


def judge(view: View) -> Judgement:
    """What a hint says. The seed is the same for everyone: it depends on nothing but the view."""
    found = judge_of(view.game)
    assert found is not None
    return found.judge(view)
