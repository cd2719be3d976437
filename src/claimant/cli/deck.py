"""`claimant deck`: what Claim is played with, and whether a set-up can be."""

from __future__ import annotations

from rich.table import Table

from claimant.cli.screen import Refused, console, misused
from claimant.game import Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.names import faction, faction_text
from claimant.games.claim.names import scenario as named
from claimant.games.claim.rules.cards import FACTIONS, PAIRS, SCENARIOS, find_scenario
from claimant.i18n import Text, listing, said


def run(players: int | None, factions: str | None, scenario: str | None, language: str) -> int:
    if factions is not None and scenario is not None:
        raise Refused(Text("give either --factions or --scenario"), status=2)
    if factions is None and scenario is None:
        if players is not None:
            raise Refused(Text("--players needs --factions or --scenario to check"), status=2)
        _list(language)
        return 0
    players = 2 if players is None else players
    try:
        if scenario is not None:
            chosen = find_scenario(scenario).deck(players)
        else:
            assert factions is not None
            chosen = tuple(factions.replace(",", " ").split())
        game = Claim(players, chosen)
    except Illegal as illegal:
        if illegal.code == "players":
            raise misused(illegal) from illegal
        raise Refused(illegal.text) from illegal
    screen = console()
    deck = listing([faction(name) for name in game.factions])
    screen.print(
        Text("{n} players can play with {factions}.", n=players, factions=deck).say(language)
    )
    for note in game.notes:
        screen.print(note.say(language))
    return 0


def _list(language: str) -> None:
    """All there is: factions with their cards and powers, pairs, scenarios."""
    screen = console()
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column(Text("faction").say(language), no_wrap=True)
    if language != "en":
        table.add_column(Text("in options").say(language), no_wrap=True)
    table.add_column(Text("cards").say(language), justify="right")
    table.add_column(Text("values").say(language), no_wrap=True)
    table.add_column(Text("power").say(language))
    for each in FACTIONS:
        text = faction_text(each.name, language)
        names = [text.plural] if language == "en" else [text.plural, each.name]
        table.add_row(*names, str(len(each.values)), _values(each.values), text.power)
    screen.print(table)
    screen.print()
    screen.print(
        Text(
            "A deck is one pair and three ten-card factions with two players, five with three or "
            "four. Four of the raccoons stay out, so they count as ten."
        ).say(language)
    )
    pairs = [said(listing([faction(name) for name in pair]), language) for pair in PAIRS]
    screen.print(Text("Pairs: {pairs}.", pairs=" · ".join(pairs)).say(language))
    screen.print()
    screen.print(Text("Scenarios (our own, the rulebook does not list its four):").say(language))
    for scenario in SCENARIOS.values():
        name = said(named(scenario.name), language)
        if name != scenario.name:  # what to type stays English
            name = f"{name} ({scenario.name})"
        with_two = listing([faction(name) for name in scenario.factions])
        if scenario.more is None:
            line = Text("{name}: {factions}; for two players only", name=name, factions=with_two)
        else:
            line = Text(
                "{name}: {factions}; with three or four players also {more}",
                name=name,
                factions=with_two,
                more=listing([faction(name) for name in scenario.more]),
            )
        screen.print(f"  {line.say(language)}")


def _values(values: tuple[int, ...]) -> str:
    """0-9, or with repeated ones 0x5 1-9."""
    parts: list[tuple[int, int, int]] = []  # first, last, times
    for value in sorted(set(values)):
        times = values.count(value)
        if parts and times == 1 and parts[-1][2] == 1 and parts[-1][1] == value - 1:
            parts[-1] = (parts[-1][0], value, 1)
        else:
            parts.append((value, value, times))
    return " ".join(
        (f"{first}" if first == last else f"{first}-{last}") + (f"x{times}" if times > 1 else "")
        for first, last, times in parts
    )
