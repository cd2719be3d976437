"""Evenings, in SQL."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from claimant.web.store.evenings import (
    EntrantRow,
    EveningAge,
    EveningChange,
    EveningEvent,
    EveningRow,
)
from claimant.web.store.interface import SeatRow, Stale, TableRow
from claimant.web.store.statements import NOTIFY, SqlDatabase, Statement, Steps, placeholders

EVENING: Final = "id, kind, title, plan, organiser, created, status, due, version"
ENTRANT: Final = "number, person, name, colour, level"
PARTS: Final = ("entrants", "evening_events", "evening_games")
"""The tables of the database whose rows belong to an evening."""
NEXT_TABLE: Final = (
    "UPDATE tables SET rematch = ? WHERE id = ? AND rematch IS NULL RETURNING version"
)


class SqlEvenings(SqlDatabase):
    @abstractmethod
    def _insert_table(self, table: TableRow, seats: Sequence[SeatRow]) -> list[Statement]:
        """The statements that add a table without events."""

    async def create_evening(self, evening: EveningRow, change: EveningChange) -> None:
        def write() -> Steps[None]:
            yield from _check(change)
            values = (
                *(evening.id, evening.kind, evening.title, evening.plan, evening.organiser),
                *(evening.created, change.status, change.due, len(change.events), change.at),
            )
            insert = f"INSERT INTO evenings ({EVENING}, changed) VALUES ({placeholders(10)})"
            yield [(insert, values)]
            yield from self._add(evening.id, 0, change)

        await self._write(evening.id, write)

    async def append_evening(
        self, evening: str, expected_version: int, change: EveningChange
    ) -> None:
        def write() -> Steps[None]:
            yield from _check(change)
            (moved,) = yield [
                (
                    "UPDATE evenings SET version = ?, status = ?, due = ?, changed = ?"
                    " WHERE id = ? AND version = ? RETURNING version",
                    (
                        *(expected_version + len(change.events), change.status, change.due),
                        *(change.at, evening, expected_version),
                    ),
                )
            ]
            if not moved:
                raise Stale
            yield from self._add(evening, expected_version, change)

        await self._write(evening, write)

    def _add(self, evening: str, version: int, change: EveningChange) -> Steps[None]:
        """Everything that a change adds, once it is certain that it is not stale."""
        notices: list[Statement] = []
        for table, _ in change.tables:
            if table.before is not None:
                (claimed,) = yield [(NEXT_TABLE, (table.id, table.before))]
                notices += [(NOTIFY, (table.before, claimed[0][0], 0))] if claimed else []
        game = 'INSERT INTO evening_games ("table", evening, decided) VALUES (?, ?, ?)'
        yield [
            *(
                ("INSERT INTO evening_events VALUES (?, ?, ?, ?)", (evening, n, event, change.at))
                for n, event in enumerate(change.events, version + 1)
            ),
            *(_upsert_entrant(evening, entrant) for entrant in change.entrants),
            *(s for table, seats in change.tables for s in self._insert_table(table, seats)),
            *((game, (table, evening, False)) for table in change.games),
            *(
                ('UPDATE evening_games SET decided = ? WHERE "table" = ?', (True, table))
                for table in change.decided
            ),
            *notices,
        ]

    async def evening(self, evening: str) -> EveningRow | None:
        rows = await self._read(f"SELECT {EVENING} FROM evenings WHERE id = ?", evening)
        return EveningRow(*rows[0]) if rows else None

    async def evening_of(self, table: str) -> str | None:
        rows = await self._read('SELECT evening FROM evening_games WHERE "table" = ?', table)
        return str(rows[0][0]) if rows else None

    async def evening_events(self, evening: str) -> list[EveningEvent]:
        sql = "SELECT version, event, at FROM evening_events WHERE evening = ? ORDER BY version"
        return [EveningEvent(*row) for row in await self._read(sql, evening)]

    async def entrants(self, evening: str) -> list[EntrantRow]:
        sql = f"SELECT {ENTRANT} FROM entrants WHERE evening = ? ORDER BY number"
        return [EntrantRow(*row) for row in await self._read(sql, evening)]

    async def evenings_of(self, person: str, limit: int) -> list[EveningRow]:
        rows = await self._read(
            f"SELECT {EVENING} FROM evenings WHERE organiser = ?"
            " OR id IN (SELECT evening FROM entrants WHERE person = ?)"
            " ORDER BY changed DESC LIMIT ?",
            *(person, person, limit),
        )
        return [EveningRow(*row) for row in rows]

    async def open_evenings_by(self, person: str) -> int:
        sql = "SELECT count(*) FROM evenings WHERE organiser = ? AND status != 'over'"
        return int((await self._read(sql, person))[0][0])

    async def due_evenings(self, before: float, limit: int) -> list[str]:
        rows = await self._read(
            "SELECT id FROM evenings WHERE due IS NOT NULL AND due < ?"
            " UNION SELECT evening FROM evening_games"
            ' JOIN tables ON tables.id = evening_games."table"'
            " WHERE NOT decided AND tables.status IN ('over', 'called-off', 'closed')"
            " LIMIT ?",
            *(before, limit),
        )
        return [row[0] for row in rows]

    async def evening_ages(self, after: str, limit: int) -> list[EveningAge]:
        sql = "SELECT id, status, changed FROM evenings WHERE id > ? ORDER BY id LIMIT ?"
        return [EveningAge(*row) for row in await self._read(sql, after, limit)]

    async def remove_evening(self, evening: str, before: float) -> bool:
        def write() -> Steps[bool]:
            (found,) = yield [
                ("SELECT id FROM evenings WHERE id = ? AND changed < ?", (evening, before))
            ]
            if found:
                yield [
                    *((f"DELETE FROM {part} WHERE evening = ?", (evening,)) for part in PARTS),
                    ("DELETE FROM evenings WHERE id = ?", (evening,)),
                ]
            return bool(found)

        return await self._write(evening, write)


def without_person(person: str) -> list[Statement]:
    """Statements that remove a person's identity from all evenings. The next player takes over what
    they have organised, without its title, which may be about them."""
    return [
        ("UPDATE entrants SET person = NULL, name = '' WHERE person = ?", (person,)),
        (
            "UPDATE evenings SET title = '', organiser = (SELECT person FROM entrants"
            " WHERE evening = evenings.id AND person IS NOT NULL ORDER BY number LIMIT 1)"
            " WHERE organiser = ?",
            (person,),
        ),
    ]


def _check(change: EveningChange) -> Steps[None]:
    """Raise `Stale`, before anything has changed, if one of the tables is not free any more."""
    before = [table.before for table, _ in change.tables if table.before is not None]
    if not before and not change.games:
        return
    taken = yield [
        *(('SELECT 1 FROM evening_games WHERE "table" = ?', (t,)) for t in change.games),
        *(("SELECT 1 FROM tables WHERE id = ? AND rematch IS NOT NULL", (t,)) for t in before),
    ]
    if any(taken):
        raise Stale


def _upsert_entrant(evening: str, entrant: EntrantRow) -> Statement:
    values: tuple[Any, ...] = (
        *(evening, entrant.number, entrant.person, entrant.name, entrant.colour, entrant.level),
    )
    return (
        f"INSERT INTO entrants (evening, {ENTRANT}) VALUES ({placeholders(6)})"
        " ON CONFLICT (evening, number) DO UPDATE SET person = excluded.person,"
        " name = excluded.name, colour = excluded.colour, level = excluded.level",
        values,
    )
