"""The names of factions, cards and scenarios in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from claimant.games.claim.rules.cards import SCENARIOS, Card
from claimant.i18n import LANGUAGES, SOURCE_LANGUAGE, Name, Text, listing


class _FactionName(Text):
    """A faction's plural, from the texts of the rules."""

    def say(self, language: str = "en") -> str:
        return faction_text(self.one, language).plural


class _NameAfterNo(Text):
    """A faction as it stands after "no": English says "no dwarf", others "no dwarves"."""

    def say(self, language: str = "en") -> str:
        text = faction_text(self.one, language)
        return text.none or text.plural


class _CardName(Text):
    """A card by its faction's singular and its value."""

    def say(self, language: str = "en") -> str:
        singular = faction_text(self.one, language).singular
        return f"{singular} {self.values['value']}"


def faction(name: str) -> Text:
    """A faction by its name in the record, `dwarves`."""
    return _FactionName(name)


def none_of(name: str) -> Text:
    """A faction after the word "no"."""
    return _NameAfterNo(name)


def card(code: str) -> Text:
    """A card by its code, `dwarf-4`; `?` is a card that the viewer does not know."""
    if code == "?":
        return Text("an unknown card")
    known = Card(code)
    return _CardName(known.faction, value=known.value)


def scenario(name: str) -> Text:
    """A scenario by its English name."""
    return SCENARIOS[name].title if name in SCENARIOS else Text("{name}", name=name)


def cards(codes: Sequence[str]) -> Name:
    return listing([card(code) for code in codes])


@dataclass(frozen=True)
class FactionText:
    plural: str
    singular: str
    power: str
    """What it does, in one sentence."""
    none: str | None = None
    """Its form after the word "no", if that is not the plural."""


def factions() -> list[str]:
    """The names of all factions as in a record."""
    return list(_texts(SOURCE_LANGUAGE))


@cache  # one entry per faction and language
def faction_text(name: str, language: str) -> FactionText:
    """A faction by its name in a record, `dwarves`; in English if it has not been translated."""
    if name not in _texts(SOURCE_LANGUAGE):
        raise ValueError(f"no such faction: {name}")
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    return FactionText(**(_texts(language).get(name) or _texts(SOURCE_LANGUAGE)[name]))


@cache  # one entry per language
def _texts(language: str) -> dict[str, dict[str, str]]:
    """The factions of a language, from `texts/factions.LANGUAGE.toml`; none without the file."""
    folder = resources.files("claimant.games.claim") / "texts"
    source = folder / f"factions.{language}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
