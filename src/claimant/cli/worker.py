"""`claimant worker`: runs bots for servers that share a PostgreSQL database, until stopped."""

from __future__ import annotations

from pathlib import Path

from claimant.cli.console import console
from claimant.cli.errors import CommandError, usage_error
from claimant.cli.game_setup import check_bots
from claimant.i18n import Text
from claimant.web.bots.worker import work
from claimant.web.ops import logs
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import StoreError


def run(database: str, processes: int, language: str) -> int:
    """Run bots until stopped."""
    if not database:
        raise usage_error(Text("a worker needs --database; a server on SQLite runs its own bots"))
    check_bots()
    logs.set_up("console")
    console().print(Text("claimant is running bots for all tables").say(language))
    try:
        work(Settings(Path(), database, bot_processes=processes))
    except StoreError as trouble:
        raise CommandError(trouble.text) from trouble
    return 0
