"""People: guests with a name and a colour, known by a signed cookie or a personal link."""

from __future__ import annotations

import hmac
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from claimant.i18n import Text
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.cookies import CookieSigner, Identity
from claimant.web.people.keys import READ_AGAIN, cookie_keys, in_order
from claimant.web.people.names import clean, mixes_alphabets
from claimant.web.people.tokens import hash_token, new_token
from claimant.web.store.interface import PersonRow, Stale, Store, StoreError

COLOURS: Final = 5
MAX_NAME_LENGTH: Final = 24
MAX_TITLE_LENGTH: Final = 60
MAX_CACHED: Final = 2000
DAY: Final = 86_400.0
"""How exactly it is known when a person was last here."""

GUEST_NAMES: Final = (
    *("Ada", "Bas", "Cleo", "Daan", "Edda", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Kaat"),
    *("Levi", "Mila", "Noor", "Otto", "Pia", "Quinn", "Rosa", "Sam", "Tess", "Uli", "Vera"),
    *("Wim", "Yara", "Zoe"),
)
"""Names of guests who have not chosen one, common in all three languages."""


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    colour: int
    """0 to 4: the favourite colour. At a table a player gets the next one that is free."""
    epoch: int = 0
    """How often the person has signed out everywhere; cookies of earlier epochs are not valid."""


class People:
    """The people the server knows: creating, finding and changing them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._signer = CookieSigner([b""])
        self._keys_read = 0.0
        """When the keys were last read from the store, by the monotonic clock."""
        self._recent: dict[str, PersonRow] = {}
        """People last read from the store, used only while the store is away. At most `MAX_CACHED`,
        oldest dropped first; replaced by every read, removed by every change."""

    async def open(self) -> None:
        await self._read_keys()

    async def _read_keys(self) -> None:
        self._keys_read = self._settings.monotonic()
        keys = await cookie_keys(self._store, self._settings.data)
        self._signer = CookieSigner(in_order(keys, self._settings.now()))

    async def create_guest(self, name: str | None = None, colour: int | None = None) -> Person:
        """Create a person with the given name and colour, or random ones."""
        row = PersonRow(
            secrets.token_urlsafe(9),
            clean_name(name) if name else secrets.choice(GUEST_NAMES),
            secrets.randbelow(COLOURS) if colour is None else clean_colour(colour),
            b"",
            now := self._settings.now(),
            seen=now,
        )
        await self._store.add_person(row)
        return _person(row)

    async def find(self, person: str) -> Person | None:
        """The person with this id, without noting that they were here."""
        row = await self._store.person(person)
        return None if row is None else _person(row)

    async def admit(self, person: str) -> Person | None:
        """The person with this id, who has just proved to be that person. Raises `Refusal` if they
        are blocked."""
        row = await self._find(person)
        return None if row is None else _admitted(row)

    async def _find(self, person: str) -> PersonRow | None:
        try:
            row = await self._store.person(person)
        except StoreError:
            if person in self._recent:
                return self._recent[person]
            raise
        self._recent.pop(person, None)
        if row is not None:
            self._recent[person] = row
            if len(self._recent) > MAX_CACHED:
                del self._recent[next(iter(self._recent))]
            await self._note(row)
        return row

    async def _note(self, row: PersonRow) -> None:
        """Note that a person is here, once a day; not while nothing can be written."""
        now = self._settings.now()
        if row.seen < now - DAY:
            with suppress(StoreError):
                await self._store.saw_person(row.id, now)

    async def rename(self, person: Person, name: str, colour: int | None = None) -> list[str]:
        """Change a person's name or colour. Returns the tables where it shows."""
        row = await self._row(person)
        colour = row.colour if colour is None else clean_colour(colour)
        return await self._change(replace(row, name=clean_name(name), colour=colour))

    async def revoke(self, person: Person, link: bool = False) -> tuple[Person, str, list[str]]:
        """End every other session and link of a person, and the tokens of their seats. Returns the
        person with their new epoch, the token of a new link if one is wanted, and their tables."""
        await self._row(person)
        token = _link_token(person) if link else ""
        epoch, tables = await self._store.revoke(person.id, hash_token(token) if link else b"")
        self._recent.pop(person.id, None)
        return replace(person, epoch=epoch), token, tables

    async def block(self, person: str, at: float | None) -> list[str]:
        """Block a person, or let them in again. Returns their tables."""
        self._recent.pop(person, None)
        tables = await self._store.block_person(person, at)
        if tables is None:
            raise Refusal(404, "not-found", Text("there is no person with this id"))
        return tables

    async def forget(self, person: Person) -> list[str]:
        """Delete everything about a person. Returns the tables they sat at."""
        self._recent.pop(person.id, None)
        return await self._store.forget(person.id)

    # The cookie.

    def cookie_for(self, person: Person) -> str:
        return self._signer.sign(Identity(person.id, person.epoch))

    async def from_cookie(self, cookie: str | None) -> Person | None:
        """The person a cookie was issued to; None if it is not valid or no longer valid."""
        if self._settings.monotonic() > self._keys_read + READ_AGAIN:
            with suppress(StoreError):  # the known keys will do while the store is away
                await self._read_keys()
        identity = self._signer.read(cookie or "")
        row = None if identity is None else await self._find(identity.person)
        if identity is None or row is None or row.epoch != identity.epoch:
            return None
        return _admitted(row)

    # The personal link: the same person on another device, and the token of programs.

    async def new_link(self, person: Person) -> str:
        """The token of a new personal link. The previous link stops working."""
        token = _link_token(person)
        await self._change(replace(await self._row(person), token=hash_token(token)))
        return token

    async def from_token(self, token: str) -> Person | None:
        """The person whose personal link has this token."""
        row = await self._find(token.partition(".")[0])
        stored = row.token if row is not None else b""
        if not hmac.compare_digest(stored or bytes(32), hash_token(token)) or row is None:
            return None
        return _admitted(row)

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
    return Refusal(403, "person", Text("you have been forgotten here: start again"))


def _link_token(person: Person) -> str:
    return f"{person.id}.{new_token()}"


def _admitted(row: PersonRow) -> Person:
    """The person, unless the operator has blocked them."""
    if row.blocked is not None:
        raise errors.blocked()
    return _person(row)


def _person(row: PersonRow) -> Person:
    return Person(row.id, row.name, row.colour, row.epoch)


def clean_name(text: str) -> str:
    name = clean(text)
    if not any(c.isalnum() for c in name):
        raise Refusal(422, "name", Text("a name has at least one letter or digit"))
    if len(name) > MAX_NAME_LENGTH:
        raise Refusal(422, "name", Text("a name has at most {n} characters", n=MAX_NAME_LENGTH))
    if mixes_alphabets(name):
        raise Refusal(
            422, "name", Text("the letters of a word in a name must all come from one alphabet")
        )
    if name.lower().startswith("bot "):  # that is how a record names its bots
        raise Refusal(422, "name", Text("only bots are called bot"))
    return name


def clean_title(text: str) -> str:
    """What someone calls their evening; it may be empty."""
    title = clean(text)
    if len(title) > MAX_TITLE_LENGTH:
        raise Refusal(422, "title", Text("a title has at most {n} characters", n=MAX_TITLE_LENGTH))
    return title


def clean_colour(colour: int) -> int:
    if colour not in range(COLOURS):
        raise Refusal(422, "colour", Text("colours are numbered 0 to {last}", last=COLOURS - 1))
    return colour
