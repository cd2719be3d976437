"""`claimant serve`: the web app and the API, until stopped."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from claimant.cli.console import console
from claimant.cli.errors import CommandError, usage_error
from claimant.cli.game_setup import check_bots
from claimant.i18n import Text
from claimant.web.http.addresses import EVERYWHERE, network_address
from claimant.web.http.limits import Limits
from claimant.web.http.proxies import TrustedProxies
from claimant.web.http.server import Server
from claimant.web.notifications.mail import MailServer
from claimant.web.ops import logs
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import StoreError

SHORTEST_TOKEN: Final = 24
"""Characters of an admin token: anyone who guesses it can block and delete everyone here."""


@dataclass(frozen=True)
class ServeOptions:
    """How the server deals with the network, its log and its bots."""

    proxy: str
    rate: float
    log: str
    access_log: bool
    bots: bool
    keep_unfinished: float = 0.0
    keep_finished: float = 0.0
    keep_guests: float = 0.0
    backup_every: float | None = None
    keep_backups: int = 14
    backups: Path | None = None
    public_url: str = ""

    def settings(self) -> dict[str, Any]:
        """These options as fields of `Settings`."""
        return {
            "proxy": self.proxy,
            "public_url": self.public_url.rstrip("/"),
            "limits": Limits.of_rate(self.rate),
            "access_log": self.access_log,
            "backup_every": self.backup_every or 0.0,
            "keep_backups": self.keep_backups,
            "backups": self.backups,
            "bot_scope": "own" if self.bots else "none",
            "keep_unfinished": self.keep_unfinished,
            "keep_finished": self.keep_finished,
            "keep_guests": self.keep_guests,
            # Not an option: other users of the machine can read the arguments of a process.
            "metrics_token": os.environ.get("CLAIMANT_METRICS_TOKEN", ""),
            "admin_token": os.environ.get("CLAIMANT_ADMIN_TOKEN", ""),
            "smtp": os.environ.get("CLAIMANT_SMTP", ""),
            "address_secret": os.environ.get("CLAIMANT_ADDRESS_SECRET", ""),
        }


def run(
    host: str, port: int, data: Path, database: str, options: ServeOptions, language: str
) -> int:
    """Serve until stopped."""
    if options.log not in logs.KINDS:
        raise usage_error(Text("--log must be {kinds}", kinds=" | ".join(logs.KINDS)))
    if not (isfinite(options.rate) and options.rate >= 0):
        raise usage_error(Text("--rate must be a number, 0 or more"))
    try:
        TrustedProxies(options.proxy)
    except ValueError as error:
        raise usage_error(
            Text("--behind-proxy: “{given}” is not a list of addresses", given=options.proxy[:80])
        ) from error
    if options.public_url and not _is_site(options.public_url):
        raise usage_error(
            Text(
                "--public-url: “{given}” is not an address such as https://games.example",
                given=options.public_url[:80],
            )
        )
    check_bots()
    logs.set_up(options.log)
    settings = options.settings()
    if 0 < len(settings["admin_token"]) < SHORTEST_TOKEN:
        text = Text("CLAIMANT_ADMIN_TOKEN needs at least {n} characters", n=SHORTEST_TOKEN)
        raise usage_error(text)
    try:
        MailServer.parse(settings["smtp"] or "smtp://localhost?from=nobody@localhost.localdomain")
    except ValueError as error:  # whose words contain a password
        text = Text("CLAIMANT_SMTP must be smtps://user:password@host?from=address, or smtp://…")
        raise usage_error(text) from error
    listening = _listen(host, port)
    with listening:
        try:
            server = Server(Settings(data, database, **settings), host, port)
        except StoreError as trouble:
            raise CommandError(trouble.text) from trouble
        for sentence in addresses(host, listening.getsockname()[1]):
            console().print(sentence.say(language), soft_wrap=True)
        # The server raises the signal that stopped it again once it is down; that is not a failure.
        before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                server.run(sockets=[listening])
        finally:
            signal.signal(signal.SIGTERM, before)
    return 0


def _is_site(address: str) -> bool:
    """Whether an address names a site, and nothing below it."""
    try:
        parts = urlsplit(address)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0
            and "@" not in parts.netloc
            and (parts.path.strip("/"), parts.query, parts.fragment) == ("", "", "")
        )
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port before anything else, so that a port in use is reported in one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        number = error.errno if isinstance(error, OSError) else None
        raise CommandError(
            Text(
                "cannot listen on {host}, port {port}: {reason}",
                host=host,
                port=port,
                reason=os.strerror(number) if number and number > 0 else error,
            )
        ) from error


def addresses(host: str, port: int) -> list[Text]:
    """The address of the web app, on this machine and for others in the same network."""
    if host not in EVERYWHERE:
        shown = f"[{host}]" if ":" in host else host
        return [Text("claimant is at {address}", address=f"http://{shown}:{port}")]
    # A server that listens on `::` answers under IPv6 only.
    here = "[::1]" if host == "::" else "localhost"
    sentences = [Text("claimant is at {address}", address=f"http://{here}:{port}")]
    own = network_address(host)
    if own:
        sentences.append(
            Text("for others in your network: {address}", address=f"http://{own}:{port}")
        )
    return sentences
