"""Writing to a table: commit first, then show, and retry after a concurrent change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from claimant.game import State
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.store.chain import numbered
from claimant.web.store.interface import SeatRow, Stale, Store, StoreError, TableSummary
from claimant.web.tables.cache import TableCache
from claimant.web.tables.deadlines import next_deadline, summarize
from claimant.web.tables.fair_match import is_fair, settled_levels
from claimant.web.tables.opening import awaited, opening_summary
from claimant.web.tables.table import Table

log: Final = logging.getLogger(__name__)

BEFORE: Final = ("waiting", "starting")
"""The statuses of a table whose game has not begun."""

SeatChange = Callable[[list[SeatRow]], int]
"""Edits the list of seats in place and returns the number of the seat concerned."""


Committed = Callable[[Table, int], None]
"""Told of events that this process has committed: the table, and the version of the first."""


class TableWriter:
    def __init__(
        self, store: Store, tables: TableCache, settings: Settings, committed: Committed
    ) -> None:
        self._committed = committed
        self._store = store
        self._tables = tables
        self._settings = settings
        self._appending: Final[set[asyncio.Task[None]]] = set()
        """One per event that is being committed."""

    async def begin(self, table: Table) -> None:
        """Start the game with its first random draws if every seat is taken and no contribution to
        them is still to come."""
        while _can_begin(table):
            levels = await settled_levels(self._store, table)
            if any(table.seats[seat].level != level for seat, level in levels.items()):
                await self.change_seats(table, partial(_settle, levels=levels))
                continue
            if not _can_begin(table):  # it has changed meanwhile
                continue
            events, state = table.next_events(None)
            try:
                await self.append(table, events, state)
            except Stale:
                await self._tables.refresh(table)

    async def append(self, table: Table, events: list[str], state: State) -> None:
        """Commit events that lead to `state`, then show them. The next deadline depends on the
        players, so this raises `Stale` if the seats have changed as well.

        Cancelling the caller does not interrupt this: a client may hang up, and a bot's task ends
        as soon as anyone reads its move from the store, perhaps before the bot hears of it."""
        now = self._settings.now()
        version, revision = table.version, table.revision
        status = table.status_after(version + len(events), state.actor)
        since = table.clock.after(events[-1], now)
        summary = self._summary(table, status, table.seats, state, since)
        # What is written is settled here: before a task begins, the table may have moved on.
        write = self._store.append(table.id, version, table.head, events, now, summary, revision)
        task = asyncio.create_task(self._finish(write, table, version, events, now))
        self._appending.add(task)
        task.add_done_callback(self._appended)
        await asyncio.shield(task)

    def _appended(self, task: asyncio.Task[None]) -> None:
        self._appending.discard(task)
        # Raised where the caller waits. If it has gone, nobody has to know that it was too late.
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Stale | StoreError):
            log.error("a move was not written", exc_info=error)

    async def _finish(
        self, write: Coroutine[Any, Any, None], table: Table, version: int, events: list[str],
        now: float,
    ) -> None:  # fmt: skip
        await write
        if table.version == version:
            table.extend(numbered(version, events, now))
            self._tables.report(table, version == 0 or table.over)
        else:
            await self._tables.refresh(table)
        if table.version == version + len(events):
            self._committed(table, version + 1)

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


def _can_begin(table: Table) -> bool:
    return table.full and table.status in BEFORE and not awaited(table.seats)


def _settle(seats: list[SeatRow], levels: Mapping[int, str]) -> int:
    """Give fair bots their strength."""
    for seat, level in levels.items():
        if is_fair(seats[seat]):
            seats[seat] = replace(seats[seat], level=level)
    return 0
