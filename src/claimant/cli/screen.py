"""Writing to people: the console, complaints, and reasons to stop."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from rich.console import Console

from claimant.game import Illegal
from claimant.i18n import Text

WIDTH = 80


class Refused(Exception):  # noqa: N818  (reads as what it is)
    """Why a command ends early, in a sentence. Status 1: a file; 2: wrong usage."""

    def __init__(self, text: Text, status: int = 1) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


def misused(illegal: Illegal) -> Refused:
    """A set-up that was asked for and cannot be."""
    return Refused(illegal.text, status=2)


def complain(text: Text, language: str) -> None:
    """One line on standard error."""
    line = " ".join(text.say(language).split())
    with contextlib.suppress(BrokenPipeError):
        print(f"claimant: {line}", file=sys.stderr)


class _Screen(Console):
    def on_broken_pipe(self) -> None:
        """Left to `main`, which ends every command alike. (Rich would exit with a status of 1.)"""
        raise BrokenPipeError


def console() -> Console:
    """Colour and width as the terminal has them; Rich minds NO_COLOR and what is no terminal."""
    plain = _Screen(highlight=False, emoji=False, markup=False)
    if not plain.is_terminal:
        plain.width = WIDTH
    return plain


def unreadable(path: Path, error: OSError) -> Refused:
    if isinstance(error, FileNotFoundError):
        return Refused(Text("{file}: there is no such file", file=path))
    if isinstance(error, IsADirectoryError):
        return Refused(Text("{file}: this is a folder, not a file", file=path))
    if isinstance(error, PermissionError):
        return Refused(Text("{file}: this file may not be read", file=path))
    return Refused(
        Text("{file}: {reason}", file=path, reason=error.strerror or type(error).__name__)
    )


def unwritable(path: Path, error: OSError) -> Refused:
    reason = error.strerror or type(error).__name__
    return Refused(Text("{file} cannot be written: {reason}", file=path, reason=reason))
