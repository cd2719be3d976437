"""The load: tables with four listeners at which random legal moves are played.

    python -m bench.web_load '{"url": …, "who": "claimant" | "boardgame.io", …}'

Moves at our tables are sent exactly as the web app sends them: with a person's cookie and a
browser's headers. A move counts once it is acknowledged and everything it led to has reached all
four listeners. Prints the result as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from bench.web_clients import HTTP, BrokenError, Feed, Listener, Socket

LISTENERS = 4
TIMEOUT = 20.0
"""Seconds without a result after which a move, and with it the run, is aborted."""
BROWSER = "".join(
    f"{name}: {value}\r\n"
    for name, value in {
        "Connection": "keep-alive",
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
        " Chrome/140.0.0.0 Safari/537.36",
        "Accept-Encoding": "gzip, deflate, br, zstd",
        "Accept-Language": "en-GB,en;q=0.9",
        "Sec-Fetch-Dest": "empty",
        "Sec-Fetch-Mode": "cors",
        "Sec-Fetch-Site": "same-origin",
        "sec-ch-ua": '"Chromium";v="140", "Not=A?Brand";v="24"',
        "sec-ch-ua-mobile": "?0",
        "sec-ch-ua-platform": '"Linux"',
    }.items()
)
GAME = "claims"
"""The name of the peer's game."""


@dataclass(frozen=True)
class Wanted:
    url: str
    who: str
    pid: int
    """The server's process."""
    game: str = "claim-it"
    players: int = 4
    options: dict[str, str] = field(default_factory=dict)
    tables: int = 50
    seconds: float = 6.0
    rate: float = 0.0
    """Moves per second over all tables; 0: as many as possible."""
    spares: int = 0
    """Tables prepared for when games end."""


@dataclass
class Found:
    moves: int = 0
    seconds: float = 0.0
    late: list[float] = field(default_factory=list)
    """Seconds from sending a move until another player has seen everything it led to."""
    bytes: int = 0
    """Bytes sent to the listeners."""
    server_busy: float = 0.0
    client_busy: float = 0.0
    """Of one core. The client must not be the bottleneck."""
    events: int = 0
    """Moves and the random draws that followed."""


class Table:
    """One table with its listeners."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self._before = -1
        self._settled: asyncio.Future[None] | None = None

    def notify(self) -> None:
        """Called when a listener has seen something: perhaps all have seen everything now."""
        if self._settled is None or self._settled.done():
            return
        version = self.listeners[0].version
        if version <= self._before or len(self.listeners) < LISTENERS:
            return
        if any(listener.version != version for listener in self.listeners):
            return
        if any(listener.legal or listener.over for listener in self.listeners):
            self._settled.set_result(None)

    async def settle(self) -> None:
        self._settled = asyncio.get_running_loop().create_future()
        self.notify()
        await asyncio.wait_for(self._settled, TIMEOUT)

    async def open(self) -> None:
        """Connect the listeners and wait for the current version."""
        await self._listen()
        await self.settle()

    async def _listen(self) -> None:
        raise NotImplementedError

    async def move(self, mover: Listener, choice: str) -> None:
        """Send a move, and wait until it is acknowledged and has reached everyone."""
        self._before = mover.version
        settled = asyncio.ensure_future(self.settle())
        try:
            await self._send(mover, choice)
        except BaseException:
            settled.cancel()
            raise
        await settled

    async def _send(self, mover: Listener, choice: str) -> None:
        raise NotImplementedError

    @property
    def over(self) -> bool:
        return any(listener.over for listener in self.listeners)

    def close(self) -> None:
        for listener in self.listeners:
            listener.close()


class OurTable(Table):
    """People at the web app. Each has a browser with a cookie, a connection for moves, and the
    page's feed; spectators have the feed alone."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__()
        self._url = url
        self._name = name
        self._cookies: list[str] = []
        self._urls: dict[int, str] = {}
        self._https: dict[int, HTTP] = {}

    @classmethod
    async def make(cls, wanted: Wanted, http: HTTP) -> OurTable:
        asked = {
            "game": wanted.game,
            "players": wanted.players,
            "seats": ["open"] * wanted.players,
            "options": wanted.options,
        }
        made = await http.json("/api/tables", asked)
        table = cls(wanted.url, made["table"])
        for number in range(wanted.players):
            form = urlencode({"name": f"Player {number + 1}"}).encode()
            kind = "application/x-www-form-urlencoded"
            status, head, _ = await http.ask("POST", f"/tables/{table._name}/join", form, kind)
            if status != 303:
                raise BrokenError(f"joining answered {status}")
            cookie = head.partition(b"set-cookie: ")[2].partition(b";")[0].decode()
            table._cookies.append(f"Cookie: {cookie}\r\n")
        http.close()
        return table

    async def _listen(self) -> None:
        for seat in range(LISTENERS):
            await self._listen_at(seat, self._url)

    async def _listen_at(self, seat: int, url: str) -> None:
        sits = seat < len(self._cookies)
        listener = Feed(seat if sits else None, self.notify)
        await listener.connect(url)
        headers = self._headers(seat, url) + "Accept: text/event-stream\r\n"
        listener.transport.write(
            f"GET /tables/{self._name}/feed?since=0&talk=0 HTTP/1.1\r\n"
            f"Host: {urlsplit(url).netloc}\r\n{headers}\r\n".encode()
        )
        self.listeners.append(listener)
        self._urls[seat] = url

    def _headers(self, seat: int, url: str) -> str:
        """What Chromium sends with every request of the page's script."""
        cookie = self._cookies[seat] if seat < len(self._cookies) else ""
        return f"{BROWSER}Referer: {url}/tables/{self._name}\r\n{cookie}"

    async def _send(self, mover: Listener, choice: str) -> None:
        """As `send` in live.js does."""
        assert mover.seat is not None
        url, http = self._urls[mover.seat], self._https.get(mover.seat)
        if http is None or http.closed:  # the server closes connections that were idle for long
            http = self._https[mover.seat] = await HTTP.to(url)
        headers = f"{self._headers(mover.seat, url)}Accept: */*\r\nOrigin: {url}\r\n"
        event = {"version": mover.version, "event": choice}
        await http.json(f"/api/tables/{self._name}/events", event, headers)

    def close(self) -> None:
        super().close()
        for http in self._https.values():
            http.close()


class TheirTable(Table):
    """A match of boardgame.io: its players listen on their sockets and move over them."""

    def __init__(self, url: str, match: str, credentials: list[str]) -> None:
        super().__init__()
        self._url = url
        self._match = match
        self._credentials = credentials

    @classmethod
    async def make(cls, wanted: Wanted, http: HTTP) -> TheirTable:
        made = await http.json(f"/games/{GAME}/create", {"numPlayers": wanted.players})
        match = made["matchID"]
        credentials = []
        for number in range(wanted.players):
            asked = {"playerID": str(number), "playerName": f"Player {number + 1}"}
            joined = await http.json(f"/games/{GAME}/{match}/join", asked)
            credentials.append(joined["playerCredentials"])
        return cls(wanted.url, match, credentials)

    async def _listen(self) -> None:
        for seat, credentials in enumerate(self._credentials):
            sync = [self._match, str(seat), credentials, len(self._credentials)]
            listener = Socket(seat, self.notify, GAME, sync)
            await listener.connect(self._url)
            self.listeners.append(listener)

    async def _send(self, mover: Listener, choice: str) -> None:
        """The update that the mover gets too is the acknowledgement."""
        assert isinstance(mover, Socket)
        assert mover.seat is not None
        player = str(mover.seat)
        space = choice.isdigit()
        payload = {
            "type": "place" if space else choice,
            "args": [int(choice)] if space else [],
            "playerID": player,
            "credentials": self._credentials[mover.seat],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        mover.emit("update", action, mover.version, self._match, player)


class Load:
    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.found = Found()
        self._counting = False
        self._stop = False
        self._spares: list[Table] = []
        self._luck = random.Random(5)

    async def _make(self) -> Table:
        http = await HTTP.to(self.wanted.url)
        kind = OurTable if self.wanted.who == "claimant" else TheirTable
        return await kind.make(self.wanted, http)

    async def _new(self) -> Table:
        """A table with all its listeners, prepared before the clock starts."""
        table = await self._make()
        await table.open()
        return table

    async def run(self) -> Found:
        wanted, found = self.wanted, self.found
        tables = [await self._new() for _ in range(wanted.tables)]
        self._spares = [await self._new() for _ in range(wanted.spares)]
        players = [asyncio.create_task(self._play(table)) for table in tables]
        watch = asyncio.gather(*players)
        try:
            await self._wait(watch, min(2.0, wanted.seconds))  # until all are under way
            self._begin()
            began, ours, theirs = time.perf_counter(), time.process_time(), cpu(wanted.pid)
            self._counting = True
            await self._wait(watch, wanted.seconds)
            self._counting = False
            self._end()
            found.seconds = time.perf_counter() - began
            found.client_busy = (time.process_time() - ours) / found.seconds
            found.server_busy = (cpu(wanted.pid) - theirs) / found.seconds
            self._stop = True
            await asyncio.wait_for(watch, TIMEOUT)
            for table in self._spares:
                table.close()
        finally:
            watch.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await watch
        return found

    def _begin(self) -> None:
        """Called when the clock starts."""

    def _end(self) -> None:
        """Called when the clock stops."""

    async def _wait(self, watch: asyncio.Future[list[None]], seconds: float) -> None:
        """Wait, unless a table fails."""
        done, _ = await asyncio.wait([watch], timeout=seconds)
        if done:
            watch.result()
            raise BrokenError("the games ended before the measurement did")

    async def _play(self, table: Table) -> None:
        wanted, found = self.wanted, self.found
        pause = wanted.tables / wanted.rate if wanted.rate else 0.0
        while not self._stop:
            if pause:
                await asyncio.sleep(pause * self._luck.uniform(0.5, 1.5))
            if table.over:
                table.close()
                table = self._spares.pop() if self._spares else await self._new()
                continue
            mover = next(listener for listener in table.listeners if listener.legal)
            sent, version = sum(listener.bytes for listener in table.listeners), mover.version
            began = time.perf_counter()
            await table.move(mover, self._luck.choice(mover.legal))
            if self._counting:
                found.moves += 1
                found.events += mover.version - version
                found.bytes += sum(listener.bytes for listener in table.listeners) - sent
                if wanted.rate:
                    found.late += [
                        other.at - began
                        for other in table.listeners
                        if other is not mover and other.seat is not None
                    ]
        table.close()


def cpu(pid: int) -> float:
    """The CPU seconds of a process; 0.0 if the system does not report them."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def runner() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's event loop, if it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def main() -> None:
    wanted = Wanted(**json.loads(sys.argv[1]))
    with asyncio.Runner(loop_factory=runner()) as loop:
        print(json.dumps(asdict(loop.run(Load(wanted).run()))))


if __name__ == "__main__":
    main()
