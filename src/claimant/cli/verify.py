"""`claimant verify`: was the luck fixed before the game, and did it decide every roll and deal?"""

from __future__ import annotations

from pathlib import Path

from claimant import luck
from claimant.cli.replay import load
from claimant.cli.screen import Refused, complain, console
from claimant.i18n import Text
from claimant.record import BadRecord


def run(paths: list[Path], language: str) -> int:
    status = 0
    for path in paths:
        try:
            decided = _check(path)
        except Refused as refused:
            complain(refused.text, language)
            status = 1
            continue
        fair = Text(
            "{file}: fair. Luck decided {n} event, and it follows from the seed.",
            "{file}: fair. Luck decided {n} events, and all follow from the seed.",
            file=path,
            n=decided,
        )
        console().print(fair.say(language), soft_wrap=True)
    return status


def _check(path: Path) -> int:
    record = load(path)
    try:
        return luck.verify(record)
    except BadRecord as error:
        raise Refused(
            Text("{file}: line {line}: {problem}", file=path, line=error.line, problem=error.text)
        ) from error
