"""The deck in the form for a new table of Claim: a scenario, or factions picked by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from claimant.components import FormFields, Json, OptionsForm, Route, first
from claimant.game import Illegal
from claimant.games.claim.art.cards import corner, emblem
from claimant.games.claim.game import Claim
from claimant.games.claim.names import faction, faction_text, scenario
from claimant.games.claim.rules.cards import BY_NAME, FACTIONS, PAIRS, SCENARIOS, deck_size
from claimant.games.claim.study import BALANCED, WILD, suggestions
from claimant.games.claim.study import numbers as studied_numbers
from claimant.i18n import Name, Text, listing, said

BY_HAND: Final = "by hand"
FIRST_SCENARIO: Final = "the old kingdom"


class ClaimForm(OptionsForm):
    template = "claim/new_table.html"

    def revised(self, game: str, fields: FormFields, players: int) -> FormFields:
        """A button for a surprise fills in the factions, as if they had been picked by hand."""
        if "random" not in fields or players not in Claim.seats:
            return fields
        deck = surprise(players, first(fields, "random"))
        return {**fields, "scenario": [BY_HAND], "factions": deck}

    def options(self, game: str, fields: FormFields) -> dict[str, str]:
        raccoons = first(fields, "raccoons", "pile")
        chosen = first(fields, "scenario", FIRST_SCENARIO)
        if chosen == BY_HAND:
            return {"factions": " ".join(_picked(fields)), "raccoons": raccoons}
        return {"scenario": chosen, "raccoons": raccoons}

    def values(self, game: str, fields: FormFields, players: int, language: str) -> dict[str, Any]:
        picked = _picked(fields)
        return {
            "scenario": first(fields, "scenario", FIRST_SCENARIO),
            "by_hand": BY_HAND,
            "picked": picked,
            "raccoons": first(fields, "raccoons", "pile"),
            "scenarios": [_scenario(name) for name in SCENARIOS],
            "groups": _groups(language),
            "picked_corners": [Markup(corner(name)) for name in picked if name in BY_NAME],
            "deck": check_deck(players if players in Claim.seats else Claim.seats.start, picked),
        }


def _picked(fields: FormFields) -> list[str]:
    return [name[:30] for name in fields.get("factions", ())][:40]


def random_deck(players: int) -> list[str]:
    """A random pair, and random factions of ten cards to go with it."""
    paired = [name for pair in PAIRS for name in pair]
    rest = [each.name for each in FACTIONS if each.name not in paired]
    chance = random.SystemRandom()
    return [*chance.choice(PAIRS), *chance.sample(rest, 3 if players == 2 else 5)]


def surprise(players: int, kind: str) -> list[str]:
    """A random deck, or one of those that self-play found to be balanced or wild."""
    if kind not in (BALANCED, WILD) or players not in studied_numbers():
        return random_deck(players)
    return [*random.SystemRandom().choice(suggestions(players, kind))]


def _scenario(name: str) -> dict[str, Any]:
    """A scenario as the template shows it."""
    decks = (SCENARIOS[name].factions, SCENARIOS[name].more or ())
    return {
        "name": name,
        "title": scenario(name),
        "factions": _listed(decks[0]),
        "more": decks[1] and _listed(decks[1]),
        "corners": [[Markup(corner(each)) for each in deck] for deck in decks],
    }


def _listed(names: Sequence[str]) -> Name:
    return listing([faction(name) for name in names])


def _groups(language: str) -> list[list[dict[str, Any]]]:
    """The factions to pick from: the three pairs, then those of ten cards."""
    paired = [name for pair in PAIRS for name in pair]
    rest = [each.name for each in FACTIONS if each.name not in paired]
    return [[_pickable(name, language) for name in names] for names in (*PAIRS, rest)]


def _pickable(name: str, language: str) -> dict[str, Any]:
    text = faction_text(name, language)
    return {
        "name": name,
        "plural": text.plural,
        "power": text.power,
        "cards": BY_NAME[name].size,
        "emblem": Markup(emblem(name)),
    }


@dataclass(frozen=True)
class DeckCheck:
    """Whether factions make a deck, in words."""

    good: bool
    cards: int
    needed: int
    words: tuple[Text, ...]


def check_deck(players: int, names: Sequence[str]) -> DeckCheck:
    known = [name for name in names if name in BY_NAME]
    cards = sum(BY_NAME[name].size for name in known)
    needed = deck_size(players)
    if not names:
        reason = Text("Pick one pair and three factions of ten cards: together {n} cards.", n=52)
        if players > 2:
            reason = Text("Pick one pair and five factions of ten cards: together {n} cards.", n=72)
        return DeckCheck(False, 0, needed, (reason,))
    try:
        game = Claim(players, tuple(names))
    except Illegal as refused:
        if refused.code == "factions" and len(set(known)) == len(names):
            return DeckCheck(False, cards, needed, (_count(cards, needed),))
        return DeckCheck(False, cards, needed, (refused.text,))
    good = Text("{n} cards: this is a deck.", n=cards)
    return DeckCheck(True, cards, needed, (good, *game.notes))


def _count(cards: int, needed: int) -> Text:
    if cards < needed:
        return Text("{cards} of {needed} cards: {n} to go.", cards=cards, needed=needed,
                    n=needed - cards)  # fmt: skip
    return Text("{cards} cards are {n} too many for a deck of {needed}.", cards=cards,
                needed=needed, n=cards - needed)  # fmt: skip


def _deck(parameters: Mapping[str, str], language: str) -> Json:
    """The deck while someone picks it: `factions` are names separated by spaces."""
    players = int(parameters.get("players", "2"))
    checked = check_deck(players, parameters.get("factions", "")[:600].split())
    words = " ".join(said(text, language) for text in checked.words)
    return Json(
        {"good": checked.good, "cards": checked.cards, "needed": checked.needed, "words": words}
    )


DECK_ROUTE: Final = Route("/new/deck", _deck)
