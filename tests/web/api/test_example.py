"""The example bot of the documentation plays a whole game of each kind."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.processes import free_port, serve_command
from support.site import Site, listening

from claimant.luck import verify
from claimant.record import loads

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
    assert bot.stdout.endswith("The promise of the luck was kept.\n")
    seen = host.see()
    assert seen["over"]
    assert re.fullmatch("[0-9a-f]{32}", seen["seats"][0]["contribution"])
    verify(loads(host.get("/record").text))


def test_the_example_bot_comes_back_when_the_server_does(tmp_path: Path) -> None:
    """The server is killed and restarted while it is the bot's turn again and again."""
    port = free_port()
    with serve_command(tmp_path, port=port) as (_, client):
        made = {"game": "claim-it", "players": 2, "seats": ["open", "open"], "options": {}}
        table = client.post("/api/tables", json=made).json()["table"]
        bots = [
            subprocess.Popen(
                [sys.executable, str(BOT), str(client.base_url), table],
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        with client.stream("GET", f"/api/tables/{table}/feed") as feed:
            next(heard for heard in listening(feed) if (heard.version or 0) >= 5)
    with serve_command(tmp_path, port=port):
        for bot in bots:
            said, _ = bot.communicate()
            assert bot.returncode == 0
            assert said.startswith("The winners are ")


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


def test_the_example_bot_has_fifty_lines() -> None:
    assert len(BOT.read_text().splitlines()) <= 50
