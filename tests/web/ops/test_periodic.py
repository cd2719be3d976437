"""Jobs at regular intervals, in a loop whose clock jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from support.virtual_time import run

from claimant.i18n import Text
from claimant.web.ops.periodic import Periodic
from claimant.web.store.interface import StoreError


async def times_of(
    seconds: float,
    job: Callable[[], Awaitable[object]] | None = None,
    hint_at: float | None = None,
    **how: float,
) -> list[float]:
    """When a job with an interval of ten seconds is done within some time."""
    loop = asyncio.get_running_loop()
    times: list[float] = []

    async def note() -> None:
        times.append(loop.time())
        if job is not None:
            await job()

    periodic = Periodic(note, "something", 10.0, **how)
    periodic.open()
    if hint_at is not None:
        loop.call_at(hint_at, periodic.hint)
    await asyncio.sleep(seconds)
    await periodic.close()
    assert not periodic.is_open
    await asyncio.sleep(30.0)  # in which it is not done any more
    return times


def test_a_job_is_done_at_once_and_then_at_intervals() -> None:
    assert run(times_of(25.0)) == [0.0, 10.0, 20.0]


def test_the_first_time_can_be_later() -> None:
    assert run(times_of(15.0, first=3.0)) == [3.0, 13.0]


def test_after_a_hint_it_is_done_soon() -> None:
    assert run(times_of(22.0, hint_at=4.0)) == [0.0, 4.0, 14.0]
    assert run(times_of(22.0, hint_at=4.0, delay=1.0)) == [0.0, 5.0, 15.0]


def test_a_hint_during_the_job_is_not_lost() -> None:
    async def slow() -> None:
        await asyncio.sleep(2.0)

    assert run(times_of(9.0, slow, hint_at=1.0)) == [0.0, 2.0]


def test_a_job_done_by_hand_waits_for_a_run_in_progress() -> None:
    async def main() -> list[str]:
        steps: list[str] = []

        async def job() -> None:
            steps.append("begins")
            await asyncio.sleep(2.0)
            steps.append("ends")

        periodic = Periodic(job, "something", 10.0)
        periodic.open()
        await asyncio.sleep(1.0)
        await periodic.run_now()
        await periodic.close()
        return steps

    assert run(main()) == ["begins", "ends"] * 2


@pytest.mark.parametrize(
    ("trouble", "level"), [(StoreError(Text("busy")), "WARNING"), (ValueError("wrong"), "ERROR")]
)
def test_a_failure_is_logged_and_the_job_goes_on(
    caplog: pytest.LogCaptureFixture, trouble: Exception, level: str
) -> None:
    async def fail() -> None:
        raise trouble

    assert run(times_of(15.0, fail)) == [0.0, 10.0]
    lines = [(line.levelname, line.getMessage().split(":")[0]) for line in caplog.records]
    assert lines == [(level, "something")] * 2
