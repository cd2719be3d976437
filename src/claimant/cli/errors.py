"""Errors of commands. Each is reported in one line, together with an exit status."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from claimant.game import Illegal
from claimant.i18n import Text

FAILED: Final = 1
WRONG_USAGE: Final = 2
INTERNAL_ERROR: Final = 70
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141


class CommandError(Exception):
    """Ends a command with a sentence for the user. Status 1: a file; 2: wrong usage."""

    def __init__(self, text: Text, status: int = FAILED) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


def usage_error(text: Text) -> CommandError:
    """The error for arguments that cannot be used."""
    return CommandError(text, WRONG_USAGE)


def impossible(illegal: Illegal) -> CommandError:
    """The error for a set-up that the rules do not allow."""
    return usage_error(illegal.text)


def print_error(text: Text, language: str) -> None:
    """Print one line to standard error. Names of files may be anyone's: characters that a terminal
    would obey are shown as `?`."""
    words = " ".join(text.say(language).split())
    line = "".join(character if character.isprintable() else "?" for character in words)
    with contextlib.suppress(BrokenPipeError):
        print(f"claimant: {line}", file=sys.stderr)


def from_click(error: click.ClickException) -> CommandError:
    """Click's message, which Click has translated, in one line."""
    message = error.format_message()
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return CommandError(Text("{problem}", problem=message), error.exit_code)
    return CommandError(
        Text(
            "{problem} (see {command} --help)",
            problem=message.removesuffix("."),
            command=error.ctx.command_path,
        ),
        error.exit_code,
    )


@contextlib.contextmanager
def packages_of(extra: str) -> Iterator[None]:
    """Import what a command runs. If a package of an optional extra is missing, the error says how
    to install it."""
    try:
        yield
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] == "claimant":
            raise
        raise usage_error(
            Text(
                "{command} needs more packages: pip install 'claimant[{extra}]'",
                command=click.get_current_context().command_path,
                extra=extra,
            )
        ) from missing


def cannot_read(path: Path, error: OSError) -> CommandError:
    """The error for a file that cannot be read."""
    if isinstance(error, FileNotFoundError):
        return CommandError(Text("{file}: no such file", file=path))
    if isinstance(error, IsADirectoryError):
        return CommandError(Text("{file} is a folder, not a file", file=path))
    if isinstance(error, PermissionError):
        return CommandError(Text("{file}: no permission to read it", file=path))
    return CommandError(Text("{file}: {reason}", file=path, reason=_reason(error)))


def cannot_write(path: Path, error: OSError) -> CommandError:
    """The error for a file that cannot be written."""
    return CommandError(
        Text("{file} cannot be written: {reason}", file=path, reason=_reason(error))
    )


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
