"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from claimant import registry
from claimant.bots import names
from claimant.i18n import Text

Callback = Callable[..., Any]
Decorator = Callable[[Callback], Callback]
Say = Callable[[Text], str]

FILE: Final = click.Path(path_type=Path)
"""A path that the command itself checks, so that it can say what is wrong with it."""


def in_language(language: str) -> Say:
    """Translates texts into a language."""
    return lambda text: text.say(language)


def game_names() -> str:
    """Every game as people type it."""
    return ", ".join(registry.entries())


def combined(*options: Decorator) -> Decorator:
    """Several options as one decorator, in this order."""

    def decorate(command: Callback) -> Callback:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


class KeyValue(click.ParamType[tuple[str, str]]):
    """`KEY=VALUE` as a pair."""

    name = "key=value"

    def __init__(self, say: Say) -> None:
        self.say = say

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):  # Click may convert a value twice
            return value
        key, equals, rest = str(value).partition("=")
        if not key or not equals:
            self.fail(self.say(Text("{option} is not KEY=VALUE", option=value)), param, ctx)
        return key, rest


def game_argument(say: Say) -> Decorator:
    """The game, as a required argument."""
    text = Text("The game: {games}.", games=game_names())
    return click.argument("game", metavar="GAME", help=say(text))


def files_argument(say: Say) -> Decorator:
    """One or more records."""
    return click.argument(
        "files",
        metavar="FILE...",
        nargs=-1,
        required=True,
        type=FILE,
        help=say(Text("Records of games.")),
    )


def setup_options(say: Say) -> Decorator:
    """How a game is set up: players, options and presets."""
    return combined(
        click.option(
            "--players",
            "-p",
            type=int,
            metavar="N",
            help=say(Text("Number of players (default: the fewest the game allows).")),
        ),
        click.option(
            "--option",
            "-o",
            "options",
            multiple=True,
            type=KeyValue(say),
            metavar="KEY=VALUE",
            help=say(Text("An option of the game. Can be repeated.")),
        ),
        click.option("--scenario", metavar="NAME", help=say(Text("A ready-made set-up, by name."))),
    )


def bots_option(say: Say, default: str) -> Decorator:
    """The bots at the table."""
    text = Text(
        "The bots in seat order, separated by commas: {names}. The last one fills the other seats.",
        names=", ".join(names()),
    )
    return click.option("--bots", "-b", default=default, metavar="BOTS", help=say(text))


def seed_option(say: Say, default: int) -> Decorator:
    """The seed of everything random."""
    text = Text("The seed of all random choices.")
    return click.option("--seed", "-s", type=int, default=default, metavar="N", help=say(text))


def json_option(say: Say) -> Decorator:
    """Where to write the results for programs."""
    text = Text("Write the results to this file as JSON.")
    return click.option("--json", type=FILE, metavar="FILE", help=say(text))
