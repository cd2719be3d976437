"""Turns what the user typed into a game and its bots."""

from __future__ import annotations

from claimant import bots, registry
from claimant.cli.errors import impossible, usage_error
from claimant.game import Game, Illegal
from claimant.i18n import Text


def game_class(name: str | None) -> type[Game]:
    """The rules of a game that was named, or should have been."""
    if name is None:
        games = ", ".join(registry.entries())
        raise usage_error(Text("which game? There are {games}", games=games))
    try:
        return registry.game_class(name)
    except Illegal as illegal:
        raise impossible(illegal) from illegal


def create_game(
    name: str | None, players: int | None, options: dict[str, str], scenario: str | None
) -> Game:
    """The game with these options; a ready-made set-up is the option `scenario`."""
    wanted = options if scenario is None else options | {"scenario": scenario}
    try:
        return game_class(name).create(players, wanted)
    except Illegal as illegal:
        raise impossible(illegal) from illegal


def check_bots() -> None:
    """Load the bots that the environment names for visitors of a server."""
    try:
        bots.check_named()
    except Illegal as illegal:
        raise impossible(illegal) from illegal


def bot_names(names: str, seats: int) -> list[str]:
    """A bot per seat from a list such as `easy,hard`; the last one fills the other seats."""
    named = [name.strip() for name in names.split(",")]
    for name in named:
        if not _is_known(name):
            raise usage_error(
                Text(
                    "there is no bot called {name}; there are {names}",
                    name=name or "“”",
                    names=", ".join(bots.names()),
                )
            )
    if len(named) > seats:
        raise usage_error(
            Text(
                "there is only {n} seat for the bots {bots}",
                "there are only {n} seats for the bots {bots}",
                n=seats,
                bots=names,
            )
        )
    return named + [named[-1]] * (seats - len(named))


def _is_known(name: str) -> bool:
    try:
        return bots.is_known(name)
    except Illegal as illegal:
        raise impossible(illegal) from illegal
