"""Checking a whole store: each table is what was written, and follows the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

from claimant import luck
from claimant.i18n import Text
from claimant.record import BadRecord
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
    return found


async def _wrong(store: Store, row: TableRow, replay: bool) -> Text | None:
    """What is wrong with a table. A server may go on writing meanwhile."""
    events = await store.events(row.id)
    known = events[: row.version]
    if [event.version for event in known] != list(range(1, row.version + 1)):
        return Text("events are missing")
    if extended(first_link(row.id, row.header, row.secret), known) != row.head:
        return Text("the events are not those that were written")
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
