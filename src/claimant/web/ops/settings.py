"""What people hosting games can choose."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from claimant.bots import USUAL, budget_of
from claimant.web.http.limits import Limits

PACES: Final[Mapping[str, float]] = {
    "none": 0.0,
    "1m": 60.0,
    "5m": 300.0,
    "1d": 86_400.0,
    "3d": 259_200.0,
}
"""Seconds per decision by the name of the pace; 0 for no limit."""

MARGIN: Final = 0.25
"""Seconds by which a bot may exceed its budget before its move is late: its search looks at the
clock only now and then."""


@dataclass(frozen=True)
class Settings:
    data: Path
    """The folder of the SQLite database."""
    database: str = ""
    """The address of a PostgreSQL database; empty for SQLite."""
    bot_pace: float = 0.9
    """Seconds that a bot appears to think, so that people can follow; 0 in tests and benchmarks."""
    bot_processes: int = 1
    """Processes in which bots decide; 0 for a thread of the server."""
    review_effort: float = 1.0
    """How hard positions are judged for reviews, compared to what is usual; less in tests."""
    bot_scope: Literal["own", "all", "none"] = "own"
    """The tables whose bots and deadlines this process takes care of: its `own`, which people reach
    through it; `all` (a worker); or `none`, if there are workers."""
    stand_in: str = USUAL
    """The level of the bot that plays for an absent player."""
    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    now: Callable[[], float] = time.time
    """The wall clock, in seconds since 1970."""
    monotonic: Callable[[], float] = time.monotonic
    """The clock by which idle tables are dropped from memory."""
    limits: Limits = field(default_factory=Limits)
    """How much one person or address may ask of the server."""
    proxy: str = ""
    """The addresses of the proxies in front of this server, separated by commas. Only their
    `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted."""
    access_log: bool = False
    """Whether every response is logged."""
    metrics_token: str = ""
    """The bearer token that gives access to `/metrics`; without one, nobody has access."""
    public_url: str = ""
    """The address of the site in links and QR codes; by default the server works it out
    (`web.http.addresses`). Passkeys belong to it: without it they work at localhost only."""
    admin_token: str = ""
    """The token that opens the operator's page; without one, there is no such page."""
    keep_unfinished: float = 0.0
    """Seconds after which tables that are not finished are removed if nothing happens there; 0:
    never."""
    keep_finished: float = 0.0
    """Seconds after which finished games are removed; 0: never."""
    keep_guests: float = 0.0
    """Seconds after which people without a passkey or recovery codes are forgotten if they do not
    return; 0: never."""

    backup_every: float = 0.0
    """Seconds between backups; 0 for none."""
    keep_backups: int = 14
    """Backups to keep; older ones are deleted."""
    backups: Path | None = None
    """The folder of the backups; by default `backups` in the folder of the data."""

    smtp: str = ""
    """The mail server, `smtps://user:password@host?from=address`; without one, or without a public
    address of the site for the links, no e-mail is sent."""
    address_secret: str = ""
    """A secret that the addresses of people are encrypted with, besides the stored key."""
    notice_delay: float = 60.0
    """Seconds for which it has to be a player's turn before they are sent a message."""
    push_anywhere: bool = False
    """Whether push services may be on this machine, and without HTTPS: for tests."""

    def pace_of(self, level: str, tempo: float = 1.0) -> float:
        """Seconds that a bot of a level always appears to think at a table of some tempo: a quick
        decision, because there was little to choose from, must not show. No level needs longer
        unless the machine is busy."""
        return max(tempo * self.bot_pace, budget_of(level) + MARGIN) if self.bot_pace else 0.0
