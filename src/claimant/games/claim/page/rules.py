"""The factions and the pictures of the examples in the rules of Claim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from claimant import rulebook
from claimant.art.cards import HEIGHT, WIDTH
from claimant.art.svg import at, part, whole
from claimant.components import Redirect, Route, RulesPage, RulesSection, escape
from claimant.games.claim import examples, names
from claimant.games.claim.art.cards import definitions, drawing, emblem
from claimant.games.claim.rules.cards import BY_NAME, FACTIONS, SCENARIOS
from claimant.i18n import Text, said

_OVERVIEW: Final = "the-factions"
"""The section that all factions are listed in."""
_LONG: Final = re.compile(
    "(Nachzieh|hoog|[Dd]oppel|[Dd]ubbel|uurwerk|aange)(stapel|gebergte|gänger|ganger|oorlog|boden)"
)
"""Words too long for a column on a phone, and where they may break."""


class ClaimRulesPage(RulesPage):
    def definitions(self) -> str:
        return definitions((each.name for each in FACTIONS), cards=False)

    def example(self, name: str, language: str) -> str:
        if name == "crowd":
            return "".join(emblem(each) for each in next(iter(SCENARIOS.values())).factions)
        return _picture(name, language)

    def hyphenate(self, text: str) -> str:
        return _LONG.sub(lambda word: "\u00ad".join(word.groups()), text)

    def section(self, section: RulesSection, language: str) -> str | None:
        if section.anchor in BY_NAME:
            return _faction(section, language)
        if section.anchor == _OVERVIEW:
            return (
                f'<section id="{section.anchor}"><h{section.level}>{escape(section.title)}'
                f"</h{section.level}>{section.body}{_emblems(language)}</section>"
            )
        return None


def _faction(section: RulesSection, language: str) -> str:
    name = section.anchor
    power = names.faction_text(name, language).power
    return (
        f'<section class="faction" id="{name}"><h3>{emblem(name)}'
        f"<span>{escape(section.title)}</span></h3>"
        f'<p class="power">{escape(power)}</p><div class="some">{_some_cards(name)}</div>'
        f"{section.body}</section>"
    )


# One entry per faction.
@cache
def _some_cards(name: str) -> str:
    """A few cards of a faction, from low to high."""
    faction = BY_NAME[name]
    values = sorted(set(faction.values))
    some = (values[0], values[len(values) // 2], values[-1])
    box = f"0 0 {WIDTH} {HEIGHT}"
    return "".join(part(box, drawing(f"{faction.singular}-{value}"), "card") for value in some)


def _emblems(language: str) -> str:
    """Links to all factions, in the order of the rules."""
    links = "".join(
        f'<li><a href="#{section.anchor}">{emblem(section.anchor)}'
        f"<span>{escape(section.title)}</span></a></li>"
        for section in rulebook.sections("claim", language)
        if section.anchor in BY_NAME
    )
    return f'<ul class="emblems">{links}</ul>'


# One entry per example and language.
@cache
def _picture(name: str, language: str) -> str:
    rows = examples.cards(name).rows
    across = max(len(row) for row in rows) * (WIDTH + 14) + 26
    down = len(rows) * (HEIGHT + 16) + 24
    drawn = "".join(
        at(20 + i * (WIDTH + 14), 20 + j * (HEIGHT + 16), drawing(code))
        for j, row in enumerate(rows)
        for i, code in enumerate(row)
    )
    return whole(
        across,
        down,
        f'<rect width="{across}" height="{down}" rx="14" fill="var(--table)" '
        f'stroke="var(--seam)" stroke-width="2"/>{drawn}',
        Text("Example: the cards").say(language),
        "; ".join(said(names.cards(row), language) for row in rows),
    )


def _redirect(parameters: Mapping[str, str], language: str) -> Redirect | None:
    """A faction's own address leads to its place in the rules."""
    name = parameters["name"]
    return Redirect(f"/rules/claim#{name}") if name in BY_NAME else None


FACTION_ROUTE: Final = Route("/factions/{name:str}", _redirect)
