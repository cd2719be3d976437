"""The console that every command prints to."""

from __future__ import annotations

from typing import Final

from rich.console import Console

PLAIN_WIDTH: Final = 80
"""Columns of output that does not go to a terminal."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to `main`, which ends all commands alike. (Rich would exit with status 1.)"""
        raise BrokenPipeError


def console() -> Console:
    """A console with the terminal's colours and width. Rich respects NO_COLOR and leaves colours
    out if the output is not a terminal."""
    plain = _Console(highlight=False, emoji=False, markup=False)
    if not plain.is_terminal:
        plain.width = PLAIN_WIDTH
    return plain
