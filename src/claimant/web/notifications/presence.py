"""Who has a table's page open, on this server or another one."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Store, StoreError
from claimant.web.tables.feed import Feed
from claimant.web.tables.listener import Listener

BEAT: Final = 20.0
"""Seconds between two signs of life of a server."""
ALIVE: Final = 3 * BEAT
"""Seconds without one after which nobody is there through it any more."""
FORGET: Final = 3 * 86_400.0
MAX_OPENED: Final = 20_000
RETRY_DELAY: Final = 1.0

log: Final = logging.getLogger(__name__)


class Presence:
    def __init__(self, store: Store, feed: Feed, settings: Settings) -> None:
        self._store = store
        self._feed = feed
        self._settings = settings
        self._server: Final = secrets.token_urlsafe(9)
        self._opened: dict[tuple[str, str], float] = {}
        """When a person last opened a table here. At most `MAX_OPENED`, oldest dropped first."""
        self._changes: dict[tuple[str, str], bool] = {}
        """Who has come (True) or gone since it was last stored, if other servers can read that.
        Bounded by the feeds that are opened while the store is away."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._feed.on_listener = self._note
        if self._store.shared:
            self._task = asyncio.create_task(self._store_changes())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def look(self, person: str, table: str) -> tuple[bool, float]:
        """Whether a person has a table's page open, and when they last opened it."""
        there = self._feed.is_open(table, person)
        opened = self._opened.get((person, table), 0.0)
        if self._store.shared and not there:
            alive = self._settings.now() - ALIVE
            elsewhere, when = await self._store.present(person, table, alive)
            return elsewhere, max(opened, when)
        return there, opened

    def _note(self, listener: Listener, comes: bool) -> None:
        person, table = listener.person, listener.table.id
        if person is None:
            return
        if comes:
            self._opened.pop((person, table), None)
            self._opened[person, table] = self._settings.now()
            if len(self._opened) > MAX_OPENED:
                del self._opened[next(iter(self._opened))]
        elif self._feed.is_open(table, person):
            return  # in another tab
        if self._task is not None:
            self._changes[person, table] = comes
            self._changed.set()

    async def _store_changes(self) -> None:
        while True:
            now = self._settings.now()
            try:
                await self._store.beat(self._server, now, now - FORGET)
                async with asyncio.timeout(BEAT):
                    while True:
                        await self._changed.wait()
                        await self._store_some()
            except TimeoutError:
                continue
            except StoreError as trouble:
                log.warning("presence: %s", trouble)
                await asyncio.sleep(RETRY_DELAY)

    async def _store_some(self) -> None:
        self._changed.clear()
        while self._changes:
            (person, table), comes = next(iter(self._changes.items()))
            if comes:
                await self._store.enter(self._server, person, table, self._opened_at(person, table))
            else:
                await self._store.leave(self._server, person, table)
            if self._changes.get((person, table)) is comes:
                del self._changes[person, table]

    def _opened_at(self, person: str, table: str) -> float:
        return self._opened.get((person, table), self._settings.now())
