"""The server to be tortured: `python -m claimant.torture.server PORT FOLDER [DATABASE]`.

It is that of `claimant serve`, but bots move at once, nobody asks too much, and its clock can jump.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

from claimant.web.limits import Limits
from claimant.web.serve import serve
from claimant.web.settings import Settings

CLOCK: Final = "clock"
"""The file in the folder that says how many seconds the clock is wrong."""


def settings(folder: Path, database: str = "") -> Settings:
    clock = folder / CLOCK

    def now() -> float:
        return time.time() + float(clock.read_text())

    return Settings(
        folder, database, bot_pace=0, bot_processes=0, now=now, limits=Limits.of_rate(0)
    )


if __name__ == "__main__":
    folder = Path(sys.argv[2])
    serve("127.0.0.1", int(sys.argv[1]), folder, settings(folder, *sys.argv[3:]))
