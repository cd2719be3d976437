"""Who does the work of a study: any `concurrent.futures.Executor`, and a new one when it breaks.

Little is imported here: a process of the pool has to learn to leave Ctrl-C to its parent before
anything else, and the rules take a second to load.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from typing import Final, TypeVar

from claimant.i18n import Text

Job = TypeVar("Job")
Result = TypeVar("Result")

PATIENCE: Final = 3
"""So many executors may break in a row with nothing done between."""


LOOK_AFTER: Final = 5.0
"""Where nothing ends for so many seconds, see whether there is anyone left."""


class Lost(Exception):  # noqa: N818  (reads as what it is)
    """The work cannot be done: why, in a sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text: Final = text


def _nothing() -> None:
    pass


def _dismiss(executor: Executor) -> None:
    executor.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class Crew:
    """Where work is done."""

    executor: Callable[[], Executor]
    ahead: int
    """So many jobs are given out at a time."""
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    """What a future says whose worker died."""
    dismiss: Callable[[Executor], None] = _dismiss
    """Have an executor stop at once; what it is at is not needed any more."""
    look_after: Callable[[], None] = _nothing
    """`Lost` where all are gone, without a future that says so."""

    def results(
        self, call: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Generator[list[Result]]:
        """What the jobs give, as they end, in lists of those that ended together. A job whose
        worker died is given out again. Closing the iterator ends all work."""
        waiting = iter(jobs)
        next_up: deque[Job] = deque()
        under_way: dict[Future[Result], Job] = {}
        broken = 0
        executor = self.executor()
        try:
            while True:
                next_up += _first(waiting, self.ahead - len(under_way) - len(next_up))
                if not next_up and not under_way:
                    break
                ended: list[Result] = []
                try:
                    while next_up:
                        under_way[executor.submit(call, next_up[0])] = next_up[0]
                        next_up.popleft()
                    done = wait(under_way, LOOK_AFTER, FIRST_COMPLETED).done
                    for future in done:
                        ended.append(future.result())
                        del under_way[future]
                except self.lost as error:
                    # Where one process of a pool died, the pool and all its futures are broken.
                    next_up += under_way.values()
                    under_way.clear()
                    broken += 1
                    if broken == PATIENCE and not ended:
                        raise Lost(Text("the processes that play die again and again")) from error
                    self.dismiss(executor)
                    executor = self.executor()
                if ended:
                    broken = 0
                    yield ended
                else:
                    self.look_after()
        except BaseException:
            self.dismiss(executor)
            raise
        executor.shutdown()


def _first(items: Iterator[Job], n: int) -> list[Job]:
    return [item for _, item in zip(range(n), items, strict=False)]


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> Crew:
    """Processes of this machine."""
    # Spawned, for a forked one would take over threads' locks and the terminal's state.
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())

    def pool() -> Executor:
        return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)

    def dismiss(executor: Executor) -> None:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()  # else it would play its match to the end
        executor.shutdown(cancel_futures=True)

    return Crew(pool, ahead=2 * workers, dismiss=dismiss)


def _begin() -> None:
    """A process of the pool leaves Ctrl-C to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
