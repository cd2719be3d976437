"""People's own figures, in SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from claimant.web.store.results import Rated, ResultRow
from claimant.web.store.statements import SqlDatabase, Steps, placeholders

RESULT: Final = (
    'person, game, ended, "table", seat, players, deck, opponents, result, facts, mu, sigma'
)
FINISHED: Final = "NOT counted AND status IN ('over', 'called-off')"
END_OF_TIME: Final = 1e18


class SqlResults(SqlDatabase):
    async def uncounted(self, limit: int) -> list[str]:
        sql = f"SELECT id FROM tables WHERE {FINISHED} ORDER BY changed LIMIT ?"
        return [row[0] for row in await self._read(sql, limit)]

    async def count(self, table: str, results: Sequence[ResultRow]) -> None:
        def write() -> Steps[None]:
            mark = "UPDATE tables SET counted = ? WHERE id = ? AND NOT counted RETURNING id"
            (first,) = yield [(mark, (True, table))]
            if not first:
                return
            insert = (
                f"INSERT INTO results ({RESULT}) SELECT {placeholders(12)} FROM seats"
                ' WHERE "table" = ? AND seat = ? AND person = ?'
            )
            yield [(insert, (*row, table, row.seat, row.person)) for row in results]

        await self._write(table, write)

    async def uncounted_of(self, person: str) -> int:
        rows = await self._read(
            f"SELECT count(*) FROM tables WHERE {FINISHED}"
            ' AND EXISTS (SELECT 1 FROM seats WHERE seats."table" = tables.id AND person = ?)',
            person,
        )
        return int(rows[0][0])

    async def games_of(self, person: str) -> dict[str, int]:
        sql = "SELECT game, count(*) FROM results WHERE person = ? GROUP BY game"
        return dict(await self._read(sql, person))

    async def results_of(
        self, person: str, game: str, before: tuple[float, str] | None, limit: int
    ) -> list[ResultRow]:
        rows = await self._read(
            f"SELECT {RESULT} FROM results WHERE person = ? AND game = ?"
            ' AND (ended, "table") < (?, ?) ORDER BY ended DESC, "table" DESC LIMIT ?',
            *(person, game, *(before or (END_OF_TIME, "")), limit),
        )
        return [ResultRow(*row) for row in rows]

    async def existing(self, tables: Sequence[str]) -> set[str]:
        if not tables:
            return set()
        sql = f"SELECT id FROM tables WHERE id IN ({placeholders(len(tables))})"
        return {row[0] for row in await self._read(sql, *tables)}

    async def ratings(self, game: str, people: Sequence[str]) -> Mapping[str, Rated]:
        found = {}
        for person in people:
            rows = await self._read(
                "SELECT mu, sigma FROM results WHERE person = ? AND game = ? AND mu IS NOT NULL"
                ' ORDER BY ended DESC, "table" DESC LIMIT 1',
                *(person, game),
            )
            if rows:
                found[person] = Rated(*rows[0])
        return found
