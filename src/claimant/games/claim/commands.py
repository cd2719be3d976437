"""Claim's own command: deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from claimant.i18n import Text

if TYPE_CHECKING:
    from rich.console import Console


def commands(language: str, console: Callable[[], Console]) -> list[click.Command]:
    """The commands that Claim adds to the command line."""

    def say(text: Text) -> str:
        return text.say(language)

    @click.command(help=say(Text("List Claim's cards and scenarios, or check a set-up.")))
    @click.option(
        "--players", "-p", type=int, metavar="N", help=say(Text("Number of players (default 2)."))
    )
    @click.option(
        "--factions",
        metavar="NAMES",
        help=say(Text("The factions of a deck to check, separated by spaces.")),
    )
    @click.option(
        "--scenario", metavar="NAME", help=say(Text("A ready-made deck to check, by name."))
    )
    def deck(players: int | None, factions: str | None, scenario: str | None) -> int:
        if factions is not None and scenario is not None:
            raise click.UsageError(say(Text("--factions and --scenario exclude each other")))
        if factions is None and scenario is None and players is not None:
            raise click.UsageError(say(Text("--players needs --factions or --scenario")))
        # Imported when it runs: the help must not wait for the rules to load.
        from claimant.games.claim import deck

        if factions is None and scenario is None:
            deck.list_all(console(), language)
        else:
            deck.check(players, factions, scenario, console(), language)
        return 0

    return [deck]
