"""From what was typed to a set-up and its bots."""

from __future__ import annotations

from claimant import bots, registry
from claimant.cli.screen import Refused, misused
from claimant.game import Game, Illegal
from claimant.i18n import Text


def game_named(name: str | None) -> type[Game]:
    if name is None:
        games = ", ".join(registry.entries())
        raise Refused(Text("which game? There are {games}", games=games), status=2)
    try:
        return registry.game_class(name)
    except Illegal as illegal:
        raise misused(illegal) from illegal


def set_up(
    name: str | None, players: int | None, options: dict[str, str], scenario: str | None
) -> Game:
    """The set-up, or what is wrong with it."""
    wanted = options if scenario is None else options | {"scenario": scenario}
    try:
        return game_named(name).create(players, wanted)
    except Illegal as illegal:
        raise misused(illegal) from illegal


def bots_named(names: str, count: int) -> list[str]:
    """`easy,hard` for so many seats: the last one repeats."""
    named = [name.strip() for name in names.split(",")]
    for name in named:
        if name not in bots.names():
            raise Refused(
                Text(
                    "there is no bot called {name}; there are {names}",
                    name=name or "“”",
                    names=", ".join(bots.names()),
                ),
                status=2,
            )
    if len(named) > count:
        raise Refused(Text("{bots} are too many bots for {n} seats", bots=names, n=count), status=2)
    return named + [named[-1]] * (count - len(named))
