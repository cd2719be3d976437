"""Servers as processes of their own, which can be killed, and programs that play at them."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from support.site import OLD_KINGDOM, listening

_SERVE = """
import sys
from pathlib import Path
from claimant.web.http.limits import NO_LIMITS
from claimant.web.http.server import serve
from claimant.web.ops.settings import Settings
port, data, database, bots = sys.argv[1:]
chosen = {"bot_pace": 0, "stand_in": "random", "bot_processes": 0, "limits": NO_LIMITS}
settings = Settings(Path(data), database, bot_scope=bots, **chosen)
serve("127.0.0.1", int(port), Path(data), settings)
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def server(
    data: Path, database: str = "", bots: str = "own", port: int | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """A server process that answers, and a client for it."""
    port = free_port() if port is None else port
    started = subprocess.Popen([sys.executable, "-c", _SERVE, str(port), str(data), database, bots])
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while True:
                assert started.poll() is None, "the server did not start"
                try:
                    client.get("/api/games")
                    break
                except httpx.TransportError:
                    time.sleep(0.02)
            yield started, client
    finally:
        started.kill()
        started.wait()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def begin(makes: httpx.Client, joins: httpx.Client, game: str) -> tuple[str, list[str]]:
    """A table of two people and a bot; its path and the tokens."""
    asked: dict[str, Any] = {"game": game, "players": 3, "seats": ["me", "open", "bot:random"]}
    asked["name"] = "Ann"
    asked["options"] = OLD_KINGDOM if game == "claim" else {}
    made = makes.post("/api/tables", json=asked).json()
    path = f"/api/tables/{made['table']}"
    joined = joins.post(f"{path}/join", json={"name": "Ben"})
    assert joined.status_code == 200, joined.text
    return path, [made["token"], joined.json()["token"]]


def play(
    path: str, token: str, client: httpx.Client, until: int, since: dict[str, str]
) -> list[int]:
    """Play a seat by what its own server tells; the versions that were heard, to the end."""
    versions = []
    with client.stream("GET", f"{path}/feed", headers=bearer(token) | since) as response:
        for heard in listening(response):
            if heard.kind != "message":
                continue
            seen = heard.data
            versions.append(seen["version"])
            if seen["over"] or seen["version"] >= until:
                break
            if seen["actor"] == seen["seat"]:
                said = {"version": seen["version"], "event": seen["legal"][-1]}
                done = client.post(f"{path}/events", json=said, headers=bearer(token))
                assert done.status_code == 200, done.text
    return versions


def play_both(
    path: str,
    tokens: list[str],
    clients: Sequence[httpx.Client],
    until: int = 10_000,
    *,
    whole: bool = False,
) -> list[list[int]]:
    """`whole`: both hear of the game from its first event, whoever comes first."""
    since = {"Last-Event-ID": "0"} if whole else {}
    with ThreadPoolExecutor(2) as both:
        playing = [
            both.submit(play, path, token, client, until, since)
            for token, client in zip(tokens, clients, strict=True)
        ]
        return [one.result() for one in playing]
