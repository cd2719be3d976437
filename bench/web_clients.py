"""Clients of the load: HTTP, server-sent events, and boardgame.io's socket. Minimal, so that the
client takes little time, and the same for both servers."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import time
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

_LEGAL = re.compile(rb'"legal":\[([^\]]*)\]')
_STATE = re.compile(rb'"_stateID":(\d+)')
_PLAYER = re.compile(rb'"currentPlayer":"(\d+)"')


class BrokenError(Exception):
    """A server did something unexpected."""


class HTTP(asyncio.Protocol):
    """One connection, one request at a time."""

    def __init__(self) -> None:
        self._data = b""
        self._answer: asyncio.Future[tuple[int, bytes, bytes]] | None = None

    @classmethod
    async def to(cls, url: str, source: str | None = None) -> HTTP:
        """Connect to a server, from one of this machine's addresses."""
        there = urlsplit(url)
        assert there.hostname is not None
        assert there.port is not None
        loop = asyncio.get_running_loop()
        here = None if source is None else (source, 0)
        _, made = await loop.create_connection(cls, there.hostname, there.port, local_addr=here)
        made.host = there.netloc
        return made

    host = ""
    closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", headers: str = ""
    ) -> tuple[int, bytes, bytes]:
        """Status, head and body of the response."""
        self._answer = asyncio.get_running_loop().create_future()
        if kind:
            headers += f"Content-Type: {kind}\r\n"
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n{headers}"
        self.transport.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return await self._answer

    async def json(self, path: str, value: Any, headers: str = "") -> Any:
        body = json.dumps(value).encode()
        status, _, answer = await self.ask("POST", path, body, "application/json", headers)
        if status not in (200, 201):
            raise BrokenError(f"{path} answered {status}: {answer[:200]!r}")
        return json.loads(answer)

    def data_received(self, data: bytes) -> None:
        self._data += data
        head, found, body = self._data.partition(b"\r\n\r\n")
        if not found:
            return
        length = re.search(rb"(?i)\ncontent-length: *(\d+)", head)
        if len(body) >= (int(length[1]) if length else 0):
            self._data = b""
            answer, self._answer = self._answer, None
            if answer is not None and not answer.done():
                answer.set_result((int(head.split(b" ", 2)[1]), head, body))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(BrokenError("the server hung up"))

    def close(self) -> None:
        self.transport.close()


class Listener(asyncio.Protocol):
    """One listener: the version it has received completely, when, and its legal moves."""

    def __init__(self, seat: int | None, notify: Callable[[], None]) -> None:
        self.seat = seat
        self.version = -1
        self.at = 0.0
        self.legal: list[str] = []
        self.over = False
        self.bytes = 0
        self._notify = notify
        self._data = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    async def connect(self, url: str) -> None:
        there = urlsplit(url)
        assert there.hostname is not None
        assert there.port is not None
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, there.hostname, there.port)

    def _saw(self, version: int, legal: list[str], over: bool = False) -> None:
        self.version, self.legal, self.over, self.at = version, legal, over, time.perf_counter()
        self._notify()

    def close(self) -> None:
        self.transport.close()


class Feed(Listener):
    """The page's feed. It reads from an update what the page's script would: the version, whether
    it is this player's turn, and which buttons are then enabled."""

    def __init__(self, seat: int | None, notify: Callable[[], None]) -> None:
        super().__init__(seat, notify)
        self._about: dict[str, str] = {}

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self._data += data
        if not self._data.endswith(b"\n\n\r\n"):  # the end of an event and of its chunk
            return
        events = bytes(self._data)
        self._data.clear()
        start = events.rfind(b"\nid: ")
        if start < 0:
            return
        update = json.loads(events[events.index(b"data: ", start) + 6 :].partition(b"\n")[0])
        self._about |= update["about"]
        legal = []
        if self._about["mine"] == "yes":
            events_offered = [c if isinstance(c, str) else c[0] for c in update["legal"]]
            legal = [event for event in events_offered if event != "undo"]
        self._saw(int(self._about["version"]), legal, self._about["status"] == "over")


class Socket(Listener):
    """boardgame.io's transport: socket.io over a WebSocket. Every update has the whole state."""

    def __init__(
        self, seat: int, notify: Callable[[], None], name: str, sync: list[object]
    ) -> None:
        super().__init__(seat, notify)
        self._name = name
        self._sync = sync
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self._data += data
        if not self._open:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            del self._data[: end + 4]
            self._open = True
        while len(self._data) >= 2:
            length, start = self._data[1] & 127, 2
            if length >= 126:
                start = 4 if length == 126 else 10
                length = int.from_bytes(self._data[2:start], "big")
            if len(self._data) < max(start + length, start):
                return
            message = bytes(self._data[start : start + length])
            del self._data[: start + length]
            self._read(message)

    def _read(self, message: bytes) -> None:
        if message == b"2":  # ping
            self.send("3")
        elif message.startswith(b"0"):
            self.send(f"40/{self._name},")
        elif message.startswith(b"40"):
            self.emit("sync", *self._sync)
        elif b'["update"' in message[:40] or b'["sync"' in message[:40]:
            # A sync contains the current state and then the initial one, so the first match counts.
            legal, version = _LEGAL.search(message), _STATE.search(message)
            player = _PLAYER.search(message)
            if legal is None or version is None or player is None:
                raise BrokenError("an update without a state")
            mine = int(player[1]) == self.seat
            choices = json.loads(b"[%s]" % legal[1]) if mine else []
            self._saw(int(version[1]), choices)

    def emit(self, *values: object) -> None:
        self.send(f"42/{self._name},{json.dumps(values)}")

    def send(self, text: str) -> None:
        data = text.encode()
        length = len(data)
        if length < 126:
            head = bytes((0x81, 0x80 | length))
        else:
            head = bytes((0x81, 0x80 | 126)) + length.to_bytes(2, "big")
        # Clients have to mask what they send; a mask of zeros leaves it unchanged.
        self.transport.write(head + bytes(4) + data)
