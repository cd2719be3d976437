"""Claim as a `Game` and a `State`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Final, Self, SupportsIndex

import numpy as np

from claimant.game import (
    CHANCE,
    ChanceOutcome,
    Game,
    Illegal,
    Luck,
    State,
    View,
    over,
    shuffled,
)
from claimant.games.claim.notation import check_deal, read_event, refusal, write_event
from claimant.games.claim.redact import merge_views, redact_event
from claimant.games.claim.rules import playout, table
from claimant.games.claim.rules.cards import (
    PAIRS,
    RACCOONS_REMOVED,
    TEN_CARDS,
    check_deck,
    code_of,
    deck_record,
    find_scenario,
    is_by_the_book,
)
from claimant.games.claim.view import (
    LAYOUT,
    ClaimOutcome,
    ClaimView,
    deciding_reason,
    holds,
    seat_view,
    spectator_view,
)
from claimant.i18n import Text
from claimant.kernels.compile import direct, offset
from claimant.luck import AnyLuck, as_luck

_ROWS: Final = {"hand": table.HAND, "followers": table.FOLLOWERS, "score": table.SCORE}


@dataclass(frozen=True, init=False)
class Claim(Game):
    name: ClassVar[str] = "claim"
    seats: ClassVar[range] = range(2, 5)

    players: int
    factions: tuple[str, ...]
    raccoons: str = "pile"
    """R-C2: whether raccoons are shuffled into the draw `pile` or into the whole `deck`."""
    deck_bytes: bytes = field(init=False, repr=False, compare=False)
    """The deck as kernels see it: a plain attribute, because every step reads it."""

    def __init__(
        self,
        players: SupportsIndex = 2,
        factions: str | Sequence[str] = (),
        raccoons: str = "pile",
        *,
        scenario: str | None = None,
    ) -> None:
        """A deck is a scenario by its name, the first one by default, or factions: names in a list,
        or in a text between spaces."""
        number = operator.index(players)
        if number not in self.seats:
            raise Illegal("players", Text("Claim is for 2 to 4 players"))
        if raccoons not in ("pile", "deck"):
            raise Illegal(
                "raccoons", Text("raccoons is pile or deck, not {value}", value=raccoons[:30])
            )
        if factions and scenario is not None:
            raise Illegal("options", Text("name a scenario or factions, not both"))
        named = factions.split() if isinstance(factions, str) else factions
        deck = tuple(named) if factions else find_scenario(scenario).deck(number)
        check_deck(number, deck)
        self.__dict__.update(  # frozen for everyone else
            players=number,
            factions=deck,
            raccoons=raccoons,
            deck_bytes=_deck_bytes(number, deck, raccoons),
        )

    @classmethod
    def set_up(cls, players: int, options: Mapping[str, str]) -> Self:
        if "factions" not in options:
            raise Illegal("factions", Text("name the factions in play"))
        deck = options["factions"].split()
        if not deck:
            check_deck(players, deck)  # refuses it; the constructor would take the usual deck
        return cls(players, deck, options.get("raccoons", "pile"))

    @classmethod
    def complete(cls, players: int, options: dict[str, str]) -> dict[str, str]:
        scenario = options.pop("scenario", None)
        if "factions" not in options:
            options["factions"] = " ".join(find_scenario(scenario).deck(players))
        elif scenario is not None:
            raise Illegal("options", Text("name a scenario or factions, not both"))
        return options

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """R-C3: with four players, those who sit opposite are partners."""
        return ((0, 2), (1, 3)) if self.players == 4 else super().teams

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat: its position in `teams`."""
        side_of = {seat: side for side, seats in enumerate(self.teams) for seat in seats}
        return tuple(side_of[seat] for seat in range(self.players))

    @property
    def options(self) -> dict[str, str]:
        return {"factions": " ".join(self.factions), "raccoons": self.raccoons}

    @property
    def notes(self) -> tuple[Text, ...]:
        notes = []
        if not is_by_the_book(self.factions):
            notes.append(Text("This is a free deck: the rulebook has nothing like it."))
        if "trolls" in self.factions and self.players > 2:
            notes.append(Text("The rulebook advises against trolls with three or four players."))
        return tuple(notes)

    def redrawn(self, luck: Luck) -> Self:
        """A random deck by the book: a pair and ten-card factions, without trolls if more than two
        play."""
        pair = PAIRS[luck.below(len(PAIRS))]
        others = [n for n, name in enumerate(TEN_CARDS) if name != "trolls" or self.players == 2]
        drawn = shuffled(others, luck)[: 3 if self.players == 2 else 5]
        factions = (*pair, *(TEN_CARDS[n] for n in drawn))
        return type(self)(self.players, factions, self.raccoons)

    def start(self) -> ClaimState:
        data = bytearray(table.STATE.itemsize)
        playout.empty(data)
        return ClaimState(self, bytes(data))

    # The deck as kernels see it, and how its cards are written.

    @cached_property
    def deck(self) -> Any:
        return deck_record(self.players, self.factions, self.raccoons == "pile")

    @cached_property
    def cards(self) -> tuple[list[int], list[int]]:
        """The numbers of all cards in order, and of the raccoons."""
        deck = self.deck[0]
        cards = deck.cards[: deck.card_count].tolist()
        others = len(cards) - int(deck.raccoon_cards)
        return cards[:others], cards[others:]

    @cached_property
    def firsts(self) -> dict[int, int]:
        """For each card the lowest number of those that are equal to it."""
        equal = self.deck[0].first_equal.tolist()
        return {card: equal[card] for cards in self.cards for card in cards}

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of each card by its number; empty for a number that no card has."""
        codes = [""] * len(self.deck[0].value)
        for card in self.firsts:
            codes[card] = code_of(card, self.factions)
        return tuple(codes)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each code; of equal cards the lowest."""
        return {code: self.codes.index(code) for code in self.codes if code}

    @cached_property
    def hand_size(self) -> int:
        return int(self.deck[0].tricks)


@lru_cache(256)
def _deck_bytes(players: int, factions: tuple[str, ...], raccoons: str) -> bytes:
    """The bytes of a deck: a pure function, cached for the 256 decks used last."""
    return bytes(deck_record(players, factions, raccoons == "pile").tobytes())


_STAGE_AT: Final = offset(table.STATE, "stage")
_ACTOR_AT: Final = offset(table.STATE, "actor")
_CHOICES_AT: Final = offset(table.STATE, "choices")
_LEGAL_AT: Final = offset(table.STATE, "legal")
_LEGAL: Final = tuple(
    slice(_LEGAL_AT, _LEGAL_AT + n) for n in range(table.STATE["legal"].shape[0] + 1)
)
"""Where the legal decisions are in the bytes of a state, by their number."""
# What every step reads: a module's own names are found faster than those of another module.
_DEAL: Final = table.DEAL
_OVER: Final = table.OVER
_ENDED: Final = playout.ENDED
_REFUSED: Final = playout.REFUSED
_UNDOABLE: Final = playout.UNDOABLE


def _first_decision(data: bytearray, deck: bytes, action: int) -> int:
    """Compile the entry for decisions at the first one rather than at import."""
    global _decide
    _decide = direct(playout.after_decision, data, deck, 0)
    return _decide(data, deck, action)


def _first_deal(data: bytearray, deck: bytes, cards: bytes) -> None:
    """Compile the entry for the deal, likewise."""
    global _give
    _give = direct(playout.after_deal, data, deck, cards)
    _give(data, deck, cards)


_decide: Callable[[bytearray, bytes, int], int] = _first_decision
_give: Callable[[bytearray, bytes, bytes], None] = _first_deal
_new: Final = object.__new__
# Adding to nothing copies bytes, and changes their type, in half the time that a constructor takes.
_NONE: Final = b""
_EMPTY: Final = bytearray()


class ClaimState(State):
    __slots__ = ("actor",)

    game: Claim
    before: ClaimState | None
    actor: int | None

    def __init__(self, game: Claim, data: bytes, before: ClaimState | None = None) -> None:
        self.game = game
        self.data = data
        self.before = before
        stage = data[_STAGE_AT]
        self.actor = CHANCE if stage <= _DEAL else None if stage == _OVER else data[_ACTOR_AT]

    def record(self) -> Any:
        """The state as kernels see it: for rules, not for players."""
        return LAYOUT.read(self.data)

    def legal(self) -> list[int]:
        data = self.data
        choices = data[_CHOICES_AT]
        if choices == 1:  # common, and twice as fast
            return [data[_LEGAL_AT]]
        return [*data[_LEGAL[choices]]]

    def apply(self, action: SupportsIndex) -> ClaimState:
        if type(action) is not int:
            action = operator.index(action)
        game = self.game
        data = _EMPTY + self.data
        before = None
        actor: int | None
        try:
            actor = _decide(data, game.deck_bytes, action)
        except OverflowError:  # a kernel cannot take a number of more than 64 bits
            actor = _REFUSED
        if actor >= _ENDED:
            if actor == _REFUSED:
                raise refusal(self, action)
            if actor == _ENDED:
                actor = None
            else:
                actor -= _UNDOABLE
                before = ClaimState(game, self.data)
        # Set here and not in the constructor, which takes twice as long.
        after = _new(ClaimState)
        after.game = game
        after.data = _NONE + data
        after.before = before
        after.actor = actor
        return after

    def happen(self, outcome: Sequence[int]) -> ClaimState:
        stage = self.data[_STAGE_AT]
        data = bytearray(self.data)
        if stage == table.FIRST:
            if len(outcome) != 1:
                raise Illegal("first", Text("a game starts with the draw for who goes first"))
            if outcome[0] not in range(self.game.players):
                raise Illegal("seat", Text("there is no seat {seat}", seat=outcome[0]))
            playout.after_first(data, outcome[0])
        elif stage == table.DEAL:
            cards = bytes(check_deal(self.game, outcome)).ljust(playout.ROOM.itemsize)
            _give(data, self.game.deck_bytes, cards)
        elif stage == table.OVER:
            raise over()
        else:
            raise Illegal("not-chance", Text("it is a player's turn: luck has nothing to decide"))
        return ClaimState(self.game, bytes(data))

    def draw(self, luck: AnyLuck) -> ChanceOutcome:
        game = self.game
        luck = as_luck(luck)
        if self.data[_STAGE_AT] == table.FIRST:
            return (luck.below(game.players),)
        cards, raccoons = game.cards
        raccoons = shuffled(raccoons, luck)[RACCOONS_REMOVED:]
        if game.raccoons == "deck" or not raccoons:
            return tuple(shuffled([*cards, *raccoons], luck))
        cards = shuffled(cards, luck)
        hands = game.players * game.hand_size
        return tuple(cards[:hands] + shuffled(cards[hands:] + raccoons, luck))

    def read(self, text: str) -> int | ChanceOutcome:
        return read_event(self.game, self.data[_STAGE_AT], text)

    def write(self, event: int | Sequence[int]) -> str:
        return write_event(self.game, self.data[_STAGE_AT], event)

    def view(self, seat: int | None) -> ClaimView:
        """What a spectator sees, and what this seat alone knows."""
        seat = self.game.check_seat(seat)
        seen = _spectator_view(self.game, self.data)
        return seen if seat is None else seat_view(self, seat, seen)

    def redact(self, event: str, seat: int | None, now: View) -> str:
        return redact_event(self, event, seat, now)

    def full_view(self) -> ClaimView:
        return merge_views(self.view(None), [self.view(seat) for seat in range(self.game.players)])

    @property
    def outcome(self) -> ClaimOutcome | None:
        if self.data[_STAGE_AT] != table.OVER:
            return None
        game = self.game
        seats = game.teams
        sides = len(seats)
        # By slot: the side that owns the faction and each side's count. The last row has the
        # winners as bits of sides, and each side's score.
        figures = np.zeros((len(game.factions) + 1, 4), np.int64)
        playout.judge(bytearray(self.data), game.deck_bytes, figures)
        rows = figures.tolist()
        won, *scores = rows.pop()
        factions = {}
        counts = {}
        for name, (owner, *count) in zip(game.factions, rows, strict=True):
            factions[name] = seats[owner] if owner >= 0 else ()
            counts[name] = tuple(count[:sides])
        return ClaimOutcome(
            winners=tuple(
                sorted(seat for side in range(sides) if won >> side & 1 for seat in seats[side])
            ),
            reason=deciding_reason(*sorted(scores[:sides])[-2:]),
            factions=factions,
            counts=counts,
        )

    def pieces(self) -> dict[str, list[str]]:
        """Every card of the deal by its place."""
        s = self.record()
        game = self.game
        everything = range(len(game.codes))
        slots = {name: slot * 16 for slot, name in enumerate(game.factions)}
        places: dict[str, Sequence[int]] = {}
        for seat in range(game.players):
            for place, first in _ROWS.items():
                row = s.cards[first + seat]
                places[f"{place} {seat}"] = [n for n in everything if holds(row, n)]
            gnomes = [n for n in range(16) if s.gnomes[seat] >> n & 1]
            places[f"gnomes {seat}"] = [slots["gnomes"] + n for n in gnomes]
            places[f"laid off {seat}"] = s.laid_card[seat][: s.laid[seat]]
        places["trolls"] = [slots["trolls"] + n for n in range(16) if s.trolls >> n & 1]
        places["discarded"] = [n for n in everything if holds(s.cards[table.DISCARDED], n)]
        if s.stage == table.PLAY:
            places["trick"] = s.trick[: s.played]
        if s.phase:
            places["pile"] = s.pile[s.top : game.players * game.hand_size]
            places["face up"] = [s.pile[n] for n in s.face_up if n != table.NOTHING]
        return {
            place: sorted(game.codes[card] for card in cards)
            for place, cards in places.items()
            if cards
        }


@lru_cache(64)
def _spectator_view(game: Claim, data: bytes) -> ClaimView:
    """The spectator's view, on which every seat's is based. At most 64 states are cached, enough
    for the seats of the tables being played; a state never changes, so nothing is invalidated."""
    return spectator_view(ClaimState(game, data))
