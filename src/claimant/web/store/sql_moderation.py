"""Moderation in SQL."""

from __future__ import annotations

from dataclasses import astuple
from typing import Final

from claimant.web.store.moderation import AuditRow, BlockRow, MutedRow, ReportRow
from claimant.web.store.statements import SqlDatabase, Steps, placeholders, revised

REPORT: Final = '"table", n, person, name, text, reporter, reason, address, at'


class SqlModeration(SqlDatabase):
    async def bar(self, table: str, person: str) -> None:
        sql = "INSERT INTO barred VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._execute((sql, (table, person)))

    async def is_barred(self, table: str, person: str) -> bool:
        sql = 'SELECT 1 FROM barred WHERE "table" = ? AND person = ?'
        return bool(await self._read(sql, table, person))

    async def close_chat(self, table: str, closed: bool) -> None:
        def write() -> Steps[None]:
            yield [("UPDATE tables SET chat_closed = ? WHERE id = ?", (closed, table))]
            yield from revised([table])

        await self._write(table, write)

    async def set_tempo(self, table: str, tempo: str) -> None:
        def write() -> Steps[None]:
            yield [("UPDATE tables SET tempo = ? WHERE id = ?", (tempo, table))]
            yield from revised([table])

        await self._write(table, write)

    async def mute(self, owner: str, muted: MutedRow, limit: int) -> bool:
        def write() -> Steps[bool]:
            known, count = yield [
                ("SELECT id FROM muted WHERE owner = ? AND talker = ?", (owner, muted.talker)),
                ("SELECT count(*) FROM muted WHERE owner = ?", (owner,)),
            ]
            if not known and count[0][0] < limit:
                yield [("INSERT INTO muted VALUES (?, ?, ?, ?, ?)", (owner, *muted))]
            return bool(known) or count[0][0] < limit

        return await self._write(owner, write)

    async def unmute(self, owner: str, muted: str) -> None:
        await self._execute(("DELETE FROM muted WHERE owner = ? AND id = ?", (owner, muted)))

    async def muted(self, owner: str) -> list[MutedRow]:
        sql = "SELECT id, talker, name, at FROM muted WHERE owner = ? ORDER BY at"
        return [MutedRow(*row) for row in await self._read(sql, owner)]

    async def report(self, report: ReportRow, limit: int) -> bool:
        def write() -> Steps[bool]:
            known, count = yield [
                ('SELECT n FROM reports WHERE "table" = ? AND n = ?', (report.table, report.n)),
                ("SELECT count(*) FROM reports", ()),
            ]
            if not known and count[0][0] < limit:
                insert = f"INSERT INTO reports ({REPORT}) VALUES ({placeholders(9)})"
                yield [(insert, astuple(report))]
            return bool(known) or count[0][0] < limit

        return await self._write("", write)

    async def reports(self, limit: int) -> list[ReportRow]:
        sql = f"SELECT {REPORT} FROM reports ORDER BY at DESC LIMIT ?"
        return [ReportRow(*row) for row in await self._read(sql, limit)]

    async def reports_by(self, person: str) -> list[ReportRow]:
        sql = f"SELECT {REPORT} FROM reports WHERE reporter = ? ORDER BY at"
        return [ReportRow(*row) for row in await self._read(sql, person)]

    async def close_report(self, table: str, n: int, *, delete: bool) -> ReportRow | None:
        def write() -> Steps[ReportRow | None]:
            (found,) = yield [
                (f'DELETE FROM reports WHERE "table" = ? AND n = ? RETURNING {REPORT}', (table, n))
            ]
            if found and delete:
                yield [
                    (
                        'DELETE FROM talk WHERE "table" = ? AND n = ? AND text = ?',
                        (table, n, found[0][4]),
                    )
                ]
                yield from revised([table])
            return ReportRow(*found[0]) if found else None

        return await self._write("", write)

    async def block_address(self, block: BlockRow) -> None:
        sql = (
            "INSERT INTO blocks (subject, reason, at) VALUES (?, ?, ?) ON CONFLICT (subject)"
            " DO UPDATE SET reason = excluded.reason"
        )
        await self._execute((sql, block))

    async def unblock_address(self, subject: str) -> bool:
        sql = "DELETE FROM blocks WHERE subject = ? RETURNING subject"
        return bool((await self._execute((sql, (subject,))))[0])

    async def blocked_addresses(self) -> list[BlockRow]:
        rows = await self._read("SELECT subject, reason, at FROM blocks ORDER BY at")
        return [BlockRow(*row) for row in rows]

    async def blocked_people(self, limit: int) -> list[tuple[str, str, float]]:
        rows = await self._read(
            "SELECT id, name, blocked FROM people WHERE blocked IS NOT NULL"
            " ORDER BY blocked DESC LIMIT ?",
            limit,
        )
        return [(row[0], row[1], row[2]) for row in rows]

    async def log_action(self, at: float, who: str, action: str, subject: str, detail: str) -> None:
        sql = (
            "INSERT INTO audit (n, at, who, action, subject, detail)"
            " SELECT coalesce(max(n), 0) + 1, ?, ?, ?, ?, ? FROM audit"
        )
        await self._execute((sql, (at, who, action, subject, detail)))

    async def actions(self, limit: int) -> list[AuditRow]:
        sql = "SELECT n, at, who, action, subject, detail FROM audit ORDER BY n DESC LIMIT ?"
        return [AuditRow(*row) for row in await self._read(sql, limit)]
