"""A table of Claim for the terminal. Cards have names and values; colour only helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from claimant.games.claim.names import card, faction
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimView
from claimant.i18n import Name, Text, said

COLOURS: Final = {
    "knights": "steel_blue1",
    "goblins": "green3",
    "giants": "dark_goldenrod",
    "gnomes": "light_salmon1",
    "kings": "gold1",
    "peasants": "tan",
    "automatons": "light_slate_grey",
    "bards": "orchid1",
    "dragons": "red1",
    "doppelgangers": "medium_purple1",
    "dwarves": "orange3",
    "griffins": "khaki1",
    "raccoons": "grey62",
    "seers": "turquoise2",
    "trolls": "olive_drab",
    "undead": "pale_green3",
    "vikings": "dodger_blue1",
}


def _colour(name: str) -> str:
    """A faction's colour; white if it has none of its own."""
    return COLOURS.get(name, "white")


def chip(code: str, language: str) -> Line:
    """A card as a coloured word with its value."""
    if code == "?":
        return Line("[ ? ]", style="dim")
    style = f"bold {_colour(Card(code).faction)}"
    return Line(f"[{card(code).say(language)}]", style=style)


def picture(
    view: ClaimView, language: str, who: Sequence[Name], choices: Mapping[str, int]
) -> RenderableType:
    parts: list[RenderableType] = [_header(view, language, who)]
    if view.phase == 1:
        lying = Text("At stake").say(language)
        parts.append(_row(lying, view.face_up, language))
    if view.table:
        parts.append(_trick(Text("On the table").say(language), view.table, language, who))
    elif view.last_trick:
        parts.append(_trick(Text("Last trick").say(language), view.last_trick, language, who))
    if view.trolls:
        parts.append(_row(Text("Trolls on the table").say(language), view.trolls, language))
    if view.phase:
        parts += ["", _standing(view, language, who)]
    if view.seat is not None:
        parts.append("")
        if view.hands[view.seat]:
            parts.append(_hand(Text("Your hand").say(language), view.hands[view.seat], language))
        if view.followers[view.seat]:
            followers = view.followers[view.seat]
            parts.append(_hand(Text("Your followers").say(language), followers, language))
    elif view.phase:
        for seat in range(view.players):
            parts.append(_hand(said(who[seat], language), view.hands[seat], language))
    return Group(*parts)


def _header(view: ClaimView, language: str, who: Sequence[Name]) -> Line:
    if view.stage == "over":
        return Line(Text("The game is over.").say(language), style="bold")
    if view.phase == 0:
        return Line(Text("The cards are not dealt yet.").say(language), style="bold")
    header = Text(
        "Phase {phase}, trick {trick} of {tricks}",
        phase=view.phase,
        trick=view.trick,
        tricks=view.tricks,
    ).say(language)
    if view.phase == 1:
        header += " · " + Text("{n} in the draw pile", n=view.pile).say(language)
    if view.led is not None:
        header += " · " + Text("led: {faction}", faction=faction(view.led)).say(language)
    elif view.leader is not None and view.stage == "play":
        header += " · " + Text("{who} leads", who=who[view.leader]).say(language)
    return Line(header, style="bold")


def _row(title: str, codes: Sequence[str], language: str) -> Line:
    line = Line(f"{title}: ")
    for code in codes:
        line.append_text(chip(code, language))
        line.append(" ")
    return line


def _trick(
    title: str, played: Sequence[tuple[int, str]], language: str, who: Sequence[Name]
) -> Line:
    line = Line(f"{title}: ")
    for i, (seat, code) in enumerate(played):
        line.append(", " if i else "")
        line.append(said(who[seat], language) + " ")
        line.append_text(chip(code, language))
    return line


def _hand(title: str, codes: Sequence[str], language: str) -> Line:
    """The cards by faction: `knights 3 5 9`."""
    line = Line(f"{title}: ")
    groups: dict[str, list[str]] = {}
    for code in codes:
        if code != "?":
            groups.setdefault(Card(code).faction, []).append(str(Card(code).value))
    for i, (name, values) in enumerate(groups.items()):
        line.append(" · " if i else "")
        style = f"bold {_colour(name)}"
        line.append(f"{faction(name).say(language)} {' '.join(values)}", style=style)
    unknown = sum(code == "?" for code in codes)
    if unknown:
        line.append(" · " if groups else "")
        line.append(
            Text("{n} unknown card", "{n} unknown cards", n=unknown).say(language), style="dim"
        )
    return line


def _standing(view: ClaimView, language: str, who: Sequence[Name]) -> Table:
    """The score piles by faction. Gnomes in an open row count as part of the pile."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(Text("score piles").say(language), no_wrap=True)
    for seat in range(view.players):
        title = Line(said(who[seat], language)[:16])
        if seat == view.actor:
            title.stylize("reverse")
        if seat == view.seat:
            title.append(" *")
        table.add_column(title)
    for name in view.factions:
        row: list[RenderableType] = [Line(faction(name).say(language), style=_colour(name))]
        for seat in range(view.players):
            values = [
                str(Card(code).value)
                for code in (*view.scores[seat], *view.gnomes[seat])
                if Card(code).faction == name
            ]
            row.append(f"{len(values)}: {' '.join(values)}" if values else "-")
        table.add_row(*row)
    return table
