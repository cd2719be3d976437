"""What other processes do at the tables of the house: taken in and shown as it is committed."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

import msgspec

from claimant.web.tables.table import Table

if TYPE_CHECKING:
    from claimant.web.tables.lifecycle import House

log: Final = logging.getLogger(__name__)


class Elsewhere:
    def __init__(self, house: House) -> None:
        self._house = house
        self._following: asyncio.Task[None] | None = None
        self._news: dict[str, set[int]] = {}
        """By table, what is still to be taken in: lines that were said, 0 for all else."""
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
        async with aclosing(self._house.store.changes()) as changes:
            async for change in changes:
                if change is None:
                    for table in self._house.doubt():
                        self._take_in(table, 0)
                    continue
                known = self._house.concerns(change.table)
                if known is not None:
                    self._take_in(known, change.talk)
                elif self._house.settings.thinks_for == "all":
                    self._house.clock.hint()

    def _take_in(self, table: Table, talk: int) -> None:
        """Many moves that come at once are read at once; no table waits for another."""
        self._news.setdefault(table.id, set()).add(talk)
        if table.id not in self._tasks:
            self._tasks[table.id] = asyncio.create_task(self._look(table))

    async def _look(self, table: Table) -> None:
        while True:
            news = self._news.pop(table.id, None)
            if news is None:
                # Here and not once the task is done: what comes in between would be for nobody.
                del self._tasks[table.id]
                return
            try:
                if 0 in news:
                    await self._house.refresh(table)
                lines = sorted(news - {0})
                for said in await self._house.store.talk(table.id, lines[0] - 1) if lines else ():
                    if said.n in news:
                        line = msgspec.json.encode(said._asdict())
                        self._house.live.publish_talk(table, line)
            except Exception as trouble:  # whatever it is, the table is looked at again
                log.warning("elsewhere: %s", trouble)
                await asyncio.sleep(1.0)
                self._news.setdefault(table.id, set()).update(news)
