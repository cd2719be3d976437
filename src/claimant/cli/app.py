"""All commands in one group.

The modules in `commands/` declare arguments and help. They import the module that does the work
only when the command runs: `claimant --help` must not wait for the rules to load.
"""

from __future__ import annotations

from collections.abc import Iterable

import click

from claimant import __version__, registry
from claimant.cli.commands import admin, bots, games, puzzles, records, server, study, transfer
from claimant.cli.console import console
from claimant.cli.options import game_names, in_language
from claimant.i18n import LANGUAGES, Text


class Commands(click.Group):
    """A group whose help lists the commands by subject, not by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def build(language: str) -> click.Group:
    """The whole command line in a language."""
    say = in_language(language)
    languages = ", ".join(LANGUAGES)

    @click.group(
        cls=Commands,
        invoke_without_command=True,
        help=say(Text("Play, host and study board and card games: {games}.", games=game_names())),
        context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    )
    @click.version_option(__version__, message="%(prog)s %(version)s")
    @click.option(
        "--lang",
        metavar="CODE",
        help=say(
            Text("The language: {languages}. Can also follow the command.", languages=languages)
        ),
    )
    @click.pass_context
    def claimant(context: click.Context, lang: str | None) -> None:
        # `main` has taken `--lang` out of the arguments; it is declared here for the help.
        if context.invoked_subcommand is None:
            print(context.get_help())

    for command in _commands(language):
        claimant.add_command(command)
    return claimant


def _commands(language: str) -> Iterable[click.Command]:
    """Our own commands, and those that games add."""
    for module in (games, puzzles, records, bots, study, server, transfer, admin):
        yield from module.commands(language)
    for entry in registry.entries().values():
        if entry.commands:
            yield from registry.part(entry.commands)(language, console)
