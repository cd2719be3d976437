"""Programs that play over the API, whatever happens to the servers. They send every move twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from typing import Any, Final

import httpx

from claimant import registry
from claimant.luck import commit_to, new_bits
from claimant.record import loads

BOTS: Final = ("bot:random", "bot:novice")
TIMEOUT: Final = 10.0
"""Seconds to wait for an answer, or for news on a feed."""
MIN_DELAY, MAX_DELAY = 0.05, 0.5
"""Seconds before a server that does not answer is asked again, the first time and at most: constant
requests would keep it from starting."""
TOO_SLOW, UNAVAILABLE = 408, 503
"""Statuses to expect: the machine was too busy, or the store was away."""


def set_ups() -> list[tuple[str, list[str]]]:
    """Games and their seats: every registered game with every number of players from two, two of
    them clients and the others bots. The games take turns."""
    by_game = [
        [(name, ["me", *(BOTS * n)[: n - 2], "open"]) for n in game.seats if n >= 2]
        for name, game in sorted(registry.games().items())
    ]
    return [one for turn in zip_longest(*by_game) for one in turn if one is not None]


@dataclass
class TableLog:
    """What the clients at one table sent and received."""

    sent: dict[int, str] = field(default_factory=dict)
    """The events they sent, by the version they had seen."""
    acknowledged: dict[int, str] = field(default_factory=dict)
    missed: int = 0
    """Versions that a feed left out."""
    record: str = ""
    """The server's record of the game, once it is over."""
    seats: tuple[int, ...] = ()
    """The clients' seats; the others are bots'."""


@dataclass
class ClientLog:
    """Everything that clients sent and received, by table."""

    tables: dict[str, TableLog] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    """Responses that nothing here accounts for."""
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by every acknowledged move."""

    @property
    def acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables.values())

    @property
    def missed(self) -> int:
        return sum(table.missed for table in self.tables.values())

    async def wait_for_moves(self, count: int) -> None:
        """Wait until `count` more moves have been acknowledged."""
        enough = self.acknowledged + count
        while self.acknowledged < enough:
            self.moved.clear()
            await self.moved.wait()


class PlayingClient:
    """A player at one seat. It learns about the game from its feed alone, and resumes it after a
    disconnection."""

    def __init__(
        self, http: httpx.AsyncClient, server: Callable[[], str], log: ClientLog, luck: Random
    ) -> None:
        self._http = http
        self._server = server
        self._log = log
        self._luck = luck
        self.seat = -1
        self.table = ""
        self._token = ""
        self._bits = new_bits()
        self._view: dict[str, Any] = {"version": 0, "actor": None, "legal": [], "over": False}
        self._updated = asyncio.Event()

    async def create_table(self, number: int) -> None:
        choices = set_ups()
        game, seats = choices[number % len(choices)]
        wanted = {"game": game, "players": len(seats), "seats": seats, "options": {}}
        wanted["contributes"] = True
        made = await self._request("POST", "/api/tables", wanted)
        self._sit_down(made.json()["table"], made.json())
        log = self._log.tables[self.table] = TableLog()
        log.seats = tuple(n for n, seat in enumerate(seats) if not seat.startswith("bot"))

    async def join(self, table: str) -> bool:
        """Take the open seat. False if it is gone, because the response that gave it was lost."""
        joined = await self._request("POST", f"/api/tables/{table}/join", {"contributes": True})
        if joined.status_code == 200:
            self._sit_down(table, joined.json())
        return joined.status_code == 200

    def _sit_down(self, table: str, seated: dict[str, Any]) -> None:
        self.table, self.seat, self._token = table, seated["seat"], seated["token"]

    async def play(self) -> None:
        """Play to the end of the game."""
        listening = asyncio.create_task(self._listen())
        try:
            while not self._view["over"]:
                if self._view["actor"] == self.seat:
                    await self._move()
                self._updated.clear()
                if not self._view["over"] and self._view["actor"] != self.seat:
                    await self._updated.wait()
        finally:
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening
        log = self._log.tables[self.table]
        while not log.record:
            record = await self._request("GET", f"/api/tables/{self.table}/record")
            # While the store is away, a server shows what it has in memory, which may be less.
            if len(loads(record.text).events) >= self._view["version"]:
                log.record = record.text
            await asyncio.sleep(MIN_DELAY)

    async def _move(self) -> None:
        """Send a move twice; whether it was answered or not, it is the same move."""
        log = self._log.tables[self.table]
        version = self._view["version"]
        event = log.sent.setdefault(version, self._luck.choice(self._view["legal"]))
        move = {"version": version, "event": event}
        for _ in range(2):
            done = await self._request("POST", f"/api/tables/{self.table}/events", move)
            if done.status_code == 200 and done.json()["version"] == version + 1:
                log.acknowledged[version] = event
                self._log.moved.set()
            else:
                self._log.errors.append(f"{self.table}: {move} was answered {done.text}")
        while self._view["version"] <= version:
            self._updated.clear()
            await self._updated.wait()

    async def _listen(self) -> None:
        """Follow the feed forever, resuming after the last version received."""
        delay = MIN_DELAY
        while True:
            before = self._view["version"]
            with suppress(httpx.HTTPError):
                await self._read_feed()
            received = self._view["version"] > before
            delay = MIN_DELAY if received else min(2 * delay, MAX_DELAY)
            await asyncio.sleep(delay)

    async def _read_feed(self) -> None:
        headers = self._headers | {"Last-Event-ID": str(self._view["version"])}
        url = f"{self._server()}/api/tables/{self.table}/feed"
        async with self._http.stream("GET", url, headers=headers) as response:
            if response.status_code != 200:
                return
            fields: dict[str, str] = {}
            async for line in response.aiter_lines():
                key, _, value = line.partition(": ")
                if line:
                    fields[key] = value
                else:
                    if "id" in fields and "data" in fields:
                        self._update(json.loads(fields["data"]))
                    elif fields.get("event") == "table":
                        await self._contribute(json.loads(fields["data"]))
                    fields = {}

    async def _contribute(self, table: dict[str, Any]) -> None:
        """Commit to random bits, and reveal them once everyone has committed."""
        own = table["seats"][self.seat]
        path = f"/api/tables/{self.table}"
        if table["revealing"] and own["contribution"] == "awaited":
            await self._request("POST", f"{path}/reveal", {"contribution": self._bits})
        elif own["commit"] is None and own["contribution"] == "awaited":
            commit = commit_to(table["commitment"], self.seat, self._bits)
            await self._request("POST", f"{path}/commit", {"commit": commit})

    def _update(self, view: dict[str, Any]) -> None:
        new, old = view["version"], self._view["version"]
        if new <= old:
            return
        self._log.tables[self.table].missed += new - old - 1
        self._view = view
        self._updated.set()

    async def _request(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Send a request until it is answered by something other than an outage."""
        delay = MIN_DELAY
        while True:
            with suppress(httpx.HTTPError):
                answer = await self._http.request(
                    method, self._server() + path, json=body, headers=self._headers
                )
                if answer.status_code < 500 and answer.status_code != TOO_SLOW:
                    return answer
                if answer.status_code not in (TOO_SLOW, UNAVAILABLE):
                    self._log.errors.append(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(delay)
            delay = min(2 * delay, MAX_DELAY)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"} if self._token else {}
