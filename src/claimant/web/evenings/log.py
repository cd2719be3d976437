"""The log of an evening, and what follows from it.

An evening is its log, as a game is: rounds that started, results, people who came and went. The log
names people by their number only. A series has one game per round, a tournament one per table. The
log is also the trail of what the organiser has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, Literal

import msgspec

from claimant.game import Game, Outcome

NOBODY: Final = -1
"""In a seating: the seat of a bot that only fills the table."""


class GameStarted(msgspec.Struct, frozen=True, array_like=True):
    table: str
    seating: tuple[int, ...]
    """The number of the player in each seat, or `NOBODY`."""
    sides: tuple[int, ...] = ()
    """The side of each seat; empty if every seat is a side of its own."""


class RoundStarted(msgspec.Struct, frozen=True, tag="round", tag_field="event"):
    games: tuple[GameStarted, ...]
    byes: tuple[int, ...] = ()
    bye_points: int = 1
    of: int = 0
    """The number of rounds, as it was planned when the round started."""


class Decided(msgspec.Struct, frozen=True, tag="result", tag_field="event"):
    round: int
    """Numbered from 1, like the games of a round."""
    game: int
    winners: tuple[int, ...]
    sides: int = 1
    """How many sides share the win: partners are one side."""
    figures: tuple[int | None, ...] = ()
    """The game's own figure of each seat; empty if the game was not played out."""
    by: Literal["game", "organiser", "absence", "time", "gone"] = "game"
    """Who or what decided it; `gone` if the table was closed or removed."""


class Arrived(msgspec.Struct, frozen=True, tag="joined", tag_field="event"):
    player: int


class Withdrew(msgspec.Struct, frozen=True, tag="withdrew", tag_field="event"):
    player: int
    by_organiser: bool = False


class Returned(msgspec.Struct, frozen=True, tag="returned", tag_field="event"):
    player: int


class Ended(msgspec.Struct, frozen=True, tag="ended", tag_field="event"):
    by_organiser: bool = False


LogEvent = RoundStarted | Decided | Arrived | Withdrew | Returned | Ended
_decoder: Final[msgspec.json.Decoder[LogEvent]] = msgspec.json.Decoder(LogEvent)


def written(event: LogEvent) -> str:
    return msgspec.json.encode(event).decode()


def read(text: str) -> LogEvent:
    return _decoder.decode(text)


@dataclass(frozen=True)
class PlayedGame:
    """A game of an evening, with its result once there is one."""

    table: str
    seating: tuple[int, ...]
    sides: tuple[int, ...] = ()
    result: Decided | None = None
    decided: int = 0
    """How often a result was entered: once, and then for each correction."""

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(player for player in self.seating if player != NOBODY)

    def opponents(self, player: int) -> list[int]:
        """The people on other sides."""
        sides = self.sides or range(len(self.seating))
        own = sides[self.seating.index(player)]
        return [
            other
            for other, side in zip(self.seating, sides, strict=True)
            if other != NOBODY and side != own
        ]

    def won(self, player: int) -> bool:
        return self.result is not None and player in self.result.winners

    def points(self, player: int) -> Fraction:
        """One point for a win; sides that share a win share the point. Partners each get all of
        their side's points."""
        if self.result is None or player not in self.result.winners:
            return Fraction(0)
        return Fraction(1, max(1, self.result.sides))

    def figure(self, player: int) -> int | None:
        if self.result is None or not self.result.figures:
            return None
        return self.result.figures[self.seating.index(player)]

    @property
    def counts(self) -> bool:
        """Whether the game has a winner. One that was called off has none."""
        return self.result is not None and bool(self.result.sides)


@dataclass(frozen=True)
class Round:
    started: float
    games: tuple[PlayedGame, ...]
    byes: tuple[int, ...] = ()
    bye_points: int = 1

    @property
    def over(self) -> bool:
        return all(game.result is not None for game in self.games)

    def game_of(self, player: int) -> int | None:
        """The number of a player's game in this round, from 1."""
        for number, game in enumerate(self.games, 1):
            if player in game.seating:
                return number
        return None


@dataclass
class History:
    """What follows from the log of an evening."""

    rounds: list[Round] = field(default_factory=list)
    present: list[int] = field(default_factory=list)
    """Who takes part, by number, in the order of their coming."""
    joined: dict[int, int] = field(default_factory=dict)
    """Everyone who has ever taken part, with the number of rounds that had started by then."""
    arrivals: Counter[int] = field(default_factory=Counter)
    """How often each player has come, or come back."""
    planned: int = 0
    """The total number of rounds, as planned when the last one started."""
    ended: bool = False

    @property
    def playing(self) -> bool:
        """Whether games of the last round are still being played."""
        return bool(self.rounds) and not self.rounds[-1].over

    @property
    def games(self) -> list[PlayedGame]:
        return [game for each in self.rounds for game in each.games]

    def find(self, table: str) -> tuple[int, int] | None:
        """The round and the number of a table's game, both from 1."""
        for r, each in enumerate(self.rounds, 1):
            for g, game in enumerate(each.games, 1):
                if game.table == table:
                    return r, g
        return None

    def add(self, event: LogEvent, at: float) -> None:
        if isinstance(event, RoundStarted):
            games = tuple(PlayedGame(game.table, game.seating, game.sides) for game in event.games)
            self.rounds.append(Round(at, games, event.byes, event.bye_points))
            self.planned = event.of
        elif isinstance(event, Decided):
            before = self.rounds[event.round - 1]
            games_now = list(before.games)
            old = games_now[event.game - 1]
            figures = event.figures or (() if old.result is None else old.result.figures)
            result = msgspec.structs.replace(event, figures=figures)
            games_now[event.game - 1] = replace(old, result=result, decided=old.decided + 1)
            self.rounds[event.round - 1] = replace(before, games=tuple(games_now))
        elif isinstance(event, Ended):
            self.ended = True
        elif isinstance(event, Withdrew):
            if event.player in self.present:
                self.present.remove(event.player)
        elif event.player not in self.present:
            self.present.append(event.player)
            self.arrivals[event.player] += 1
            self.joined.setdefault(event.player, len(self.rounds))


def history(events: Iterable[tuple[str, float]]) -> History:
    """Read a log: the text and the time of each event."""
    found = History()
    for text, at in events:
        found.add(read(text), at)
    return found


def sides_by_seat(game: Game) -> tuple[int, ...]:
    """The side of each seat; empty if every seat is a side of its own."""
    if len(game.teams) == game.players:
        return ()
    side_of = {seat: side for side, seats in enumerate(game.teams) for seat in seats}
    return tuple(side_of[seat] for seat in range(game.players))


def sides_of(game: Game, seats: Sequence[int]) -> int:
    """The number of sides that these seats belong to."""
    return sum(any(seat in seats for seat in side) for side in game.teams)


def decided(
    place: tuple[int, int], seating: Sequence[int], game: Game, outcome: Outcome | None
) -> Decided:
    """The result of a game that is over; nobody's win if it was called off."""
    if outcome is None:
        return Decided(*place, (), 0)
    winners = tuple(seating[seat] for seat in outcome.winners if seating[seat] != NOBODY)
    figures = tuple(outcome.figure(seat) for seat in range(game.players))
    return Decided(*place, winners, sides_of(game, outcome.winners), figures)
