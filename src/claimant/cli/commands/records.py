"""Commands for records of games: replay, verify, review."""

from __future__ import annotations

from pathlib import Path

import click

from claimant.cli.errors import usage_error
from claimant.cli.options import FILE, files_argument, in_language, json_option, seed_option
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    return [_replay(language), _verify(language), _review(language)]


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


def _review(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Review a finished game: luck, decisions and turning points.")))
    @click.argument("file", metavar="FILE", type=FILE, help=say(Text("The record of a game.")))
    @seed_option(say, 0)
    @json_option(say)
    def review(file: Path, seed: int, json: Path | None) -> int:
        from claimant.cli import review

        return review.run(file, seed, json, language)

    return review
