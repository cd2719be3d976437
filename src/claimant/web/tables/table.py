"""What a table is: a set-up, its seats, and the events so far with what they led to.

A `Table` is what a process remembers of a table in the store; it can be forgotten and read again at
any time. Nobody but the rules reads its states: people, programs and bots get `table.view(seat)`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from claimant import registry
from claimant.bots import LEVELS
from claimant.game import CHANCE, Illegal, State, View
from claimant.i18n import Name, Text, player
from claimant.luck import Secret
from claimant.record import Record, redact
from claimant.web.ops.settings import Settings
from claimant.web.people.names import told_apart
from claimant.web.store.interface import Event, SeatRow, Standing, TableRow

BOT: Final = "bot:"
MOST_UNDONE: Final = 200
"""So that nobody can fill the log by taking back for ever."""
ROUNDING: Final = 1e-3
"""Seconds that sums and differences of moments may be off."""
MOST_VIEWS: Final = 100
"""Of a table, kept to be sent once more."""
MOST_RECENT: Final = 16
"""Of them, where the game goes on."""


class Header(msgspec.Struct, frozen=True):
    """What was chosen when the table was made."""

    game: str
    rules: int
    players: int
    options: dict[str, str]
    pace: str = "none"
    spectators: bool = True
    host_token: str = ""
    """The SHA-256 of the token of a host without a seat, in hexadecimal."""
    swift: bool = False
    maker: str = ""
    """The SHA-256 of the token of a host who sat down and is no person known here."""


@dataclass(frozen=True)
class Duty:
    """What the server has to do at a table of its own accord."""

    seat: int
    level: str | None
    """The bot that is to move; None: the player's time is up then."""
    at: float


class Table:
    def __init__(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        self.row = row
        self.id: Final = row.id
        self.header: Final = msgspec.json.decode(row.header, type=Header)
        self.game: Final = registry.game_of(
            self.header.game, self.header.rules, self.header.players, self.header.options
        )
        self.seats: tuple[SeatRow, ...] = tuple(seats)
        self.events: list[str] = []
        self.version = 0
        """How many they are."""
        self._since = [row.created]
        self._states: list[State] = [self.game.start()]
        self.touched = 0.0
        """When someone last asked for it; the house may forget it later."""
        self.stirred = row.created
        """When something last happened here."""
        self.awake = 0.0
        """No clock began to run before: the server was down, or a player has just come back."""
        self._ahead: list[tuple[str, State]] = []
        """What `next_events` foresaw, so that it need not be played again once it is committed."""
        self._views: dict[tuple[int, int | None], View] = {}
        self._doers: list[tuple[int | None, int | None]] = [(CHANCE, None)]
        self._names: list[Name] = []

    # Where it stands.

    @property
    def revision(self) -> int:
        return self.row.revision

    @property
    def state(self) -> State:
        """For the rules and the server's own work, never for what is sent."""
        return self._states[-1]

    @property
    def status(self) -> str:
        if self.events:
            return "over" if self._doers[-1][0] is None else "running"
        return self.row.standing.status

    @property
    def over(self) -> bool:
        return self.status == "over"

    @property
    def closed_to_others(self) -> bool:
        """Whether only those who sit here may look. Before and after a game all may."""
        return not self.header.spectators and self.status == "running"

    @property
    def full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    def add(self, events: Sequence[Event]) -> None:
        """Take in what the store has committed."""
        ahead, self._ahead = self._ahead, []
        foreseen = [event for event, _ in ahead] == [event.event for event in events]
        if not events or not foreseen or events[0].version != self.version + 1:
            ahead = []
        for i, event in enumerate(events):
            if event.version != self.version + 1:
                continue
            state = ahead[i][1] if ahead else self.state.play(event.event)
            self._states.append(state)
            self._doers.append((state.actor, state.undoer))
            self.events.append(event.event)
            self.version = event.version
            self._since.append(self._thinks_from(event.event, event.at))
            self.stirred = event.at
        if len(self._views) > MOST_RECENT:
            recent = self.version - 2
            self._views = {key: view for key, view in self._views.items() if key[0] >= recent}

    def reseat(self, seats: Sequence[SeatRow]) -> None:
        self.seats = tuple(seats)
        self._names = []

    def actor_at(self, version: int) -> int | None:
        """Who was to decide after that many events."""
        return self._doers[version][0]

    def undoer_at(self, version: int) -> int | None:
        return self._doers[version][1]

    def doers(self, version: int) -> tuple[int | None, int | None]:
        """Who could do something after that many events: decide, or take something back."""
        return self._doers[version]

    # What is to be done.

    def next_events(self, event: str | None) -> tuple[list[str], State]:
        """An event and what luck decides right after it; without one, how the game begins."""
        state = self.state
        ahead: list[tuple[str, State]] = []
        if event is not None:
            if event == "undo" and self.events.count("undo") >= MOST_UNDONE:
                raise Illegal("no-undo", Text("enough has been taken back in this game"))
            state = state.play(event)
            ahead.append((event, state))
        while state.actor == CHANCE:
            luck = self._luck().luck(self.version + len(ahead) + 1, self.game.players)
            outcome = state.draw(luck)
            event, state = state.write(outcome), state.happen(outcome)
            ahead.append((event, state))
        self._ahead = ahead
        return [event for event, _ in ahead], state

    def _luck(self) -> Secret:
        return Secret(self.row.secret, [seat.word for seat in self.seats])

    def bot_seed(self, seat: int) -> int:
        """A bot's own luck: the same after a crash, and unknown to all but this server."""
        name = f"bot {seat} {self.version}".encode()
        return int.from_bytes(hmac.digest(self.row.secret, name, "sha256")[:8], "big")

    def duty(
        self, state: State, since: float, seats: Sequence[SeatRow], settings: Settings
    ) -> Duty | None:
        """What the server has to do once this is the state, and when."""
        actor = state.actor
        if actor is None or actor == CHANCE:
            return None
        seat = seats[actor]
        if seat.kind == "bot" or seat.away:
            level = seat.level if seat.kind == "bot" else settings.stand_in
            # At a swift table bots move as soon as they can, which may tell how hard it was.
            return Duty(actor, level, since + (0 if self.header.swift else settings.pace_of(level)))
        pace = settings.paces[self.header.pace]
        return Duty(actor, None, since + pace) if pace else None

    @property
    def since(self) -> float:
        """When the one to decide began to think."""
        return max(self._since[-1], self.awake)

    def since_after(self, event: str, now: float) -> float:
        """When the one to decide after an event begins to think, or began."""
        return max(self._thinks_from(event, now), self.awake)

    def _thinks_from(self, event: str, now: float) -> float:
        """What is taken back gives no new time to think: the clock goes on from before."""
        return self._since[-2] if event == "undo" else now

    def promised(self, paces: Mapping[str, float]) -> float:
        """When the one to decide began to think, by the end of their time that the store keeps,
        where the events tell an earlier moment: who came back at another server has time from
        then."""
        due, actor = self.row.standing.due, self.row.standing.actor
        pace = paces[self.header.pace]
        if due is None or actor is None or not pace or self.row.version != self.version:
            return 0.0
        seat = self.seats[actor]
        later = due - pace > self._since[-1] + ROUNDING
        return due - pace if later and seat.kind == "person" and not seat.away else 0.0

    def due(self, version: int, paces: Mapping[str, float]) -> float | None:
        """When the time of the one to decide is up, for people to see."""
        actor = self.actor_at(version)
        pace = paces[self.header.pace]
        if not pace or actor is None or actor == CHANCE or self.status == "waiting":
            return None
        seat = self.seats[actor]
        since = max(self._since[version], self.awake)
        return since + pace if seat.kind == "person" and not seat.away else None

    # What people and programs may see.

    def view(self, seat: int | None, version: int | None = None) -> View:
        version = self.version if version is None else version
        key = (version, seat)
        if key not in self._views:
            if len(self._views) > MOST_VIEWS:  # someone steps through a whole game
                self._views.clear()
            self._views[key] = self._states[version].view(seat)
        return self._views[key]

    def event_seen(self, seat: int | None, version: int) -> str | None:
        """Event number `version` as a seat may know it at that moment."""
        if version == 0:
            return None
        event = self.events[version - 1]
        if self.game.open or self._states[version].actor is None:
            return event
        return self._states[version - 1].redact(event, seat, self.view(seat, version))

    def names(self) -> list[Name]:
        """Who sits where, as people read it."""
        if not self._names:
            self._names = told_apart([name_of(seat) for seat in self.seats])
        return self._names

    def record(self, seat: int | None) -> Record:
        """The record as a seat may read it; whole, with the seed, once the game is over."""
        secret = self._luck()
        names = [f"bot {s.level}" if s.kind == "bot" else s.name for s in self.seats]
        headers = secret.headers if self.events else {"commitment": secret.commitment}
        if self.over:
            headers["seed"] = secret.seed
        record = replace(Record.of(self.game, names, headers), events=self.events)
        return redact(record, seat)

    @property
    def commitment(self) -> str:
        return self._luck().commitment

    @property
    def seed(self) -> str | None:
        """The secret of the luck, once the game is over."""
        return self._luck().seed if self.over else None

    # Who is who.

    def seat_of_token(self, token: str) -> int | None:
        given = digest(token)
        found = None
        for seat in self.seats:  # all of them, so that the time taken tells nothing
            if seat.token and hmac.compare_digest(seat.token, given):
                found = seat.seat
        return found

    def seat_of_person(self, person: str) -> int | None:
        for seat in self.seats:
            if seat.kind == "person" and seat.person == person:
                return seat.seat
        return None

    def is_host_token(self, token: str) -> bool:
        kept = self.header.host_token
        return bool(kept) and hmac.compare_digest(kept, digest(token).hex())


def name_of(seat: SeatRow) -> Name:
    """What a seat is called: a name that people gave, or a text."""
    if seat.kind == "bot":
        return Text("Bot {n} ({level})", n=seat.seat + 1, level=level_name(seat.level))
    return seat.name or player(seat.seat)


def level_name(level: str) -> Text:
    return LEVELS[level].name if level in LEVELS else Text("{level}", level=level)


def token_after(token: bytes) -> str:
    """The token of a seat in the next game, from what is kept of the one in this."""
    return base64.urlsafe_b64encode(hmac.digest(token, b"rematch", "sha256")[:24]).decode()


def digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def standing_of(status: str, state: State, duty: Duty | None) -> Standing:
    actor = state.actor
    seat = None if actor is None or actor == CHANCE else actor
    if duty is None:
        return Standing(status, seat, None)
    # A bot's turn is due at any time: after a crash it is found even if the clock was set back.
    return Standing(status, seat, duty.at if duty.level is None else 0.0)
