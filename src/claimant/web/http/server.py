"""The server: `claimant serve`."""

from __future__ import annotations

import asyncio
import gc
import signal
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from claimant.web.http.app import create_app
from claimant.web.http.connection import wired
from claimant.web.http.middleware import Gate
from claimant.web.ops.settings import Settings
from claimant.web.services import Services

PATIENCE: Final = 1
"""Seconds that a request in flight has to end when the server stops."""
COLLECTING: Final = (20_000, 20, 50)
"""How seldom Python looks for rubbish: a long look would be a pause for everyone."""


class Server(uvicorn.Server):
    """Ends the streams as soon as it is told to stop; listeners come back to the next server."""

    def __init__(self, settings: Settings, host: str, port: int) -> None:
        app = create_app(settings)
        services = app.state.services
        assert isinstance(services, Services)
        self.services: Final = services
        super().__init__(
            uvicorn.Config(
                Gate(app, services),
                host,
                port,
                log_config=None,
                access_log=False,
                lifespan="on",
                server_header=False,
                proxy_headers=bool(settings.proxy),
                forwarded_allow_ips=settings.proxy,
                # libpq closes what is lost by itself, and uvloop ends the process when it finds
                # that a file it watches was closed. Python's own loop bears it.
                loop="asyncio" if settings.database else "auto",
                http=wired(settings),
                ws="none",
                timeout_graceful_shutdown=PATIENCE,
                timeout_keep_alive=30,
            )
        )

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self.loop = asyncio.get_running_loop()
        # What is there by now stays: it need not be gone through again and again while people wait.
        gc.freeze()
        gc.set_threshold(*COLLECTING)
        gc.enable()
        await super().startup(sockets)  # type: ignore[arg-type]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.stop()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        self.should_exit = True
        self.loop.call_soon_threadsafe(self.services.feed.close)

    @property
    def url(self) -> str:
        """Where it listens: the port that was free, where port 0 was asked for."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(host: str, port: int, data: Path, settings: Settings | None = None) -> None:
    """Serve until told to stop. `Trouble` where the data cannot be used."""
    server = Server(settings or Settings(data), host, port)
    # The signal that stopped the server is raised again once it is down: that is no failure.
    before = {name: signal.signal(name, signal.SIG_IGN) for name in (signal.SIGTERM,)}
    try:
        server.run()
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
