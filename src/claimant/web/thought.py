"""Where bots think: outside the server's loop, knowing only a view."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from claimant.bots import create
from claimant.chance import Seeded
from claimant.claim.cards import SCENARIOS
from claimant.game import CHANCE, View
from claimant.games import GAMES


def executor(processes: int) -> Executor:
    """Processes of their own for bots, or one thread of this process."""
    if processes == 0:
        return ThreadPoolExecutor(1, "claimant bot")
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_end_with_parent)


def stop(executor: Executor) -> None:
    """End it at once: a bot that still thinks is not waited for."""
    processes = getattr(executor, "_processes", None) or {}
    executor.shutdown(wait=False, cancel_futures=True)
    for process in list(processes.values()):
        process.terminate()


def choose(level: str, seed: int, view: View) -> str:
    return create(level, seed).choose(view)


def warm_up() -> None:
    """Play each game to its end, so that the rules are compiled before people come."""
    scenario = next(iter(SCENARIOS.values()))
    for kind in GAMES.values():
        luck = Seeded(0)
        options = {"factions": " ".join(scenario.deck(2))} if kind.name == "claim" else {}
        state = kind.set_up(2, options).start()
        while state.actor is not None:
            if state.actor == CHANCE:
                state = state.happen(state.draw(luck))
            else:
                state.view(state.actor)
                # The last one stops where one may: a game of those who never do would not end.
                state = state.apply(state.legal()[-1])
        state.view(None)


def _end_with_parent() -> None:
    """Let the process end when the server does, even if that is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
    warm_up()
