"""Bots decide in processes of their own; whatever happens to these, the game continues."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pytest
from support.site import running

from claimant.game import View
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.web.bots.pool import FALLBACK, BotPool, choose


@pytest.fixture(scope="module")
def view() -> View:
    """The first player's view with the dice on the table."""
    state = ClaimIt(2).start()
    luck = Seeded(3)
    while state.actor == -1 or len(state.legal()) < 2:
        state = state.happen(state.draw(luck)) if state.actor == -1 else state.play("roll")
    return state.view(state.actor)


class DyingPool(BotPool):
    """A pool whose first processes are killed as soon as they have something to do."""

    def __init__(self, kills: int) -> None:
        super().__init__(1)
        self.kills = kills

    def _submit(
        self, executor: Executor, function: Callable[..., object], *arguments: Any
    ) -> asyncio.Future[object]:
        future = super()._submit(executor, function, *arguments)
        if self.kills:
            self.kills -= 1
            for worker in self._workers:
                worker.kill()
        return future


@pytest.mark.parametrize(("kills", "plays"), [(0, "normal"), (1, "normal"), (2, FALLBACK)])
def test_a_bot_that_dies_is_asked_again_and_then_replaced(
    view: View, kills: int, plays: str
) -> None:
    pool = DyingPool(kills)
    try:
        assert asyncio.run(pool.decide("seat", "normal", 5, view)) == choose(plays, 5, view)
    finally:
        pool.stop()
    assert not pool.kills


def test_a_bot_that_cannot_play_is_replaced_for_the_rest_of_the_game(view: View) -> None:
    """A table of an older version may have a bot that no longer exists."""

    async def game() -> None:
        for _ in range(2):
            assert await pool.decide("seat", "greedy", 5, view) == choose(FALLBACK, 5, view)

    pool = BotPool(0)
    try:
        asyncio.run(game())
    finally:
        pool.stop()
    assert pool._failed == {"seat"}


def test_bots_move_at_a_pace_for_people_unless_they_are_to_move_at_once(tmp_path: Path) -> None:
    with running(tmp_path, bot_pace=1000) as site:  # with a clock that stands still
        slow = site.make(seats="bot:random bot:random")
        version = site.spectator(slow).see()["version"]
        swift = site.make(seats="bot:random bot:random", swift=True)
        with site.spectator(swift).listen() as stream:
            assert any(heard.data.get("over") for heard in stream)
        assert site.spectator(slow).see()["version"] == version


def test_other_work_waits_until_the_bots_leave_a_worker_free(view: View) -> None:
    order: list[str] = []

    async def test() -> None:
        async def bot(number: int) -> None:
            await pool.decide(number, "random", 5, view)
            order.append("bot")

        async def work() -> None:
            assert await pool.behind(pow, 2, 5) == 32
            order.append("work")

        bots = [asyncio.create_task(bot(number)) for number in range(5)]
        await asyncio.sleep(0)  # lets them ask
        assert pool.pending == 5
        await asyncio.gather(work(), *bots)

    pool = BotPool(0)
    try:
        asyncio.run(test())
    finally:
        pool.stop()
    assert order == ["bot"] * 5 + ["work"]


def test_other_work_is_done_again_if_its_process_dies() -> None:
    pool = DyingPool(1)
    try:
        assert asyncio.run(pool.behind(pow, 2, 5)) == 32
    finally:
        pool.stop()
    assert not pool.kills


def test_nothing_of_a_pool_is_left_once_it_has_stopped(view: View) -> None:
    """An executor that is still ending while the interpreter exits complains on standard error."""
    before = set(threading.enumerate())
    pool = BotPool(1)
    asyncio.run(pool.decide("seat", "random", 5, view))
    assert set(threading.enumerate()) - before
    pool.stop()
    assert not set(threading.enumerate()) - before
