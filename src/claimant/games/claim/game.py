"""Claim behind the contract of `claimant.game`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Final, Self

import numpy as np

from claimant.game import CHANCE, Game, Illegal, Luck, Outcomes, State, View, over, shuffled
from claimant.games.claim import names
from claimant.games.claim.redact import everything, redacted
from claimant.games.claim.rules import playout, scoring, table
from claimant.games.claim.rules.cards import (
    BY_NAME,
    BY_SINGULAR,
    DECK,
    RACCOONS_REMOVED,
    check_deck,
    code_of,
    deck_record,
    find_scenario,
    is_by_the_book,
)
from claimant.games.claim.view import LAYOUT, ClaimOutcome, ClaimView, see, see_as, what_decided
from claimant.i18n import Text
from claimant.kernels.compile import direct, offset

_ROWS: Final = {"hand": table.HAND, "followers": table.FOLLOWERS, "score": table.SCORE}
_VERBS: Final = {
    table.PLAY: "play",
    table.TAKE: "take",
    table.DISCARD: "discard",
    table.LOOT: "loot",
}
_DUTIES: Final = {
    table.PLAY: Text("a card has to be played now"),
    table.TAKE: Text("a follower has to be taken now"),
    table.DISCARD: Text("a card has to be laid off now"),
    table.LOOT: Text("the loot has to be given to a faction now"),
}


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
        """R-C3: with four players the partners."""
        return ((0, 2), (1, 3)) if self.players == 4 else super().teams

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

    # The deck as the kernels see it, and how its cards are written.

    @cached_property
    def deck(self) -> Any:
        return deck_record(self.players, self.factions, self.raccoons == "pile")

    @cached_property
    def deck_bytes(self) -> bytes:
        return bytes(self.deck.tobytes())

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of each card by its number; empty where there is no such card."""
        codes = [""] * len(self.deck[0].value)
        for card in self.deck[0].cards[: self.deck[0].card_count]:
            codes[card] = code_of(int(card), self.factions)
        return tuple(codes)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each code: of equal cards the lowest."""
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
    """The entry for decisions. Found at the first one: nothing is compiled at import."""
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
        """The state as the kernels see it. For the rules, not for players."""
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
        # (A kernel takes no number of more than 64 bits.)
        if action >> 31 or not after_decision()(data, game.deck_bytes, action):
            raise self._refusal(action)
        # A card laid off, a follower taken or loot given reveals nothing while others still have
        # to choose in the same trick.
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
            playout.after_deal(
                data, self.game.deck_bytes, bytes(self._dealt(outcome)).ljust(playout.ROOM.itemsize)
            )
        elif stage == table.OVER:
            raise over()
        else:
            raise Illegal("not-chance", Text("it is a player's turn, luck has nothing to decide"))
        return ClaimState(self.game, bytes(data))

    def _dealt(self, outcome: Sequence[int]) -> list[int]:
        """The cards of a deal, checked; equal cards get different numbers."""
        game = self.game
        hands = game.players * game.hand_size
        if len(outcome) != 2 * hands:
            raise Illegal("deal", Text("a deal has {cards} cards", cards=2 * hands))
        used: set[int] = set()
        cards = []
        for card in outcome:
            if card not in range(len(game.codes)) or not game.codes[card]:
                raise Illegal("deal", Text("a card of this deal is not in the deck"))
            code = game.codes[card]
            card = game.numbers[code]
            while card in used:
                card += 1
            if game.codes[card] != code:
                raise Illegal("deal", Text("{card} is dealt too often", card=names.card(code)))
            used.add(card)
            cards.append(card)
        if game.raccoons == "pile":
            for card in cards[:hands]:
                if game.codes[card].startswith("raccoon-"):
                    raise Illegal("deal", Text("raccoons belong in the draw pile"))
        raccoons = sum(game.codes[card].startswith("raccoon-") for card in cards)
        if raccoons != ("raccoons" in game.factions) * BY_NAME["raccoons"].size:
            raise Illegal("deal", Text("ten raccoons take part, not {n}", n=raccoons))
        return cards

    def draw(self, luck: Luck) -> Outcomes:
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

    def read(self, text: str) -> int | Outcomes:
        game = self.game
        verb, _, rest = text.partition(" ")
        if verb == "first" and re.fullmatch(r"[0-9]", rest, re.ASCII):
            return (int(rest),)
        if verb == "deal" and rest:
            return self._read_deal(rest)
        if verb not in _VERBS.values() or not rest:
            raise Illegal("unknown", Text("“{event}” means nothing in this game", event=text[:40]))
        if verb == "loot":
            if rest not in game.factions:
                raise Illegal("loot", Text("{faction} are not in play", faction=rest[:30]))
            action = scoring.LOOT_FOR + game.factions.index(rest)
        else:
            action = self._read_card(rest)
        stage = self.data[_STAGE_AT]
        if stage in _VERBS and verb != _VERBS[stage]:
            raise Illegal(
                "not-now",
                Text("“{event}” is not possible: {duty}", event=text[:40], duty=_DUTIES[stage]),
            )
        return action

    def _read_card(self, code: str) -> int:
        number = self.game.numbers.get(code)
        if number is not None:
            return number
        singular, _, value = code.partition("-")
        faction = BY_SINGULAR.get(singular)
        if faction is None or value not in map(str, faction.values):
            raise Illegal("card", Text("there is no card {card}", card=code[:30]))
        raise Illegal(
            "not-in-play",
            Text(
                "{card} is not possible: {faction} are not in play",
                card=names.card(code),
                faction=names.faction(faction.name),
            ),
        )

    def _read_deal(self, text: str) -> Outcomes:
        game = self.game
        groups = [group.split(" ") for group in text.split(" / ", game.players + 1)]
        sizes = [game.hand_size] * game.players + [game.players * game.hand_size]
        if [len(group) for group in groups] != sizes:
            raise Illegal(
                "deal",
                Text(
                    "a deal has {hands} hands of {cards} cards and a draw pile of {pile}",
                    hands=game.players,
                    cards=game.hand_size,
                    pile=sizes[-1],
                ),
            )
        return tuple(self._read_card(code) for group in groups for code in group)

    def write(self, event: int | Sequence[int]) -> str:
        game = self.game
        if isinstance(event, int):
            verb = _VERBS[self.data[_STAGE_AT]]
            if event >= scoring.LOOT_FOR:
                return f"{verb} {game.factions[event - scoring.LOOT_FOR]}"
            return f"{verb} {game.codes[event]}"
        if len(event) == 1:
            return f"first {event[0]}"
        codes = [game.codes[card] for card in event]
        size = game.hand_size
        hands = [codes[seat * size : (seat + 1) * size] for seat in range(game.players)]
        pile = codes[game.players * size :]
        return "deal " + " / ".join(" ".join(group) for group in (*hands, pile))

    def _refusal(self, action: int) -> Illegal:
        """Why a decision is not possible, in a player's words."""
        s = self.record()
        game = self.game
        if s.stage == table.OVER:
            return over()
        if self.actor == CHANCE:
            return Illegal("chance", Text("luck has to decide before anyone can act"))
        if s.stage == table.LOOT and action in range(
            scoring.LOOT_FOR, scoring.LOOT_FOR + len(game.factions)
        ):
            return Illegal(
                "loot",
                Text(
                    "loot cannot count for the {faction}: it counts where there are fewest cards",
                    faction=names.faction(game.factions[action - scoring.LOOT_FOR]),
                ),
            )
        if action not in range(len(game.codes)) or not game.codes[action]:
            return Illegal("unknown", Text("“{event}” means nothing in this game", event=action))
        card = game.codes[action]
        name = names.card(card)
        if s.stage == table.TAKE:
            return Illegal("not-there", Text("{card} is not among the cards to take", card=name))
        hand = s.cards[table.HAND + s.actor]
        held = [code for n, code in enumerate(game.codes) if _holds(hand, n)]
        if card not in held:
            return Illegal("not-held", Text("{card} is not in the hand", card=name))
        return Illegal(
            "follow",
            Text(
                "{card} is not possible: {faction} were led and have to be followed",
                card=name,
                faction=names.faction(game.factions[int(s.trick[0]) >> 4]),
            ),
        )

    def view(self, seat: int | None) -> ClaimView:
        """Built once for all, but for what each seat alone knows."""
        seen = _seen(self.game, self.data)
        return seen if seat is None else see_as(self, seat, seen)

    def redact(self, event: str, seat: int | None, now: View) -> str:
        return redacted(self, event, seat, now)

    def full_view(self) -> ClaimView:
        return everything(self.view(None), [self.view(seat) for seat in range(self.game.players)])

    @property
    def outcome(self) -> ClaimOutcome | None:
        if self.data[_STAGE_AT] != table.OVER:
            return None
        game = self.game
        seats = game.teams
        sides = len(seats)
        # By slot: the side that owns the faction, and each side's count; last the winners as
        # bits of sides, and each side's score.
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
            reason=what_decided(*sorted(scores[:sides])[-2:]),
            factions=factions,
            counts=counts,
        )

    def pieces(self) -> dict[str, list[str]]:
        """Every card of the deal by the place it is in."""
        s = self.record()
        game = self.game
        everything = range(len(game.codes))
        slots = {name: slot * 16 for slot, name in enumerate(game.factions)}
        places: dict[str, Sequence[int]] = {}
        for seat in range(game.players):
            for place, first in _ROWS.items():
                row = s.cards[first + seat]
                places[f"{place} {seat}"] = [n for n in everything if _holds(row, n)]
            gnomes = [n for n in range(16) if s.gnomes[seat] >> n & 1]
            places[f"gnomes {seat}"] = [slots["gnomes"] + n for n in gnomes]
            places[f"laid off {seat}"] = s.laid_card[seat][: s.laid[seat]]
        places["trolls"] = [slots["trolls"] + n for n in range(16) if s.trolls >> n & 1]
        places["discarded"] = [n for n in everything if _holds(s.cards[table.DISCARDED], n)]
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


def _holds(words: Any, card: int) -> bool:
    return bool(int(words[card >> 6]) >> (card & 63) & 1)


@lru_cache(64)
def _seen(game: Claim, data: bytes) -> ClaimView:
    return see(ClaimState(game, data))
