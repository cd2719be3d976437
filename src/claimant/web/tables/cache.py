"""Tables in memory: loading them from the store, keeping them current, dropping idle ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from claimant.web.http import errors
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.store.interface import DamagedTable, Stale, Store, TableRow, TableSummary
from claimant.web.tables.deadlines import resumed_elsewhere
from claimant.web.tables.table import Table

MAX_TABLES: Final = 2000
"""Tables in memory above which idle ones are dropped; they are read again on demand."""
IDLE: Final = 60.0
"""Seconds without a request after which a table may be dropped from memory."""
RECENT: Final = 15.0
"""Seconds within which every request for a table has been answered."""
CODE_LENGTH: Final = 8


OnChange = Callable[[Table, bool], None]
"""Called with a table that has changed, and whether its seats have."""
InUse = Callable[[str], bool]
"""Whether a subscriber still needs the table with this id in memory."""


class TableList(list[Table]):
    """Tables, without those that cannot be used."""

    damaged = 0
    """The number of tables that were left out."""


class TableCache:
    """The tables of this process, one `Table` object per id.

    Bounded by `MAX_TABLES`, not counting tables in use. A table is brought up to date by `refresh`:
    after every local write, when another process reports a change, and before it is shown.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._tables: dict[str, Table] = {}
        """In order of use, longest idle first."""
        self._used_at: dict[str, float] = {}
        """When each of them was last asked for, by the monotonic clock."""
        self._loading: dict[str, bool] = {}
        """Tables being read, and whether another process has changed them meanwhile."""
        self._on_change: list[OnChange] = []
        self._in_use: list[InUse] = []
        self._opened = 0.0

    def open(self) -> None:
        self._opened = self._settings.now()

    def subscribe(self, on_change: OnChange, *, in_use: InUse) -> None:
        """Report every change of a table, and keep the tables that are `in_use` in memory."""
        self._on_change.append(on_change)
        self._in_use.append(in_use)

    @property
    def in_memory(self) -> Mapping[str, Table]:
        return MappingProxyType(self._tables)

    async def find(self, id_or_code: str) -> Table:
        """Return the table; raises `Refusal` if there is none."""
        table = self._tables.get(id_or_code)
        if table is not None:
            self.touch(table)
            return table
        coded = len(id_or_code) == CODE_LENGTH
        found = await self._store.table_with_code(id_or_code) if coded else None
        return await self._load(found or id_or_code)

    def touch(self, table: Table) -> None:
        """Note that a table was asked for."""
        self._tables[table.id] = self._tables.pop(table.id)
        self._used_at[table.id] = self._settings.monotonic()

    async def _load(self, name: str) -> Table:
        self._loading.setdefault(name, False)
        changed = False
        try:
            row = await self._store.table(name)
            if row is None:
                raise errors.no_table()
            seats, events = await self._store.seats(name), await self._store.events(name)
            table = await Table.load(row, seats, events)
            table.clock.resumed = self._opened
            changed = await self._call_off(table)
            # Another task may have loaded it meanwhile. Listeners hold the object that is
            # notified, so there must be only one per table.
            table = self._tables.setdefault(name, table)
        finally:
            changed = self._loading.pop(name, False) or changed
        self.touch(table)
        if changed:
            await self.refresh(table)
        if len(self._tables) > MAX_TABLES:
            self._drop_idle()
        return table

    async def _call_off(self, table: Table) -> bool:
        """Note that a game is too long, if an earlier version let it become so. Returns whether
        anything was written."""
        if not table.called_off or table.row.summary.status == table.status:
            return False
        summary = TableSummary(table.status, None, None)
        with suppress(Stale):  # another process did
            version, revision = table.version, table.revision
            await self._store.change_seats(table.id, revision, [], summary, version)
        return True

    def _drop_idle(self) -> None:
        spare = MAX_TABLES // 10
        for name, table in list(self._tables.items()):
            if not spare or self._settings.monotonic() - self._used_at[name] <= IDLE:
                return
            if self._used(name):
                self.touch(table)  # moves it to the end, so that it is not checked every time
            else:
                del self._tables[name], self._used_at[name]
                spare -= 1

    def drop(self, name: str) -> None:
        """Forget a table that has been removed from the store."""
        self._tables.pop(name, None)
        self._used_at.pop(name, None)

    def _used(self, name: str) -> bool:
        return any(in_use(name) for in_use in self._in_use)

    async def refresh(self, table: Table) -> None:
        """Read what has been written to the store since, and report it. Raises `Refusal` if the
        table has been removed."""
        row = await self._store.table(table.id)
        if row is None:  # it was too old, and has been removed
            self.drop(table.id)
            raise errors.no_table()
        seats = await self._store.seats(table.id) if row.revision != table.revision else None
        events = await self._store.events(table.id, table.version)
        # Another task may have read more during these queries.
        version = table.version
        await table.catch_up(events)
        moved = table.version != version
        revised = seats is not None and row.revision > table.revision
        if seats is not None and revised:
            # At a table with a time limit the store has the deadline of a player who came back.
            limit = self._settings.paces[table.options.pace]
            came = [s.seat for s in seats if not s.away and table.seats[s.seat].away]
            if not limit and table.state.actor in came:
                table.clock.resumed = self._settings.now()
            table.reseat(seats)
        rematch = row.rematch is not None and table.row.rematch is None
        if (row.revision, row.version) >= (table.row.revision, table.row.version):
            table.row = row
            resumed = resumed_elsewhere(table, self._settings.paces)
            table.clock.resumed = max(table.clock.resumed, resumed)
        if revised or moved or rematch:
            self.report(table, revised or rematch)

    def report(self, table: Table, seats: bool) -> None:
        """Notify subscribers of a change that has been committed."""
        for on_change in self._on_change:
            on_change(table, seats)

    # Changes by other processes.

    def changed_elsewhere(self, name: str) -> Table | None:
        """Return the table if it is in memory, for the caller to refresh. One that is being loaded
        will be read again."""
        if name in self._loading:
            self._loading[name] = True
        return self._tables.get(name)

    def invalidate(self) -> list[Table]:
        """Assume that any table may have changed: drop those not in use and return the rest, for
        the caller to refresh. A client that asked for a table moments ago may be about to listen
        to that object, so recently used tables stay."""
        self._loading = dict.fromkeys(self._loading, True)
        recent = self._settings.monotonic() - RECENT
        for name in list(self._tables):
            if self._used_at[name] <= recent and not self._used(name):
                del self._tables[name], self._used_at[name]
        return list(self._tables.values())

    # Lists.

    async def of_person(self, person: Person, limit: int = 50) -> TableList:
        """The tables a person sits at, most recently changed first."""
        return await self._all(await self._store.tables_of(person.id, limit))

    async def waiting(self, limit: int = 50) -> TableList:
        """Public tables waiting for players."""
        return await self._all(await self._store.public_tables("waiting", limit))

    async def finished(self, limit: int = 50) -> TableList:
        """Public games that are over."""
        return await self._all(await self._store.public_tables("over", limit))

    async def _all(self, rows: list[TableRow]) -> TableList:
        found = TableList()
        for row in rows:
            try:
                found.append(await self.find(row.id))
            except DamagedTable:
                found.damaged += 1
        return found
