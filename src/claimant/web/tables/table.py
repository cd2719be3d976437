"""A table: its log of events, the states they lead to, and its seats.

A `Table` is a copy in memory of what the store has; it can be dropped and loaded again at any time.
Its states are for the rules alone: bots get `table.view(seat)`, people and programs
`table.view_for_people(seat)`.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Self

from claimant.bots.characters import bot_seat, character_key
from claimant.game import CHANCE, Illegal, State, View
from claimant.i18n import Name, Text
from claimant.luck import Contribution, Secret
from claimant.record import CALLED_OFF, HINT, Comment, Record
from claimant.web.people.tokens import hash_token
from claimant.web.store.chain import extended, first_link
from claimant.web.store.interface import DamagedTable, Event, SeatRow, TableRow
from claimant.web.tables.options import TableOptions
from claimant.web.tables.seat_names import seat_names
from claimant.web.tables.turn_clock import TurnClock

MAX_EVENTS: Final = 5_000
"""R-I11: a game that is not over after this many events is called off, without a winner."""
EVENTS_AT_ONCE: Final = 200
MAX_UNDOS: Final = 200
"""Undone events per game, so that nobody can fill the log by undoing forever."""
MAX_VIEWS: Final = 100
MAX_RECENT_VIEWS: Final = 32


def called_off() -> Text:
    """What there is to say about a game that was called off."""
    return Text("this game was called off after {n} events, without a winner", n=MAX_EVENTS)


class Deciders(NamedTuple):
    """The seats that can do something at a version."""

    actor: int | None
    """The seat to decide, `CHANCE`, or None once the game is over."""
    undoer: int | None
    """The seat that may undo the last event."""


NOBODY: Final = Deciders(None, None)


class Table:
    def __init__(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        self.row = row
        self.id: Final = row.id
        self.options: Final = TableOptions.from_json(row.header)
        self.game: Final = self.options.create_game()
        self.seats: tuple[SeatRow, ...] = ()
        self.names: tuple[Name, ...] = ()
        """What each player is called."""
        self.reseat(seats)
        self.events: list[str] = []
        self.head = first_link(row.id, row.header, row.secret)
        """The head of the hash chain over the events."""
        self.version = 0
        """The number of events."""
        self._draws = 0
        """The number of random events among them."""
        self.clock: Final = TurnClock(row.created)
        self.last_change = row.created
        """When the last event happened."""
        self._states: list[State] = [self.game.start()]
        self._deciders: list[Deciders] = [Deciders(CHANCE, None)]
        """By version. Asking a state costs a call into its compiled rules, and feeds ask often."""
        self._foreseen: list[tuple[str, State]] = []
        """What `next_events` last computed, so that committing it need not compute it again."""
        self._views: dict[tuple[int, int | None, bool], View] = {}
        """By version, seat, and whether it is without what players have to remember. Views never
        change. At most `MAX_VIEWS`; all but those of the last versions are dropped as the game goes
        on."""

    @property
    def revision(self) -> int:
        return self.row.revision

    @property
    def state(self) -> State:
        """For the rules and the server's own work. Never send anything derived from it."""
        return self._states[-1]

    @property
    def status(self) -> str:
        if not self.events:
            return self.row.summary.status
        return self.status_after(self.version, self._deciders[-1].actor)

    @staticmethod
    def status_after(version: int, actor: int | None) -> str:
        """The status of a game after a number of events, by whose turn it is then."""
        if actor is None:
            return "over"
        return "called-off" if version >= MAX_EVENTS else "running"

    @property
    def called_off(self) -> bool:
        return self.status == "called-off"

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: the game is finished or was called off."""
        return self.status in ("over", "called-off")

    @property
    def players_only(self) -> bool:
        """Whether only players may watch, which can be so only while the game is running."""
        return not self.options.spectators and self.status == "running"

    @property
    def full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    def deciders(self, version: int) -> Deciders:
        too_late = version >= MAX_EVENTS and self.called_off
        return NOBODY if too_late else self._deciders[version]

    @classmethod
    async def load(cls, row: TableRow, seats: Sequence[SeatRow], events: Sequence[Event]) -> Self:
        """A table as the store has it. The events may be more than the row knows of. Raises
        `DamagedTable` if they are not those that were written, or cannot be replayed."""
        try:
            table = cls(row, seats)
        except Exception as error:  # whatever is wrong with what was stored
            raise DamagedTable from error
        if len(seats) != table.game.players:
            raise DamagedTable
        await table.catch_up(events[: row.version])
        if (table.version, table.head) != (row.version, row.head):
            raise DamagedTable
        await table.catch_up(events[row.version :])
        return table

    # Events.

    async def catch_up(self, events: Sequence[Event]) -> None:
        """Add events from the store, a bounded number at a time. Another task may add the same ones
        meanwhile: those that are known are ignored. Raises `DamagedTable` if one is impossible."""
        for start in range(0, len(events), EVENTS_AT_ONCE):
            if start:
                await asyncio.sleep(0)
            try:
                self.extend(events[start : start + EVENTS_AT_ONCE])
            except Exception as error:  # not what was written there
                raise DamagedTable from error

    def extend(self, events: Sequence[Event]) -> None:
        """Add events that the store has committed."""
        foreseen, self._foreseen = self._foreseen, []
        same = [event for event, _ in foreseen] == [event.event for event in events]
        if not events or not same or events[0].version != self.version + 1:
            foreseen = []
        for i, event in enumerate(events):
            if event.version != self.version + 1:
                continue
            state = foreseen[i][1] if foreseen else self.state.play(event.event)
            self._draws += self._deciders[-1].actor == CHANCE and event.event != "undo"
            self._states.append(state)
            self._deciders.append(Deciders(state.actor, state.undoer))
            self.clock.add(event.event, event.at)
            self.events.append(event.event)
            self.head = extended(self.head, (event,))
            self.version = event.version
            self.last_change = event.at
        if len(self._views) > MAX_RECENT_VIEWS:
            recent = self.version - 2
            self._views = {key: view for key, view in self._views.items() if key[0] >= recent}

    def next_events(self, event: str | None) -> tuple[list[str], State]:
        """An event with the random draws that follow it, and the state after them. Without an
        event: the draws that begin the game."""
        if self.called_off:
            raise Illegal("called-off", called_off())
        state = self.state
        secret, draws = self._secret(), self._draws
        foreseen: list[tuple[str, State]] = []
        if event is not None:
            if event == "undo" and self.events.count("undo") >= MAX_UNDOS:
                raise Illegal("no-undo", Text("enough has been taken back in this game"))
            state = state.play(event)
            foreseen.append((event, state))
        while state.actor == CHANCE:
            number = secret.number(self.version + len(foreseen), draws)
            outcome = state.draw(secret.luck(number, self.game.players))
            event, state = state.write(outcome), state.happen(outcome)
            foreseen.append((event, state))
            draws += 1
        self._foreseen = foreseen
        return [event for event, _ in foreseen], state

    def _secret(self) -> Secret:
        given = [Contribution(seat.word, seat.bits, seat.commit_hash) for seat in self.seats]
        return Secret(self.row.secret, contributions=given, protocol=self.options.luck)

    @property
    def commitment(self) -> str:
        return self._secret().commitment

    @property
    def seed(self) -> str | None:
        """The secret behind the random draws, once the game is over."""
        return self._secret().seed if self.over else None

    def bot_seed(self, seat: int) -> int:
        """The seed of a bot's own random choices: the same after a crash, and known only here."""
        name = f"bot {seat} {self.version}".encode()
        return int.from_bytes(hmac.digest(self.row.secret, name, "sha256")[:8], "big")

    # What people and programs may see.

    def view(self, seat: int | None, version: int | None = None) -> View:
        version = self.version if version is None else version
        found = self._views.get((version, seat, False))
        if found is None:
            found = self._states[version].view(seat)
            if version >= MAX_EVENTS and self.called_off:
                found = found.replace(actor=None, legal=(), undo=False)
            self._keep((version, seat, False), found)
        return found

    def _keep(self, key: tuple[int, int | None, bool], view: View) -> None:
        if len(self._views) > MAX_VIEWS:  # someone is stepping through the whole game
            self._views.clear()
        self._views[key] = view

    def full_view(self, version: int) -> View:
        """Everything at a version, which nobody may see before the game is over."""
        if not self.over:
            raise PermissionError
        view = self._states[version].full_view()
        if version >= MAX_EVENTS and self.called_off:
            view = view.replace(actor=None, legal=(), undo=False)
        return view

    def view_for_people(self, seat: int | None, version: int | None = None) -> View:
        """The view as the web app and the API show it. What players have to remember is in it only
        if the table has a memory aid, or once the game is over."""
        if self.options.memory_aid or self.over:
            return self.view(seat, version)
        key = (self.version if version is None else version, seat, True)
        found = self._views.get(key)
        if found is None:
            found = self.view(seat, version).unaided()
            self._keep(key, found)
        return found

    def event_seen(self, seat: int | None, version: int) -> str | None:
        """Event number `version` as a seat may know it at that point of the game."""
        if version == 0:
            return None
        event = self.events[version - 1]
        if self.game.open or self._states[version].actor is None:
            return event
        return self._states[version - 1].redact(event, seat, self.view(seat, version))

    def record_headers(self) -> Record:
        """The record without its events; with the seed once the game is over."""
        secret = self._secret()
        names = [bot_seat(s.level) if s.kind == "bot" else s.name for s in self.seats]
        # What the players contribute is secret until the game begins.
        headers = secret.headers if self.events else secret.opening_headers
        if self.options.continued:  # not all of its luck follows from the secret
            headers = {"continued": str(self.options.continued)}
        headers |= {character_key(s.seat): s.name for s in self.seats if s.kind == "bot" and s.name}
        if self.called_off:
            headers[CALLED_OFF] = "yes"
        if self.over and not self.options.continued:
            headers["seed"] = secret.seed
        return Record.of(self.game, names, headers)

    def record(self, seat: int | None) -> Record:
        """The record redacted for a seat, or complete once the game is over."""
        events = self.events_seen(seat, range(self.version), self.version)
        comments = [Comment(number, HINT) for number in sorted(self.hinted)]
        return replace(self.record_headers(), events=events, comments=comments)

    def events_seen(self, seat: int | None, numbers: range, last: int) -> list[str]:
        """Some events, numbered from 0, as a seat may know them at version `last`."""
        events = self.events[numbers.start : numbers.stop]
        if self.deciders(last).actor is None:
            return events
        view = self.view(seat, last)
        return [
            self._states[n].redact(event, seat, view)
            for n, event in zip(numbers, events, strict=True)
        ]

    # Seats.

    def reseat(self, seats: Sequence[SeatRow]) -> None:
        self.seats = tuple(seats)
        self.names = seat_names(self.seats)

    @property
    def hinted(self) -> frozenset[int]:
        """The numbers of the decisions that were made after a hint. One that is taken back leaves
        its mark on the next."""
        given = {int(version) for version in self.row.hints.split()}
        found, told = set(), set()
        for version, event in enumerate(self.events):
            actor, undoer = self._deciders[version]
            if version in given and actor is not None:
                told.add(actor)
            if event == "undo":
                if version in found and undoer is not None:
                    told.add(undoer)
            elif actor in told:
                told.discard(actor)
                found.add(version + 1)
        return frozenset(found) if given else frozenset()

    def seat_of_token(self, token: str) -> int | None:
        given = hash_token(token)
        found = None
        for seat in self.seats:  # all of them, so that the time taken reveals nothing
            if seat.token and hmac.compare_digest(seat.token, given):
                found = seat.seat
        return found

    def seat_of_person(self, person: str) -> int | None:
        for seat in self.seats:
            if seat.kind == "person" and seat.person == person:
                return seat.seat
        return None

    def is_host_token(self, token: str) -> bool:
        stored = self.options.host_token
        return bool(stored) and hmac.compare_digest(stored, hash_token(token).hex())
