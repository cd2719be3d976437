"""The server's own moves: bots decide, and time that is up passes to a bot.

Each table that needs it has one task, for its present version. What is due soon waits in memory;
the rest is found in the store, now and then and after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from claimant.play import warm_up
from claimant.web.bots.pool import Thought
from claimant.web.store.interface import Stale, Trouble
from claimant.web.tables.table import Duty, Table

if TYPE_CHECKING:
    from claimant.web.tables.lifecycle import House

SOON: Final = 120.0
"""Seconds: what is due later is left to the next look into the store."""
EVERY: Final = 30.0
LATE: Final = 2.0
"""Seconds: where several processes work, what is due for longer was left by one that has ended."""
OFTEN: Final = 2.0
"""Seconds between looks for that, and for whether who thinks elsewhere still does."""
SOONEST: Final = 0.02
SETTLED: Final = 1.0
"""Seconds after the start, when who waited for it has been answered."""
AT_ONCE: Final = 500

log: Final = logging.getLogger(__name__)


class Clock:
    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: dict[str, tuple[tuple[int, int], asyncio.Task[None]]] = {}
        self._rounds: asyncio.Task[None] | None = None
        self._thought: Thought | None = None
        self._news = asyncio.Event()

    def open(self) -> None:
        # Compile the rules before someone waits for them, but after those who wait already. Nobody
        # waits for it to end: a server that is told to stop meanwhile stops.
        warming = threading.Thread(target=warm_up, name="claimant warm-up", daemon=True)
        asyncio.get_running_loop().call_later(SETTLED, warming.start)
        if self._house.settings.thinks_for == "none":
            return
        self._thought = Thought(self._house.settings.bot_processes)
        self._rounds = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        tasks = [task for _, task in self._tasks.values()]
        if self._rounds is not None:
            tasks.append(self._rounds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()
        if self._thought is not None:
            self._thought.stop()

    async def _go_round(self) -> None:
        """Look into the store for ever."""
        while True:
            try:
                await self.scan()
            except Trouble as trouble:
                log.warning("clock: %s", trouble)
            except Exception:  # whatever it is, the clock goes on for all tables
                log.exception("clock")
            with suppress(TimeoutError):
                async with asyncio.timeout(OFTEN if self._house.store.shared else EVERY):
                    await self._news.wait()
                    await asyncio.sleep(SOONEST)  # much that comes at once is looked for at once
            self._news.clear()

    def hint(self) -> None:
        """Something has changed at a table that this process does not know."""
        self._news.set()

    async def scan(self) -> None:
        """Find tables at which something is due."""
        ahead = -LATE if self._house.store.shared else SOON
        for name in await self._house.store.due(self._house.settings.now() + ahead, AT_ONCE):
            try:
                self.look(await self._house.table(name))
            except Exception as wrong:  # one that cannot be read must not stop the others
                log.error("clock: table %s: %r", name, wrong)

    @property
    def thinking(self) -> int:
        """Bots that think or wait for their turn to."""
        return 0 if self._thought is None else self._thought.waiting

    def attends(self, table: str) -> bool:
        return table in self._tasks

    def look(self, table: Table) -> None:
        """See that what is to be done at a table will be done."""
        now = (table.version, table.revision)
        known = self._tasks.get(table.id)
        if known is not None:
            if known[0] == now:
                return
            del self._tasks[table.id]
            if known[1] is not asyncio.current_task():
                known[1].cancel()
        if self._thought is None or not table.events:
            return
        house = self._house
        duty = table.duty(table.state, table.since, table.seats, house.settings)
        if duty is None or (duty.level is None and duty.at > house.settings.now() + SOON):
            return
        task = asyncio.create_task(self._do(table, duty))
        self._tasks[table.id] = (now, task)
        task.add_done_callback(lambda task: self._done(table.id, task))

    def _done(self, name: str, task: asyncio.Task[None]) -> None:
        known = self._tasks.get(name)
        if known is not None and known[1] is task:
            del self._tasks[name]
        if not task.cancelled() and task.exception() is not None:
            log.error("a table's clock failed", exc_info=task.exception())

    async def _do(self, table: Table, duty: Duty) -> None:
        version = table.version
        while True:
            try:
                async with self._house.store.sole(table.id) as mine:
                    if mine:
                        await self._do_it(table, duty, version)
                        return
                # Another process does it; unless that one ends before it has.
                await asyncio.sleep(OFTEN)
            except Stale:
                return
            except Trouble as trouble:
                log.warning("table: %s", trouble)
                await asyncio.sleep(1.0)

    async def _do_it(self, table: Table, duty: Duty, version: int) -> None:
        event = None
        if duty.level is not None:
            seat, seed = duty.seat, table.bot_seed(duty.seat)
            assert self._thought is not None
            event = await self._thought.decide((table.id, seat), duty.level, seed, table.view(seat))
        settings = self._house.settings
        if event is None:
            while (left := duty.at - settings.now()) > 0:
                # In short steps: a clock that is set forward is noticed.
                await asyncio.sleep(min(left, 5.0))
            await self._house.be_away(table, duty.seat, version)
        else:
            # Never longer than its pace: the clock may have been set back.
            await asyncio.sleep(min(duty.at - settings.now(), settings.bot_pace))
            await self._house.bot_acts(table, version, event)
