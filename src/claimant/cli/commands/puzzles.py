"""Commands for puzzles: make, play."""

from __future__ import annotations

from pathlib import Path

import click

from claimant.cli.options import FILE, game_argument, game_names, in_language, seed_option
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    say = in_language(language)

    @click.group(help=say(Text("Solve puzzles, or look for new ones.")))
    def puzzles() -> None:
        pass

    puzzles.add_command(_play(language))
    puzzles.add_command(_make(language))
    return [puzzles]


def _play(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Solve puzzles in the terminal.")))
    @game_argument(say)
    @seed_option(say, default=0)
    def play(game: str, seed: int) -> int:
        from claimant.cli import puzzles

        return puzzles.play(game, seed, language)

    return play


def _make(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Look for puzzles in games between bots.")))
    @click.option(
        "--game",
        "-g",
        required=True,
        metavar="GAME",
        help=say(Text("The game: {games}.", games=game_names())),
    )
    @click.option(
        "--games", "-n", type=int, default=100, metavar="N", help=say(Text("Number of games."))
    )
    @seed_option(say, default=0)
    @click.option(
        "--out",
        type=FILE,
        metavar="FILE",
        help=say(Text("Write the puzzles to this file instead of the terminal.")),
    )
    def make(game: str, games: int, seed: int, out: Path | None) -> int:
        from claimant.cli import puzzles

        return puzzles.make(game, games, seed, out, language)

    return make
