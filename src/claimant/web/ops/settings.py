"""What whoever runs the server may choose."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from claimant.bots import USUAL, budget_of
from claimant.web.http.limits import Limits

PACES: Final[Mapping[str, float]] = {
    "none": 0.0,
    "1m": 60.0,
    "5m": 300.0,
    "1d": 86_400.0,
    "3d": 259_200.0,
}
"""Seconds a move by the name of the pace; 0: no limit."""


@dataclass(frozen=True)
class Settings:
    data: Path
    """Where the database is, unless it is elsewhere."""
    database: str = ""
    """The address of a PostgreSQL database; empty: a file in the folder."""
    bot_pace: float = 0.9
    """Seconds that a bot seems to think, so that people can follow; 0 in tests and benchmarks."""
    bot_processes: int = 1
    """Processes that bots think in; 0: threads of this one."""
    bot_scope: str = "own"
    """Whose bots move and whose time is kept here: those of `its own` tables, which
    people come to by it; of `all` tables (a worker); of `none`, which is left to workers."""
    stand_in: str = USUAL
    """The bot that plays for a player who is away."""
    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    now: Callable[[], float] = time.time
    limits: Limits = field(default_factory=Limits)
    """How much one person, or one address, may ask of the server."""
    proxy: str = ""
    """The addresses of the proxy before this server, with commas between; only what comes from
    there is believed when it says for whom it asks (`X-Forwarded-For`, `X-Forwarded-Proto`)."""
    access_log: bool = False
    """Whether every answer is a line of the log."""
    metrics_token: str = ""
    """Who has it may read `/metrics` from anywhere; without one, this machine alone may."""

    def pace_of(self, level: str) -> float:
        """Seconds that a bot of a level seems to think, always: a bot that decided quickly, because
        there was little to choose from, must not show it. No level usually needs longer."""
        return max(self.bot_pace, budget_of(level)) if self.bot_pace else 0.0
