"""Changes to a person that also show at their tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from claimant.web.people.people import People, Person
from claimant.web.tables.cache import TableCache
from claimant.web.tables.seating import Seating
from claimant.web.tables.visitors import Visitors
from claimant.web.tables.writer import TableWriter

MAX_TABLES_LEFT: Final = 1000
"""Waiting tables that a person who is deleted leaves."""


class Accounts:
    def __init__(
        self,
        people: People,
        tables: TableCache,
        visitors: Visitors,
        writer: TableWriter,
        seating: Seating,
    ) -> None:
        self._people = people
        self._tables = tables
        self._visitors = visitors
        self._writer = writer
        self._seating = seating

    async def rename(self, person: Person, name: str, colour: int | None = None) -> None:
        await self._update(await self._people.rename(person, name, colour))

    async def revoke(self, person: Person, link: bool = False) -> tuple[Person, str]:
        """Sign a person out everywhere, which also ends their feeds. Returns the person with their
        new epoch, and the token of a new personal link if one is wanted."""
        now, token, tables = await self._people.revoke(person, link)
        for table in filter(None, map(self._tables.changed_elsewhere, tables)):
            await self._tables.refresh(table)
        return now, token

    async def forget(self, person: Person) -> None:
        """Delete a person. A bot plays on for them in running games."""
        for table in await self._tables.of_person(person, MAX_TABLES_LEFT):
            if table.status == "waiting":
                visitor = await self._visitors.identify(table.id, person=person)
                if visitor.seat is not None:
                    await self._seating.leave(visitor)
        await self._update(await self._people.forget(person))

    async def _update(self, tables: Iterable[str]) -> None:
        for name in tables:
            await self._writer.update_summary(await self._tables.find(name))
