"""Where people can be reached, and the messages to them, in SQL."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any, Final

from claimant.web.store.contacts import ContactRow, NoticeRow, PreferenceRow
from claimant.web.store.statements import SqlDatabase, Steps, placeholders

CONTACT: Final = "id, person, channel, sealed, digest, created, confirmed"
PREFERENCES: Final = "person, language, zone, quiet_from, quiet_until"
NOTICE: Final = 'person, "table", kind, channel, version, due, attempts'
_THIS_NOTICE: Final = 'WHERE person = ? AND "table" = ? AND kind = ?'


class SqlContacts(SqlDatabase):
    async def add_contact(self, contact: ContactRow, limit: int) -> bool:
        def write() -> Steps[bool]:
            # A push subscription belongs to a browser, which is now this person's.
            push = contact.channel == "push"
            same, key = ("digest", contact.digest) if push else ("person", contact.person)
            (others,) = yield [
                (
                    f"SELECT count(*) FROM contacts WHERE person = ? AND NOT ({same} = ? AND"
                    " channel = ?)",
                    (contact.person, key, contact.channel),
                )
            ]
            if others[0][0] >= limit:
                return False
            yield [
                (f"DELETE FROM contacts WHERE {same} = ? AND channel = ?", (key, contact.channel)),
                (
                    f"INSERT INTO contacts ({CONTACT}) VALUES ({placeholders(7)})",
                    astuple(contact),
                ),
            ]
            return True

        return await self._write(contact.person, write)

    async def contact(self, contact: str) -> ContactRow | None:
        rows = await self._read(f"SELECT {CONTACT} FROM contacts WHERE id = ?", contact)
        return _contact(rows[0]) if rows else None

    async def contacts_of(self, person: str) -> list[ContactRow]:
        sql = f"SELECT {CONTACT} FROM contacts WHERE person = ? ORDER BY created"
        return [_contact(row) for row in await self._read(sql, person)]

    async def contacts_after(self, contact: str, limit: int) -> list[ContactRow]:
        sql = f"SELECT {CONTACT} FROM contacts WHERE id > ? ORDER BY id LIMIT ?"
        return [_contact(row) for row in await self._read(sql, contact, limit)]

    async def confirm_contact(self, contact: str, at: float) -> bool:
        sql = "UPDATE contacts SET confirmed = coalesce(confirmed, ?) WHERE id = ? RETURNING id"
        return bool((await self._execute((sql, (at, contact))))[0])

    async def reseal_contact(self, old: ContactRow, new: ContactRow) -> None:
        sql = "UPDATE contacts SET sealed = ?, digest = ? WHERE id = ? AND sealed = ?"
        await self._execute((sql, (new.sealed, new.digest, old.id, old.sealed)))

    async def remove_contact(self, contact: str, person: str | None = None) -> bool:
        sql = "DELETE FROM contacts WHERE id = ? AND person = coalesce(?, person) RETURNING id"
        return bool((await self._execute((sql, (contact, person))))[0])

    async def remove_unconfirmed(self, before: float) -> None:
        await self._execute(
            ("DELETE FROM contacts WHERE confirmed IS NULL AND created < ?", (before,)),
            ("DELETE FROM addresses WHERE since < ? AND NOT stopped", (before,)),
        )

    async def reachable_people(self, after: str, limit: int) -> list[str]:
        rows = await self._read(
            "SELECT DISTINCT person FROM contacts WHERE person > ? AND confirmed IS NOT NULL"
            " ORDER BY person LIMIT ?",
            *(after, limit),
        )
        return [row[0] for row in rows]

    async def preferences(self, person: str) -> PreferenceRow | None:
        rows = await self._read(f"SELECT {PREFERENCES} FROM preferences WHERE person = ?", person)
        return PreferenceRow(*rows[0]) if rows else None

    async def set_preferences(self, preferences: PreferenceRow) -> None:
        sql = (
            f"INSERT INTO preferences ({PREFERENCES}) VALUES ({placeholders(5)})"
            " ON CONFLICT (person) DO UPDATE SET language = excluded.language,"
            " zone = excluded.zone, quiet_from = excluded.quiet_from,"
            " quiet_until = excluded.quiet_until"
        )
        await self._execute((sql, astuple(preferences)))

    # Addresses.

    async def may_write_to(self, digest: bytes, now: float, since: float, limit: int) -> bool:
        def write() -> Steps[bool]:
            (found,) = yield [
                ("SELECT sent, since, stopped FROM addresses WHERE digest = ?", (digest,))
            ]
            sent, began, stopped = found[0] if found else (0, now, False)
            if began < since:
                sent, began = 0, now
            if stopped or sent >= limit:
                return False
            sql = (
                "INSERT INTO addresses (digest, sent, since, stopped) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (digest) DO UPDATE SET sent = excluded.sent, since = excluded.since"
            )
            yield [(sql, (digest, sent + 1, began, False))]
            return True

        return await self._write("", write)

    async def never_write_to(self, digest: bytes, now: float) -> None:
        sql = (
            "INSERT INTO addresses (digest, sent, since, stopped) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (digest) DO UPDATE SET stopped = excluded.stopped"
        )
        await self._execute(
            (sql, (digest, 0, now, True)),
            ("DELETE FROM contacts WHERE digest = ? AND channel = 'email'", (digest,)),
        )

    # Messages.

    async def offer_notice(self, notice: NoticeRow, since: int) -> bool:
        sql = (
            f"INSERT INTO notices ({NOTICE}) VALUES ({placeholders(7)})"
            ' ON CONFLICT (person, "table", kind) DO UPDATE SET channel = excluded.channel,'
            " version = excluded.version, due = excluded.due, attempts = 0"
            " WHERE notices.version < ? RETURNING person"
        )
        return bool((await self._execute((sql, (*notice, since))))[0])

    async def notice(self, person: str, table: str, kind: str) -> NoticeRow | None:
        sql = f"SELECT {NOTICE} FROM notices {_THIS_NOTICE}"
        rows = await self._read(sql, person, table, kind)
        return NoticeRow(*rows[0]) if rows else None

    async def due_notices(self, channel: str, now: float, limit: int) -> list[NoticeRow]:
        rows = await self._read(
            f"SELECT {NOTICE} FROM notices WHERE channel = ? AND due <= ? ORDER BY due LIMIT ?",
            *(channel, now, limit),
        )
        return [NoticeRow(*row) for row in rows]

    async def reserve_notice(self, notice: NoticeRow, due: float) -> bool:
        sql = (
            f"UPDATE notices SET due = ?, attempts = attempts + 1 {_THIS_NOTICE}"
            " AND version = ? AND due = ? AND attempts = ? RETURNING person"
        )
        values = (due, *notice[:3], notice.version, notice.due, notice.attempts)
        return bool((await self._execute((sql, values)))[0])

    async def reschedule_notice(self, notice: NoticeRow, channel: str, due: float | None) -> None:
        sql = f"UPDATE notices SET channel = ?, due = ? {_THIS_NOTICE} AND version = ?"
        await self._execute((sql, (channel, due, *notice[:3], notice.version)))

    # Presence.

    async def enter(self, server: str, person: str, table: str, at: float) -> None:
        sql = (
            'INSERT INTO presence (person, "table", server, opened, open, beat)'
            ' VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (person, "table", server) DO UPDATE'
            " SET opened = excluded.opened, open = excluded.open, beat = excluded.beat"
        )
        await self._execute((sql, (person, table, server, at, True, at)))

    async def leave(self, server: str, person: str, table: str) -> None:
        sql = 'UPDATE presence SET open = ? WHERE person = ? AND "table" = ? AND server = ?'
        await self._execute((sql, (False, person, table, server)))

    async def beat(self, server: str, at: float, forget: float) -> None:
        await self._execute(
            ("UPDATE presence SET beat = ? WHERE server = ? AND open", (at, server)),
            ("DELETE FROM presence WHERE beat < ?", (forget,)),
        )

    async def present(self, person: str, table: str, alive: float) -> tuple[bool, float]:
        rows = await self._read(
            'SELECT opened, open, beat FROM presence WHERE person = ? AND "table" = ?',
            *(person, table),
        )
        there = any(row[1] and row[2] >= alive for row in rows)
        return there, max((float(row[0]) for row in rows), default=0.0)


def _contact(row: tuple[Any, ...]) -> ContactRow:
    contact, person, channel, sealed, digest, created, confirmed = row
    return ContactRow(contact, person, channel, bytes(sealed), bytes(digest), created, confirmed)
