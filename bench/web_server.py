"""Our server for the benchmarks; it stops when its input ends.

python -m bench.web_server DIR [--limits] [--bots] [--database ADDRESS] [--undrawn]
"""

from __future__ import annotations

import json
import platform
import sys
import threading
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from claimant.play import warm_up
from claimant.web.http.limits import NO_LIMITS, Limits
from claimant.web.http.server import Server
from claimant.web.ops.settings import Settings
from claimant.web.pages.table.renderer import PageRenderer
from claimant.web.tables.devices import Viewer, seat_of
from claimant.web.tables.table import Table

FILLER: Final = "x" * 1000
"""As many bytes as a listener is sent per move."""


class Undrawn(PageRenderer):
    """Sends what a page needs to make the next move, and nothing to look at: the rest of a move's
    cost."""

    def render(
        self, table: Table, version: int, viewer: Viewer, language: str, shown: object
    ) -> tuple[bytes, Any]:
        view = table.view(seat_of(table, viewer, version), version)
        mine = view.seat is not None and view.actor == view.seat
        about = {"version": str(version), "mine": "yes" if mine else "no", "status": table.status}
        update = {"about": about, "legal": view.legal, "parts": {"filler": FILLER}}
        return b"data: %b\n\n" % json.dumps(update).encode(), None

    def summary(self, table: Table, version: int, viewer: Viewer, language: str) -> bytes:
        return str(version).encode()

    def audience(self, table: Table, viewer: Viewer, version: int) -> object:
        return viewer if viewer in table.deciders(version) else None


def main() -> None:
    warm_up()
    limits = Limits() if "--limits" in sys.argv else NO_LIMITS
    bots = int("--bots" in sys.argv)
    found = sys.argv.index("--database") if "--database" in sys.argv else 0
    address = sys.argv[found + 1] if found else ""
    settings = Settings(Path(sys.argv[1]), address, bot_processes=bots, limits=limits)
    server = Server(settings, "127.0.0.1", 0)
    if "--undrawn" in sys.argv:
        server.services.feed.renderers["page"] = Undrawn(settings)

    def watch() -> None:
        server.ready.wait()
        versions = {"Python": platform.python_version()}
        versions |= {name: version(name) for name in ("litestar", "uvicorn")}
        print(json.dumps({"url": server.url, "versions": versions}), flush=True)
        sys.stdin.read()
        server.stop()

    threading.Thread(target=watch, daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
