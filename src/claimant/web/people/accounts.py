"""Changes to a person that also show at their tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from claimant.web.people.people import People, Person
from claimant.web.store.interface import DamagedTable, Store
from claimant.web.tables.cache import TableCache
from claimant.web.tables.seating import Seating
from claimant.web.tables.visitors import Visitors
from claimant.web.tables.writer import TableWriter

BATCH: Final = 100
"""Waiting tables that a person who is deleted leaves at a time."""
MAX_RUNNING: Final = 10_000
"""Running games of one person; the limits allow far fewer."""


class Accounts:
    def __init__(
        self,
        store: Store,
        people: People,
        tables: TableCache,
        visitors: Visitors,
        writer: TableWriter,
        seating: Seating,
    ) -> None:
        self._store = store
        self._people = people
        self._tables = tables
        self._visitors = visitors
        self._writer = writer
        self._seating = seating

    async def rename(self, person: Person, name: str, colour: int | None = None) -> None:
        await self.refresh(await self._people.rename(person, name, colour))

    async def revoke(self, person: Person, link: bool = False) -> tuple[Person, str]:
        """Sign a person out everywhere, which also ends their feeds. Returns the person with their
        new epoch, and the token of a new personal link if one is wanted."""
        now, token, tables = await self._people.revoke(person, link)
        await self.refresh(tables)
        return now, token

    async def block(self, person: str, at: float | None) -> None:
        """Keep a person out from a time on, also from the seats that they have; None lets them in
        again. Raises `Refusal` if there is no such person."""
        running = await self._store.tables_in(person, "running", MAX_RUNNING)
        await self._update(await self._people.block(person, at), running)

    async def forget(self, person: Person) -> None:
        """Delete a person. Their seats at tables that wait for players become free, and a bot plays
        on for them in running games."""
        left: set[str] = set()
        while waiting := await self._store.tables_in(person.id, "waiting", BATCH):
            if left.issuperset(waiting):
                break  # they cannot be left: what follows makes the seats nobody's
            left.update(waiting)
            for table in waiting:
                visitor = await self._visitors.identify(table, person=person, current=True)
                if visitor.seats:
                    await self._seating.leave(visitor)
        running = await self._store.tables_in(person.id, "running", MAX_RUNNING)
        await self._update(await self._people.forget(person), running)

    async def refresh(self, tables: Iterable[str]) -> None:
        """Read what has changed in the store at those tables that are in memory. A person may sit
        at thousands of finished games: these are not loaded."""
        for table in filter(None, map(self._tables.changed_elsewhere, tables)):
            await self._tables.refresh(table)

    async def _update(self, tables: Iterable[str], running: Sequence[str]) -> None:
        """The same, and let bots move at running games from which the person is gone."""
        await self.refresh(set(tables).difference(running))
        for name in running:
            with suppress(DamagedTable):  # nobody can see it, or play there
                await self._writer.update_summary(await self._tables.find(name))
