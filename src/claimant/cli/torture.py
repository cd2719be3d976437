"""`claimant torture`: servers are killed while programs play; nothing may be lost."""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from claimant.cli.screen import Refused, console, unwritable
from claimant.i18n import Text

if TYPE_CHECKING:
    from claimant.chaos.run import Findings


def run(
    kills: int, store: str, seed: int, servers: int | None, file: Path | None, language: str
) -> int:
    try:
        from claimant.chaos.databases import KINDS
        from claimant.chaos.run import Torture
    except ImportError as missing:
        raise Refused(
            Text("torture needs more than the game: pip install 'claimant[torture]'"), status=2
        ) from missing
    if store not in KINDS:
        raise Refused(Text("--store is one of {names}", names=", ".join(KINDS)), status=2)
    if store == "sqlite" and servers not in (None, 1):
        raise Refused(Text("one server alone can use a file of SQLite"), status=2)
    with (
        tempfile.TemporaryDirectory(prefix="claimant-torture-") as name,
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console(),
            transient=True,
        ) as shown,
    ):
        folder = Path(name)
        task = shown.add_task(Text("kills").say(language), total=kills)

        def progress(so_far: Findings) -> None:
            shown.update(task, completed=so_far.kills)

        with KINDS[store](folder) as database:
            torture = Torture(folder, database, servers or database.servers, seed)
            found = asyncio.run(torture.run(kills, progress))
    if file is not None:
        try:
            file.write_text(json.dumps({"store": store, "seed": seed, **asdict(found)}, indent=2))
        except OSError as error:
            raise unwritable(file, error) from error
    # For programs as well as people, so in one language.
    for wrong in found.wrong:
        print(f"wrong: {wrong}")
    print(found)
    return 0 if found.clean else 1
