"""The readiness probe behind `/readyz`: whether the store accepts writes."""

from __future__ import annotations

import asyncio
from typing import Final

from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Store

FRESH: Final = 1.0
"""Seconds for which a successful write answers further requests."""


class ReadinessProbe:
    """Writes to the store and reports the result.

    Anyone may ask at any rate: requests share the write in progress, and the last success answers
    for another second. A failure is never reused.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._probe: asyncio.Task[None] | None = None
        self._started = 0.0

    async def check(self) -> None:
        """Raise `StoreError` if the store does not accept writes."""
        probe = self._probe
        if probe is not None and probe.done():
            failed = probe.cancelled() or probe.exception() is not None
            probe = None if failed or self._settings.monotonic() > self._started + FRESH else probe
        if probe is None:
            self._started = self._settings.monotonic()
            probe = self._probe = asyncio.create_task(
                self._store.check_writable(self._settings.now())
            )
        await asyncio.shield(probe)
