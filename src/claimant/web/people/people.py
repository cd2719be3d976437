"""Who is who: guests with a name and a colour, known by a signed cookie or a personal link."""

from __future__ import annotations

import base64
import hashlib
import hmac
import random
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.names import clean
from claimant.web.store.interface import PersonRow, Stale, Store, Trouble
from claimant.web.tables.table import digest

COOKIE: Final = "claimant"
KEY: Final = "key of the cookies"
COLOURS: Final = 5
LONGEST_NAME: Final = 24
MOST_LATELY: Final = 2000

GUESTS: Final = (
    *("Ada", "Bas", "Cleo", "Daan", "Edda", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Kaat"),
    *("Levi", "Mila", "Noor", "Otto", "Pia", "Quinn", "Rosa", "Sam", "Tess", "Uli", "Vera"),
    *("Wim", "Yara", "Zoe"),
)
"""Names that a guest has before giving one; people of all three languages bear them."""


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    colour: int
    """0 to 4: the favourite; at a table it is whichever is still free."""
    epoch: int = 0
    """A cookie of an earlier one is good no more."""


class People:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._key = b""
        self._lately: dict[str, PersonRow] = {}

    async def open(self) -> None:
        key = await self._store.keep(KEY, _first_key(self._settings.data / "key"))
        self._key = hashlib.sha256(key).digest()

    async def welcome(self, name: str | None = None, colour: int | None = None) -> Person:
        """A new guest, with the name given or one of ours."""
        person = PersonRow(
            secrets.token_urlsafe(9),
            clean_name(name) if name else random.choice(GUESTS),
            random.randrange(COLOURS) if colour is None else clean_colour(colour),
            b"",
            self._settings.now(),
        )
        await self._store.add_person(person)
        return _person(person)

    async def known(self, person: str) -> Person | None:
        row = await self._look_up(person)
        return None if row is None else _person(row)

    async def _look_up(self, person: str) -> PersonRow | None:
        """Who it is; who was here lately, also while the store does not answer."""
        try:
            row = await self._store.person(person)
        except Trouble:
            if person in self._lately:
                return self._lately[person]
            raise
        self._lately.pop(person, None)
        if row is not None:
            self._lately[person] = row
            if len(self._lately) > MOST_LATELY:
                del self._lately[next(iter(self._lately))]
        return row

    async def rename(self, person: Person, name: str, colour: int | None = None) -> list[str]:
        """Take another name or colour; the tables where it shows."""
        row = await self._row(person)
        colour = row.colour if colour is None else clean_colour(colour)
        return await self._change(replace(row, name=clean_name(name), colour=colour))

    async def revoke(self, person: Person, link: bool = False) -> tuple[Person, str, list[str]]:
        """End every other session and link of a person, and the tokens of their seats: who they
        are from now on, the token of a new link where one is wanted, and their tables."""
        await self._row(person)
        token = _token(person) if link else ""
        epoch, tables = await self._store.revoke(person.id, digest(token) if link else b"")
        self._lately.pop(person.id, None)
        return replace(person, epoch=epoch), token, tables

    async def forget(self, person: Person) -> list[str]:
        """Remove all that is kept of a person; the tables they sat at."""
        self._lately.pop(person.id, None)
        return await self._store.forget(person.id)

    # The cookie: who it is, signed, so that nobody can make one up.

    def cookie(self, person: Person) -> str:
        signed = f"{person.id}.{person.epoch}" if person.epoch else person.id
        return f"{signed}.{self._sign(signed)}"

    async def of_cookie(self, cookie: str | None) -> Person | None:
        signed, _, signature = (cookie or "").rpartition(".")
        if not hmac.compare_digest(self._sign(signed).encode(), signature.encode()):
            return None
        identity, _, epoch = signed.partition(".")
        person = await self.known(identity)
        return person if person is not None and str(person.epoch) == (epoch or "0") else None

    def _sign(self, signed: str) -> str:
        seal = hmac.digest(self._key, f"person {signed}".encode(errors="replace"), "sha256")
        return base64.urlsafe_b64encode(seal[:24]).decode()

    # The personal link: the same person on another device, and the token of programs.

    async def new_token(self, person: Person) -> str:
        """The secret of a new personal link; the one before no longer works."""
        token = _token(person)
        await self._change(replace(await self._row(person), token=digest(token)))
        return token

    async def of_token(self, token: str) -> Person | None:
        row = await self._look_up(token.partition(".")[0])
        kept = row.token if row is not None else b""
        if not hmac.compare_digest(kept or bytes(32), digest(token)) or row is None:
            return None
        return _person(row)

    async def _row(self, person: Person) -> PersonRow:
        row = await self._store.person(person.id)
        if row is None or row.epoch != person.epoch:
            raise _gone()
        return row

    async def _change(self, row: PersonRow) -> list[str]:
        try:
            return await self._store.change_person(row)
        except Stale:
            raise _gone() from None


def _gone() -> Refusal:
    return Refusal(403, "person", Text("you have been forgotten here: start anew"))


def _token(person: Person) -> str:
    return f"{person.id}.{secrets.token_urlsafe(24)}"


def _person(row: PersonRow) -> Person:
    return Person(row.id, row.name, row.colour, row.epoch)


def clean_name(text: str) -> str:
    name = clean(text)
    if not any(c.isalnum() for c in name):
        raise Refusal(422, "name", Text("a name has at least one letter or digit"))
    if len(name) > LONGEST_NAME:
        raise Refusal(422, "name", Text("a name has at most {n} characters", n=LONGEST_NAME))
    if name.lower().startswith("bot "):  # a record names its bots so
        raise Refusal(422, "name", Text("only bots are called bot"))
    return name


def clean_colour(colour: int) -> int:
    if colour not in range(COLOURS):
        raise Refusal(422, "colour", Text("colours are numbered 0 to {last}", last=COLOURS - 1))
    return colour


def _first_key(path: Path) -> bytes:
    """A new key that cookies are signed with, or the one that an earlier version had in a file."""
    try:
        return path.read_bytes()
    except OSError:
        return secrets.token_bytes(32)
