"""What happens in evenings without anyone asking: results, the end of a round's time, the next
round. Any number of servers may do this at the same time: each change is written once."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from claimant.web.evenings.keeper import EveningKeeper
from claimant.web.evenings.tournament_service import TournamentService
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Store, StoreError
from claimant.web.tables.table import Table

INTERVAL: Final = 5.0
"""Seconds between two looks at the store."""
MOST: Final = 100
"""Evenings handled at a time."""

log: Final = logging.getLogger(__name__)


class EveningClock:
    def __init__(
        self,
        store: Store,
        keeper: EveningKeeper,
        tournaments: TournamentService,
        settings: Settings,
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._tournaments = tournaments
        self._settings = settings
        self._task: asyncio.Task[None] | None = None
        self._hinted = asyncio.Event()

    def open(self) -> None:
        self._task = asyncio.create_task(self._tick_forever())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def watch(self, table: Table, _seats: bool = False) -> None:
        """Look soon: a game is over, which may be one of an evening."""
        if table.over:
            self._hinted.set()

    async def _tick_forever(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(INTERVAL):
                    await self._hinted.wait()
            self._hinted.clear()
            try:
                await self.tick()
            except StoreError as trouble:
                log.warning("evenings: %s", trouble)
            except Exception:  # one failure must not stop all evenings
                log.exception("evenings: a round of checks failed")

    async def tick(self) -> None:
        """Do everything that is due."""
        for name in await self._store.due_evenings(self._settings.now(), MOST):
            try:
                await self._meet(name)
            except Refusal:  # it was removed, or another server has done it
                continue

    async def _meet(self, name: str) -> None:
        evening = await self._keeper.current(name)
        due = evening.row.due
        if evening.is_series or due is None or due >= self._settings.now():
            return
        if evening.history.playing:
            await self._tournaments.end_games(evening)
        else:
            await self._tournaments.start_due_round(evening)
