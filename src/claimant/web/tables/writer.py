"""Writing to a table: commit first, then show, and retry after a concurrent change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from claimant.game import State
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.store.chain import numbered
from claimant.web.store.interface import SeatRow, Stale, Store, TableSummary
from claimant.web.tables.cache import TableCache
from claimant.web.tables.deadlines import next_deadline, summarize
from claimant.web.tables.opening import awaited, opening_summary
from claimant.web.tables.table import Table

BEFORE: Final = ("waiting", "starting")
"""The statuses of a table whose game has not begun."""

SeatChange = Callable[[list[SeatRow]], int]
"""Edits the list of seats in place and returns the number of the seat concerned."""


class TableWriter:
    def __init__(self, store: Store, tables: TableCache, settings: Settings) -> None:
        self._store = store
        self._tables = tables
        self._settings = settings

    async def begin(self, table: Table) -> None:
        """Start the game with its first random draws if every seat is taken and no contribution to
        them is still to come."""
        while table.full and table.status in BEFORE and not awaited(table.seats):
            events, state = table.next_events(None)
            try:
                await self.append(table, events, state)
            except Stale:
                await self._tables.refresh(table)

    async def append(self, table: Table, events: list[str], state: State) -> None:
        """Commit events that lead to `state`, then show them. The next deadline depends on the
        players, so this raises `Stale` if the seats have changed as well."""
        now = self._settings.now()
        version, revision = table.version, table.revision
        status = table.status_after(version + len(events), state.actor)
        since = table.clock.after(events[-1], now)
        summary = self._summary(table, status, table.seats, state, since)
        await self._store.append(table.id, version, table.head, events, now, summary, revision)
        if table.version == version:
            table.extend(numbered(version, events, now))
            self._tables.report(table, version == 0 or table.over)
        else:
            await self._tables.refresh(table)

    async def change_seats(self, table: Table, change: SeatChange) -> int:
        """Commit a change of seats and return what `change` returned."""
        while True:
            seats = list(table.seats)
            version, revision = table.version, table.revision
            try:
                result = change(seats)
            except Refusal:
                # Perhaps based on an outdated state: a notification may still be on its way.
                await self._tables.refresh(table)
                if table.revision == revision:
                    raise
                continue
            changed = [new for old, new in zip(table.seats, seats, strict=True) if new != old]
            if not changed:
                return result
            summary = self._summary(table, table.status, seats)
            try:
                await self._store.change_seats(table.id, revision, changed, summary, version)
            except Stale:
                await self._tables.refresh(table)
                continue
            await self._tables.refresh(table)
            return result

    async def update_summary(self, table: Table) -> None:
        """Refresh a table whose players were changed in the store, and store the new deadline: a
        bot may have to take over."""
        while True:
            await self._tables.refresh(table)
            summary = self._summary(table, table.status, table.seats)
            if summary == table.row.summary:
                return
            version, revision = table.version, table.revision
            try:
                await self._store.change_seats(table.id, revision, [], summary, version)
            except Stale:
                continue
            await self._tables.refresh(table)
            return

    def _summary(
        self,
        table: Table,
        status: str,
        seats: Sequence[SeatRow],
        state: State | None = None,
        since: float | None = None,
    ) -> TableSummary:
        """What the store is to know of a table with these seats, in its current state or another
        one whose decision began at `since`."""
        if state is None and not table.events:
            return opening_summary(table, seats, self._settings.now())
        state = table.state if state is None else state
        since = table.clock.since if since is None else since
        deadline = None
        if status == "running":
            deadline = next_deadline(table.options, state, since, seats, self._settings)
        return summarize(status, state, deadline)
