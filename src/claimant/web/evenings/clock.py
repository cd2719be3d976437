"""What happens in evenings without anyone asking: results, the end of a round's time, the next
round. Any number of servers may do this at the same time: each change is written once."""

from __future__ import annotations

from typing import Final

from claimant.web.evenings.keeper import EveningKeeper
from claimant.web.evenings.tournament_service import TournamentService
from claimant.web.http.errors import Refusal
from claimant.web.ops.periodic import Periodic
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Store
from claimant.web.tables.table import Table

INTERVAL: Final = 5.0
"""Seconds between checks of the store."""
MOST: Final = 100
"""Evenings handled at a time."""


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
        self._ticks = Periodic(self.tick, "evenings", INTERVAL, first=INTERVAL)

    def open(self) -> None:
        self._ticks.open()

    async def close(self) -> None:
        await self._ticks.close()

    def watch(self, table: Table, _seats: bool = False) -> None:
        """Check soon: a game is over, and it may belong to an evening."""
        if table.over:
            self._ticks.hint()

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
