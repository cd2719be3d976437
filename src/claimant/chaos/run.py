"""A run of the chaos test: kill servers again and again, and verify everything after each kill."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import httpx

from claimant.chaos import server
from claimant.chaos.clients import MIN_DELAY, TIMEOUT, ClientLog, PlayingClient
from claimant.chaos.databases import ChaosDatabase
from claimant.chaos.server_processes import ServerMain, ServerProcesses
from claimant.chaos.verification import Verification
from claimant.chaos.watch import Watch
from claimant.play import warm_up
from claimant.web.store.interface import StoreError

TABLES: Final = 10
MAX_MOVES: Final = 40
"""Moves before and after a fault."""
STUCK: Final = 120.0
"""Seconds without a move, while all servers are running, after which a table counts as stuck."""


SAMPLE_INTERVAL: Final = 60.0
"""Seconds between looks at the servers of a soak test."""

Meanwhile = Callable[[httpx.AsyncClient, list[asyncio.Task[None]]], Awaitable[None]]
"""What happens while tasks play."""


@dataclass
class ChaosReport:
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    missed: int = 0
    tables: int = 0
    games: int = 0
    """Games played to their end whose random draws verify."""
    wrong: list[str] = field(default_factory=list)
    """Other errors."""

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.stuck or self.missed or self.wrong)

    def __str__(self) -> str:
        return (
            f"kills {self.kills}, events acknowledged {self.acknowledged}, lost {self.lost}, "
            f"doubled {self.doubled}, tables stuck {self.stuck}, versions missed {self.missed}"
        )


class ChaosRun:
    """One run. The seed determines what is played and which faults occur, but not their timing."""

    def __init__(
        self,
        folder: Path,
        database: ChaosDatabase,
        servers: int = 1,
        seed: int = 1,
        tables: int = TABLES,
        main: ServerMain = server.run,
    ) -> None:
        self._luck = Random(seed)
        self._database = database
        self._servers = ServerProcesses(folder, database, servers, main, self._luck)
        self._tables = tables
        self._log = ClientLog()
        self._verification = Verification()
        self._more = True
        self._stuck = 0
        self._kills = 0

    async def run(
        self, kills: int, progress: Callable[[ChaosReport], None] | None = None
    ) -> ChaosReport:
        """Kill servers, then let every game end. Stops early at an error: clients that were sent
        something false cannot continue."""

        async def inject(http: httpx.AsyncClient, playing: list[asyncio.Task[None]]) -> None:
            await self._inject_faults(kills, playing, progress)

        return await self._while_playing(inject)

    async def soak(self, seconds: float, progress: Callable[[float], None]) -> ChaosReport:
        """Let programs play for a time without a fault, then let every game end. What the servers
        use must not grow with the time."""
        watch = Watch()

        async def look_on(http: httpx.AsyncClient, playing: list[asyncio.Task[None]]) -> None:
            start = time.monotonic()
            while (gone := time.monotonic() - start) < seconds and self._report().clean:
                folder, events = self._servers.folder, self._log.acknowledged
                await watch.look(http, self._servers.all, folder, events)
                progress(gone)
                await asyncio.sleep(min(SAMPLE_INTERVAL, seconds / 20))
            self._more = False
            await self._finish(playing)
            self._log.errors += watch.growth()

        return await self._while_playing(look_on)

    async def _while_playing(self, what: Meanwhile) -> ChaosReport:
        warm_up()  # compiled here once, so that the servers need not do it after every kill
        try:
            await self._servers.start()
            async with httpx.AsyncClient(
                timeout=TIMEOUT, limits=httpx.Limits(max_connections=None)
            ) as http:
                playing = [
                    asyncio.create_task(self._play(http, number)) for number in range(self._tables)
                ]
                try:
                    await what(http, playing)
                finally:
                    for task in playing:
                        task.cancel()
                    ended = await asyncio.gather(*playing, return_exceptions=True)
                    # A client that did not understand a response is an error as well.
                    failed = [repr(error) for error in ended if isinstance(error, Exception)]
                    self._log.errors += failed
            await self._verify(again=True)
        finally:
            self._servers.stop()
        found = self._report()
        if not found.clean:
            found.wrong += self._servers.last_errors()
        return found

    async def _inject_faults(
        self,
        kills: int,
        playing: list[asyncio.Task[None]],
        progress: Callable[[ChaosReport], None] | None,
    ) -> None:
        for _ in range(kills):
            await self._round()
            if progress is not None:
                progress(self._report())
            if not self._report().clean:
                return
        self._more = False
        await self._finish(playing)

    async def _round(self) -> None:
        """Some moves, perhaps a fault, more moves, and a kill at any moment."""
        await self._moves(self._luck.randint(1, MAX_MOVES))
        chance = self._luck.random()
        if chance < 0.15:
            await self._servers.fill_disk(self._luck.uniform(0.1, 0.5))
        elif chance < 0.3:
            await self._database.fail(self._luck.uniform(0.1, 0.5))
        elif chance < 0.45:
            await self._servers.freeze(self._luck.uniform(0.1, 0.5))
        elif chance < 0.7:
            self._servers.set_clock()
        await self._moves(self._luck.randint(0, MAX_MOVES))
        await asyncio.sleep(self._luck.uniform(0.0, 0.02))
        self._log.errors += [server.ended for server in self._servers.all if server.ended]
        victim = self._servers.victim()
        victim.kill()
        self._kills += 1
        await self._verify()
        victim.start()
        await victim.wait_until_ready()

    async def _moves(self, count: int) -> None:
        """Wait for moves, but no longer than it takes to be sure that none will come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(STUCK):
                await self._log.wait_for_moves(count)

    async def _verify(self, *, again: bool = False) -> None:
        """Verify the store; a database that is slow to come back is asked again."""
        while True:
            store = self._database.store()
            await store.open()
            try:
                await self._verification.check(store, self._log, again=again)
                return
            except StoreError:
                await asyncio.sleep(MIN_DELAY)
            finally:
                await store.close()

    async def _play(self, http: httpx.AsyncClient, number: int) -> None:
        """Play at one table after the other, with two clients."""
        while self._more:
            ann, ben = (
                PlayingClient(http, self._servers.any_url, self._log, Random(self._luck.random()))
                for _ in range(2)
            )
            await ann.create_table(number)
            if await ben.join(ann.table):
                await asyncio.gather(ann.play(), ben.play())
            else:
                del self._log.tables[ann.table]  # its seat was lost with the response: no game
            number += self._tables

    async def _finish(self, playing: list[asyncio.Task[None]]) -> None:
        """Wait for all games; a table at which nothing happens for long is stuck."""
        pending = set(playing)
        before = -1
        while pending and before != (before := self._log.acknowledged):
            _, pending = await asyncio.wait(pending, timeout=STUCK)
        self._stuck = len(pending)

    def _report(self) -> ChaosReport:
        return ChaosReport(
            self._kills,
            self._log.acknowledged,
            len(self._verification.lost),
            len(self._verification.duplicated),
            self._stuck,
            self._log.missed,
            len(self._log.tables),
            len(self._verification.verified),
            [*self._log.errors, *self._verification.errors],
        )
