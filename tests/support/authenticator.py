"""An authenticator in Python: creates passkeys and signs with them, also what it should not."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


class Authenticator:
    """One passkey for one site."""

    def __init__(self, origin: str, rp_id: str = "localhost") -> None:
        self.origin = origin
        self.rp_id = rp_id
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"attestationObject": bytes_to_base64url(attestation)}
        return self._credential(self._signed("webauthn.create", options), response)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        client = self._signed("webauthn.get", options)
        data = self._data(0)
        message = data + hashlib.sha256(client).digest()
        response = {
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(self._key.sign(message, ec.ECDSA(SHA256()))),
        }
        return self._credential(client, response)

    def _data(self, flags: int) -> bytes:
        site = hashlib.sha256(self.rp_id.encode()).digest()
        return site + bytes([PRESENT | VERIFIED | flags]) + self.count.to_bytes(4, "big")

    def _signed(self, kind: str, options: dict[str, Any]) -> bytes:
        client = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(client).encode()

    def _credential(self, client: bytes, response: dict[str, str]) -> dict[str, Any]:
        name = bytes_to_base64url(self.id)
        client_data = {"clientDataJSON": bytes_to_base64url(client)}
        return {"id": name, "rawId": name, "type": "public-key", "response": client_data | response}
