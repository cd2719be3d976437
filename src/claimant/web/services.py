"""The server's parts, wired together.

Every part receives exactly what it needs. Routes and pages get the container from
`services_of(request)` and call the part that does the work: `services.moves.act(...)`,
`services.seating.join(...)`.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Final

from claimant.play import warm_up
from claimant.web.bots.pool import BotPool
from claimant.web.evenings.clock import EveningClock
from claimant.web.evenings.keeper import EveningKeeper
from claimant.web.evenings.series_service import SeriesService
from claimant.web.evenings.tournament_service import TournamentService
from claimant.web.http.limits import RateLimiter
from claimant.web.notifications.notifications import Notifications
from claimant.web.ops.backups import Backups
from claimant.web.ops.readiness import ReadinessProbe
from claimant.web.ops.settings import Settings
from claimant.web.people.accounts import Accounts
from claimant.web.people.moderation import Moderation
from claimant.web.people.passkeys import Passkeys
from claimant.web.people.people import People
from claimant.web.puzzles.service import Puzzles
from claimant.web.results.counter import ResultCounter
from claimant.web.reviews.reviews import Reviews
from claimant.web.store.interface import Store
from claimant.web.tables.banter import Banter
from claimant.web.tables.cache import TableCache
from claimant.web.tables.coaching import Coaching
from claimant.web.tables.feed import Feed
from claimant.web.tables.hints import Hints
from claimant.web.tables.lifecycle import Lifecycle
from claimant.web.tables.moves import Moves
from claimant.web.tables.replication import Replication
from claimant.web.tables.retention import Retention
from claimant.web.tables.scheduler import DeadlineScheduler
from claimant.web.tables.seating import Seating
from claimant.web.tables.table import Table
from claimant.web.tables.talk import Talk
from claimant.web.tables.tempo import TempoControl
from claimant.web.tables.visitors import Visitors
from claimant.web.tables.writer import TableWriter

WARM_UP_DELAY: Final = 1.0
"""Seconds after the start at which the rules are compiled: requests that were already waiting for
the server are answered first."""


class Services:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self.listens = ""
        """The address that the server is bound to; it says so itself."""
        self.rate_limits: Final = RateLimiter(settings.limits)
        self.readiness: Final = ReadinessProbe(store, settings)
        self.backups: Final = Backups(settings)
        self.feed: Final = Feed()
        self.people: Final = People(store, settings)
        self.tables: Final = TableCache(store, settings)
        self.visitors: Final = Visitors(self.tables, self.people)
        self.talk: Final = Talk(store, self.tables, self.feed, settings.now)
        self.tempo: Final = TempoControl(store, self.tables)
        self.banter: Final = Banter(self.talk, settings)
        writer = TableWriter(store, self.tables, settings, self.banter.committed)
        self.seating: Final = Seating(store, writer, settings)
        self.moves: Final = Moves(self.tables, writer, self.seating)
        self.lifecycle: Final = Lifecycle(store, self.tables, writer, settings)
        self.evenings: Final = EveningKeeper(store, self.tables, settings)
        self.series: Final = SeriesService(store, self.evenings, self.lifecycle, settings)
        self.tournaments: Final = TournamentService(
            store, self.evenings, self.tables, self.lifecycle, self.seating, settings
        )
        self.evening_clock: Final = EveningClock(store, self.evenings, self.tournaments, settings)
        self.results: Final = ResultCounter(store, self.tables)
        self.accounts: Final = Accounts(
            store, self.people, self.tables, self.visitors, writer, self.seating
        )
        self.passkeys: Final = Passkeys(store, self.people, settings)
        self.moderation: Final = Moderation(store, self.people, self.accounts, settings)
        self.retention: Final = Retention(store, self.tables, self.people, self.accounts, settings)
        self.bots: Final = BotPool(settings.bot_processes)
        self.hints: Final = Hints(store, self.tables, writer, self.bots)
        self.reviews: Final = Reviews(store, self.bots, settings.review_effort)
        self.puzzles: Final = Puzzles(store, settings, self.bots)
        self.coaching: Final = Coaching(store, self.tables, self.bots)
        self.deadlines: Final = DeadlineScheduler(
            store, settings, self.tables, self.moves, self.seating, self.bots
        )
        self.notifications: Final = Notifications(store, self.feed, self.tables, settings)
        everywhere = settings.bot_scope == "all"
        self._replication: Final = Replication(
            store, self.tables, self.talk, self.deadlines.hint if everywhere else None
        )
        self.tables.subscribe(self._publish, in_use=self.feed.listens)
        self.tables.subscribe(self.deadlines.watch, in_use=self.deadlines.is_watching)
        self.tables.subscribe(self.notifications.watcher.watch, in_use=lambda _: False)
        self.tables.subscribe(self.evening_clock.watch, in_use=lambda _: False)
        self.tables.subscribe(self.results.watch, in_use=lambda _: False)

    def prepare(self) -> None:
        """Bring the store to this program's version; raises `StoreError` if it cannot be used."""
        self.store.prepare()

    async def open(self) -> None:
        await self.store.open()
        await self.people.open()
        await self.moderation.open()
        self.tables.open()
        # In a daemon thread: stopping the server does not wait for the compiler.
        warming = threading.Thread(target=warm_up, name="claimant warm-up", daemon=True)
        asyncio.get_running_loop().call_later(WARM_UP_DELAY, warming.start)
        if self.settings.bot_scope != "none":
            self.deadlines.open()
        self._replication.open()
        await self.notifications.open()
        self.evening_clock.open()
        self.results.open()
        self.retention.open()
        self.backups.open()

    async def close(self) -> None:
        self.feed.close()
        await self.backups.close()
        await self.retention.close()
        await self.moderation.close()
        await self.notifications.close()
        await self.evening_clock.close()
        await self.results.close()
        await self._replication.close()
        await self.deadlines.close()
        await self.banter.close()
        await self.reviews.close()
        self.bots.stop()
        await self.store.close()

    def _publish(self, table: Table, seats: bool) -> None:
        if seats:
            self.feed.publish_seats(table)
        else:
            self.feed.publish(table)
