"""Checking a whole store: each table is what was written, and follows the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

from claimant import luck
from claimant.i18n import Text
from claimant.record import BadRecord
from claimant.web.evenings.log import history
from claimant.web.evenings.plans import read_series, read_tournament
from claimant.web.store.chain import extended, first_link
from claimant.web.store.interface import DamagedTable, Store, TableRow
from claimant.web.tables.table import Table

BATCH: Final = 100
"""Tables read at a time."""


@dataclass
class Findings:
    tables: int = 0
    """The number of tables that were checked."""
    damaged: list[tuple[str, Text]] = field(default_factory=list)
    """The ids of the damaged ones, each with what is wrong."""
    damaged_evenings: list[tuple[str, Text]] = field(default_factory=list)
    """The same for series and tournaments."""


async def all_tables(store: Store) -> AsyncIterator[TableRow]:
    """Every table, by id, a few at a time."""
    last = ""
    while rows := await store.tables_after(last, BATCH):
        for row in rows:
            yield row
        last = rows[-1].id


async def check(store: Store, *, replay: bool = True) -> Findings:
    """Check the hash chain of every table, replay its game, and verify the luck if it is over;
    without `replay` only the chains, which is much faster."""
    found = Findings()
    async for row in all_tables(store):
        found.tables += 1
        wrong = await _wrong(store, row, replay)
        if wrong is not None:
            found.damaged.append((row.id, wrong))
    async for name in _evenings(store):
        wrong = await _wrong_with_evening(store, name)
        if wrong is not None:
            found.damaged_evenings.append((name, wrong))
    return found


async def _evenings(store: Store) -> AsyncIterator[str]:
    last = ""
    while ages := await store.evening_ages(last, BATCH):
        for age in ages:
            yield age.id
        last = ages[-1].id


async def _wrong_with_evening(store: Store, name: str) -> Text | None:
    """What is wrong with a series or tournament. A server may go on writing meanwhile."""
    row = await store.evening(name)
    if row is None:  # it has just been removed
        return None
    events = (await store.evening_events(name))[: row.version]
    if [event.version for event in events] != list(range(1, row.version + 1)):
        return Text("events are missing")
    try:
        past = history((event.event, event.at) for event in events)
        (read_series if row.kind == "series" else read_tournament)(row.plan)
    except (ValueError, IndexError):
        return Text("its log cannot be read")
    people = {entrant.number for entrant in await store.entrants(name)}
    return None if people.issuperset(past.joined) else Text("people are missing")


async def _wrong(store: Store, row: TableRow, replay: bool) -> Text | None:
    """What is wrong with a table. A server may go on writing meanwhile."""
    events = await store.events(row.id)
    known = events[: row.version]
    if [event.version for event in known] != list(range(1, row.version + 1)):
        return Text("events are missing")
    if extended(first_link(row.id, row.header, row.secret), known) != row.head:
        return Text("the events are no longer as they were written")
    if not replay:
        return None
    try:
        table = await Table.load(row, await store.seats(row.id), known)
        if table.over:
            luck.verify(table.record(None))
    except DamagedTable:
        return Text("the game does not follow the rules")
    except BadRecord as bad:
        return Text("the luck is not what was promised: {problem}", problem=bad.text)
    return None
