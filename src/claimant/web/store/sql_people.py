"""People and their talk, in SQL."""

from __future__ import annotations

import secrets
from typing import Final

from claimant.web.store.interface import PersonRow, Stale, TalkRow
from claimant.web.store.sql_evenings import without_person
from claimant.web.store.sql_puzzles import SOLVED
from claimant.web.store.statements import (
    NOTIFY,
    SqlDatabase,
    Statement,
    Steps,
    placeholders,
    revised,
)

OWN: Final = ("contacts", "preferences", "notices", "presence", "results")
"""The tables of the database about how a person is reached, and how they have played."""
PERSON: Final = "id, name, colour, token, created, epoch, seen, blocked"
TALK: Final = "n, seat, text, at, person, name, colour"
MAX_SHOWN: Final = 200
"""Lines of talk that are read at a time."""
MAX_LINES: Final = 1000
"""Lines of talk stored per table; each further line displaces the oldest."""


class SqlPeople(SqlDatabase):
    async def add_person(self, person: PersonRow) -> None:
        row = (
            *(person.id, person.name, person.colour, person.token, person.created),
            *(person.epoch, person.seen, person.blocked),
        )
        await self._execute((f"INSERT INTO people ({PERSON}) VALUES ({placeholders(8)})", row))

    async def person(self, person: str) -> PersonRow | None:
        rows = await self._read(f"SELECT {PERSON} FROM people WHERE id = ?", person)
        return PersonRow(*rows[0]) if rows else None

    async def change_person(self, person: PersonRow) -> list[str]:
        def write() -> Steps[list[str]]:
            (changed,) = yield [
                (
                    "UPDATE people SET name = ?, colour = ?, token = ? WHERE id = ? AND epoch = ?"
                    " RETURNING id",
                    (person.name, person.colour, person.token, person.id, person.epoch),
                )
            ]
            if not changed:
                raise Stale
            (shown,) = yield [
                (
                    'UPDATE seats SET name = ? WHERE person = ? AND name != ? RETURNING "table"',
                    (person.name, person.id, person.name),
                ),
            ]
            yield [("UPDATE entrants SET name = ? WHERE person = ?", (person.name, person.id))]
            return (yield from revised([row[0] for row in shown]))

        return await self._write("", write)

    async def saw_person(self, person: str, at: float) -> None:
        await self._execute(("UPDATE people SET seen = ? WHERE id = ?", (at, person)))

    async def revoke(self, person: str, token: bytes) -> tuple[int, list[str]]:
        def write() -> Steps[tuple[int, list[str]]]:
            changed, seats, _ = yield [
                (
                    "UPDATE people SET epoch = epoch + 1, token = ? WHERE id = ? RETURNING epoch",
                    (token, person),
                ),
                _without_tokens(person),
                # Someone else may have asked for messages in the person's name.
                ("DELETE FROM contacts WHERE person = ?", (person,)),
            ]
            tables = yield from revised([row[0] for row in seats])
            return (changed[0][0] if changed else 0), tables

        return await self._write("", write)

    async def block_person(self, person: str, at: float | None) -> list[str] | None:
        def write() -> Steps[list[str] | None]:
            (changed,) = yield [
                ("UPDATE people SET blocked = ? WHERE id = ? RETURNING id", (at, person))
            ]
            if not changed:
                return None
            if at is None:
                return []
            seats, _ = yield [
                _without_tokens(person),
                (
                    "UPDATE seats SET away = ? WHERE person = ? OR device = ?",
                    (True, person, person),
                ),
            ]
            return (yield from revised([row[0] for row in seats]))

        return await self._write("", write)

    async def tables_in(self, person: str, status: str, limit: int) -> list[str]:
        rows = await self._read(
            'SELECT id FROM tables JOIN seats ON seats."table" = tables.id'
            " WHERE seats.person = ? AND status = ? LIMIT ?",
            *(person, status, limit),
        )
        return [row[0] for row in rows]

    async def tables_with(self, person: str, after: str, limit: int) -> list[str]:
        rows = await self._read(
            'SELECT DISTINCT "table" FROM seats WHERE person = ? AND "table" > ?'
            ' ORDER BY "table" LIMIT ?',
            *(person, after, limit),
        )
        return [row[0] for row in rows]

    async def forget(self, person: str) -> list[str]:
        def write() -> Steps[list[str]]:
            seats, said = yield [
                (
                    'SELECT "table", seat FROM seats WHERE person = ? OR device = ?',
                    (person, person),
                ),
                ('DELETE FROM talk WHERE person = ? RETURNING "table"', (person,)),
            ]
            yield [
                *(_without_unnamed_talk(table, seat) for table, seat in seats),
                (
                    "UPDATE seats SET person = NULL, device = NULL, name = '', token = ?, away = ?"
                    " WHERE person = ? OR device = ?",
                    (b"", True, person, person),
                ),
                ("UPDATE tables SET host = NULL WHERE host = ?", (person,)),
                ("DELETE FROM barred WHERE person = ?", (person,)),
                ("DELETE FROM muted WHERE owner = ? OR talker = ?", (person, person)),
                ("DELETE FROM reports WHERE person = ?", (person,)),
                ("UPDATE reports SET reporter = NULL, reason = '' WHERE reporter = ?", (person,)),
                ("UPDATE audit SET subject = '', detail = '' WHERE subject = ?", (person,)),
                ("DELETE FROM passkeys WHERE person = ?", (person,)),
                ("DELETE FROM recovery_codes WHERE person = ?", (person,)),
                ("DELETE FROM challenges WHERE person = ?", (person,)),
                *((f"DELETE FROM {part} WHERE person = ?", (person,)) for part in (*OWN, *SOLVED)),
                *without_person(person),
                ("DELETE FROM people WHERE id = ?", (person,)),
            ]
            return (yield from revised([row[0] for row in (*seats, *said)]))

        return await self._write("", write)

    # Talk.

    async def add_talk(
        self,
        table: str,
        seat: int,
        text: str,
        at: float,
        *,
        person: str | None = None,
        name: str = "",
        colour: int = 0,
    ) -> TalkRow:
        def write() -> Steps[TalkRow]:
            (found,) = yield [
                (
                    f'INSERT INTO talk ("table", {TALK})'
                    " SELECT ?, coalesce(max(n), 0) + 1, ?, ?, ?, ?, ?, ? FROM talk"
                    ' WHERE "table" = ? RETURNING n',
                    (table, seat, text, at, person, name, colour, table),
                )
            ]
            n = found[0][0]
            yield [
                ('DELETE FROM talk WHERE "table" = ? AND n <= ?', (table, n - MAX_LINES)),
                (NOTIFY, (table, 0, n)),
            ]
            return TalkRow(n, seat, text, at, person, name, colour)

        return await self._write(table, write)

    async def talk(self, table: str, since: int = 0, until: int = 2**31 - 1) -> list[TalkRow]:
        rows = await self._read(
            f'SELECT {TALK} FROM talk WHERE "table" = ? AND n > ? AND n <= ?'
            " ORDER BY n DESC LIMIT ?",
            *(table, since, until, MAX_SHOWN),
        )
        return [TalkRow(*row) for row in reversed(rows)]

    async def talk_of(
        self, person: str, after: tuple[str, int], limit: int
    ) -> list[tuple[str, TalkRow]]:
        rows = await self._read(
            f'SELECT "table", {TALK} FROM talk WHERE person = ? AND ("table", n) > (?, ?)'
            ' ORDER BY "table", n LIMIT ?',
            *(person, *after, limit),
        )
        return [(row[0], TalkRow(*row[1:])) for row in rows]


def _without_tokens(person: str) -> Statement:
    """Invalidate the tokens of the seats on a person's device; returns the tables."""
    return (
        'UPDATE seats SET token = ? WHERE person = ? OR device = ? RETURNING "table"',
        (secrets.token_bytes(32), person, person),  # the SHA-256 of no known token
    )


def _without_unnamed_talk(table: str, seat: int) -> Statement:
    """Delete lines of a seat that an earlier version stored without saying whose they are."""
    return (
        "DELETE FROM talk WHERE \"table\" = ? AND seat = ? AND person IS NULL AND name = ''",
        (table, seat),
    )
