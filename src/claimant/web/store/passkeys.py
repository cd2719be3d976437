"""The interface of the store for passkeys and recovery codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class PasskeyRow:
    id: bytes
    """The id of the credential."""
    person: str
    public_key: bytes
    sign_count: int
    name: str
    """What the person calls it."""
    created: float
    used: float | None = None


class PasskeyStore(Protocol):
    async def add_passkey(self, passkey: PasskeyRow, limit: int) -> bool:
        """Returns whether the person could have one more, and nobody had this one."""
        ...

    async def passkey(self, passkey: bytes) -> PasskeyRow | None: ...

    async def passkeys_of(self, person: str) -> list[PasskeyRow]: ...

    async def use_passkey(self, passkey: bytes, sign_count: int, at: float) -> bool:
        """Store the new count of signatures. Returns False if it is not higher than the last one,
        unless the authenticator does not count: someone has a copy of it."""
        ...

    async def remove_passkey(self, person: str, passkey: bytes) -> bool: ...

    async def add_challenge(
        self, challenge: bytes, person: str, expires: float, now: float
    ) -> None:
        """Remember what someone has to sign, and drop what nobody has signed in time."""
        ...

    async def spend_challenge(self, challenge: bytes, person: str, now: float) -> bool:
        """Delete a challenge; returns whether it was there, for this person and in time."""
        ...

    async def replace_recovery_codes(self, person: str, hashes: Sequence[bytes]) -> None: ...

    async def recovery_codes_left(self, person: str) -> int: ...

    async def use_recovery_code(self, code: bytes) -> str | None:
        """Delete a code by its hash and return whose it was. It works once."""
        ...
