"""Claim as a `Game` and a `State`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Final, Self

import numpy as np

from claimant.game import CHANCE, ChanceOutcome, Game, Illegal, Luck, State, View, over, shuffled
from claimant.games.claim.notation import check_deal, read_event, refusal, write_event
from claimant.games.claim.redact import merge_views, redact_event
from claimant.games.claim.rules import playout, table
from claimant.games.claim.rules.cards import (
    DECK,
    RACCOONS_REMOVED,
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

_ROWS: Final = {"hand": table.HAND, "followers": table.FOLLOWERS, "score": table.SCORE}


@dataclass(frozen=True)
class Claim(Game):
    name: ClassVar[str] = "claim"
    seats: ClassVar[range] = range(2, 5)

    players: int
    factions: tuple[str, ...]
    raccoons: str = "pile"
    """R-C2: whether raccoons are shuffled into the draw `pile` or into the whole `deck`."""

    def __post_init__(self) -> None:
        if self.players not in self.seats:
            raise Illegal("players", Text("Claim is for 2 to 4 players"))
        check_deck(self.players, self.factions)

    @classmethod
    def set_up(cls, players: int, options: Mapping[str, str]) -> Self:
        raccoons = options.get("raccoons", "pile")
        if raccoons not in ("pile", "deck"):
            raise Illegal(
                "raccoons", Text("raccoons is pile or deck, not {value}", value=raccoons[:30])
            )
        if "factions" not in options:
            raise Illegal("factions", Text("the factions in play have to be named"))
        return cls(players, tuple(options["factions"].split()), raccoons)

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
            notes.append(Text("This is a free deck: the rulebook has none like it."))
        if "trolls" in self.factions and self.players > 2:
            notes.append(Text("The rulebook advises against trolls with three or four players."))
        return tuple(notes)

    def start(self) -> ClaimState:
        data = bytearray(table.STATE.itemsize)
        playout.empty(data)
        return ClaimState(self, bytes(data))

    # The deck as kernels see it, and how its cards are written.

    @cached_property
    def deck(self) -> Any:
        return deck_record(self.players, self.factions, self.raccoons == "pile")

    @cached_property
    def deck_bytes(self) -> bytes:
        return bytes(self.deck.tobytes())

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of each card by its number; empty for a number that no card has."""
        codes = [""] * len(self.deck[0].value)
        for card in self.deck[0].cards[: self.deck[0].card_count]:
            codes[card] = code_of(int(card), self.factions)
        return tuple(codes)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each code; of equal cards the lowest."""
        return {code: self.codes.index(code) for code in self.codes if code}

    @cached_property
    def hand_size(self) -> int:
        return int(self.deck[0].tricks)


_STAGE_AT: Final = offset(table.STATE, "stage")
_ACTOR_AT: Final = offset(table.STATE, "actor")
_CHOICES_AT: Final = offset(table.STATE, "choices")
_LEGAL_AT: Final = offset(table.STATE, "legal")
_TRICK_AT: Final = offset(table.STATE, "number")
_DEAL: Final = table.DEAL
_PLAY: Final = table.PLAY
_OVER: Final = table.OVER


@cache
def after_decision() -> Callable[[bytearray, bytes, int], bool]:
    """The entry for decisions, compiled at the first one rather than at import."""
    deck = bytes(DECK.itemsize)
    return direct(playout.after_decision, bytearray(table.STATE.itemsize), deck, 0)


class ClaimState(State):
    __slots__ = ()

    game: Claim
    before: ClaimState | None

    def __init__(self, game: Claim, data: bytes, before: ClaimState | None = None) -> None:
        self.game = game
        self.data = data
        self.before = before

    def record(self) -> Any:
        """The state as kernels see it: for rules, not for players."""
        return LAYOUT.read(self.data)

    @property
    def actor(self) -> int | None:
        data = self.data
        stage = data[_STAGE_AT]
        if _DEAL < stage < _OVER:
            return data[_ACTOR_AT]
        return None if stage == _OVER else CHANCE

    def legal(self) -> list[int]:
        data = self.data
        return list(data[_LEGAL_AT : _LEGAL_AT + data[_CHOICES_AT]])

    def apply(self, action: int) -> ClaimState:
        game = self.game
        stage = self.data[_STAGE_AT]
        data = bytearray(self.data)
        # A kernel cannot take a number of more than 64 bits.
        if action >> 31 or not after_decision()(data, game.deck_bytes, action):
            raise refusal(self, action)
        # Laying off, taking a follower or assigning loot reveals nothing while others still have to
        # choose in the same trick, so it can be undone.
        before = None
        if (
            stage > _PLAY
            and _PLAY < data[_STAGE_AT] < _OVER
            and self.data[_TRICK_AT] == data[_TRICK_AT]
        ):
            before = ClaimState(game, self.data)
        return ClaimState(game, bytes(data), before)

    def happen(self, outcome: Sequence[int]) -> ClaimState:
        stage = self.data[_STAGE_AT]
        data = bytearray(self.data)
        if stage == table.FIRST:
            if len(outcome) != 1:
                raise Illegal("first", Text("a game starts with who goes first"))
            if outcome[0] not in range(self.game.players):
                raise Illegal("seat", Text("there is no seat {seat}", seat=outcome[0]))
            playout.after_first(data, outcome[0])
        elif stage == table.DEAL:
            cards = bytes(check_deal(self.game, outcome)).ljust(playout.ROOM.itemsize)
            playout.after_deal(data, self.game.deck_bytes, cards)
        elif stage == table.OVER:
            raise over()
        else:
            raise Illegal("not-chance", Text("it is a player's turn, luck has nothing to decide"))
        return ClaimState(self.game, bytes(data))

    def draw(self, luck: Luck) -> ChanceOutcome:
        game = self.game
        if self.data[_STAGE_AT] == table.FIRST:
            return (luck.below(game.players),)
        deck = game.deck[0]
        cards = [int(card) for card in deck.cards[: deck.card_count]]
        others = len(cards) - int(deck.raccoon_cards)
        raccoons = shuffled(cards[others:], luck)[RACCOONS_REMOVED:]
        cards = cards[:others]
        if game.raccoons == "deck" or not raccoons:
            return tuple(shuffled(cards + raccoons, luck))
        cards = shuffled(cards, luck)
        hands = game.players * game.hand_size
        return tuple(cards[:hands] + shuffled(cards[hands:] + raccoons, luck))

    def read(self, text: str) -> int | ChanceOutcome:
        return read_event(self.game, self.data[_STAGE_AT], text)

    def write(self, event: int | Sequence[int]) -> str:
        return write_event(self.game, self.data[_STAGE_AT], event)

    def view(self, seat: int | None) -> ClaimView:
        """What a spectator sees, and what this seat alone knows."""
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
