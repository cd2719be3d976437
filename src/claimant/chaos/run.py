"""Torture: so many kills, and after each a look at everything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import httpx

from claimant.chaos import server
from claimant.chaos.databases import Database
from claimant.chaos.judge import Judged, judge
from claimant.chaos.players import PATIENCE, SOON, Diary, Player
from claimant.chaos.servers import Servers, Serving
from claimant.play import warm_up
from claimant.web.store.interface import StoreError

TABLES: Final = 10
MOVES: Final = 40
"""The most moves before and after a misfortune."""
STUCK: Final = 120.0
"""Seconds without a move, while all servers run, after which a table counts as stuck."""


@dataclass
class Findings:
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    missed: int = 0
    tables: int = 0
    games: int = 0
    """Games played to their end, with luck that verifies."""
    wrong: list[str] = field(default_factory=list)
    """Whatever else was not as it should be."""

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.stuck or self.missed or self.wrong)

    def __str__(self) -> str:
        return (
            f"kills {self.kills}, events acknowledged {self.acknowledged}, lost {self.lost}, "
            f"doubled {self.doubled}, tables stuck {self.stuck}, versions missed {self.missed}"
        )


class Torture:
    """One run. The seed decides what is played and what happens, not at which moment it does."""

    def __init__(
        self,
        folder: Path,
        database: Database,
        servers: int = 1,
        seed: int = 1,
        tables: int = TABLES,
        serving: Serving = server.run,
    ) -> None:
        self._luck = Random(seed)
        self._database = database
        self._servers = Servers(folder, database, servers, serving, self._luck)
        self._tables = tables
        self._diary = Diary()
        self._judged = Judged()
        self._more = True
        self._stuck = 0
        self._kills = 0

    async def run(self, kills: int, progress: Callable[[Findings], None] | None = None) -> Findings:
        """Torture the servers, then let every game end. Stop where something is found: players
        who were told what is not so cannot go on."""
        warm_up()  # compiled here once, the servers need not do it after every kill
        try:
            await self._servers.start()
            async with httpx.AsyncClient(
                timeout=PATIENCE, limits=httpx.Limits(max_connections=None)
            ) as client:
                playing = [
                    asyncio.create_task(self._sit(client, number)) for number in range(self._tables)
                ]
                try:
                    await self._torture(kills, playing, progress)
                finally:
                    for task in playing:
                        task.cancel()
                    ended = await asyncio.gather(*playing, return_exceptions=True)
                    failed = [repr(error) for error in ended if isinstance(error, Exception)]
                    self._diary.wrong += failed  # a player who did not understand an answer
            await self._look(again=True)
        finally:
            self._servers.stop()
        return self._findings()

    async def _torture(
        self,
        kills: int,
        playing: list[asyncio.Task[None]],
        progress: Callable[[Findings], None] | None,
    ) -> None:
        for _ in range(kills):
            await self._round()
            if progress is not None:
                progress(self._findings())
            if not self._findings().clean:
                return
        self._more = False
        await self._patiently(playing)

    async def _round(self) -> None:
        """Some play, perhaps another misfortune, more play, and a kill at any moment."""
        await self._moves(self._luck.randint(1, MOVES))
        chance = self._luck.random()
        if chance < 0.15:
            await self._servers.fill_disk(self._luck.uniform(0.1, 0.5))
        elif chance < 0.3:
            await self._database.go_away(self._luck.uniform(0.1, 0.5))
        elif chance < 0.45:
            await self._servers.freeze(self._luck.uniform(0.1, 0.5))
        elif chance < 0.7:
            self._servers.jump()
        await self._moves(self._luck.randint(0, MOVES))
        await asyncio.sleep(self._luck.uniform(0.0, 0.02))
        self._diary.wrong += [server.ended for server in self._servers.all if server.ended]
        victim = self._servers.victim()
        victim.kill()
        self._kills += 1
        await self._look()
        victim.start()
        await victim.answers()

    async def _moves(self, count: int) -> None:
        """Wait for so many moves, or for as long as it takes to be sure that none will come."""
        enough = self._diary.acknowledged + count
        with suppress(TimeoutError):
            async with asyncio.timeout(STUCK):
                while self._diary.acknowledged < enough:
                    await asyncio.sleep(0.005)

    async def _look(self, *, again: bool = False) -> None:
        """Judge what is kept; a database that is slow to come back is asked again."""
        while True:
            store = self._database.store()
            await store.open()
            try:
                await judge(store, self._diary, self._judged, again=again)
                return
            except StoreError:
                await asyncio.sleep(SOON)
            finally:
                await store.close()

    async def _sit(self, client: httpx.AsyncClient, number: int) -> None:
        """One table after the other, with two players who are somewhere else."""
        while self._more:
            ann, ben = (
                Player(client, self._servers.any, self._diary, Random(self._luck.random()))
                for _ in range(2)
            )
            await ann.make(number)
            if await ben.join(ann.table):
                await asyncio.gather(ann.play(), ben.play())
            else:
                del self._diary.tables[ann.table]  # its seat is lost with the answer: no game
            number += self._tables

    async def _patiently(self, playing: list[asyncio.Task[None]]) -> None:
        """Wait for all games; a table at which nothing happens for long is stuck."""
        pending = set(playing)
        before = -1
        while pending and before != (before := self._diary.acknowledged):
            _, pending = await asyncio.wait(pending, timeout=STUCK)
        self._stuck = len(pending)

    def _findings(self) -> Findings:
        return Findings(
            self._kills,
            self._diary.acknowledged,
            len(self._judged.lost),
            len(self._judged.doubled),
            self._stuck,
            self._diary.missed,
            len(self._diary.tables),
            len(self._judged.verified),
            [*self._diary.wrong, *self._judged.wrong],
        )
