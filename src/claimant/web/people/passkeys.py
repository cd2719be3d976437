"""Passkeys and recovery codes: ways to stay the same person on other devices and over the years.

py_webauthn checks the signatures. The origin and the id of the relying party come from the
settings, or are this machine's own: never from a header that a client sends.
"""

from __future__ import annotations

import secrets
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.names import clean
from claimant.web.people.people import People, Person
from claimant.web.people.tokens import hash_token
from claimant.web.store.interface import Store
from claimant.web.store.passkeys import PasskeyRow

MAX_PASSKEYS: Final = 10
MAX_NAME_LENGTH: Final = 40
CODES: Final = 10
CODE_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters that are not easily confused. Sixteen of them are 79 random bits."""
CHALLENGE_SECONDS: Final = 300.0
LOCAL: Final = "localhost"


class RelyingParty(NamedTuple):
    """Whom browsers sign for."""

    id: str
    origin: str

    @classmethod
    def of(cls, settings: Settings, port: int) -> RelyingParty:
        """The public address of the server or, without one, this machine."""
        if settings.public_url:
            parts = urlsplit(settings.public_url)
            return cls(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")
        return cls(LOCAL, f"http://{LOCAL}:{port}")


class Passkeys:
    def __init__(self, store: Store, people: People, settings: Settings) -> None:
        self._store = store
        self._people = people
        self._now = settings.now

    # A new passkey.

    async def registration(self, party: RelyingParty, person: Person) -> dict[str, Any]:
        """The options with which a browser creates a passkey, as JSON."""
        known = await self._store.passkeys_of(person.id)
        if len(known) >= MAX_PASSKEYS:
            raise Refusal(
                422, "passkey", Text("you have {n} passkeys already: remove one", n=MAX_PASSKEYS)
            )
        options = generate_registration_options(
            rp_id=party.id,
            rp_name="claimant",
            user_id=person.id.encode(),
            user_name=person.name,
            user_display_name=person.name,
            challenge=await self._challenge(person.id),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=row.id) for row in known],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        return _as_json(options_to_json(options))

    async def register(
        self, party: RelyingParty, person: Person, credential: dict[str, Any], name: str
    ) -> PasskeyRow:
        """Store the passkey that a browser has created."""
        challenge = await self._spend(credential, person.id)
        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
            )
        except (WebAuthnException, *_MALFORMED) as error:
            raise _unusable() from error
        row = PasskeyRow(
            *(verified.credential_id, person.id, verified.credential_public_key),
            verified.sign_count,
            clean(name)[:MAX_NAME_LENGTH],
            self._now(),
        )
        if not await self._store.add_passkey(row, MAX_PASSKEYS):
            raise _unusable()
        return row

    # Signing in.

    async def authentication(self, party: RelyingParty) -> dict[str, Any]:
        """The options with which a browser lets someone choose a passkey, as JSON."""
        options = generate_authentication_options(
            rp_id=party.id, challenge=await self._challenge("")
        )
        return _as_json(options_to_json(options))

    async def authenticate(self, party: RelyingParty, credential: dict[str, Any]) -> Person:
        """The person whose passkey has signed."""
        challenge = await self._spend(credential, "")
        try:
            row = await self._store.passkey(base64url_to_bytes(str(credential.get("rawId", ""))))
            if row is None:
                raise _unknown()
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.sign_count,
            )
        except (WebAuthnException, *_MALFORMED) as error:
            raise _unknown() from error
        if not await self._store.use_passkey(row.id, verified.new_sign_count, self._now()):
            raise _unknown()
        return await self._person(row.person)

    async def _person(self, person: str) -> Person:
        found = await self._people.admit(person)
        if found is None:
            raise _unknown()
        return found

    # A challenge is signed once, by the person it was made for, within minutes.

    async def _challenge(self, person: str) -> bytes:
        challenge = secrets.token_bytes(32)
        now = self._now()
        await self._store.add_challenge(challenge, person, now + CHALLENGE_SECONDS, now)
        return challenge

    async def _spend(self, credential: dict[str, Any], person: str) -> bytes:
        try:
            signed = msgspec.json.decode(
                base64url_to_bytes(credential["response"]["clientDataJSON"]), type=_ClientData
            )
            challenge = base64url_to_bytes(signed.challenge)
        except (msgspec.MsgspecError, *_MALFORMED) as error:
            raise _unusable() from error
        if not await self._store.spend_challenge(challenge, person, self._now()):
            raise Refusal(422, "challenge", Text("that took too long: try again"))
        return challenge

    # Recovery codes.

    async def new_codes(self, person: Person) -> list[str]:
        """New recovery codes, in place of all earlier ones. Only their hashes are stored."""
        codes = [_new_code() for _ in range(CODES)]
        await self._store.replace_recovery_codes(person.id, [hash_token(_bare(c)) for c in codes])
        return codes

    async def recover(self, code: str) -> Person:
        """The person whose code it is. It works once."""
        person = await self._store.use_recovery_code(hash_token(_bare(code)))
        if person is None:
            raise Refusal(404, "recovery", Text("this recovery code does not exist or was used"))
        return await self._person(person)


class _ClientData(msgspec.Struct):
    challenge: str


_MALFORMED: Final = (ValueError, KeyError, TypeError, AttributeError)
"""What a credential that is not one may cause."""


def _as_json(text: str) -> dict[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])


def _new_code() -> str:
    letters = [secrets.choice(CODE_ALPHABET) for _ in range(16)]
    return "-".join("".join(letters[i : i + 4]) for i in range(0, 16, 4))


def _bare(code: str) -> str:
    """A code as it is hashed, however it was typed."""
    return "".join(c for c in code[:100].lower() if c in CODE_ALPHABET)


def _unusable() -> Refusal:
    return Refusal(422, "passkey", Text("this passkey cannot be used here"))


def _unknown() -> Refusal:
    return Refusal(403, "passkey", Text("nobody here has this passkey"))
