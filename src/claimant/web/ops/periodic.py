"""Jobs that the server does at regular intervals, as long as it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from claimant.web.store.interface import StoreError

log: Final = logging.getLogger(__name__)


class Periodic:
    """Does a job again and again, whether or not it succeeds.

    `name` begins its lines in the log. The first run is after `first` seconds, every further one
    `interval` seconds after the last has ended, or sooner if `hint` is called. Hints are collected
    for `delay` seconds.
    """

    def __init__(
        self,
        job: Callable[[], Awaitable[object]],
        name: str,
        interval: float,
        *,
        first: float = 0.0,
        delay: float = 0.0,
    ) -> None:
        self._job = job
        self._name = name
        self._interval = interval
        self._first = first
        self._delay = delay
        self._hinted = asyncio.Event()
        self._running = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        return self._task is not None

    def open(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def hint(self) -> None:
        """Do the job soon: there may be something to do."""
        self._hinted.set()

    async def run_now(self) -> None:
        """Do the job at once, or after a run in progress."""
        async with self._running:
            await self._job()

    async def _run(self) -> None:
        wait = self._first
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._hinted.wait()
                    await asyncio.sleep(self._delay)
            self._hinted.clear()
            try:
                await self.run_now()
            except StoreError as trouble:
                log.warning("%s: %s", self._name, trouble)
            except Exception:  # the next time it may succeed
                log.exception("%s: failed", self._name)
            wait = self._interval
