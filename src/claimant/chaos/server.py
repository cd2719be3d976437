"""The server under test: that of `claimant serve`, but bots move at once, there are no rate limits,
and its wall clock can jump."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from claimant.web.http.limits import Limits
from claimant.web.http.server import serve
from claimant.web.ops.settings import Settings

METRICS_TOKEN: Final = "torture"  # noqa: S105  (of servers that only listen to this machine)
CLOCK: Final = "clock"
"""The file in the folder with the number of seconds by which the wall clock is wrong."""


def run(port: int, folder: Path, database: str) -> None:
    clock = folder / CLOCK

    def now() -> float:
        return time.time() + float(clock.read_text())

    settings = Settings(
        *(folder, database),
        bot_pace=0,
        bot_processes=0,
        now=now,
        limits=Limits.of_rate(0),
        metrics_token=METRICS_TOKEN,
    )
    serve("127.0.0.1", port, folder, settings)
