"""What whoever runs the server may choose."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from claimant.bots import USUAL

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
    stand_in: str = USUAL
    """The bot that plays for a player who is away."""
    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    now: Callable[[], float] = time.time
