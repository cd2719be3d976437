"""Notices when it has been somebody's turn for a while and they have not come.

A change of a table costs one entry in a dictionary; only if nothing happens there for a minute is
the store asked whether the player wants a message. What was in memory when a server ended is found
again by regular sweeps over everyone who can be reached.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from claimant.web.http.errors import Refusal
from claimant.web.notifications.occasions import RECENT, NoticeOccasion, Occasions
from claimant.web.notifications.presence import Presence
from claimant.web.notifications.quiet import sending_time
from claimant.web.ops.periodic import Periodic
from claimant.web.ops.settings import Settings
from claimant.web.store.contacts import NoticeRow, PreferenceRow
from claimant.web.store.interface import DamagedTable, Store, StoreError
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table

POLL: Final = 1.0
"""Seconds between checks of the tables that have changed."""
FIRST_SWEEP: Final = 30.0
SWEEP: Final = 600.0
"""Seconds between two sweeps."""
BATCH: Final = 100
"""People per step of a sweep."""
MAX_TABLES: Final = 120
"""Tables of one person that a sweep looks at, most recently changed first."""
PAUSE: Final = 0.02
UNCONFIRMED: Final = 86_400.0

log: Final = logging.getLogger(__name__)


class Watcher:
    def __init__(
        self,
        store: Store,
        tables: TableCache,
        occasions: Occasions,
        presence: Presence,
        settings: Settings,
        on_notice: Callable[[], None],
    ) -> None:
        self._store = store
        self._tables = tables
        self._occasions = occasions
        self._presence = presence
        self._settings = settings
        self._on_notice = on_notice
        self._waiting: dict[str, float] = {}
        """By table: when to look whether its player has come. Bounded by the tables that change
        within `Settings.notice_delay`, and those whose player looks on without playing."""
        self._looks = Periodic(self._look_at_waiting, "messages", POLL)
        self._sweeps = Periodic(self.sweep, "messages", SWEEP, first=FIRST_SWEEP)

    def open(self) -> None:
        self._looks.open()
        self._sweeps.open()

    async def close(self) -> None:
        await self._looks.close()
        await self._sweeps.close()

    def watch(self, table: Table, _seats: bool = False) -> None:
        """A table has changed."""
        if any(seat.owner is not None for seat in table.seats):
            self._waiting[table.id] = self._settings.now() + self._settings.notice_delay

    async def _look_at_waiting(self) -> None:
        now = self._settings.now()
        for name in [name for name, at in self._waiting.items() if at <= now]:
            del self._waiting[name]
            try:
                await self._look(name)
            except StoreError as trouble:
                if not isinstance(trouble, DamagedTable):
                    log.warning("messages: %s", trouble)
                    self._waiting.setdefault(name, now + self._settings.notice_delay)
            except Exception:  # one table must not keep all others from being looked at
                log.exception("messages: looking at a table failed")

    async def _look(self, name: str) -> None:
        try:
            table = await self._tables.find(name)
        except Refusal:
            return  # it has been removed
        for occasion in await self._occasions.at(table):
            await self._offer(table, occasion)

    async def _offer(self, table: Table, occasion: NoticeOccasion) -> None:
        now, delay = self._settings.now(), self._settings.notice_delay
        person = occasion.person
        if occasion.began + delay > now:
            self._waiting.setdefault(table.id, occasion.began + delay)
            return
        rows = await self._store.contacts_of(person)
        channels = {row.channel for row in rows if row.confirmed is not None}
        if not channels or (occasion.kind != "turn" and occasion.began < now - RECENT):
            return
        there, opened = await self._presence.look(person, table.id)
        if opened >= occasion.began:
            return  # they have seen it
        if there:
            if occasion.kind == "turn":  # the page may be in a hidden tab: until that is closed
                self._waiting.setdefault(table.id, now + delay)
            return
        preferences = await self._store.preferences(person) or PreferenceRow(person)
        notice = NoticeRow(
            person,
            table.id,
            occasion.kind,
            "push" if "push" in channels else "email",
            table.version,
            sending_time(preferences, now),
        )
        if await self._store.offer_notice(notice, occasion.since):
            self._on_notice()

    # What a process that ended had in memory.

    async def sweep(self) -> None:
        """Look at the tables of all people who can be reached, and delete what was not confirmed
        in time."""
        now = self._settings.now()
        await self._store.remove_unconfirmed(now - UNCONFIRMED)
        last = ""
        while people := await self._store.reachable_people(last, BATCH):
            last = people[-1]
            for person in people:
                await self._sweep_person(person, now)
                await asyncio.sleep(PAUSE)

    async def _sweep_person(self, person: str, now: float) -> None:
        for row in await self._store.tables_of(person, MAX_TABLES):
            status = row.summary.status
            if status == "running":
                kind = "turn"
            elif status == "over":
                kind = "over" if row.rematch is None else "rematch"
            else:
                continue
            known = await self._store.notice(person, row.id, kind)
            if known is None or known.version < row.version:
                self._waiting.setdefault(row.id, now)
