"""Removing tables, in SQL."""

from __future__ import annotations

from typing import Final

from claimant.web.store.retention import PersonAge, TableAge
from claimant.web.store.statements import NOTIFY, SqlDatabase, Steps

PARTS: Final = (
    *("talk", "events", "seats", "barred", "reports", "notices", "presence", "evening_games"),
    "reviews",
)
"""The tables of the database whose rows belong to a table of a game."""


class SqlRetention(SqlDatabase):
    async def table_ages(self, after: str, limit: int) -> list[TableAge]:
        rows = await self._read(
            "SELECT id, status, changed,"
            ' (SELECT at FROM talk WHERE "table" = tables.id ORDER BY n DESC LIMIT 1)'
            " FROM tables WHERE id > ? ORDER BY id LIMIT ?",
            after,
            limit,
        )
        return [TableAge(row[0], row[1], max(row[2], row[3] or 0.0)) for row in rows]

    async def person_ages(self, after: str, limit: int) -> list[PersonAge]:
        rows = await self._read(
            "SELECT id, seen, EXISTS (SELECT 1 FROM passkeys WHERE person = people.id)"
            " OR EXISTS (SELECT 1 FROM recovery_codes WHERE person = people.id)"
            " FROM people WHERE id > ? ORDER BY id LIMIT ?",
            after,
            limit,
        )
        return [PersonAge(row[0], row[1], bool(row[2])) for row in rows]

    async def remove_table(self, table: str, before: float) -> bool:
        def write() -> Steps[bool]:
            (found,) = yield [
                (
                    "SELECT before FROM tables WHERE id = ? AND changed < ? AND NOT EXISTS"
                    ' (SELECT 1 FROM talk WHERE "table" = tables.id AND at >= ?)',
                    (table, before, before),
                )
            ]
            if not found:
                return False
            yield [
                *((f'DELETE FROM {part} WHERE "table" = ?', (table,)) for part in PARTS),
                ("UPDATE tables SET rematch = NULL WHERE id = ?", (found[0][0],)),
                ("DELETE FROM tables WHERE id = ?", (table,)),
                (NOTIFY, (table, 0, 0)),
            ]
            return True

        return await self._write(table, write)
