"""`claimant serve`: the page and the API, until told to stop."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from pathlib import Path
from typing import Any, NamedTuple

from claimant.cli.screen import Refused, console
from claimant.i18n import Text
from claimant.web.http.limits import Limits
from claimant.web.http.server import Server
from claimant.web.ops import logs
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Trouble


class Chosen(NamedTuple):
    """How the server stands to the world."""

    proxy: str
    rate: float
    log: str
    access_log: bool
    bots: bool

    @property
    def settings(self) -> dict[str, Any]:
        if self.log not in logs.KINDS:
            raise Refused(Text("a log is written {kinds}", kinds=" | ".join(logs.KINDS)), status=2)
        logs.set_up(self.log)
        return {
            "proxy": self.proxy,
            "limits": Limits.of_rate(self.rate),
            "access_log": self.access_log,
            "thinks_for": "its own" if self.bots else "none",
            # Not an option: others on the machine can read those.
            "metrics_token": os.environ.get("CLAIMANT_METRICS_TOKEN", ""),
        }


def run(host: str, port: int, data: Path, database: str, language: str, chosen: Chosen) -> int:
    settings = chosen.settings
    listening = _listen(host, port)
    with listening:
        try:
            server = Server(Settings(data, database, **settings), host, port)
        except Trouble as trouble:
            raise Refused(trouble.text) from trouble
        for sentence in _addresses(host, listening.getsockname()[1]):
            console().print(sentence.say(language), soft_wrap=True)
        # The signal that stopped the server is raised again once it is down: that is no failure.
        before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                server.run(sockets=[listening])
        finally:
            signal.signal(signal.SIGTERM, before)
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """Taken before anything else, so that a port in use is said in one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        number = error.errno if isinstance(error, OSError) else None
        raise Refused(
            Text(
                "cannot listen at {host}, port {port}: {reason}",
                host=host,
                port=port,
                reason=os.strerror(number) if number and number > 0 else error,
            )
        ) from error


def _addresses(host: str, port: int) -> list[Text]:
    """Where the page is, for who sits here and for who is in the same network."""
    if host not in ("0.0.0.0", "::"):
        shown = f"[{host}]" if ":" in host else host
        return [Text("claimant is at {address}", address=f"http://{shown}:{port}")]
    sentences = [Text("claimant is at {address}", address=f"http://localhost:{port}")]
    here = _own_address()
    if here:
        sentences.append(
            Text("for others in your network: {address}", address=f"http://{here}:{port}")
        )
    return sentences


def _own_address() -> str | None:
    """This machine's address in its network. Nothing is sent: the system only looks for a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way, contextlib.suppress(OSError):
        way.connect(("192.0.2.1", 9))  # an address that is kept for examples
        return str(way.getsockname()[0])
    return None
