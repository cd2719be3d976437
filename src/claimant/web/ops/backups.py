"""Backups at regular intervals, each made by a process of its own and tested before it counts."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final

from claimant.web.ops.settings import Settings
from claimant.web.store.backup import backup
from claimant.web.store.databases import store_at
from claimant.web.store.interface import StoreError
from claimant.web.store.private import make_private_folder

ENDING: Final = ".backup"
PREFIX: Final = "claimant-"
RETRY_DELAY: Final = 600.0
"""Seconds after a failure, if backups are not more frequent anyway."""
NICENESS: Final = 10

log: Final = logging.getLogger(__name__)


class Backups:
    """Makes backups, and deletes the oldest when there are too many."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.folder: Final = settings.backups or settings.data / "backups"
        self._since = 0.0
        """When the last good backup was made, or the server started if there is none."""
        self._task: asyncio.Task[None] | None = None
        self._process: SpawnProcess | None = None

    def open(self) -> None:
        if self._settings.backup_every:
            good = self._made()
            self._since = good[-1].stat().st_mtime if good else self._settings.now()
            self._task = asyncio.create_task(self._run(first=not good))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            if self._process is not None:
                self._process.kill()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    @property
    def age(self) -> float | None:
        """Seconds since the last good backup; None if none are made."""
        return self._settings.now() - self._since if self._settings.backup_every else None

    def _made(self) -> list[Path]:
        """The backups there are, oldest first."""
        return sorted(self.folder.glob(f"{PREFIX}*{ENDING}"))

    async def _run(self, *, first: bool) -> None:
        every = self._settings.backup_every
        wait = 0.0 if first else min(every, every - (self.age or 0.0))
        while True:
            await asyncio.sleep(max(wait, 0.0))
            done = False
            try:
                done = await self.make()
            except Exception:
                log.exception("a backup failed")
            wait = every if done else min(every, RETRY_DELAY)

    async def make(self) -> bool:
        """Make one backup now. Returns whether it was written."""
        make_private_folder(self.folder)
        for left in self.folder.glob(f".{PREFIX}*"):  # of a process that was killed
            if left.is_file():
                left.unlink(missing_ok=True)
        at = self._settings.now()
        stamp = time.strftime("%Y-%m-%dT%H%M%SZ", time.gmtime(at))
        path = self.folder / f"{PREFIX}{stamp}{ENDING}"
        damaged, problem = await self._in_a_process(path)
        if problem:
            log.error("a backup failed: %s", problem)
            return False
        if damaged:
            # Earlier backups may be the only ones that have these tables as they were.
            log.error("%d tables are damaged: run claimant check; no backup is deleted", damaged)
            return True
        self._since = at
        for old in self._made()[: -self._settings.keep_backups]:
            old.unlink(missing_ok=True)
        return True

    async def _in_a_process(self, path: Path) -> tuple[int, str]:
        """The number of damaged tables, and what went wrong. Moves do not wait for it."""
        context = multiprocessing.get_context("spawn")
        receiver, sender = context.Pipe(duplex=False)
        settings = self._settings
        arguments = (settings.database, settings.data, path, sender)
        self._process = process = context.Process(target=_make, args=arguments, daemon=True)
        process.start()
        sender.close()
        try:
            await asyncio.to_thread(process.join)
            result: tuple[int, str] = receiver.recv() if receiver.poll() else (0, "it was stopped")
            return result
        finally:
            receiver.close()
            self._process = None


def _make(database: str, data: Path, path: Path, sender: Connection) -> None:
    os.nice(NICENESS)
    try:
        found = backup(store_at(database, data), path)
        sender.send((len(found.damaged), ""))
    except StoreError as trouble:
        sender.send((0, str(trouble)))
