"""`claimant replay`: the course of a game in words, as data, or one position of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from claimant import record
from claimant.cli.names import names_of
from claimant.cli.screen import Refused, complain, console, unreadable
from claimant.i18n import Text
from claimant.presentation import explain, terminal
from claimant.presentation import tell as told
from claimant.record import BadRecord, Record


def load(path: Path) -> Record:
    try:
        return record.load(path)
    except OSError as error:
        raise unreadable(path, error) from error
    except BadRecord as error:
        raise _bad(path, error) from error


def _bad(path: Path, error: BadRecord) -> Refused:
    return Refused(Text("{file}: {problem}", file=path, problem=_problem(error)))


def _problem(error: BadRecord) -> Text:
    return Text("line {line}: {problem}", line=error.line, problem=error.text)


def trace(paths: list[Path], language: str) -> int:
    """One JSON object a line. A bad record is refused before anything of it is printed."""
    status = 0
    for path in paths:
        if len(paths) > 1:
            _print_json({"record": str(path)})
        try:
            lines = record.trace(load(path))
        except (Refused, BadRecord) as error:
            status = 1
            if isinstance(error, BadRecord):
                problem = _problem(error)
                refused = _bad(path, error)
            else:
                refused = error
                cause = error.__cause__
                problem = _problem(cause) if isinstance(cause, BadRecord) else error.text
            if len(paths) == 1:
                raise refused from error
            _print_json({"error": problem.say(language)})
            continue
        for line in lines:
            _print_json(line)
    return status


def _print_json(line: object) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


def tell(paths: list[Path], at: int | None, language: str) -> int:
    """In words; the owner of a record may know all that is in it."""
    status = 0
    for path in paths:
        try:
            _tell(path, at, language, titled=len(paths) > 1)
        except Refused as refused:
            if len(paths) == 1 or refused.status != 1:
                raise
            complain(refused.text, language)
            status = 1
    return status


def _tell(path: Path, at: int | None, language: str, *, titled: bool) -> None:
    game = load(path)
    try:
        steps = list(record.steps(game))
    except BadRecord as error:
        raise _bad(path, error) from error
    screen = console()
    names = names_of(game)
    if titled:
        screen.print(f"{path}:", style="bold")
    if at is not None:
        if not 0 <= at <= len(steps):
            raise Refused(
                Text(
                    "--at is a number from 0 to {last}: {file} has no more events",
                    last=len(steps),
                    file=path,
                ),
                status=2,
            )
        state = steps[at - 1].after if at else game.game.start()
        screen.print(terminal(state.full_view(), language, names))
        return
    after = game.game.start().full_view()
    for step in steps:
        before, after = after, step.after.full_view()
        story = " ".join(text.say(language) for text in told(before, step.event, after, names))
        screen.print(f"{step.n:>4}  {story}", soft_wrap=True)
    end = steps[-1].after if steps else game.game.start()
    screen.print()
    if end.outcome is None:
        screen.print(Text("The game is not over.").say(language))
    else:
        for text in explain(end.full_view(), names):
            screen.print(text.say(language), soft_wrap=True)
