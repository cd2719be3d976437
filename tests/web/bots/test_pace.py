"""The moment of a bot's move reveals nothing but its level and how busy the machine is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pytest
from support.virtual_time import run

from claimant.bots import LEVELS
from claimant.game import CHANCE, Game, View
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.web.bots.pool import BotPool, Decision
from claimant.web.ops.settings import Settings

OLD_KINGDOM = Claim(2, SCENARIOS["the old kingdom"].deck(2))


def views(game: Game, seed: int) -> tuple[View, View]:
    """The views of a decision with one answer and of one with several."""
    forced = chosen = None
    state, luck = game.start(), Seeded(seed)
    while forced is None or chosen is None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        view = state.view(state.actor)
        forced, chosen = (view, chosen) if len(view.legal) == 1 else (forced, view)
        state = state.play(view.legal[-1])
    return forced, chosen


class OneWorker(BotPool):
    """A pool with one worker who computes in virtual time: the whole budget if there is a choice,
    nothing if there is none."""

    def __init__(self) -> None:
        super().__init__(0)
        self._free = asyncio.Lock()

    def _submit(
        self, executor: Executor, function: Callable[..., object], *arguments: Any
    ) -> asyncio.Future[object]:
        return asyncio.ensure_future(self._work(*arguments))

    async def _work(self, *arguments: Any) -> object:
        if not arguments:
            return None
        _, _, view, budget = arguments
        async with self._free:
            seconds = budget if len(view.legal) > 1 else 0.0
            await asyncio.sleep(seconds)
        return Decision(view.legal[0], seconds)


def moments(settings: Settings, level: str, *asked: View) -> list[float]:
    """When the bots move if all are due at once."""

    async def main() -> list[float]:
        pool = OneWorker()
        loop = asyncio.get_running_loop()

        async def move(seat: int, view: View) -> float:
            pace = settings.pace_of(level)
            assert await pool.decide_at_pace(seat, level, 1, view, pace) in view.legal
            return loop.time()

        try:
            return await asyncio.gather(*(move(seat, view) for seat, view in enumerate(asked)))
        finally:
            pool.stop()

    return run(main())


@pytest.mark.parametrize("level", [*LEVELS, "easy+50", "hard+1"])
@pytest.mark.parametrize("game", [ClaimIt(2), OLD_KINGDOM], ids=["claim-it", "claim"])
def test_a_move_without_a_choice_takes_as_long_as_any_other(
    tmp_path: Path, game: Game, level: str
) -> None:
    settings = Settings(tmp_path)
    forced, chosen = views(game, 3)
    assert moments(settings, level, forced) == [settings.pace_of(level)]
    assert moments(settings, level, chosen) == pytest.approx([settings.pace_of(level)])


def test_on_a_busy_machine_a_move_is_late_by_what_others_compute(tmp_path: Path) -> None:
    """Three experts are due at once: the last one's moment depends on the two before it alone."""
    settings = Settings(tmp_path)
    forced, chosen = views(OLD_KINGDOM, 3)
    quick = moments(settings, "expert", chosen, chosen, forced)[-1]
    assert quick > settings.pace_of("expert")
    assert moments(settings, "expert", chosen, chosen, chosen)[-1] == pytest.approx(quick)


def test_a_bot_without_a_pace_moves_as_soon_as_it_can(tmp_path: Path) -> None:
    forced, chosen = views(ClaimIt(2), 3)
    assert moments(Settings(tmp_path, bot_pace=0.0), "expert", forced) == [0.0]
    assert moments(Settings(tmp_path, bot_pace=0.0), "expert", chosen) == [3.0]
