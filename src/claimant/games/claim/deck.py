"""`claimant deck`: lists what Claim is played with, and checks decks."""

from __future__ import annotations

import click
from rich.console import Console
from rich.table import Table

from claimant.game import Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.names import faction, faction_text
from claimant.games.claim.names import scenario as named
from claimant.games.claim.rules.cards import FACTIONS, PAIRS, SCENARIOS, find_scenario
from claimant.i18n import Text, listing, said


def check(
    players: int | None,
    factions: str | None,
    scenario: str | None,
    console: Console,
    language: str,
) -> None:
    """Print whether a deck can be played; raises a ClickException if not."""
    players = Claim.seats.start if players is None else players
    try:
        if scenario is not None:
            chosen = find_scenario(scenario).deck(players)
        else:
            chosen = tuple((factions or "").replace(",", " ").split())
        game = Claim(players, chosen)
    except Illegal as illegal:
        if illegal.code == "players":
            raise click.UsageError(illegal.say(language)) from illegal
        raise click.ClickException(illegal.say(language)) from illegal
    names = listing([faction(name) for name in game.factions])
    console.print(
        Text("This deck works for {n} players: {factions}.", n=players, factions=names).say(
            language
        )
    )
    for note in game.notes:
        console.print(note.say(language))


def list_all(console: Console, language: str) -> None:
    """Print all factions with their cards and powers, the pairs, and the scenarios."""
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column(Text("faction").say(language), no_wrap=True)
    translated = any(faction_text(each.name, language).plural != each.name for each in FACTIONS)
    if translated:
        table.add_column(Text("in options").say(language), no_wrap=True)
    table.add_column(Text("cards").say(language), justify="right")
    table.add_column(Text("values").say(language), no_wrap=True)
    table.add_column(Text("power").say(language))
    for each in FACTIONS:
        text = faction_text(each.name, language)
        names = [text.plural, each.name] if translated else [text.plural]
        table.add_row(*names, str(len(each.values)), _values(each.values), text.power)
    console.print(table)
    console.print()
    console.print(
        Text(
            "A deck is one pair and three ten-card factions with two players, five with three or "
            "four. Four of the raccoons stay out, so they count as ten."
        ).say(language)
    )
    pairs = [said(listing([faction(name) for name in pair]), language) for pair in PAIRS]
    console.print(Text("Pairs: {pairs}.", pairs=" · ".join(pairs)).say(language))
    console.print()
    console.print(Text("Scenarios (our own, the rulebook does not list its four):").say(language))
    for scenario in SCENARIOS.values():
        name = said(named(scenario.name), language)
        if name != scenario.name:  # users type the English name
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
        console.print(f"  {line.say(language)}")


def _values(values: tuple[int, ...]) -> str:
    """Card values in short: `0-9`, or `0x5 1-9` if values repeat."""
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
