"""Reading evenings from the store, adding to their logs, and noting the results of their games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from claimant.i18n import Text
from claimant.web.evenings.evening import Evening
from claimant.web.evenings.log import NOBODY, Decided, LogEvent, decided, history, written
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.store.evenings import EntrantRow, EveningChange
from claimant.web.store.interface import DamagedTable, SeatRow, Stale, Store, TableRow
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table

NewTable = tuple[TableRow, Sequence[SeatRow]]


def no_evening() -> Refusal:
    return Refusal(404, "no-evening", Text("there is no such series or tournament"))


def not_organiser() -> Refusal:
    return Refusal(403, "organiser", Text("only the organiser can do that"))


class EveningKeeper:
    """What series and tournaments have in common. Nothing is cached: an evening is read whenever it
    is needed, and its log is short."""

    def __init__(self, store: Store, tables: TableCache, settings: Settings) -> None:
        self._store = store
        self._tables = tables
        self._settings = settings

    async def load(self, name: str, kind: str = "") -> Evening:
        """An evening as the store has it; raises `Refusal` if there is none."""
        row = await self._store.evening(name)
        if row is None or (kind and row.kind != kind):
            raise no_evening()
        entrants = await self._store.entrants(name)
        # Events that another server has added since the row was read are read next time.
        events = (await self._store.evening_events(name))[: row.version]
        found = history((event.event, event.at) for event in events)
        return Evening(row, entrants, found, events)

    async def current(self, name: str, kind: str = "") -> Evening:
        """An evening with the results of all games that are over by now."""
        while True:
            evening = await self.load(name, kind)
            results, tables = await self._results(evening)
            people = await self._people(evening) if evening.is_series else []
            if not results and not people:
                return evening
            with suppress(Stale):  # another server has noted them, or something else
                await self.append(evening, results, entrants=people, decided=tables)

    async def of_table(self, table: str) -> Evening | None:
        """The evening that a table belongs to, with the results known by now."""
        name = await self._store.evening_of(table)
        return None if name is None else await self.current(name)

    async def append(
        self,
        evening: Evening,
        events: Sequence[LogEvent],
        *,
        entrants: Sequence[EntrantRow] = (),
        tables: Sequence[NewTable] = (),
        decided: Sequence[str] = (),
    ) -> None:
        """Add to the log; raises `Stale` if someone else has added to it since."""
        now = self._settings.now()
        status, due = evening.after(events, now)
        change = EveningChange(
            *([written(event) for event in events], now, status, due),
            entrants=entrants,
            tables=tables,
            games=[row.id for row, _ in tables],
            decided=decided,
        )
        await self._store.append_evening(evening.id, evening.row.version, change)

    async def _results(self, evening: Evening) -> tuple[list[Decided], list[str]]:
        """Results that are not in the log yet, and their tables."""
        found: list[Decided] = []
        tables = []
        for r, each in enumerate(evening.history.rounds, 1):
            for g, game in enumerate(each.games, 1):
                if game.result is not None:
                    continue
                row = await self._store.table(game.table)
                status = "closed" if row is None else row.summary.status
                if status == "closed":
                    found.append(Decided(r, g, (), 0, by="gone"))
                elif status in ("over", "called-off"):
                    table = await self._table(game.table)
                    if table is None:
                        found.append(Decided(r, g, (), 0, by="gone"))
                    else:
                        outcome = table.view(None).outcome
                        found.append(decided((r, g), game.seating, table.game, outcome))
                else:
                    continue
                tables.append(game.table)
        return found, tables

    async def _table(self, name: str) -> Table | None:
        """A table as it is now; None if it is damaged."""
        try:
            table = await self._tables.find(name)
            if not table.over:
                await self._tables.refresh(table)
        except DamagedTable:
            return None
        return table

    async def _people(self, evening: Evening) -> list[EntrantRow]:
        """Who has joined a series, or taken a seat over, since its last game was made."""
        if evening.over or not evening.history.games:
            return []
        game = evening.history.games[-1]
        changed = []
        for seat in await self._store.seats(game.table):
            number = game.seating[seat.seat]
            if number == NOBODY or seat.kind == "open":
                continue
            now = EntrantRow(number, seat.person, seat.name, seat.colour, seat.level)
            if evening.entrants[number] != now:
                changed.append(now)
        return changed
