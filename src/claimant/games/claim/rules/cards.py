"""The 180 cards, the decks they make, and how a deck is laid out for the kernels.

Facts marked *reported* or *assumed* in the rulings are stated here and nowhere else. A new faction
is a line in FACTIONS; without a power of its own it needs nothing else to be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
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
    """The values printed on its 8 to 14 cards, ascending, from 0 to 13. (With fewer cards a deck
    could have more factions than the kernels have slots for.)"""

    @property
    def size(self) -> int:
        """The number of cards that take part: four raccoons are removed (R-C2)."""
        return len(self.values) - (RACCOONS_REMOVED if self.name == "raccoons" else 0)


_TEN: Final = tuple(range(10))
RACCOONS_REMOVED: Final = 4
"""R-C2: the raccoons that do not take part, at random."""

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

FACTION_IDS: Final = {faction.name: number for number, faction in enumerate(FACTIONS)}
"""The number by which kernels know a faction: its position in FACTIONS."""

# A faction whose power a kernel has to recognise gets a constant here.
KNIGHTS: Final = FACTION_IDS["knights"]
GOBLINS: Final = FACTION_IDS["goblins"]
GIANTS: Final = FACTION_IDS["giants"]
GNOMES: Final = FACTION_IDS["gnomes"]
KINGS: Final = FACTION_IDS["kings"]
PEASANTS: Final = FACTION_IDS["peasants"]
AUTOMATONS: Final = FACTION_IDS["automatons"]
BARDS: Final = FACTION_IDS["bards"]
DRAGONS: Final = FACTION_IDS["dragons"]
DOPPELGANGERS: Final = FACTION_IDS["doppelgangers"]
DWARVES: Final = FACTION_IDS["dwarves"]
GRIFFINS: Final = FACTION_IDS["griffins"]
RACCOONS: Final = FACTION_IDS["raccoons"]
SEERS: Final = FACTION_IDS["seers"]
TROLLS: Final = FACTION_IDS["trolls"]
UNDEAD: Final = FACTION_IDS["undead"]
VIKINGS: Final = FACTION_IDS["vikings"]

GRIFFIN_BONUS: Final = 5
"""R-P7: what a griffin adds to a card of its value."""
LOOT_VALUES: Final = (0, 1, 2, 3, 4)
"""The raccoons that carry the loot symbol (*assumed*)."""

PAIRS: Final = (("knights", "goblins"), ("giants", "gnomes"), ("kings", "peasants"))
TEN_CARDS: Final = tuple(
    faction.name for faction in FACTIONS if not any(faction.name in pair for pair in PAIRS)
)


@dataclass(frozen=True)
class Scenario:
    """A ready-made deck (*assumed*: the lists in the box are unknown)."""

    name: str
    title: Text
    factions: tuple[str, ...]
    more: tuple[str, ...] | None
    """The factions added with three or four players; None if the scenario is for two only."""

    def deck(self, players: int) -> tuple[str, ...]:
        if players == 2:
            return self.factions
        if self.more is None:
            raise Illegal(
                "scenario",
                Text("{scenario} is for two players only: it has trolls", scenario=self.title),
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
    """A scenario by its name, `the old kingdom` or `old-kingdom`; the first one by default."""
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
"""Every card that was asked for, each created once because pages ask for hundreds. Only valid codes
are stored, so it never exceeds the cards in FACTIONS; cards are immutable."""


class Card(str):
    """A card as players type it, `undead-4`, with its faction and value."""

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
    """Whether a deck has one pair and ten-card factions; all others are free decks (R-C10)."""
    return any(
        set(pair) <= set(factions) and all(name in (*pair, *TEN_CARDS) for name in factions)
        for pair in PAIRS
    )


def check_deck(players: int, factions: Sequence[str]) -> None:
    """Raise `Illegal`, with the reason, unless these factions make a deck."""
    reason: Text | None = None
    unknown = [name for name in factions if name not in BY_NAME]
    repeated = [name for i, name in enumerate(factions) if name in factions[:i]]
    if unknown:
        reason = Text("{faction} is not a faction", faction=unknown[0][:30])
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


# How kernels see a deck: its factions occupy up to seven slots of sixteen bits, four slots per word
# of 64 bits. A card's number is 16 * slot + its position among the faction's cards by value, so
# following suit is a single AND, and a set of cards is two words.

SLOTS: Final = 7
NO_SLOT: Final = -1
NUMBERS: Final = 128
VALUES: Final = 14  # from 0 to 13
MAX_CARDS: Final = 76  # 72, and the raccoons that are removed

DECK: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Sets of cards.
                ("of", np.int64, (len(FACTIONS), 2)),  # by faction; empty if it is not in play
                ("suit", np.int64, (SLOTS, 2)),  # by slot: the faction's cards
                ("follow", np.int64, (SLOTS, 2)),  # by slot: what follows the faction
                ("apart", np.int64, 2),  # what does not simply go to the winner of a trick
                ("valued", np.int64, (VALUES, 2)),  # by value: the cards with that printed value
                # By value, with a griffin's bonus or without: the cards of a higher printed value.
                ("higher", np.int64, (VALUES + GRIFFIN_BONUS, 2)),
                # For 1 to 4: the cards that are equal to the card that many places above.
                ("equal_above", np.int64, (4, 2)),
                # 64-bit integers: a kernel is compiled anew for every width it is called with.
                ("slot", np.int64, len(FACTIONS)),  # by faction; NO_SLOT if it is not in play
                ("players", np.int64),
                ("tricks", np.int64),  # per phase, and cards per hand
                ("shown", np.int64),  # cards turned up per trick
                ("slots", np.int64),  # factions in play
                ("raccoons_in_pile", np.int64),
                ("raccoon_cards", np.int64),  # the raccoons among `cards`
                ("card_count", np.int64),  # the length of `cards`
                ("loot", np.int64),  # the raccoons with the loot symbol
                # By slot and bit: the cards whose value has that bit set.
                ("value_bits", np.int64, (SLOTS, 4)),
                ("value", np.int8, NUMBERS),  # by card: the printed value
                ("first_equal", np.int8, NUMBERS),  # by card: the lowest one equal to it
                ("cards", np.int8, MAX_CARDS),  # all cards in order, the raccoons last
            ],
            align=True,
        ),
    )
)


@lru_cache(256)
def deck_record(players: int, factions: tuple[str, ...], raccoons_in_pile: bool) -> Any:
    """The deck as an array of one record, for the kernels.

    A pure function; the cache holds the 256 decks used last, about 4 KB each.
    """
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
        number = FACTION_IDS[name]
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
    for value in range(VALUES - 1):
        d.higher[value] = np.bitwise_or.reduce(d.valued[value + 1 :])
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
