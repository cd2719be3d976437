"""The command that prints a study."""

from __future__ import annotations

from pathlib import Path

import click

from claimant.cli.options import FILE, game_names, in_language
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    say = in_language(language)

    @click.command(help=say(Text("Show how balanced a game is, from games of self-play.")))
    @click.argument(
        "game",
        metavar="[GAME]",
        required=False,
        default="",
        help=say(Text("The game: {games}.", games=game_names())),
    )
    @click.option(
        "--plots",
        type=FILE,
        metavar="FOLDER",
        help=say(Text("Also write the curves as SVG files into this folder.")),
    )
    def study(game: str, plots: Path | None) -> int:
        from claimant.cli import study as module

        return module.run(game, plots, language)

    return [study]
