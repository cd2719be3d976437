"""From what was typed to a set-up and its bots."""

from __future__ import annotations

from claimant.bots import NAMES
from claimant.claim.cards import SCENARIOS, Scenario
from claimant.cli.screen import Refused, misused
from claimant.game import Game, Illegal
from claimant.games import GAMES
from claimant.language import Text


def game_named(name: str | None) -> type[Game]:
    games = ", ".join(GAMES)
    if name is None:
        raise Refused(Text("which game? There are {games}", games=games), status=2)
    if name not in GAMES:
        raise Refused(
            Text("there is no game {name}; there are {games}", name=name, games=games), status=2
        )
    return GAMES[name]


def set_up(
    name: str | None, players: int | None, options: dict[str, str], scenario: str | None
) -> Game:
    """The set-up, or what is wrong with it."""
    kind = game_named(name)
    players = 2 if players is None else players
    wanted = dict(options)
    try:
        if kind.name == "claim" and "factions" not in wanted:
            wanted["factions"] = " ".join(scenario_named(scenario).deck(players))
        elif scenario is not None:
            raise Refused(Text("--scenario is for claim, and not together with factions"), status=2)
        game = kind.set_up(players, wanted)
    except Illegal as illegal:
        raise misused(illegal) from illegal
    for key in wanted:
        if key not in game.options:
            raise Refused(
                Text(
                    "{game} has no option {option}; it has {options}",
                    game=kind.name,
                    option=key,
                    options=", ".join(game.options),
                ),
                status=2,
            )
    return game


def scenario_named(name: str | None) -> Scenario:
    if name is None:
        return next(iter(SCENARIOS.values()))
    plain = name.lower().replace("-", " ").removeprefix("the ")
    for scenario in SCENARIOS.values():
        if scenario.name.removeprefix("the ") == plain:
            return scenario
    raise Refused(
        Text(
            "there is no scenario {name}; there are {names}",
            name=name,
            names=", ".join(SCENARIOS),
        ),
        status=2,
    )


def bots_named(names: str, count: int) -> list[str]:
    """`easy,hard` for so many seats: the last one repeats."""
    named = [name.strip() for name in names.split(",")]
    for name in named:
        if name not in NAMES:
            raise Refused(
                Text(
                    "there is no bot called {name}; there are {names}",
                    name=name or "“”",
                    names=", ".join(NAMES),
                ),
                status=2,
            )
    if len(named) > count:
        raise Refused(Text("{bots} are too many bots for {n} seats", bots=names, n=count), status=2)
    return named + [named[-1]] * (count - len(named))
