"""What holds for all tests: a slow machine is no failure."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it, and from then on a second goes by whenever a bot looks at its clock."""

    def slow() -> None:
        clock = count(1.0)
        for bot in ("claim.bots", "claim.endgame_bot", "claim_it.lookahead_bot"):
            monkeypatch.setattr(f"claimant.games.{bot}.monotonic", lambda: next(clock))

    return slow
