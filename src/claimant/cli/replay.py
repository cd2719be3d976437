"""`claimant replay`: a game as a story, as JSON, or one of its positions."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from claimant import record
from claimant.cli.console import console
from claimant.cli.errors import FAILED, CommandError, cannot_read, print_error, usage_error
from claimant.cli.names import player_labels, player_names
from claimant.i18n import Text
from claimant.presentation import explain, narrate, terminal
from claimant.record import BadRecord, Record


def load(path: Path) -> Record:
    """The record in a file."""
    try:
        return record.load(path)
    except OSError as error:
        raise cannot_read(path, error) from error
    except BadRecord as error:
        raise bad_record(path, error) from error


def bad_record(path: Path, error: BadRecord) -> CommandError:
    """The error for a record that breaks the format or a rule."""
    return CommandError(Text("{file}: {problem}", file=path, problem=_problem(error)))


def _problem(error: BadRecord) -> Text:
    return Text("line {line}: {problem}", line=error.line, problem=error.text)


def trace(paths: Sequence[Path], language: str) -> int:
    """Print one JSON object per line. Nothing is printed of a bad record but its error."""
    status = 0
    for path in paths:
        if len(paths) > 1:
            _print_json({"record": str(path)})
        try:
            lines = record.trace(load(path))
        except (CommandError, BadRecord) as error:
            status = FAILED
            if isinstance(error, BadRecord):
                problem = _problem(error)
                failure = bad_record(path, error)
            else:
                failure = error
                cause = error.__cause__
                problem = _problem(cause) if isinstance(cause, BadRecord) else error.text
            if len(paths) == 1:
                raise failure from error
            _print_json({"error": problem.say(language)})
            continue
        for line in lines:
            _print_json(line)
    return status


def _print_json(line: object) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


def tell(paths: Sequence[Path], at: int | None, language: str) -> int:
    """Print games in words. Nothing is hidden: a record's owner may know all that is in it."""
    status = 0
    for path in paths:
        try:
            _tell(path, at, language, titled=len(paths) > 1)
        except CommandError as error:
            if len(paths) == 1 or error.status != FAILED:
                raise
            print_error(error.text, language)
            status = FAILED
    return status


def _tell(path: Path, at: int | None, language: str, *, titled: bool) -> None:
    game = load(path)
    try:
        steps = list(record.steps(game))
    except BadRecord as error:
        raise bad_record(path, error) from error
    screen = console()
    names = player_names(game)
    if titled:
        screen.print(f"{path}:", style="bold")
    if at is not None:
        if not 0 <= at <= len(steps):
            raise usage_error(
                Text(
                    "--at must be from 0 to {last}, the number of events in {file}",
                    last=len(steps),
                    file=path,
                )
            )
        state = steps[at - 1].after if at else game.game.start()
        screen.print(terminal(state.full_view(), language, player_labels(game)))
        return
    after = game.game.start().full_view()
    for step in steps:
        before, after = after, step.after.full_view()
        story = " ".join(text.say(language) for text in narrate(before, step.event, after, names))
        screen.print(f"{step.n:>4}  {story}", soft_wrap=True)
    end = steps[-1].after if steps else game.game.start()
    screen.print()
    if end.outcome is None:
        called_off = Text("The game was called off. Nobody has won.")
        unfinished = Text("The game is not over.")
        screen.print((called_off if game.called_off else unfinished).say(language))
    else:
        for text in explain(end.full_view(), names):
            screen.print(text.say(language), soft_wrap=True)
