"""The pool of processes in which bots decide, outside the server's event loop."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple, TypeVar, cast

from claimant.bots import budget_of, create
from claimant.game import View
from claimant.play import warm_up, warm_up_bots

FALLBACK: Final = "easy"
"""The level that replaces a bot that fails: rules of thumb without a search."""
TIMEOUT: Final = 30.0
"""Seconds after which a decision is abandoned."""
MIN_BUDGET: Final = 0.05
"""Seconds a bot has for a decision, however many are waiting."""
ATTEMPTS: Final = 3
"""How often a function is started if its process keeps ending or being stopped for a bot's sake."""
MAX_FAILED: Final = 10_000
NICENESS: Final = 19
"""The niceness of the bots' processes: the server goes first."""

T = TypeVar("T")

log: Final = logging.getLogger(__name__)


class Decision(NamedTuple):
    event: str
    seconds: float
    """How long the bot computed, without the time it waited for a worker."""


class BotPool:
    """Decides for bots, in processes or (with 0 processes) in a thread of this one.

    A bot gets the view of its seat and nothing else. A bot that fails is asked again, in a new
    process if the old one has ended; then the fallback level plays its seat for the rest of the
    game, so that a table never gets stuck.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        # A thread of the server may have to compile the rules for its first decision.
        self._timeout = TIMEOUT if processes else 10 * TIMEOUT
        self._workers: set[BaseProcess] = set()
        self._executor = self._start()
        self._ready: Executor | None = None
        """The executor that has made its first decision, or compiled the rules for it."""
        self.pending = 0
        """Decisions being made or waiting for a worker."""
        self._spare = asyncio.Event()
        """Set while bots leave a worker free."""
        self._spare.set()
        self._failed: set[Hashable] = set()
        """Seats whose own bot has failed. At most `MAX_FAILED`; then all get another chance."""

    def _start(self) -> Executor:
        if self._processes == 0:
            return ThreadPoolExecutor(1, "claimant bot")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, initializer=_set_up_worker)

    def stop(self) -> None:
        """Stop at once, without waiting for decisions in progress."""
        self._kill_workers()
        # Without its workers, an executor ends at once. One that is still ending while the
        # interpreter exits may make it complain of a closed handle.
        self._executor.shutdown(wait=self._processes > 0, cancel_futures=True)

    def _kill_workers(self) -> None:
        for worker in self._workers:
            worker.kill()
        self._workers = set()

    async def decide_at_pace(
        self, seat: Hashable, level: str, seed: int, view: View, pace: float
    ) -> str:
        """Return the event that the bot at a seat chooses, once its pace is up.

        The moment must not reveal how hard the decision was. It is `pace` seconds after now, plus
        the time for which all workers were busy with other decisions. With a pace of 0 the event
        is returned as soon as it is known."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        event, seconds = await self._decide(seat, level, seed, view)
        if pace:
            waited = max(0.0, loop.time() - began - seconds)
            await asyncio.sleep(began + waited + pace - loop.time())
        return event

    async def decide(self, seat: Hashable, level: str, seed: int, view: View) -> str:
        """Return the event that the bot at a seat chooses."""
        return (await self._decide(seat, level, seed, view)).event

    async def _decide(self, seat: Hashable, level: str, seed: int, view: View) -> Decision:
        level = FALLBACK if seat in self._failed else level
        for attempt in (level, level, FALLBACK):
            decision = await self._ask(attempt, seed, view)
            if decision is not None and decision.event in view.legal:
                if attempt != level:
                    log.error("bot %s replaces %s, which failed", attempt, level)
                    if len(self._failed) >= MAX_FAILED:
                        self._failed.clear()
                    self._failed.add(seat)
                return decision
        return Decision(choose("random", seed, view), 0.0)

    async def _ask(self, level: str, seed: int, view: View) -> Decision | None:
        """Ask a bot once; None if it fails."""
        executor = self._executor
        self._count(1)
        try:
            if self._ready is not executor:
                # Compiling the rules on a first start takes as long as it takes: the timeout is
                # for the decision alone.
                await self._submit(executor, os.getpid)
                self._ready = executor
            async with asyncio.timeout(self._timeout + self.pending):
                budget = self._budget(level)
                decision = await self._submit(executor, _timed, level, seed, view, budget)
                assert isinstance(decision, Decision)
                return decision
        except TimeoutError:
            log.error("bot %s took too long", level)
            self._restart(executor)
        except BrokenProcessPool:
            log.error("the process of bot %s ended during its decision", level)
            self._restart(executor)
        except Exception:
            log.exception("bot %s failed", level)
        finally:
            self._count(-1)
        return None

    def _count(self, more: int) -> None:
        """Count one more decision in progress or waiting (1), or one fewer (-1)."""
        self.pending += more
        if self.pending < max(1, self._processes):
            self._spare.set()
        else:
            self._spare.clear()

    async def behind(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function that no table waits for, once the bots leave a worker free. It should be
        short: a bot that has to decide meanwhile may have to wait for it. Raises what the function
        raises, or `BrokenProcessPool` if its process ends again and again."""
        for _ in range(ATTEMPTS):
            await self._spare.wait()
            executor = self._executor
            try:
                return cast(T, await self._submit(executor, function, *arguments))
            except BrokenProcessPool:
                self._restart(executor)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling() or self._executor is executor:
                    raise
                # The workers were restarted because of a bot.
        raise BrokenProcessPool

    def _submit(
        self, executor: Executor, function: Callable[..., object], *arguments: Any
    ) -> asyncio.Future[object]:
        """Run a function in the pool. An executor has no public way to stop a worker that hangs, so
        the processes it starts, which it does while something is submitted, are noted."""
        before = set(multiprocessing.active_children())
        future = asyncio.get_running_loop().run_in_executor(executor, function, *arguments)
        if executor is self._executor:
            self._workers |= set(multiprocessing.active_children()) - before
        return future

    def _budget(self, level: str) -> float:
        """Seconds for a decision: less than usual if bots are waiting for a worker."""
        share = max(self._processes, 1) / max(self._processes, 1, self.pending)
        return max(MIN_BUDGET, budget_of(level) * share)

    def _restart(self, executor: Executor) -> None:
        """Start new processes, unless another decision that failed has done so."""
        if self._executor is executor:
            executor.shutdown(wait=False, cancel_futures=True)
            self._kill_workers()
            self._executor = self._start()


def choose(level: str, seed: int, view: View, budget: float | None = None) -> str:
    return create(level, seed, budget).choose(view)


def _timed(level: str, seed: int, view: View, budget: float) -> Decision:
    began = time.monotonic()
    event = choose(level, seed, view, budget)
    return Decision(event, time.monotonic() - began)


def _set_up_worker() -> None:
    """Make a worker process end with the server, even if the server is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
    os.nice(NICENESS)
    warm_up()
    warm_up_bots()
