"""What factions, cards and scenarios are called, in every language."""

from __future__ import annotations

from claimant import texts
from claimant.claim.cards import SCENARIOS, Card
from claimant.language import Text


class _FactionName(Text):
    """A faction's plural, which the texts of the rules have."""

    def say(self, language: str = "en") -> str:
        return texts.faction(self.one, language).plural


class _CardName(Text):
    """A card by its faction's singular and its value."""

    def say(self, language: str = "en") -> str:
        singular = texts.faction(self.one, language).singular
        return f"{singular} {self.values['value']}"


def faction(name: str) -> Text:
    """A faction by its name in the record, `dwarves`."""
    return _FactionName(name)


def card(code: str) -> Text:
    """A card by its code, `dwarf-4`; `?` is one that the viewer does not know."""
    if code == "?":
        return Text("an unknown card")
    known = Card(code)
    return _CardName(known.faction, value=known.value)


def scenario(name: str) -> Text:
    """A scenario by its English name."""
    return SCENARIOS[name].title if name in SCENARIOS else Text("{name}", name=name)
