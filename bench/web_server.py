"""Our server for the benchmarks; it stops when its input ends.

python -m bench.web_server DIR [--limits] [--bots] [--database ADDRESS]
"""

from __future__ import annotations

import json
import platform
import sys
import threading
from importlib.metadata import version
from pathlib import Path

from claimant.play import warm_up
from claimant.web.http.limits import NO_LIMITS, Limits
from claimant.web.http.server import Server
from claimant.web.ops.settings import Settings


def main() -> None:
    warm_up()
    limits = Limits() if "--limits" in sys.argv else NO_LIMITS
    bots = int("--bots" in sys.argv)
    found = sys.argv.index("--database") if "--database" in sys.argv else 0
    address = sys.argv[found + 1] if found else ""
    settings = Settings(Path(sys.argv[1]), address, bot_processes=bots, limits=limits)
    server = Server(settings, "127.0.0.1", 0)

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
