"""The 180 cards, the decks they make, and how a deck is laid out for the kernels.

Facts marked *reported* or *assumed* in the rulings stand here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from claimant.game import Illegal
from claimant.i18n import Text


@dataclass(frozen=True)
class Faction:
    name: str
    """Plural, as the record names the faction: `dwarves`."""
    singular: str
    values: tuple[int, ...]
    """Of all its cards, ascending."""

    @property
    def size(self) -> int:
        """The cards it brings to a deck: of the raccoons only ten take part (R-C2)."""
        return 10 if self.name == "raccoons" else len(self.values)


_TEN: Final = tuple(range(10))

FACTIONS: Final = (
    Faction("knights", "knight", tuple(range(2, 10))),
    Faction("goblins", "goblin", (0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)),  # reported
    Faction("giants", "giant", (1, 1, 3, 3, 5, 5, 7, 7, 9)),  # reported
    Faction("gnomes", "gnome", (1, 1, 1, 3, 3, 3, 5, 5, 5, 7, 7, 7, 9)),  # reported
    Faction("kings", "king", tuple(range(4, 13))),
    Faction("peasants", "peasant", tuple(range(13))),
    Faction("automatons", "automaton", _TEN),
    Faction("bards", "bard", _TEN),
    Faction("dragons", "dragon", _TEN),
    Faction("doppelgangers", "doppelganger", _TEN),
    Faction("dwarves", "dwarf", _TEN),
    Faction("griffins", "griffin", _TEN),
    Faction("raccoons", "raccoon", tuple(range(14))),
    Faction("seers", "seer", _TEN),
    Faction("trolls", "troll", _TEN),
    Faction("undead", "undead", _TEN),
    Faction("vikings", "viking", _TEN),
)
BY_NAME: Final = {faction.name: faction for faction in FACTIONS}
BY_SINGULAR: Final = {faction.singular: faction for faction in FACTIONS}

# The kernels know a faction by its place in FACTIONS.
(
    KNIGHTS,
    GOBLINS,
    GIANTS,
    GNOMES,
    KINGS,
    PEASANTS,
    AUTOMATONS,
    BARDS,
    DRAGONS,
    DOPPELGANGERS,
    DWARVES,
    GRIFFINS,
    RACCOONS,
    SEERS,
    TROLLS,
    UNDEAD,
    VIKINGS,
) = range(17)

LOOT_VALUES: Final = (0, 1, 2, 3, 4)
"""The raccoons that carry the loot symbol (*assumed*)."""
RACCOONS_REMOVED: Final = 4

PAIRS: Final = (("knights", "goblins"), ("giants", "gnomes"), ("kings", "peasants"))
TEN_CARDS: Final = tuple(
    faction.name for faction in FACTIONS if not any(faction.name in pair for pair in PAIRS)
)


@dataclass(frozen=True)
class Scenario:
    """A ready-made deck (*assumed*: the lists in the box are not known)."""

    name: str
    title: Text
    factions: tuple[str, ...]
    more: tuple[str, ...] | None
    """What joins with three or four players; None where the scenario is not offered then."""

    def deck(self, players: int) -> tuple[str, ...]:
        if players == 2:
            return self.factions
        if self.more is None:
            raise Illegal(
                "scenario",
                Text("{scenario} is for two players: it has trolls in it", scenario=self.title),
            )
        return self.factions + self.more


SCENARIOS: Final = {
    scenario.name: scenario
    for scenario in (
        Scenario(
            "the old kingdom",
            Text("the old kingdom"),
            ("knights", "goblins", "undead", "dwarves", "doppelgangers"),
            ("seers", "vikings"),
        ),
        Scenario(
            "the high mountains",
            Text("the high mountains"),
            ("giants", "gnomes", "dragons", "trolls", "seers"),
            None,
        ),
        Scenario(
            "the hungry court",
            Text("the hungry court"),
            ("kings", "peasants", "vikings", "bards", "raccoons"),
            ("dwarves", "griffins"),
        ),
        Scenario(
            "the clockwork war",
            Text("the clockwork war"),
            ("knights", "goblins", "automatons", "griffins", "dragons"),
            ("undead", "bards"),
        ),
    )
}


def find_scenario(name: str | None = None) -> Scenario:
    """A scenario by its name, `the old kingdom` or `old-kingdom`; the first without one."""
    if name is None:
        return next(iter(SCENARIOS.values()))
    plain = name.lower().replace("-", " ").removeprefix("the ")
    for scenario in SCENARIOS.values():
        if scenario.name.removeprefix("the ") == plain:
            return scenario
    raise Illegal(
        "scenario",
        Text(
            "there is no scenario {name}; there are {names}",
            name=name[:40],
            names=", ".join(SCENARIOS),
        ),
    )


_CARDS: dict[str, Card] = {}
"""Every card that was asked for, each made once: pages ask for hundreds."""


class Card(str):
    """A card as one would type it, `undead-4`, that knows its faction and value."""

    faction: str
    """The faction's plural name."""
    value: int

    def __new__(cls, code: str) -> Card:
        found = _CARDS.get(code)
        if found is not None:
            return found
        singular, _, value = code.partition("-")
        faction = BY_SINGULAR.get(singular)
        if faction is None or value not in map(str, faction.values):
            raise Illegal("card", Text("there is no card {card}", card=code[:30]))
        card = super().__new__(cls, code)
        card.faction, card.value = faction.name, int(value)
        _CARDS[str(code)] = card
        return card

    @property
    def has_loot(self) -> bool:
        return self.faction == "raccoons" and self.value in LOOT_VALUES


def deck_size(players: int) -> int:
    return 52 if players == 2 else 72


def is_by_the_book(factions: Sequence[str]) -> bool:
    """Whether it is one pair and ten-card factions: all other decks are free decks (R-C10)."""
    return any(
        set(pair) <= set(factions) and all(name in (*pair, *TEN_CARDS) for name in factions)
        for pair in PAIRS
    )


def check_deck(players: int, factions: Sequence[str]) -> None:
    """Refuse what is no deck, saying why."""
    reason: Text | None = None
    unknown = [name for name in factions if name not in BY_NAME]
    repeated = [name for i, name in enumerate(factions) if name in factions[:i]]
    if unknown:
        reason = Text("{faction} is no faction", faction=unknown[0][:30])
    elif repeated:
        reason = Text("{faction} is named twice", faction=repeated[0])
    else:
        cards = sum(BY_NAME[name].size for name in factions)
        if cards != deck_size(players):
            reason = Text(
                "these are {cards} cards, not {needed}", cards=cards, needed=deck_size(players)
            )
    if reason is None:
        return
    rule = (
        Text("a deck needs one pair and three ten-card factions; {reason}", reason=reason)
        if players == 2
        else Text("a deck needs one pair and five ten-card factions; {reason}", reason=reason)
    )
    raise Illegal("factions", rule)


# How the kernels see a deck: its factions sit in up to seven slots of sixteen bits, four slots a
# 64-bit word. A card's number is 16 * slot + its place among the faction's cards by value, so
# following suit is one AND, and a set of cards is two words.

SLOTS: Final = 7
NO_SLOT: Final = -1
NUMBERS: Final = 128
VALUES: Final = 14  # from 0 to 13
MOST_CARDS: Final = 76  # 72 and the raccoons that are removed

DECK: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Sets of cards.
                ("of", np.int64, (17, 2)),  # of each faction; empty when it is not in play
                ("suit", np.int64, (SLOTS, 2)),  # of the faction in each slot
                ("follow", np.int64, (SLOTS, 2)),  # what follows it: doppelgangers too
                ("apart", np.int64, 2),  # what the winner of a trick does not simply get
                ("valued", np.int64, (VALUES, 2)),  # with that value printed on it
                # For 1 to 4: the cards that are equal to the card that far above them.
                ("equal_above", np.int64, (4, 2)),
                # Numbers as long as the kernels' own, for each length of number that a kernel is
                # called with has to be compiled.
                ("slot", np.int64, 17),  # where each faction sits, NO_SLOT when not in play
                ("players", np.int64),
                ("tricks", np.int64),  # in a phase, and cards in a hand
                ("shown", np.int64),  # cards turned up for a trick
                ("slots", np.int64),  # factions in play
                ("raccoons_in_pile", np.int64),
                ("raccoon_cards", np.int64),  # how many of `cards` are raccoons
                ("card_count", np.int64),  # how many of `cards` there are
                ("loot", np.int64),  # the raccoons with the loot symbol
                # For each bit of a value: the cards of a slot that have it in theirs.
                ("value_bits", np.int64, (SLOTS, 4)),
                ("value", np.int8, NUMBERS),  # printed on each card
                ("first_equal", np.int8, NUMBERS),  # the lowest card that is equal to this one
                ("cards", np.int8, MOST_CARDS),  # all cards in order, the raccoons last
            ],
            align=True,
        ),
    )
)


@cache
def deck_record(players: int, factions: tuple[str, ...], raccoons_in_pile: bool) -> Any:
    """The deck as an array of one record, for the kernels."""
    decks = np.zeros(1, DECK)
    d = decks[0]
    d.players = players
    d.tricks = {2: 13, 3: 12, 4: 9}[players]
    d.shown = 1 if players == 2 else 2
    d.raccoons_in_pile = raccoons_in_pile
    d.slots = len(factions)
    d.slot[:] = NO_SLOT
    d.first_equal[:] = range(NUMBERS)
    cards: list[int] = []
    raccoon_cards: list[int] = []
    for slot, name in enumerate(factions):
        faction = BY_NAME[name]
        number = FACTIONS.index(faction)
        d.slot[number] = slot
        for place, value in enumerate(faction.values):
            card = 16 * slot + place
            first = 16 * slot + faction.values.index(value)
            word, bit = card >> 6, 1 << (card & 63)
            d.value[card] = value
            d.first_equal[card] = first
            d.of[number, word] |= bit
            d.suit[slot, word] |= bit
            d.valued[value, word] |= bit
            for digit in range(4):
                d.value_bits[slot, digit] |= (value >> digit & 1) << place
            for lower in range(first, card):
                d.equal_above[card - lower - 1, card >> 6] |= 1 << (lower & 63)
            if name == "raccoons":
                raccoon_cards.append(card)
                if value in LOOT_VALUES:
                    d.loot |= 1 << place
            else:
                cards.append(card)
    d.follow[:] = d.suit | d.of[DOPPELGANGERS]
    d.apart[:] = d.of[DWARVES] | d.of[GNOMES] | d.of[TROLLS]
    d.raccoon_cards = len(raccoon_cards)
    cards += raccoon_cards
    d.card_count = len(cards)
    d.cards[: len(cards)] = cards
    decks.flags.writeable = False
    return decks


def code_of(card: int, factions: Sequence[str]) -> str:
    """A card's code from its number in a deck."""
    faction = BY_NAME[factions[card >> 4]]
    return f"{faction.singular}-{faction.values[card & 15]}"
