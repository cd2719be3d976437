"""The keys behind messages: to encrypt addresses, to sign links, and to vouch for push messages.

All of them are created at the first start and stored with the server's other keys. An operator can
add a secret that is not stored (`Settings.address_secret`): then a copy of the database alone
reveals no address.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Store

KEYS: Final = "keys of the addresses"
PUSH_KEY: Final = "key of the push messages"
LINK_KEY: Final = "key of the links in messages"
MAX_KEYS: Final = 10
NONCE: Final = 12
_ID: Final = 8
BATCH: Final = 200
"""Contacts that are encrypted anew at a time."""


class AddressKey(msgspec.Struct, frozen=True):
    id: bytes
    key: bytes


class Undecipherable(Exception):  # noqa: N818  (like `Stale`)
    """An address cannot be decrypted: the key, or the operator's secret, is another one."""


class Keys:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._keys: list[AddressKey] = []
        """Oldest first; at most `MAX_KEYS`. Read again for an address that none of them opens."""
        self._link_key = b""
        self._push: ec.EllipticCurvePrivateKey | None = None

    async def open(self) -> None:
        await self._read()
        self._link_key = await self._store.setdefault(LINK_KEY, secrets.token_bytes(32))
        new = ec.generate_private_key(ec.SECP256R1())
        pem = new.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        stored = load_pem_private_key(await self._store.setdefault(PUSH_KEY, pem), None)
        assert isinstance(stored, ec.EllipticCurvePrivateKey)
        self._push = stored

    async def _read(self) -> None:
        first = msgspec.json.encode([_new_key()])
        stored = await self._store.setdefault(KEYS, first)
        self._keys = msgspec.json.decode(stored, type=list[AddressKey])

    # Addresses.

    async def seal(self, contact: str, address: bytes) -> bytes:
        """Encrypt an address with the newest key, for this contact only."""
        await self._read()  # another process may have made a new key
        key, nonce = self._keys[-1], secrets.token_bytes(NONCE)
        return key.id + nonce + self._cipher(key).encrypt(nonce, address, contact.encode())

    async def unseal(self, contact: str, sealed: bytes) -> bytes:
        """Decrypt an address. Raises `Undecipherable`."""
        if not any(key.id == sealed[:_ID] for key in self._keys):
            await self._read()  # another process may have made a new key
        for key in self._keys:
            if key.id == sealed[:_ID]:
                nonce, rest = sealed[_ID : _ID + NONCE], sealed[_ID + NONCE :]
                try:
                    return self._cipher(key).decrypt(nonce, rest, contact.encode())
                except InvalidTag as error:
                    raise Undecipherable from error
        raise Undecipherable

    def _cipher(self, key: AddressKey) -> AESGCM:
        return AESGCM(hmac.digest(key.key, self._settings.address_secret.encode(), "sha256"))

    def digest(self, address: bytes) -> bytes:
        """A hash by which an address is recognised, and which tells nobody what it is."""
        secret = self._link_key + self._settings.address_secret.encode()
        return hmac.digest(secret, b"address " + address, "sha256")

    async def rotate(self, *, drop_old: bool = False) -> None:
        """Encrypt all addresses with a new key. Older keys stay for processes that write meanwhile,
        unless they are dropped."""
        await self._read()
        keys = [*self._keys, _new_key()][-MAX_KEYS:]
        await self._store.put(KEYS, msgspec.json.encode(keys))
        self._keys = keys
        last, unreadable = "", False
        while rows := await self._store.contacts_after(last, BATCH):
            last = rows[-1].id
            for row in rows:
                try:
                    address = await self.unseal(row.id, row.sealed)
                except Undecipherable:
                    unreadable = True  # without the operator's secret: it stays as it is
                    continue
                sealed = await self.seal(row.id, address)
                await self._store.reseal_contact(row, replace(row, sealed=sealed))
        if drop_old and not unreadable:
            self._keys = keys[-1:]
            await self._store.put(KEYS, msgspec.json.encode(self._keys))

    # Links.

    def sign(self, purpose: str, contact: str, expires: int = 0) -> str:
        """The token of a link that does one thing with one contact; 0: it never expires."""
        text = f"{contact}.{expires}"
        return f"{text}.{self._signature(purpose, text)}"

    def verify(self, purpose: str, token: str) -> str | None:
        """The contact of a link's token; None if it was not made here or has expired."""
        text, _, signature = token.rpartition(".")
        expected = self._signature(purpose, text)
        if not hmac.compare_digest(signature.encode(), expected.encode()):
            return None
        contact, _, expires = text.rpartition(".")
        return None if 0 < int(expires) < self._settings.now() else contact

    def _signature(self, purpose: str, text: str) -> str:
        digest = hmac.digest(self._link_key, f"{purpose} {text}".encode(), "sha256")
        return encoded(digest[:24])

    # Web Push.

    @property
    def push_key(self) -> ec.EllipticCurvePrivateKey:
        assert self._push is not None
        return self._push

    @property
    def push_public_key(self) -> str:
        """What a browser needs in order to subscribe."""
        public = self.push_key.public_key()
        return encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _new_key() -> AddressKey:
    return AddressKey(secrets.token_bytes(_ID), secrets.token_bytes(32))


def encoded(data: bytes) -> str:
    """Bytes as the web writes them: base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes; raises `ValueError` if it is not such a text."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
