"""Commands in which bots play each other: simulate, arena."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from claimant.cli.options import (
    FILE,
    Decorator,
    Say,
    bots_option,
    combined,
    game_argument,
    game_names,
    in_language,
    json_option,
    seed_option,
    setup_options,
)
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    return [_simulate(language), _arena(language)]


def _simulate(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Let bots play many games and save the records.")))
    @game_argument(say)
    @setup_options(say)
    @bots_option(say, default="random")
    @click.option(
        "--games", "-n", type=int, default=1, metavar="N", help=say(Text("Number of games."))
    )
    @seed_option(say, default=0)
    @click.option("--out", type=FILE, metavar="DIR", help=say(Text("A folder for the records.")))
    def simulate(
        game: str,
        players: int | None,
        options: tuple[tuple[str, str], ...],
        scenario: str | None,
        bots: str,
        games: int,
        seed: int,
        out: Path | None,
    ) -> int:
        from claimant.cli import simulate
        from claimant.cli.game_setup import create_game

        set_up = create_game(game, players, dict(options), scenario)
        return simulate.run(set_up, bots, games, seed, out, language)

    return simulate


def _arena(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Let bots play each other to find the stronger one.")))
    @click.argument(
        "bots",
        metavar="BOT...",
        nargs=-1,
        required=True,
        help=say(Text("Two or more bots; hard@0.5 may use half a second per decision.")),
    )
    @click.option(
        "--game",
        "-g",
        metavar="GAME",
        help=say(Text("The game: {games}.", games=game_names())),
    )
    @setup_options(say)
    @click.option(
        "--games",
        "-n",
        type=int,
        default=100,
        metavar="N",
        help=say(Text("Number of games, rounded up so that all bots play equally often.")),
    )
    @click.option(
        "--until-clear",
        is_flag=True,
        help=say(Text("Stop as soon as it is clear which of two bots is better.")),
    )
    @seed_option(say, default=0)
    @_match_options(say)
    def arena(
        bots: tuple[str, ...],
        game: str | None,
        players: int | None,
        options: tuple[tuple[str, str], ...],
        scenario: str | None,
        seed: int,
        **how: Any,
    ) -> int:
        from claimant.cli import arena
        from claimant.cli.game_setup import create_game

        set_up = create_game(game, players, dict(options), scenario)
        return arena.run(set_up, bots, seed, arena.ArenaOptions(**how), language)

    return arena


def _match_options(say: Say) -> Decorator:
    """Where the matches are played, and what is written about them."""
    return combined(
        click.option(
            "--workers",
            "-w",
            type=int,
            metavar="N",
            help=say(Text("Number of processes (default: one per core).")),
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help=say(Text("Play on a Dask cluster, such as tcp://10.0.0.1:8786.")),
        ),
        click.option(
            "--save",
            type=FILE,
            metavar="FILE",
            help=say(Text("Store every match in this file, and continue from it.")),
        ),
        json_option(say),
        click.option(
            "--plot",
            "plots",
            type=FILE,
            multiple=True,
            metavar="FILE",
            help=say(Text("Plot the results to a .png or .svg file. Can be repeated.")),
        ),
        click.option(
            "--records", type=FILE, metavar="DIR", help=say(Text("A folder for the records."))
        ),
    )
