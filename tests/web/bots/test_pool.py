"""Bots think in processes of their own; whatever becomes of those, a table goes on."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from support.site import running

from claimant.game import View
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.web.bots.pool import FALLBACK, BotPool, choose


@pytest.fixture(scope="module")
def view() -> View:
    """What the first player sees once the dice have fallen."""
    state = ClaimIt(2).start()
    luck = Seeded(3)
    while state.actor == -1 or len(state.legal()) < 2:
        state = state.happen(state.draw(luck)) if state.actor == -1 else state.play("roll")
    return state.view(state.actor)


@pytest.fixture
def thought() -> Iterator[BotPool]:
    minds = BotPool(1)
    yield minds
    minds.stop()


async def _killing(deciding: asyncio.Future[str], times: int) -> str:
    """Kill the process that thinks, so many times, each time a new one; then what was decided."""
    earlier = {child.pid for child in _thinking()}  # of other tests, which may be about to end
    seen: set[int | None] = set()
    while not deciding.done():
        for child in _thinking():
            if child.pid not in earlier | seen and len(seen) < times:
                seen.add(child.pid)
                child.kill()
        await asyncio.sleep(0)
    assert len(seen) == times
    return deciding.result()


def _thinking() -> list[BaseProcess]:
    return [child for child in multiprocessing.active_children() if child.is_alive()]


@pytest.mark.parametrize(("kills", "plays"), [(0, "normal"), (1, "normal"), (2, FALLBACK)])
def test_a_bot_that_dies_is_restarted_once_then_a_simpler_one_plays(
    thought: BotPool, view: View, kills: int, plays: str
) -> None:
    async def game() -> None:
        deciding = asyncio.ensure_future(thought.decide("seat", "normal", 5, view))
        assert await _killing(deciding, kills) == choose(plays, 5, view)

    asyncio.run(game())


def test_a_bot_that_cannot_play_is_replaced_for_the_rest_of_the_game(view: View) -> None:
    """A table of an older claimant may have a bot that there is no more."""

    async def game() -> None:
        for _ in range(2):
            assert await minds.decide("seat", "greedy", 5, view) == choose(FALLBACK, 5, view)

    minds = BotPool(0)
    try:
        asyncio.run(game())
    finally:
        minds.stop()
    assert minds._failed == {"seat"}


def test_bots_move_at_a_pace_for_people_unless_they_are_to_move_at_once(tmp_path: Path) -> None:
    with running(tmp_path, bot_pace=1000) as site:  # the clock stands still
        slow = site.make(seats="bot:random bot:random")
        version = site.spectator(slow).see()["version"]
        swift = site.make(seats="bot:random bot:random", swift=True)
        with site.spectator(swift).listen() as stream:
            assert any(heard.data.get("over") for heard in stream)
        assert site.spectator(slow).see()["version"] == version
