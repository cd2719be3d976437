"""The rules of Ferry, and what each seat may know."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from claimant.game import CHANCE, HIDDEN, Game, Illegal, Luck, Outcome, State, View, over
from claimant.i18n import Text

FIRST, DEAL, TURN, OVER = range(4)
STOCK, QUAY, DECK, HOLD, OVERBOARD = range(5)
"""Where crates can be. The last three exist for each seat, which adds three times its number."""
UNSEEN = 0
EVENTS: list[int | tuple[int, ...]] = [*range(18), *((n,) for n in range(10))]


@dataclass(frozen=True)
class FerryView(View):
    limit: int
    turn: int
    places: tuple[tuple[int, ...], ...]
    """The crates in each place, `UNSEEN` for those that the viewer has not seen."""


@dataclass(frozen=True)
class Ferry(Game):
    name: ClassVar[str] = "ferry"
    seats: ClassVar[range] = range(2, 5)
    players: int
    limit: int = 21

    @classmethod
    def set_up(cls, players: int, options: Mapping[str, str]) -> Ferry:
        limit = options.get("limit", "21")
        if players not in cls.seats:
            raise Illegal("players", Text("Ferry is for 2 to 4 players"))
        if not re.fullmatch("[1-5][0-9]", limit, re.ASCII):
            raise Illegal("limit", Text("limit is a number from 10 to 59"))
        return cls(players, int(limit))

    @property
    def options(self) -> dict[str, str]:
        return {"limit": str(self.limit)}

    @property
    def notes(self) -> tuple[Text, ...]:
        return (Text("With a limit this low most ferries sink."),) if self.limit < 15 else ()

    def start(self) -> FerryState:
        return FerryState(self, bytes(3 + 36))


class FerryState(State):
    """Its bytes: stage, whose turn, number of the turn, and the place of each of the 36 crates."""

    __slots__ = ()
    game: Ferry
    before: FerryState | None

    def __init__(self, game: Ferry, data: bytes, before: FerryState | None = None) -> None:
        self.game, self.data, self.before = game, data, before

    def crates(self, place: int) -> tuple[int, ...]:
        return tuple(n // 4 + 1 for n, at in enumerate(self.data[3:]) if at == place)

    @property
    def actor(self) -> int | None:
        return {TURN: self.data[1], OVER: None}.get(self.data[0], CHANCE)

    def legal(self) -> list[int]:
        quay, hold = self.crates(QUAY), self.crates(HOLD + 3 * self.data[1])
        return sorted({n - 1 for n in quay} | {n + 8 for n in hold}) if self.data[0] == TURN else []

    def apply(self, action: int) -> FerryState:
        if action not in self.legal():
            raise over() if self.data[0] == OVER else Illegal("crate", Text("not possible now"))
        data, own = bytearray(self.data), 3 * self.data[1]
        if action < 9:
            move(data, action + 1, QUAY, DECK + own)
            data[0] = DEAL
        else:
            move(data, action - 8, HOLD + own, OVERBOARD + own)
            begin_turn(data, self.game.players)
        # What went overboard can be taken back until the next player acts.
        before = FerryState(self.game, self.data) if data[0] == TURN else None
        return FerryState(self.game, bytes(data), before)

    def possible(self) -> Sequence[int]:
        """What chance can decide now: a seat, or a crate as often as it is in stock."""
        return range(self.game.players) if self.data[0] == FIRST else self.crates(STOCK)

    def draw(self, luck: Luck) -> tuple[int, ...]:
        return (self.possible()[luck.below(len(self.possible()))],)

    def happen(self, outcome: Sequence[int]) -> FerryState:
        if self.actor != CHANCE or len(outcome) != 1 or outcome[0] not in self.possible():
            raise Illegal("luck", Text("luck cannot decide that now"))
        data, to = bytearray(self.data), self.receiver
        if data[0] == FIRST:
            data[:2] = DEAL, (outcome[0] - 1) % self.game.players
        else:
            move(data, outcome[0], STOCK, QUAY if to is None else HOLD + 3 * to)
            if data.count(QUAY, 3) == 3:
                begin_turn(data, self.game.players)
        return FerryState(self.game, bytes(data))

    @property
    def receiver(self) -> int | None:
        """The seat that is dealt the next crate; None for the quay."""
        seat = (36 - self.data.count(STOCK, 3)) // 3
        return seat if seat < self.game.players else None

    def read(self, text: str) -> int | tuple[int, ...]:
        found = [event for event in EVENTS if self.write(event) == text]
        if not found:
            raise Illegal("unknown", Text("“{event}” means nothing now", event=text[:40]))
        return found[0]

    def write(self, event: int | Sequence[int]) -> str:
        if not isinstance(event, Sequence):
            return f"{'take' if event < 9 else 'discard'} {event % 9 + 1}"
        return f"{'first' if self.data[0] == FIRST else 'deal'} {event[0]}"

    def redact(self, event: str, seat: int | None, now: View) -> str:
        verb = event.split()[0]
        owner = {"discard": self.actor, "deal": self.receiver}.get(verb)
        return event if owner in (None, seat) else f"{verb} {HIDDEN}"

    def view(self, seat: int | None) -> FerryView:
        seat, places = self.game.check_seat(seat), self.places()
        for place, crates in enumerate(places):
            if (place - 2) // 3 != seat and place % 3 != DECK and place != QUAY:
                places[place] = crates if self.outcome else (UNSEEN,) * len(crates)
        return FerryView(
            game=self.game.name, players=self.game.players, seat=seat, actor=self.actor,
            legal=tuple(self.choices()) if seat == self.actor else (), outcome=self.outcome,
            undo=self.before is not None and seat == self.undoer, limit=self.game.limit,
            turn=self.data[2], places=tuple(places),
        )  # fmt: skip

    def full_view(self) -> FerryView:
        return self.view(None).replace(places=tuple(self.places()))

    def places(self) -> list[tuple[int, ...]]:
        return [self.crates(place) for place in range(2 + 3 * self.game.players)]

    @property
    def outcome(self) -> Outcome | None:
        if self.data[0] != OVER:
            return None
        decks, holds = self.places()[DECK::3], self.places()[HOLD::3]
        weights = [sum(deck + hold) for deck, hold in zip(decks, holds, strict=True)]
        afloat = [weight for weight in weights if weight <= self.game.limit]
        best = max(afloat) if afloat else min(weights)
        winners = tuple(n for n, weight in enumerate(weights) if weight == best)
        return Outcome(winners, "heaviest" if afloat else "sunk")

    def pieces(self) -> dict[str, list[str]]:
        return {str(place): [*map(str, crates)] for place, crates in enumerate(self.places())}


def move(data: bytearray, crate: int, source: int, target: int) -> None:
    data[data.index(source, 4 * crate - 1, 4 * crate + 3)] = target


def begin_turn(data: bytearray, players: int) -> None:
    data[:3] = TURN if data[2] < 4 * players else OVER, (data[1] + 1) % players, data[2] + 1
