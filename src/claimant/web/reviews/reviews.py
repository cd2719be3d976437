"""The reviews of finished games: computed when someone asks for one, and stored with the game.

One review is computed at a time, in short parts that wait until the bots at the tables leave a
worker free. If the server stops meanwhile, the review can be asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, NamedTuple

from claimant.i18n import Text
from claimant.judge import judge_of
from claimant.record import dumps
from claimant.teaching.review_data import Review, decode
from claimant.web.bots.pool import BotPool
from claimant.web.http.errors import Refusal
from claimant.web.reviews.worker import ReviewJob, count_parts, find, put_together
from claimant.web.store.interface import Store
from claimant.web.tables.table import Table

SEED: Final = 0
"""The seed of every review, so that any of them can be computed again."""
MAX_WAITING: Final = 50
"""Reviews that wait for their turn; beyond that nobody can ask for one."""
MAX_FAILED: Final = 1000

log: Final = logging.getLogger(__name__)


def not_reviewable() -> Refusal:
    return Refusal(422, "no-review", Text("only a finished game can be reviewed"))


class ReviewProgress(NamedTuple):
    done: int
    total: int
    """0 while the review waits for its turn."""


class Reviews:
    def __init__(self, store: Store, bots: BotPool, effort: float) -> None:
        self._effort = effort
        self._store = store
        self._bots = bots
        self._waiting: dict[str, Table] = {}
        """In the order in which they were asked for; the first one is being computed."""
        self._progress = ReviewProgress(0, 0)
        self._failed: dict[str, None] = {}
        """Tables whose review failed. At most `MAX_FAILED`, the newest."""
        self._task: asyncio.Task[None] | None = None

    @staticmethod
    def offered(table: Table) -> bool:
        """Whether a table's game can be reviewed: it is finished, and it has a judge."""
        return table.over and not table.called_off and judge_of(table.game.name) is not None

    async def find(self, table: Table) -> Review | None:
        """The stored review of a game, if there is one in the current format."""
        if not self.offered(table):
            return None
        stored = await self._store.review(table.id)
        return None if stored is None else decode(stored)

    def progress(self, table: Table) -> ReviewProgress | None:
        """The progress of a review that is being computed or waits to be; None for others."""
        if table.id not in self._waiting:
            return None
        first = next(iter(self._waiting))
        return self._progress if first == table.id else ReviewProgress(0, 0)

    def failed(self, table: Table) -> bool:
        """Whether the last attempt to compute the review failed."""
        return table.id in self._failed

    def start(self, table: Table) -> None:
        """Have a game reviewed, unless that has begun. Raises `Refusal` if it cannot be done."""
        if not self.offered(table):
            raise not_reviewable()
        if table.id in self._waiting:
            return
        if len(self._waiting) >= MAX_WAITING:
            text = Text("many games are being reviewed: try again in a few minutes")
            raise Refusal(429, "busy", text, wait=60)
        self._failed.pop(table.id, None)
        self._waiting[table.id] = table
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._waiting:
            table = next(iter(self._waiting.values()))
            self._progress = ReviewProgress(0, 0)
            try:
                await self._review(table)
            except Exception:
                log.exception("a review failed")
                if len(self._failed) >= MAX_FAILED:
                    del self._failed[next(iter(self._failed))]
                self._failed[table.id] = None
            finally:
                del self._waiting[table.id]

    async def _review(self, table: Table) -> None:
        job = ReviewJob(dumps(table.record(None)), SEED, self._effort)
        total = await self._bots.behind(count_parts, job)
        findings = []
        for part in range(total):
            self._progress = ReviewProgress(part, total)
            findings.append(await self._bots.behind(find, job, part))
        review = await self._bots.behind(put_together, job, findings)
        await self._store.save_review(table.id, review)
