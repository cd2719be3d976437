"""Servers as separate processes, which can be killed, and programs that play on them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from support.site import OLD_KINGDOM, listening

# Like `claimant serve`, but without delays and limits.
_SERVE = """
import signal, socket, sys
from pathlib import Path
from claimant.web.http.limits import NO_LIMITS
from claimant.web.http.server import Server
from claimant.web.ops.settings import Settings
port, data, database, bots = sys.argv[1:]
chosen = {"bot_pace": 0, "stand_in": "random", "bot_processes": 0, "limits": NO_LIMITS}
server = Server(Settings(Path(data), database, bot_scope=bots, **chosen), "127.0.0.1", int(port))
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the server raises it again once it is down
with socket.create_server(("127.0.0.1", int(port))) as listening:
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    server.run(sockets=[listening])
"""


def free_port() -> int:
    """A port for servers that follow one another at the same address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def server(
    data: Path, database: str = "", bots: str = "own", port: int = 0
) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A server process that answers, and a client for it. It is killed at the end."""
    command = [sys.executable, "-c", _SERVE, str(port), str(data), database, bots]
    with _started(command) as (process, client):
        client.get("/api/games")
        yield process, client


@contextmanager
def serve_command(
    data: Path, *options: str, port: int = 0, log: int | None = None
) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """`claimant serve` itself, and a client for it. It is killed at the end, if it still runs then;
    `log` is where its standard error goes."""
    command = [sys.executable, "-m", "claimant", "serve", "--port", str(port), "--data", str(data)]
    with _started([*command, *options], log) as started:
        yield started


@contextmanager
def _started(
    command: list[str], log: int | None = None
) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A process whose first line ends with the address that it listens on. From then on the system
    queues connections, so a client waits for the server without asking again and again."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            words = process.stdout.readline().split()
            assert words, "the server did not start"
            with httpx.Client(base_url=words[-1], timeout=60) as client:
                yield process, client
        finally:
            process.kill()


def stop(process: subprocess.Popen[str]) -> str:
    """Ask a server to stop, as a service manager does; what it logged."""
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    return errors


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def begin(makes: httpx.Client, joins: httpx.Client, game: str) -> tuple[str, list[str]]:
    """Create a table of two people and a bot; returns its path and the tokens."""
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
    """Play a seat by what its own server sends; returns the versions received."""
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
    """Play both seats. `whole`: both receive the game from its first event."""
    since = {"Last-Event-ID": "0"} if whole else {}
    with ThreadPoolExecutor(2) as both:
        playing = [
            both.submit(play, path, token, client, until, since)
            for token, client in zip(tokens, clients, strict=True)
        ]
        return [one.result() for one in playing]
