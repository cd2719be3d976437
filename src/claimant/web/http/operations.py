"""What the people who run a server ask of it: `/healthz`, `/readyz` and `/metrics`."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any, Final

from claimant.i18n import Text
from claimant.web.http.caller import Caller
from claimant.web.http.responses import PLAIN, Send, send_response
from claimant.web.ops.metrics import CONTENT_TYPE, Metrics
from claimant.web.services import Services
from claimant.web.store.interface import StoreError

PATHS: Final = frozenset(("/healthz", "/readyz", "/metrics"))


class Operations:
    def __init__(self, services: Services, metrics: Metrics) -> None:
        self._services = services
        self._metrics = metrics

    async def answer(self, scope: Any, caller: Caller, send: Send) -> None:
        path = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            await send_response(send, 405, PLAIN, b"look only\n", [(b"allow", b"GET, HEAD")])
        elif path == "/healthz":
            await send_response(send, 200, PLAIN, b"alive\n")
        elif path == "/readyz":
            await self._answer_ready(send)
        elif self._may_read_metrics(caller):
            text = self._metrics.text(await self._store_size())
            await send_response(send, 200, CONTENT_TYPE.encode(), text)
        else:
            words = Text("there is nothing here").say().encode()
            await send_response(send, 404, PLAIN, words + b"\n")

    async def _store_size(self) -> int | None:
        """Bytes of the database; None while it does not answer."""
        try:
            async with asyncio.timeout(5.0):
                return await self._services.store.size()
        except (StoreError, TimeoutError):
            return None

    async def _answer_ready(self, send: Send) -> None:
        try:
            async with asyncio.timeout(5.0):
                await self._services.readiness.check()
        except (StoreError, TimeoutError):
            await send_response(send, 503, PLAIN, b"the store cannot be written\n")
        else:
            await send_response(send, 200, PLAIN, b"ready\n")

    def _may_read_metrics(self, caller: Caller) -> bool:
        """Only with the token. A request from this machine may have come through a proxy that does
        not say so, and nothing in it could prove otherwise."""
        token = self._services.settings.metrics_token
        given = caller.header(b"authorization") or ""
        return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
