"""Passkeys and recovery codes in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any, Final

from claimant.web.store.passkeys import PasskeyRow
from claimant.web.store.statements import SqlDatabase, Steps, placeholders

PASSKEY: Final = "id, person, public_key, sign_count, name, created, used"


class SqlPasskeys(SqlDatabase):
    async def add_passkey(self, passkey: PasskeyRow, limit: int) -> bool:
        def write() -> Steps[bool]:
            known, count = yield [
                ("SELECT id FROM passkeys WHERE id = ?", (passkey.id,)),
                ("SELECT count(*) FROM passkeys WHERE person = ?", (passkey.person,)),
            ]
            if known or count[0][0] >= limit:
                return False
            sql = f"INSERT INTO passkeys ({PASSKEY}) VALUES ({placeholders(7)})"
            yield [(sql, astuple(passkey))]
            return True

        return await self._write(passkey.person, write)

    async def passkey(self, passkey: bytes) -> PasskeyRow | None:
        rows = await self._read(f"SELECT {PASSKEY} FROM passkeys WHERE id = ?", passkey)
        return _passkey(rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> list[PasskeyRow]:
        sql = f"SELECT {PASSKEY} FROM passkeys WHERE person = ? ORDER BY created"
        return [_passkey(row) for row in await self._read(sql, person)]

    async def use_passkey(self, passkey: bytes, sign_count: int, at: float) -> bool:
        sql = (
            "UPDATE passkeys SET sign_count = ?, used = ? WHERE id = ?"
            " AND (sign_count < ? OR (sign_count = 0 AND ? = 0)) RETURNING id"
        )
        values = (sign_count, at, passkey, sign_count, sign_count)
        return bool((await self._execute((sql, values)))[0])

    async def remove_passkey(self, person: str, passkey: bytes) -> bool:
        sql = "DELETE FROM passkeys WHERE person = ? AND id = ? RETURNING id"
        return bool((await self._execute((sql, (person, passkey))))[0])

    async def add_challenge(
        self, challenge: bytes, person: str, expires: float, now: float
    ) -> None:
        await self._execute(
            ("DELETE FROM challenges WHERE expires < ?", (now,)),
            (
                "INSERT INTO challenges (challenge, person, expires) VALUES (?, ?, ?)",
                (challenge, person, expires),
            ),
        )

    async def spend_challenge(self, challenge: bytes, person: str, now: float) -> bool:
        sql = (
            "DELETE FROM challenges WHERE challenge = ? AND person = ? AND expires >= ?"
            " RETURNING challenge"
        )
        return bool((await self._execute((sql, (challenge, person, now))))[0])

    async def replace_recovery_codes(self, person: str, hashes: Sequence[bytes]) -> None:
        insert = "INSERT INTO recovery_codes (hash, person) VALUES (?, ?)"
        await self._execute(
            ("DELETE FROM recovery_codes WHERE person = ?", (person,)),
            *((insert, (code, person)) for code in hashes),
        )

    async def recovery_codes_left(self, person: str) -> int:
        sql = "SELECT count(*) FROM recovery_codes WHERE person = ?"
        return int((await self._read(sql, person))[0][0])

    async def use_recovery_code(self, code: bytes) -> str | None:
        sql = "DELETE FROM recovery_codes WHERE hash = ? RETURNING person"
        (found,) = await self._execute((sql, (code,)))
        return str(found[0][0]) if found else None


def _passkey(row: tuple[Any, ...]) -> PasskeyRow:
    passkey, person, public_key, *rest = row
    return PasskeyRow(bytes(passkey), person, bytes(public_key), *rest)
