"""Changes committed by other processes, read and published as they are announced."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing
from typing import Final

from claimant.web.http.errors import Refusal
from claimant.web.store.interface import DamagedTable, Store, StoreError
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table
from claimant.web.tables.talk import Talk

RETRY_DELAY: Final = 1.0
"""Seconds after which a table that could not be read is tried again."""

log: Final = logging.getLogger(__name__)


class Replication:
    def __init__(
        self,
        store: Store,
        tables: TableCache,
        talk: Talk,
        on_unknown_table: Callable[[], None] | None = None,
    ) -> None:
        self._store = store
        self._tables = tables
        self._talk = talk
        self._on_unknown_table = on_unknown_table
        """Called when a table that is not in memory has changed."""
        self._following: asyncio.Task[None] | None = None
        self._pending: dict[str, set[int]] = {}
        """By table, what is still to be read: numbers of chat lines, 0 for anything else."""
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def open(self) -> None:
        self._following = asyncio.create_task(self._follow())

    async def close(self) -> None:
        tasks = [*self._tasks.values()]
        if self._following is not None:
            tasks.append(self._following)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self) -> None:
        async with aclosing(self._store.changes()) as changes:
            async for change in changes:
                if change is None:
                    for table in self._tables.invalidate():
                        self._read_soon(table, 0)
                    continue
                known = self._tables.changed_elsewhere(change.table)
                if known is not None:
                    self._read_soon(known, change.talk)
                elif self._on_unknown_table is not None:
                    self._on_unknown_table()

    def _read_soon(self, table: Table, talk: int) -> None:
        """Read a table in its own task, so that no table waits for another. Changes announced while
        the task is busy are read together."""
        self._pending.setdefault(table.id, set()).add(talk)
        if table.id not in self._tasks:
            self._tasks[table.id] = asyncio.create_task(self._read(table))

    async def _read(self, table: Table) -> None:
        while True:
            pending = self._pending.pop(table.id, None)
            if pending is None:
                # Here, not in a done callback: a change announced in between would get no task.
                del self._tasks[table.id]
                return
            try:
                if 0 in pending:
                    await self._tables.refresh(table)
                lines = sorted(pending - {0})
                for said in await self._talk.lines(table, lines[0] - 1) if lines else ():
                    if said.n in pending:
                        self._talk.publish(table, said)
            except Refusal:
                continue  # the table has been removed
            except DamagedTable:
                log.error("replication: a table is damaged")  # and stays so: do not try again
            except Exception as trouble:  # whatever it is, the table is read again
                if isinstance(trouble, StoreError):
                    log.warning("replication: %s", trouble)
                else:  # its words may be secret
                    log.warning("replication: a table cannot be read", exc_info=trouble)
                await asyncio.sleep(RETRY_DELAY)
                self._pending.setdefault(table.id, set()).update(pending)
