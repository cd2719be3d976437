"""A real server on a real database, and players who use it over HTTP."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx

from claimant.web.http import background
from claimant.web.http.limits import NO_LIMITS
from claimant.web.http.server import Server
from claimant.web.ops.settings import Settings
from claimant.web.services import Services

OLD_KINGDOM = {"scenario": "the old kingdom"}
METRICS_TOKEN = "a token for the metrics"

T = TypeVar("T")


class ManualClock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


class Site:
    """A running server, its clock, and a client without a cookie."""

    def __init__(self, server: Server, now: ManualClock, client: httpx.Client) -> None:
        self.server = server
        self.time = now
        self.client = client

    @property
    def services(self) -> Services:
        return self.server.services

    @property
    def metrics(self) -> str:
        token = {"Authorization": f"Bearer {METRICS_TOKEN}"}
        return self.client.get("/metrics", headers=token).text

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's event loop."""
        return asyncio.run_coroutine_threadsafe(work, self.server.loop).result()

    def make(self, game: str = "claim-it", seats: str = "me open", **more: Any) -> Player:
        """Create a table; the player in the seat `me`."""
        wanted = seats.split()
        options = OLD_KINGDOM if game == "claim" else {}
        asked = {"game": game, "players": len(wanted), "seats": wanted, "options": options} | more
        made = self.client.post("/api/tables", json=asked)
        assert made.status_code == 201, made.text
        return Player(self, **made.json())

    def pair(self, game: str = "claim-it", **more: Any) -> tuple[Player, Player]:
        """Two players in a game that has started."""
        ann = self.make(game, name="Ann", **more)
        return ann, ann.invite(name="Ben")

    def spectator(self, player: Player) -> Player:
        return Player(self, player.table, None, None)


class Player:
    """A player with a seat and its token, or a spectator without either."""

    def __init__(self, site: Site, table: str, seat: int | None, token: str | None) -> None:
        self.site = site
        self.table = table
        self.seat = seat
        self.token = token

    @property
    def headers(self) -> dict[bytes, bytes]:
        return {} if self.token is None else {b"Authorization": f"Bearer {self.token}".encode()}

    def get(self, path: str = "", **more: Any) -> httpx.Response:
        return self.site.client.get(f"/api/tables/{self.table}{path}", headers=self.headers, **more)

    def post(self, path: str, data: Any = None) -> httpx.Response:
        url = f"/api/tables/{self.table}{path}"
        return self.site.client.post(url, headers=self.headers, json=data)

    def see(self) -> dict[str, Any]:
        seen = self.get()
        assert seen.status_code == 200, seen.text
        result: dict[str, Any] = seen.json()
        return result

    def act(self, event: str, version: int | None = None) -> httpx.Response:
        version = self.see()["version"] if version is None else version
        return self.post("/events", {"version": version, "event": event})

    def invite(self, **asked: Any) -> Player:
        joined = self.site.client.post(f"/api/tables/{self.table}/join", json=asked)
        assert joined.status_code == 200, joined.text
        return Player(self.site, self.table, **joined.json())

    @contextmanager
    def listen(self, since: int | None = None) -> Iterator[Iterator[Heard]]:
        headers = self.headers | ({} if since is None else {b"Last-Event-ID": b"%d" % since})
        url = f"/api/tables/{self.table}/feed"
        with self.site.client.stream("GET", url, headers=headers) as response:
            assert response.status_code == 200
            yield listening(response)


class Heard:
    """One event of a feed."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.version = int(fields["id"]) if "id" in fields else None
        self.kind = fields.get("event", "message")
        self.data: dict[str, Any] = json.loads(fields.get("data", "{}"))


def listening(response: httpx.Response, patience: int = 8) -> Iterator[Heard]:
    """The events of a feed. It fails after `patience` heartbeats without an event."""
    fields: dict[str, str] = {}
    silent = 0
    for line in response.iter_lines():
        silent += line == ":"
        assert silent <= patience, "the feed has fallen silent"
        key, _, value = line.partition(": ")
        if line and key:
            fields[key] = value
        elif not line:
            if "data" in fields:
                silent = 0
                yield Heard(fields)
            fields = {}


def versions(stream: Iterator[Heard], last: int) -> list[dict[str, Any]]:
    """The views of a feed up to a version."""
    views = []
    for heard in stream:
        if heard.kind == "message":
            assert heard.version == heard.data["version"]
            views.append(heard.data)
            if heard.version == last:
                break
    return views


@contextmanager
def at(site: Site, address: str) -> Iterator[httpx.Client]:
    """Someone at another address of this machine."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=site.server.url, transport=transport, timeout=60) as client:
        yield client


@contextmanager
def raw(site: Site) -> Iterator[socket.socket]:
    """A connection that can send any bytes."""
    there = urlsplit(site.server.url)
    with socket.create_connection((there.hostname, there.port), timeout=60) as wired:
        yield wired


def mover(*players: Player) -> tuple[Player, dict[str, Any]]:
    """The player whose turn it is, and their view."""
    for player in players:
        seen = player.see()
        if seen["actor"] == player.seat:
            return player, seen
    raise AssertionError("it is nobody's turn")


def play_out(*players: Player) -> dict[str, Any]:
    """Let the players play to the end, each choosing the last legal decision."""
    by_seat = {player.seat: player for player in players}
    seen = players[0].see()
    while not seen["over"]:
        player = by_seat[seen["actor"]]
        seen = player.see()
        # In the dice game `stop` is the last choice, which keeps turns short.
        done = player.act(seen["legal"][-1], seen["version"])
        assert done.status_code == 200, done.text
        seen = player.see()
    return seen


def server_for_tests(data: Path, now: ManualClock, **settings: Any) -> Server:
    """A server without delays and limits; `settings` change that. Port 0: any free one."""
    chosen: dict[str, Any] = {
        "bot_pace": 0.0,
        "bot_processes": 0,
        "review_effort": 0.02,
        "stand_in": "random",
        "now": now,
        "limits": NO_LIMITS,
        "metrics_token": METRICS_TOKEN,
    } | settings
    return Server(Settings(data, **chosen), "127.0.0.1", 0)


@contextmanager
def running(data: Path, **settings: Any) -> Iterator[Site]:
    """A running server in this process, and a client for it."""
    now = ManualClock()
    with (
        background.running(server_for_tests(data, now, **settings)) as server,
        httpx.Client(base_url=server.url, timeout=60) as client,
    ):
        yield Site(server, now, client)


def everything_received(wired: socket.socket) -> bytes:
    """Everything that arrives until the server closes the connection."""
    found = b""
    while data := wired.recv(65_536):
        found += data
    return found
