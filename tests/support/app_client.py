"""The application, called the way a server calls it: every byte in, every byte out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from claimant.web.http.app import create_app
from claimant.web.http.limits import NO_LIMITS
from claimant.web.http.middleware import RequestMiddleware
from claimant.web.ops.settings import Settings
from claimant.web.services import Services


class AppResponse(NamedTuple):
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    """All except the id of the request."""
    body: bytes


class AppClient:
    """A client of an application whose clock stands still."""

    def __init__(self, folder: Path, now: float = 1_800_000_000.0) -> None:
        self.settings = Settings(
            folder,
            bot_pace=1000.0,
            bot_processes=0,
            now=lambda: now,
            limits=NO_LIMITS,
            access_log=True,
        )
        app = create_app(self.settings)
        self.services: Services = app.state.services
        self.middleware = RequestMiddleware(app, self.services)

    async def ask(
        self,
        method: str,
        path: str,
        *headers: tuple[bytes, bytes],
        body: bytes = b"",
        until: asyncio.Event | None = None,
        reads: asyncio.Event | None = None,
    ) -> AppResponse:
        """The complete response. A feed is left as soon as everything due has been sent, or later,
        when `until` is set. Nothing can be sent before `reads` is set."""
        sent: list[Any] = []
        asked = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if asked:
                return asked.pop()
            if until is not None:
                await until.wait()
            for _ in range(400):  # turns of the event loop, in which what is due is sent
                await asyncio.sleep(0)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if reads is not None:
                await reads.wait()
            sent.append(message)

        path, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "client": ("192.0.2.7", 1), "server": ("here", 80),
            "headers": [(b"host", b"here"), *headers], "state": {},
        }  # fmt: skip
        await self.middleware(scope, receive, send)
        start = sent[0]
        kept = [(name, value) for name, value in start["headers"] if name != b"x-request-id"]
        return AppResponse(
            start["status"], tuple(kept), b"".join(m.get("body", b"") for m in sent[1:])
        )
