"""Removing tables and guests that nobody has needed for a long time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from claimant.web.ops.periodic import Periodic
from claimant.web.ops.settings import Settings
from claimant.web.people.accounts import Accounts
from claimant.web.people.people import People
from claimant.web.store.interface import Store
from claimant.web.store.retention import TableAge
from claimant.web.tables.cache import TableCache

FIRST: Final = 60.0
"""Seconds from the start of the server to the first check."""
INTERVAL: Final = 3600.0
"""Seconds between checks."""
BATCH: Final = 200
"""Rows read at a time. Every table and every guest is removed by a write of its own."""
PAUSE: Final = 0.05
"""Seconds between two batches, so that everything else goes on."""

log: Final = logging.getLogger(__name__)


@dataclass
class Removal:
    """How many are old enough to be removed, or have been."""

    unfinished: int = 0
    finished: int = 0
    guests: int = 0
    evenings: int = 0


class Retention:
    def __init__(
        self,
        store: Store,
        tables: TableCache,
        people: People,
        accounts: Accounts,
        settings: Settings,
    ) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._accounts = accounts
        self._settings = settings
        self._removals = Periodic(self._remove, "retention", INTERVAL, first=FIRST)

    def open(self) -> None:
        keep = self._settings
        if keep.keep_unfinished or keep.keep_finished or keep.keep_guests:
            self._removals.open()

    async def close(self) -> None:
        await self._removals.close()

    async def _remove(self) -> None:
        removed = await self.remove()
        if removed != Removal():
            log.info("removed as too old: %s", removed)

    async def plan(self) -> Removal:
        """Count what is old enough to be removed."""
        count = Removal()
        async for table, _ in self._old_tables():
            if table.status == "over":
                count.finished += 1
            else:
                count.unfinished += 1
        async for _ in self._old_guests():
            count.guests += 1
        async for _ in self._old_evenings():
            count.evenings += 1
        return count

    async def remove(self) -> Removal:
        """Remove what is old enough, unless another process is doing that."""
        count = Removal()
        async with self._store.cleanup_lock() as mine:
            if not mine:
                return count
            async for table, limit in self._old_tables():
                if await self._store.remove_table(table.id, limit):
                    self._tables.drop(table.id)
                    if table.status == "over":
                        count.finished += 1
                    else:
                        count.unfinished += 1
            async for name in self._old_guests():
                person = await self._people.find(name)
                if person is not None:
                    await self._accounts.forget(person)
                    count.guests += 1
            async for evening, limit in self._old_evenings():
                count.evenings += await self._store.remove_evening(evening, limit)
        return count

    async def _old_tables(self) -> AsyncIterator[tuple[TableAge, float]]:
        """Old tables, each with the time before which it must have changed last."""
        keep, now = self._settings, self._settings.now()
        last = ""
        while ages := await self._store.table_ages(last, BATCH):
            last = ages[-1].id
            for table in ages:
                seconds = keep.keep_finished if table.status == "over" else keep.keep_unfinished
                if seconds and table.changed < now - seconds:
                    yield table, now - seconds
            await asyncio.sleep(PAUSE)

    async def _old_evenings(self) -> AsyncIterator[tuple[str, float]]:
        """Old series and tournaments, which are stored for as long as tables are."""
        keep, now = self._settings, self._settings.now()
        last = ""
        while ages := await self._store.evening_ages(last, BATCH):
            last = ages[-1].id
            for evening in ages:
                seconds = keep.keep_finished if evening.status == "over" else keep.keep_unfinished
                if seconds and evening.changed < now - seconds:
                    yield evening.id, now - seconds
            await asyncio.sleep(PAUSE)

    async def _old_guests(self) -> AsyncIterator[str]:
        """People without a passkey or recovery codes who have not been here for long."""
        seconds = self._settings.keep_guests
        last = ""
        while seconds and (ages := await self._store.person_ages(last, BATCH)):
            last = ages[-1].id
            for person in ages:
                if not person.lasting and person.seen < self._settings.now() - seconds:
                    yield person.id
            await asyncio.sleep(PAUSE)
