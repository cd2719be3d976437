"""The signed cookie that tells who a browser belongs to."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer
from itsdangerous.signer import SigningAlgorithm

COOKIE_NAME: Final = "claimant"


class Identity(NamedTuple):
    """What a cookie says."""

    person: str
    epoch: int


class CookieSigner:
    """Issues and checks cookies, `PERSON.SIGNATURE` or `PERSON.EPOCH.SIGNATURE`."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """Accepts cookies signed with any of the keys; signs with the last."""
        self._signer = Signer(list(keys), salt=b"claimant.person", digest_method=hashlib.sha256)
        # Earlier versions signed the same text in their own way. Browsers keep their cookies for a
        # year, so both kinds are accepted.
        self._earlier = Signer(
            [hashlib.sha256(key).digest() for key in keys],
            key_derivation="none",
            algorithm=_TruncatedHMAC(),
        )

    def sign(self, identity: Identity) -> str:
        person, epoch = identity
        return self._signer.sign(f"{person}.{epoch}" if epoch else person).decode()

    def read(self, cookie: str) -> Identity | None:
        """The identity in a cookie; None if its signature is wrong."""
        for signer in (self._signer, self._earlier):
            with suppress(BadSignature):
                signed = signer.unsign(cookie.encode(errors="replace")).decode()
                person, _, epoch = signed.partition(".")
                return Identity(person, int(epoch or 0))
        return None


class _TruncatedHMAC(SigningAlgorithm):
    """The signature of earlier versions: 24 bytes of an HMAC."""

    def get_signature(self, key: bytes, value: bytes) -> bytes:
        return hmac.digest(key, b"person " + value, "sha256")[:24]
