"""The server: `claimant serve`."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import threading
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from claimant.web.http.app import create_app
from claimant.web.http.connection import ConnectionLimits
from claimant.web.http.middleware import RequestMiddleware
from claimant.web.ops.settings import Settings
from claimant.web.services import Services

SHUTDOWN_SECONDS: Final = 1
"""Seconds for requests in progress to finish when the server stops."""
GC_THRESHOLDS: Final = (20_000, 20, 50)
"""Rare garbage collections: a full one would delay everyone."""


class Server(uvicorn.Server):
    """The web server. When it is told to stop, it ends all feeds at once, and listeners reconnect
    to the next server."""

    def __init__(self, settings: Settings, host: str, port: int) -> None:
        app = create_app(settings)
        services = app.state.services
        assert isinstance(services, Services)
        self.services: Final = services
        services.listens = host
        self.connections: Final = ConnectionLimits(settings)
        # uvicorn warns of every request that it cannot read: strangers could fill the log.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        self.ready: Final = threading.Event()
        """Set once the server accepts connections."""
        super().__init__(
            uvicorn.Config(
                RequestMiddleware(app, services),
                host,
                port,
                log_config=None,
                access_log=False,
                lifespan="on",
                server_header=False,
                proxy_headers=bool(settings.proxy),
                forwarded_allow_ips=settings.proxy,
                # libpq closes lost sockets itself, and uvloop terminates the process when a file
                # that it watches was closed. The standard event loop does not mind.
                loop="asyncio" if settings.database else "auto",
                http=self.connections.protocol,  # type: ignore[arg-type]
                ws="none",
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
                timeout_keep_alive=30,
            )
        )

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self.loop = asyncio.get_running_loop()
        # Everything loaded so far stays, so the garbage collector need not look at it again.
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()
        await super().startup(sockets)  # type: ignore[arg-type]
        self.ready.set()

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().shutdown(sockets)  # type: ignore[arg-type]
        self.connections.close_held()
        await asyncio.sleep(0)  # they are closed in the next turn of the event loop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.stop()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        self.should_exit = True
        self.loop.call_soon_threadsafe(self.services.feed.close)

    @property
    def url(self) -> str:
        """The address it listens at, with the actual port if port 0 was asked for."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(host: str, port: int, data: Path, settings: Settings | None = None) -> None:
    """Serve until told to stop. Raises `StoreError` if the data cannot be used."""
    server = Server(settings or Settings(data), host, port)
    # uvicorn raises the signal that stopped it again once it is down: that is not a failure.
    before = {name: signal.signal(name, signal.SIG_IGN) for name in (signal.SIGTERM,)}
    try:
        server.run()
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
