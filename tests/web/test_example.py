"""The example bot of the documentation plays a whole game of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playing import Site

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_example_bot_plays_to_the_end(site: Site, game: str) -> None:
    host = site.make(game, "open bot:random")
    code = host.see()["code"]
    bot = subprocess.run(
        [sys.executable, str(BOT), site.server.url, code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert bot.returncode == 0, bot.stderr
    assert bot.stdout.startswith("The winners are ")
    assert host.see()["over"]


def test_it_is_short() -> None:
    code = [
        line
        for line in BOT.read_text().split('"""', 2)[2].splitlines()
        if line.strip() and not line.startswith(("import", "from"))
    ]
    assert len(code) <= 40
