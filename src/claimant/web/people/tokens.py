"""Secret tokens of seats, hosts and personal links. Only their hashes are stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> bytes:
    """The SHA-256 of a token. A token is random, so that its hash needs no salt."""
    return hashlib.sha256(token.encode(errors="replace")).digest()


def rematch_token(hashed: bytes) -> str:
    """The token of a seat in the rematch, derived from the stored hash of its current token."""
    return base64.urlsafe_b64encode(hmac.digest(hashed, b"rematch", "sha256")[:24]).decode()
