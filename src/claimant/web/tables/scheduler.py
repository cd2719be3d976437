"""The server's own moves: bots decide, a bot takes over when a player's time runs out, and a game
starts without the players it has waited for too long.

Each table with something to do has one task, for its current version. Deadlines within the next
minutes wait in memory; later ones, and those of a server that has ended, are found in the store by
regular scans.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from claimant.web.bots.pool import BotPool
from claimant.web.ops.periodic import Periodic
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Stale, Store, StoreError
from claimant.web.tables.cache import TableCache
from claimant.web.tables.deadlines import Deadline, current_deadline
from claimant.web.tables.moves import Moves
from claimant.web.tables.opening import PATIENCE
from claimant.web.tables.seating import Seating
from claimant.web.tables.table import Table
from claimant.web.tables.tempo import bot_seconds

HORIZON: Final = 120.0
"""Seconds; later deadlines are left to the next scan of the store."""
SCAN_INTERVAL: Final = 30.0
SHARED_SCAN_INTERVAL: Final = 2.0
"""Seconds between scans, and between attempts to take over a table's bots, if several processes
share the store."""
OVERDUE: Final = 2.0
"""Seconds after which another process of a shared store acts on a missed deadline."""
HINT_DELAY: Final = 0.02
"""Seconds for which hints are collected before a scan answers them all."""
RETRY_DELAY: Final = 1.0
"""Seconds after which a table is tried again when the store is away."""
MAX_STEP: Final = 5.0
"""Seconds of one wait for a deadline: a wall clock that jumps forward is noticed after them."""
SCAN_LIMIT: Final = 500
"""Tables handled per scan, most urgent first."""

log: Final = logging.getLogger(__name__)


class DeadlineScheduler:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        tables: TableCache,
        moves: Moves,
        seating: Seating,
        bots: BotPool,
    ) -> None:
        self._store = store
        self._settings = settings
        self._tables = tables
        self._moves = moves
        self._seating = seating
        self._bots = bots
        self._tasks: dict[str, tuple[tuple[int, int], asyncio.Task[None]]] = {}
        """By table: the version and revision its task is for, and the task."""
        self._failed: set[str] = set()
        """Tables that the last scan could not use; at most `SCAN_LIMIT`."""
        interval = SHARED_SCAN_INTERVAL if store.shared else SCAN_INTERVAL
        self._scans = Periodic(self.scan, "deadlines", interval, delay=HINT_DELAY)

    def open(self) -> None:
        self._scans.open()

    async def close(self) -> None:
        await self._scans.close()
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()

    def hint(self) -> None:
        """Scan soon: a table that is not in memory has changed."""
        self._scans.hint()

    async def scan(self) -> None:
        """Find tables in the store that have a deadline soon, or have missed one."""
        ahead = -OVERDUE if self._store.shared else HORIZON
        failed = set()
        for name in await self._store.due_tables(self._settings.now() + ahead, SCAN_LIMIT):
            try:
                self.watch(await self._tables.find(name))
            except Exception as wrong:  # an unreadable table must not stop the others
                failed.add(name)
                if name not in self._failed:  # without its id, and once
                    log.error("deadlines: a table cannot be used", exc_info=wrong)
        self._failed = failed

    def is_watching(self, table: str) -> bool:
        return table in self._tasks

    def watch(self, table: Table, _seats: bool = False) -> None:
        """Schedule the next deadline of a table, instead of the one before it changed."""
        now = (table.version, table.revision)
        known = self._tasks.get(table.id)
        if known is not None:
            if known[0] == now:
                return
            del self._tasks[table.id]
            if known[1] is not asyncio.current_task():
                known[1].cancel()
        if not self._scans.is_open:
            return
        deadline = current_deadline(table, self._settings)
        if deadline is None:
            return
        if deadline.level is None and deadline.at > self._settings.now() + HORIZON:
            return
        task = asyncio.create_task(self._meet(table, deadline))
        self._tasks[table.id] = (now, task)
        task.add_done_callback(lambda task: self._done(table.id, task))

    def _done(self, name: str, task: asyncio.Task[None]) -> None:
        known = self._tasks.get(name)
        if known is not None and known[1] is task:
            del self._tasks[name]
        if not task.cancelled() and task.exception() is not None:
            log.error("a table's deadline failed", exc_info=task.exception())

    async def _meet(self, table: Table, deadline: Deadline) -> None:
        version = table.version
        while True:
            try:
                async with self._store.bot_lock(table.id) as mine:
                    if mine:
                        await self._act(table, deadline, version)
                        return
                # Another process has the table. Take over if that process ends before it acts.
                await asyncio.sleep(SHARED_SCAN_INTERVAL)
            except Stale:
                return
            except StoreError as trouble:
                log.warning("deadlines: a table: %s", trouble)
                await asyncio.sleep(RETRY_DELAY)

    async def _act(self, table: Table, deadline: Deadline, version: int) -> None:
        seat, level = deadline.seat, deadline.level
        if seat is None:
            # At most the usual time: the wall clock may have been set back.
            await self._sleep_until(min(deadline.at, self._settings.now() + PATIENCE))
            await self._seating.start_without(table, deadline.at)
        elif level is None:
            await self._sleep_until(deadline.at)
            await self._seating.time_out(table, seat, version)
        else:
            seed, view = table.bot_seed(seat), table.view(seat)
            # Counted from here, not from the wall clock: that may have been set back, and a bot
            # that takes over late must not answer as soon as it can either.
            pace = 0.0 if table.options.swift else bot_seconds(table, level, self._settings)
            event = await self._bots.decide_at_pace((table.id, seat), level, seed, view, pace)
            await self._moves.bot_act(table, version, event)

    async def _sleep_until(self, at: float) -> None:
        while (left := at - self._settings.now()) > 0:
            await asyncio.sleep(min(left, MAX_STEP))
