"""Reviews of finished games, in SQL."""

from __future__ import annotations

from claimant.web.store.statements import SqlDatabase


class SqlReviews(SqlDatabase):
    async def review(self, table: str) -> bytes | None:
        rows = await self._read('SELECT review FROM reviews WHERE "table" = ?', table)
        return bytes(rows[0][0]) if rows else None

    async def save_review(self, table: str, review: bytes) -> None:
        # (A row per table; the condition is needed by the parser of ON CONFLICT, too.)
        sql = (
            'INSERT INTO reviews ("table", review)'
            " SELECT id, ? FROM tables WHERE id = ?"
            ' ON CONFLICT ("table") DO UPDATE SET review = excluded.review'
        )
        await self._execute((sql, (review, table)))
