"""`claimant torture`: kills servers while programs play, and checks that nothing is lost."""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from claimant.cli.console import console
from claimant.cli.errors import FAILED, cannot_write, packages_of, usage_error
from claimant.i18n import Text

if TYPE_CHECKING:
    from claimant.chaos.run import ChaosReport


def run(
    kills: int,
    hours: float | None,
    store: str,
    seed: int,
    servers: int | None,
    file: Path | None,
    language: str,
) -> int:
    """Run the test and print what it found; status 1 if anything was lost, or has grown."""
    with packages_of("torture"):
        from claimant.chaos.databases import DATABASES
        from claimant.chaos.run import ChaosRun
    if store not in DATABASES:
        raise usage_error(Text("--store must be one of {names}", names=", ".join(DATABASES)))
    if store == "sqlite" and servers not in (None, 1):
        raise usage_error(Text("only one server can use an SQLite file"))
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
        words, total = (Text("kills"), kills) if hours is None else (Text("minutes"), 60 * hours)
        task = shown.add_task(words.say(language), total=total)

        def progress(so_far: ChaosReport) -> None:
            shown.update(task, completed=so_far.kills)

        def clock(seconds: float) -> None:
            shown.update(task, completed=int(seconds / 60))

        with DATABASES[store](folder) as database:
            chaos = ChaosRun(folder, database, servers or database.servers, seed)
            if hours is None:
                found = asyncio.run(chaos.run(kills, progress))
            else:
                found = asyncio.run(chaos.soak(3600 * hours, clock))
    if file is not None:
        try:
            file.write_text(json.dumps({"store": store, "seed": seed, **asdict(found)}, indent=2))
        except OSError as error:
            raise cannot_write(file, error) from error
    # In English for programs that read it.
    for wrong in found.wrong:
        print(f"wrong: {wrong}")
    print(found)
    return 0 if found.clean else FAILED
