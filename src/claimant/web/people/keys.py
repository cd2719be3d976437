"""The keys that cookies are signed with. Several are valid, so that a new one signs nobody out."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

import msgspec

from claimant.web.store.interface import Store

FIRST: Final = "key of the cookies"
"""The name under which the store has the only key of earlier versions."""
KEYS: Final = "keys of the cookies"
MAX_KEYS: Final = 10
READ_AGAIN: Final = 60.0
"""Seconds after which a server that is asked for a person reads the keys again."""
DELAY: Final = 2 * READ_AGAIN
"""Seconds until a new key is used: every server accepts it by then."""


class CookieKey(msgspec.Struct, frozen=True):
    key: bytes
    since: float = 0.0
    """When servers begin to sign with it."""


async def cookie_keys(store: Store, data: Path) -> list[CookieKey]:
    """The keys, oldest first; there is always one."""
    first = await store.setdefault(FIRST, _initial_key(data / "key"))
    stored = await store.setdefault(KEYS, msgspec.json.encode([CookieKey(first)]))
    return msgspec.json.decode(stored, type=list[CookieKey])


async def rotate(store: Store, data: Path, now: float, *, drop_old: bool = False) -> None:
    """Add a key, with which servers soon begin to sign. Older ones stay valid, unless they are
    dropped, which signs out everyone whose cookie was signed with one of them."""
    new = CookieKey(secrets.token_bytes(32), 0.0 if drop_old else now + DELAY)
    keys = [] if drop_old else await cookie_keys(store, data)
    await store.put(KEYS, msgspec.json.encode([*keys, new][-MAX_KEYS:]))


def in_order(keys: list[CookieKey], now: float) -> list[bytes]:
    """The keys with the one to sign with last."""
    signing = [key for key in keys if key.since <= now]
    waiting = [key for key in keys if key not in signing] if signing else []
    return [key.key for key in (*waiting, *(signing or keys))]


def _initial_key(path: Path) -> bytes:
    """A new signing key, or the one that an earlier version stored in a file."""
    try:
        return path.read_bytes()
    except OSError:
        return secrets.token_bytes(32)
