"""Verifies what clients were sent against the store itself, without asking a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from claimant.chaos.clients import ClientLog, TableLog
from claimant.game import Illegal, State
from claimant.luck import verify
from claimant.record import BadRecord, loads
from claimant.web.store.interface import Event, Store, TableRow
from claimant.web.tables.options import TableOptions


@dataclass
class Verification:
    """The errors found so far, and how far each table has been checked."""

    lost: set[tuple[str, int]] = field(default_factory=set)
    """Acknowledged events that are not in the store, by table and version."""
    duplicated: set[tuple[str, int]] = field(default_factory=set)
    """Events of a client's seat that the client did not send."""
    errors: list[str] = field(default_factory=list)
    """Tables that do not replay by the rules, or whose random draws do not verify."""
    states: dict[str, tuple[int, State]] = field(default_factory=dict)
    """By table: the events replayed, and the state after them."""
    verified: set[str] = field(default_factory=set)
    """Finished tables whose record has been verified."""

    async def check(self, store: Store, log: ClientLog, *, again: bool = False) -> None:
        """Check what has been added since the last time, and finished games only `again`."""
        # A copy of this moment: clients go on, and a table that lost a seat leaves their log.
        tables = [(name, seen, dict(seen.acknowledged)) for name, seen in log.tables.items()]
        for name, seen, acknowledged in tables:
            if name in self.verified and not again:
                continue
            row = await store.table(name)
            if row is None:
                self.errors.append(f"{name}: the table is gone")
                continue
            events = await store.events(name)
            self._compare(name, events, acknowledged)
            self._replay(row, events, seen)
            if seen.record and name not in self.verified:
                self._verify_record(name, seen.record, events)

    def _compare(self, name: str, events: Sequence[Event], acknowledged: dict[int, str]) -> None:
        """Every acknowledged event is at its place."""
        if [event.version for event in events] != list(range(1, len(events) + 1)):
            self.errors.append(f"{name}: the versions are not consecutive")
        for version, event in acknowledged.items():
            if version >= len(events) or events[version].event != event:
                self.lost.add((name, version))

    def _replay(self, row: TableRow, events: Sequence[Event], seen: TableLog) -> None:
        """The table follows the rules, and has no event that its players did not send."""
        done, state = self.states.get(row.id, (0, None))
        if state is None:
            state = TableOptions.from_json(row.header).create_game().start()
        for version, event in enumerate(events[done:], done):
            if state.actor in seen.seats and seen.sent.get(version) != event.event:
                self.duplicated.add((row.id, version))
            try:
                state = state.play(event.event)
            except Illegal as refused:
                self.errors.append(f"{row.id}, event {version + 1}: {refused}")
                break
        self.states[row.id] = (len(events), state)

    def _verify_record(self, name: str, text: str, events: Sequence[Event]) -> None:
        """The record of a finished game is what is stored, and its random draws verify."""
        self.verified.add(name)
        try:
            record = loads(text)
            verify(record)
        except BadRecord as bad:
            self.errors.append(f"{name}: {bad}")
            return
        if list(record.events) != [event.event for event in events]:
            self.errors.append(f"{name}: the record differs from the store")
