"""`claimant verify`: was chance fixed before the game, and did it decide every roll and deal?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from claimant import luck
from claimant.cli.console import console
from claimant.cli.errors import FAILED, CommandError, print_error
from claimant.cli.replay import bad_record, load
from claimant.i18n import Text
from claimant.record import MISSING, BadRecord


def run(paths: Sequence[Path], language: str) -> int:
    """Check every file; status 1 if any of them fails."""
    status = 0
    for path in paths:
        try:
            checked, missing = _check(path)
        except CommandError as error:
            print_error(error.text, language)
            status = FAILED
            continue
        fair = Text(
            "{file}: fair. Luck decided {n} event, and it follows from the seed.",
            "{file}: fair. Luck decided {n} events, and they all follow from the seed.",
            file=path,
            n=checked,
        )
        console().print(fair.say(language), soft_wrap=True)
        for seat in missing:
            late = Text(
                "{file}: the game began without the contribution of seat {seat}, which did not"
                " come in time.",
                file=path,
                seat=seat,
            )
            console().print(late.say(language), soft_wrap=True)
    return status


def _check(path: Path) -> tuple[int, list[int]]:
    """The number of events that chance decided, and the seats whose contribution is missing."""
    record = load(path)
    seats = range(record.game.players)
    missing = [s for s in seats if record.headers.get(f"contribution {s}") == MISSING]
    try:
        return luck.verify(record), missing
    except BadRecord as error:
        raise bad_record(path, error) from error
