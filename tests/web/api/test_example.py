"""The example bot of the documentation plays a whole game of each."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from support.processes import free_port
from support.site import Site

BOT = Path(__file__).parents[3] / "examples" / "bot.py"


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


def test_the_example_bot_comes_back_when_the_server_does(tmp_path: Path) -> None:
    """It is a bot's turn again and again while the server is killed and started anew."""
    port = free_port()
    with served(port, tmp_path) as first:
        made = {"game": "claim-it", "players": 2, "seats": ["open", "open"], "options": {}}
        table = httpx.post(f"{first}/api/tables", json=made).json()["table"]
        bots = [
            subprocess.Popen(
                [sys.executable, str(BOT), first, table], stdout=subprocess.PIPE, text=True
            )
            for _ in range(2)
        ]
        while httpx.get(f"{first}/api/tables/{table}").json()["version"] < 5:
            pass
    with served(port, tmp_path):
        for bot in bots:
            said, _ = bot.communicate()
            assert bot.returncode == 0
            assert said.startswith("The winners are ")


@contextmanager
def served(port: int, data: Path) -> Iterator[str]:
    """A server process that is killed at the end."""
    started = subprocess.Popen(
        [sys.executable, "-m", "claimant", "serve", "--port", str(port), "--data", str(data)],
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            assert started.poll() is None, "the server did not start"
            with suppress(httpx.TransportError):
                httpx.get(f"{address}/healthz")
                break
            time.sleep(0.05)
        yield address
    finally:
        started.kill()
        started.wait()


def test_the_example_bot_says_what_is_refused(site: Site) -> None:
    ann, _ = site.pair()
    for table, words in (
        ("nowhere", "there is no such table\n"),
        (ann.table, "nobody can join this table any more\n"),
    ):
        bot = subprocess.run(
            [sys.executable, str(BOT), site.server.url, table],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (bot.returncode, bot.stdout, bot.stderr) == (1, "", words)


def test_the_example_bot_has_forty_lines() -> None:
    assert len(BOT.read_text().splitlines()) <= 40
