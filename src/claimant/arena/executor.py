"""Runs jobs on any `concurrent.futures.Executor`, and creates a new one when it breaks.

This module imports little: a process of the pool has to learn to leave Ctrl-C to its parent before
anything else, and the rules take a second to load.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from claimant.i18n import Text

Job = TypeVar("Job")
Result = TypeVar("Result")

MAX_FAILURES: Final = 3
"""The work is given up when this many executors break in a row without a result."""
CHECK_INTERVAL: Final = 5.0
"""Seconds without a result after which to check that there are workers left."""


class WorkersLost(Exception):  # noqa: N818  (reads as what happened)
    """The work cannot be finished; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text: Final = text


def _no_check() -> None:
    pass


def _shut_down(executor: Executor) -> None:
    executor.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class WorkerPool:
    """Workers that run jobs."""

    create_executor: Callable[[], Executor]
    max_pending: int
    """The number of jobs submitted at a time."""
    worker_errors: tuple[type[BaseException], ...] = (BrokenExecutor,)
    """What a future raises whose worker died."""
    abort: Callable[[Executor], None] = _shut_down
    """Stop an executor at once; the results of its running jobs are not needed."""
    check: Callable[[], None] = _no_check
    """Raise `WorkersLost` if all workers are gone without a future that says so."""

    def run(self, call: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[list[Result]]:
        """Yield the results of the jobs in the order they finish, in lists of those that finished
        together. A job whose worker died is submitted again. Closing the generator aborts the
        work."""
        remaining = iter(jobs)
        waiting: deque[Job] = deque()
        running: dict[Future[Result], Job] = {}
        failures = 0
        executor = self.create_executor()
        try:
            while True:
                room = self.max_pending - len(running) - len(waiting)
                waiting += islice(remaining, max(room, 0))
                if not waiting and not running:
                    break
                results: list[Result] = []
                try:
                    while waiting:
                        running[executor.submit(call, waiting[0])] = waiting[0]
                        waiting.popleft()
                    for future in wait(running, CHECK_INTERVAL, FIRST_COMPLETED).done:
                        results.append(future.result())
                        del running[future]
                except self.worker_errors as error:
                    # When a process of a pool dies, the pool and all its futures are broken.
                    waiting += running.values()
                    running.clear()
                    failures += 1
                    if failures == MAX_FAILURES and not results:
                        raise WorkersLost(Text("the processes that play keep dying")) from error
                    self.abort(executor)
                    executor = self.create_executor()
                if results:
                    failures = 0
                    yield results
                else:
                    self.check()
        except BaseException:
            self.abort(executor)
            raise
        executor.shutdown()


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> WorkerPool:
    """A pool of processes on this machine."""
    # Spawned, because a forked process would inherit locked locks and the terminal's state.
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())

    def create_executor() -> Executor:
        return ProcessPoolExecutor(workers, mp_context=context, initializer=_initialize_worker)

    def abort(executor: Executor) -> None:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()  # otherwise it would finish its match first
        executor.shutdown(cancel_futures=True)

    return WorkerPool(create_executor, max_pending=2 * workers, abort=abort)


def _initialize_worker() -> None:
    """Leave Ctrl-C to the parent process, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
