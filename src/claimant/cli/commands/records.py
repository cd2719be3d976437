"""Commands for records of games: replay, verify."""

from __future__ import annotations

from pathlib import Path

import click

from claimant.cli.errors import usage_error
from claimant.cli.options import files_argument, in_language
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    return [_replay(language), _verify(language)]


def _replay(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Tell the story of recorded games.")))
    @files_argument(say)
    @click.option(
        "--trace",
        is_flag=True,
        help=say(Text("Print every event as JSON, with the legal alternatives.")),
    )
    @click.option("--at", type=int, metavar="N", help=say(Text("Show the table after event N.")))
    def replay(files: tuple[Path, ...], trace: bool, at: int | None) -> int:
        from claimant.cli import replay

        if trace and at is not None:
            raise usage_error(Text("--trace and --at exclude each other"))
        if trace:
            return replay.trace(files, language)
        return replay.tell(files, at, language)

    return replay


def _verify(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Check that the dice and cards of a game were fair.")))
    @files_argument(say)
    def verify(files: tuple[Path, ...]) -> int:
        from claimant.cli import verify

        return verify.run(files, language)

    return verify
