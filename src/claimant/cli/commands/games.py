"""Commands for people who play: play, rules, learn, docs."""

from __future__ import annotations

from pathlib import Path

import click

from claimant.bots import USUAL
from claimant.cli.options import (
    FILE,
    bots_option,
    game_argument,
    game_names,
    in_language,
    setup_options,
)
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    return [_play(language), _rules(language), _learn(language), _docs(language)]


def _play(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Play against bots in the terminal.")))
    @click.argument(
        "game",
        metavar="[GAME]",
        required=False,
        help=say(Text("The game: {games}. Not needed with --resume.", games=game_names())),
    )
    @setup_options(say)
    @bots_option(say, default=USUAL)
    @click.option(
        "--seat",
        type=int,
        default=0,
        metavar="N",
        help=say(Text("Your seat; seats are numbered from 0.")),
    )
    @click.option("--name", metavar="NAME", help=say(Text("Your name.")))
    @click.option(
        "--seed",
        metavar="TEXT",
        help=say(Text("Any text; the same text gives the same dice and cards.")),
    )
    @click.option(
        "--word",
        metavar="WORD",
        help=say(Text("A word of your own that contributes to the dice and cards.")),
    )
    @click.option(
        "--save",
        type=FILE,
        metavar="FILE",
        help=say(Text("Save the game to this file after every event.")),
    )
    @click.option("--resume", type=FILE, metavar="FILE", help=say(Text("Continue a saved game.")))
    def play(
        game: str | None,
        players: int | None,
        options: tuple[tuple[str, str], ...],
        scenario: str | None,
        bots: str,
        seat: int,
        name: str | None,
        seed: str | None,
        word: str | None,
        save: Path | None,
        resume: Path | None,
    ) -> int:
        from claimant.cli import play
        from claimant.cli.game_setup import create_game

        if resume is not None:
            return play.resume(resume, save, language)
        return play.start(
            create_game(game, players, dict(options), scenario),
            play.PlayOptions(bots, seat, name or "", seed, word or "", save),
            language,
        )

    return play


def _rules(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Show the rules of a game.")))
    @game_argument(say)
    def rules(game: str) -> int:
        from claimant.cli import rules

        return rules.show(game, language)

    return rules


def _learn(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Learn a game step by step.")))
    @game_argument(say)
    @click.option("--step", metavar="ID", help=say(Text("Only this step.")))
    @click.option(
        "--save",
        type=FILE,
        metavar="FILE",
        help=say(Text("Remember the steps done in this file, and go on after them.")),
    )
    def learn(game: str, step: str | None, save: Path | None) -> int:
        from claimant.cli import learn

        return learn.learn(game, step, save, language)

    return learn


def _docs(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Open the documentation in the browser (in English).")))
    def docs() -> int:
        from claimant.cli import documentation

        return documentation.show()

    return docs
