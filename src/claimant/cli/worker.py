"""`claimant worker`: bots for servers over the same PostgreSQL, until told to stop."""

from __future__ import annotations

from pathlib import Path

from claimant.cli.screen import Refused, console
from claimant.i18n import Text
from claimant.web.bots.worker import work
from claimant.web.ops import logs
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Trouble


def run(database: str, processes: int, language: str) -> int:
    if not database:
        raise Refused(
            Text("a worker needs --database: with a file the one server does it all"), status=2
        )
    logs.set_up("console")
    console().print(Text("claimant thinks for the bots of all tables").say(language))
    try:
        work(Settings(Path(), database, bot_processes=processes))
    except Trouble as trouble:
        raise Refused(trouble.text) from trouble
    return 0
