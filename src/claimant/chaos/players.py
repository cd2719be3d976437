"""Programs that play over the API, whatever happens to the servers. They send everything twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import httpx

from claimant.record import loads

SETS: Final[tuple[tuple[str, int, str, dict[str, str]], ...]] = (
    ("claim-it", 2, "me open", {}),
    ("claim", 2, "me open", {"scenario": "the old kingdom"}),
    ("claim-it", 3, "me open bot:novice", {"squatters-return": "yes"}),
    ("claim", 3, "me open bot:novice", {"scenario": "the clockwork war"}),
    ("claim", 4, "me bot:random open bot:random", {"scenario": "the hungry court"}),
)
"""What is played: games, players, who sits where, options."""
PATIENCE: Final = 10.0
"""Seconds after which an answer, or news on a feed, is no longer waited for."""
SOON, LATER = 0.05, 0.5
"""Seconds until a server that does not answer is asked again, the first time and at most: who asks
all the time keeps it from starting."""
SLOW, AWAY = 408, 503
"""What is answered where there is trouble: the machine was too busy, the store is away."""


@dataclass
class Diary:
    """All that players saw, by table."""

    tables: dict[str, TableSeen] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    """What nothing here accounts for: an answer that should not be."""

    @property
    def acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables.values())

    @property
    def missed(self) -> int:
        return sum(table.missed for table in self.tables.values())


@dataclass
class TableSeen:
    sent: dict[int, str] = field(default_factory=dict)
    """The events that players asked for, by the version that they had seen."""
    acknowledged: dict[int, str] = field(default_factory=dict)
    missed: int = 0
    """Versions that a feed left out."""
    record: str = ""
    """Once the game is over, what the server says of it."""
    people: tuple[int, ...] = ()
    """The seats of players; the others are bots'."""


class Player:
    """One seat. It hears of the game by its feed alone, and remembers where it was."""

    def __init__(
        self, client: httpx.AsyncClient, server: Callable[[], str], diary: Diary, luck: Random
    ) -> None:
        self._client = client
        self._server = server
        self._diary = diary
        self._luck = luck
        self.seat = -1
        self.table = ""
        self._token = ""
        self._view: dict[str, Any] = {"version": 0, "actor": None, "legal": [], "over": False}
        self._news = asyncio.Event()

    async def make(self, number: int) -> None:
        game, players, seats, options = SETS[number % len(SETS)]
        asked = {"game": game, "players": players, "seats": seats.split(), "options": options}
        made = await self._ask("POST", "/api/tables", asked)
        self._sit_down(made.json()["table"], made.json())
        seen = self._diary.tables[self.table] = TableSeen()
        seen.people = tuple(n for n, who in enumerate(seats.split()) if not who.startswith("bot"))

    async def join(self, table: str) -> bool:
        """Whether there was a seat: one that was given in an answer that got lost is gone."""
        joined = await self._ask("POST", f"/api/tables/{table}/join", {})
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
                self._news.clear()
                if not self._view["over"] and self._view["actor"] != self.seat:
                    await self._news.wait()
        finally:
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening
        seen = self._diary.tables[self.table]
        while not seen.record:
            record = await self._ask("GET", f"/api/tables/{self.table}/record")
            # While the store is away, a server shows what it knows, which may be less.
            if len(loads(record.text).events) >= self._view["version"]:
                seen.record = record.text
            await asyncio.sleep(SOON)

    async def _move(self) -> None:
        """Send a move twice; whether it was answered or not, it is the same move."""
        seen = self._diary.tables[self.table]
        version = self._view["version"]
        event = seen.sent.setdefault(version, self._luck.choice(self._view["legal"]))
        asked = {"version": version, "event": event}
        for _ in range(2):
            done = await self._ask("POST", f"/api/tables/{self.table}/events", asked)
            if done.status_code == 200 and done.json()["version"] == version + 1:
                seen.acknowledged[version] = event
            else:
                self._diary.wrong.append(f"{self.table}: {asked} was answered {done.text}")
        while self._view["version"] <= version:
            self._news.clear()
            await self._news.wait()

    async def _listen(self) -> None:
        """Hear the feed for ever, going on after the last version heard."""
        wait = SOON
        while True:
            before = self._view["version"]
            with suppress(httpx.HTTPError):
                await self._hear()
            wait = SOON if self._view["version"] > before else min(2 * wait, LATER)
            await asyncio.sleep(wait)

    async def _hear(self) -> None:
        headers = self._headers | {"Last-Event-ID": str(self._view["version"])}
        url = f"{self._server()}/api/tables/{self.table}/feed"
        async with self._client.stream("GET", url, headers=headers) as response:
            if response.status_code != 200:
                return
            fields: dict[str, str] = {}
            async for line in response.aiter_lines():
                key, _, value = line.partition(": ")
                if line:
                    fields[key] = value
                else:
                    if "id" in fields and "data" in fields:
                        self._take_in(json.loads(fields["data"]))
                    fields = {}

    def _take_in(self, view: dict[str, Any]) -> None:
        new, old = view["version"], self._view["version"]
        if new <= old:
            return
        self._diary.tables[self.table].missed += new - old - 1
        self._view = view
        self._news.set()

    async def _ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask until there is an answer that is not about trouble."""
        wait = SOON
        while True:
            with suppress(httpx.HTTPError):
                answer = await self._client.request(
                    method, self._server() + path, json=body, headers=self._headers
                )
                if answer.status_code < 500 and answer.status_code != SLOW:
                    return answer
                if answer.status_code not in (SLOW, AWAY):
                    self._diary.wrong.append(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(wait)
            wait = min(2 * wait, LATER)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"} if self._token else {}
