"""A server in a thread of this process, for tests and tools."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from claimant.web.http.server import Server


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Run a server from the moment it accepts connections until the block ends."""

    def run() -> None:
        try:
            server.run()
        finally:
            server.ready.set()  # do not wait for a server that could not start

    thread = threading.Thread(target=run)
    thread.start()
    server.ready.wait()
    if not server.started:
        thread.join()
        raise RuntimeError("the server did not start")
    try:
        yield server
    finally:
        server.stop()
        thread.join()
