"""Where bots think: outside the server's loop, knowing only a view."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Hashable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from claimant.bots import budget_of, create
from claimant.game import View
from claimant.play import warm_up, warm_up_bots

SIMPLER: Final = "easy"
"""The level that plays on for one that fails: a few rules of thumb, and no search."""
PATIENCE: Final = 30.0
"""Seconds after which a bot that has said nothing is given up."""
LEAST: Final = 0.05
"""Seconds that a bot has to think, however many wait."""
MOST_FAILED: Final = 10_000
"""Seats that are kept in mind for having a bot that failed."""
NICE: Final = 19
"""The bots' processes stand back for the server's."""

log: Final = logging.getLogger(__name__)


class Thought:
    """The bots' minds: processes of their own, or one thread of this process.

    A bot that fails is asked once more, in a new process where the old one has ended; then
    a simpler one takes its seat for the rest of the game. A table is never stuck.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        # A thread of this process may have to compile the rules when it is first asked.
        self._patience = PATIENCE if processes else 10 * PATIENCE
        self._executor = self._started()
        self._ready: Executor | None = None
        self.waiting = 0
        """Bots that think or wait for their turn to."""
        self._instead: set[Hashable] = set()
        """Seats whose own bot has failed; the latest of them."""

    def _started(self) -> Executor:
        if self._processes == 0:
            return ThreadPoolExecutor(1, "claimant bot")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, initializer=_begin)

    def stop(self) -> None:
        """End it at once: a bot that still thinks is not waited for."""
        _stop(self._executor)

    async def decide(self, seat: Hashable, level: str, seed: int, view: View) -> str:
        """What the bot of a seat does. It gets the view of its seat and no more."""
        level = SIMPLER if seat in self._instead else level
        for attempt in (level, level, SIMPLER):
            event = await self._ask(attempt, seed, view)
            if event in view.legal:
                if attempt != level:
                    log.error("bot %s plays on for %s", attempt, level)
                    if len(self._instead) >= MOST_FAILED:
                        self._instead.clear()  # they may try once more
                    self._instead.add(seat)
                return event
        return choose("random", seed, view)

    async def _ask(self, level: str, seed: int, view: View) -> str | None:
        """One bot, once; None where nothing came of it."""
        executor = self._executor
        self.waiting += 1
        loop = asyncio.get_running_loop()
        try:
            if self._ready is not executor:
                # A first start compiles the rules. That takes what it takes: patience comes after.
                await loop.run_in_executor(executor, os.getpid)
                self._ready = executor
            async with asyncio.timeout(self._patience + self.waiting):
                return await loop.run_in_executor(
                    executor, choose, level, seed, view, self._budget(level)
                )
        except TimeoutError:
            log.error("bot %s has been thinking for too long", level)
            self._restart(executor)
        except BrokenProcessPool:
            log.error("the bots' process has ended while %s was thinking", level)
            self._restart(executor)
        except Exception:
            log.exception("bot %s failed", level)
        finally:
            self.waiting -= 1
        return None

    def _budget(self, level: str) -> float:
        """Seconds for a decision: less than usual where many wait for their turn to think."""
        share = max(self._processes, 1) / max(self._processes, 1, self.waiting)
        return max(LEAST, budget_of(level) * share)

    def _restart(self, executor: Executor) -> None:
        """New processes, unless another bot has found them broken before."""
        if self._executor is executor:
            _stop(executor)
            self._executor = self._started()


def choose(level: str, seed: int, view: View, budget: float | None = None) -> str:
    return create(level, seed, budget).choose(view)


def _stop(executor: Executor) -> None:
    processes = getattr(executor, "_processes", None) or {}
    executor.shutdown(wait=False, cancel_futures=True)
    for process in list(processes.values()):
        process.kill()


def _begin() -> None:
    """Let the process end when the server does, even if that is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
    os.nice(NICE)
    warm_up()
    warm_up_bots()
