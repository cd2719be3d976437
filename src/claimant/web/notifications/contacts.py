"""Where people can be reached, at their own request only.

Anyone can type anyone's e-mail address, so an address gets one message that asks for confirmation,
at most a few per day no matter who enters it, with nothing a stranger wrote in it; its owner can
refuse all further ones.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Final

import msgspec

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.http.limits import HOUR, TokenBucket, too_many
from claimant.web.notifications.keys import Keys, Undecipherable
from claimant.web.notifications.mail import MailServer, is_address, wrong_address
from claimant.web.notifications.push import Subscription
from claimant.web.notifications.quiet import minutes, zone
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.store.contacts import ContactRow, NoticeRow, PreferenceRow
from claimant.web.store.interface import Store

DAY: Final = 86_400.0
MAX_CONTACTS: Final = 10
"""Devices and addresses of one person."""
CONFIRMATIONS: Final = 3
"""Messages per day to an address that is not confirmed, no matter who enters it."""
ALL_CONFIRMATIONS: Final = 100.0
"""Such messages per hour from one server, half of which may come at once."""
MAX_DEVICE: Final = 40


class Contact(msgspec.Struct, frozen=True):
    """A contact as its owner may see it."""

    id: str
    channel: str
    address: str
    """The e-mail address, or that of the push subscription."""
    device: str
    created: float
    confirmed: bool


class _Sealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is encrypted."""

    address: str = ""
    subscription: Subscription | None = None
    device: str = ""


class Contacts:
    def __init__(
        self, store: Store, keys: Keys, settings: Settings, mail: MailServer | None
    ) -> None:
        self._store = store
        self._keys = keys
        self._settings = settings
        self._mail = mail
        self._confirmations = TokenBucket(ALL_CONFIRMATIONS / HOUR, ALL_CONFIRMATIONS / 2)

    @property
    def mail_offered(self) -> bool:
        """Whether e-mail can be sent, with links that lead here."""
        return self._mail is not None and bool(self._settings.public_url)

    async def subscribe(
        self, person: Person, to: Subscription, device: str, language: str, zone_name: str
    ) -> Contact:
        """Send push messages to a browser. Raises `Refusal`."""
        try:
            to.check(self._settings.push_anywhere)
        except ValueError as error:
            text = Text("this is not a push subscription that can be used")
            raise Refusal(422, "push", text) from error
        content = _Sealed(subscription=to, device=device[:MAX_DEVICE])
        row = await self._add(person, "push", content, to.endpoint, self._settings.now())
        await self._note_language(person, language, zone_name)
        return Contact(row.id, "push", to.endpoint, content.device, row.created, True)

    async def enter_email(
        self, person: Person, address: str, language: str, zone_name: str
    ) -> Contact:
        """Ask the reader of an address whether it is this person's. Raises `Refusal`."""
        address = address.strip()
        if not self.mail_offered:
            raise Refusal(422, "email", Text("this server does not send e-mail"))
        if not is_address(address):
            raise Refusal(422, "email", wrong_address())
        now = self._settings.now()
        digest = self._keys.digest(_counted_as(address).encode())
        wait = self._confirmations.take("all")
        if wait:
            raise too_many(
                Text("too many people have just asked for e-mail: try again later"), wait
            )
        if not await self._store.may_write_to(digest, now, now - DAY, CONFIRMATIONS):
            text = Text("we have written to this address often enough for today")
            raise too_many(text, DAY)
        row = await self._add(person, "email", _Sealed(address), _counted_as(address), None)
        await self._note_language(person, language, zone_name)
        await self._store.offer_notice(NoticeRow(person.id, row.id, "confirm", "email", 1, now), 1)
        return Contact(row.id, "email", address, "", now, False)

    async def _add(
        self,
        person: Person,
        channel: str,
        content: _Sealed,
        same: str,
        confirmed: float | None,
    ) -> ContactRow:
        name = secrets.token_urlsafe(12)
        row = ContactRow(
            name,
            person.id,
            channel,
            await self._keys.seal(name, msgspec.json.encode(content)),
            self._keys.digest(same.encode()),
            self._settings.now(),
            confirmed,
        )
        if not await self._store.add_contact(row, MAX_CONTACTS):
            text = Text("you get messages on many devices already: remove one first")
            raise Refusal(422, "contacts", text)
        return row

    async def _note_language(self, person: Person, language: str, zone_name: str) -> None:
        known = await self._store.preferences(person.id)
        if known is None:
            await self._store.set_preferences(PreferenceRow(person.id, language, _zone(zone_name)))

    async def set_preferences(
        self, person: Person, language: str, zone_name: str, quiet: tuple[str, str] | None
    ) -> None:
        """Set the language of messages, and the quiet hours. Raises `Refusal`."""
        begin, end = (0, 0) if quiet is None else (minutes(quiet[0]), minutes(quiet[1]))
        if begin is None or end is None:
            raise Refusal(422, "quiet", Text("quiet hours are two times such as 22:00 and 08:00"))
        row = PreferenceRow(person.id, language, _zone(zone_name), begin, end)
        await self._store.set_preferences(row)

    async def preferences(self, person: str) -> PreferenceRow:
        return await self._store.preferences(person) or PreferenceRow(person)

    # Reading.

    async def of_person(self, person: str) -> list[Contact]:
        """A person's contacts. One that cannot be decrypted is listed without its address."""
        return [await self._shown(row) for row in await self._store.contacts_of(person)]

    async def _shown(self, row: ContactRow) -> Contact:
        content = _Sealed()
        with suppress(Undecipherable):
            content = await self._content(row)
        address = content.subscription.endpoint if content.subscription else content.address
        confirmed = row.confirmed is not None
        return Contact(row.id, row.channel, address, content.device, row.created, confirmed)

    async def _content(self, row: ContactRow) -> _Sealed:
        return msgspec.json.decode(await self._keys.unseal(row.id, row.sealed), type=_Sealed)

    async def subscription(self, row: ContactRow) -> Subscription | None:
        """Raises `Undecipherable`."""
        return (await self._content(row)).subscription

    async def email(self, row: ContactRow) -> str:
        """Raises `Undecipherable`."""
        return (await self._content(row)).address

    # Links in messages. They work without a cookie, for one contact each.

    def confirm_path(self, row: ContactRow) -> str:
        expires = int(row.created + DAY)
        return f"/confirm/{self._keys.sign('confirm', row.id, expires)}"

    def stop_path(self, row: ContactRow) -> str:
        return f"/stop/{self._keys.sign('stop', row.id)}"

    def never_path(self, row: ContactRow) -> str:
        """For an address that is not confirmed: its reader may not know who entered it."""
        return f"/never/{self._keys.sign('never', row.digest.hex())}"

    async def to_confirm(self, token: str) -> Contact:
        """The contact that a link asks about. Raises `Refusal`."""
        name = self._keys.verify("confirm", token)
        row = None if name is None else await self._store.contact(name)
        if row is None:
            raise Refusal(404, "link", Text("this link no longer works: enter the address again"))
        return await self._shown(row)

    async def confirm(self, token: str) -> Contact:
        contact = await self.to_confirm(token)
        await self._store.confirm_contact(contact.id, self._settings.now())
        return contact

    def check_stop(self, token: str, purpose: str) -> str:
        """Whose messages a link stops. Raises `Refusal`."""
        found = self._keys.verify(purpose, token)
        if found is None:
            raise Refusal(404, "link", Text("this link is not complete: copy all of it"))
        return found

    async def stop(self, token: str) -> None:
        """Stop messages to one contact; a second time does nothing."""
        await self._store.remove_contact(self.check_stop(token, "stop"))

    async def never(self, token: str) -> None:
        """Never write to an address again."""
        digest = bytes.fromhex(self.check_stop(token, "never"))
        await self._store.never_write_to(digest, self._settings.now())

    async def remove(self, person: Person, contact: str) -> bool:
        return await self._store.remove_contact(contact, person.id)

    async def send_test(self, person: Person) -> bool:
        """Send a test message to wherever the person can be reached; returns whether they can."""
        rows = await self._store.contacts_of(person.id)
        channels = {row.channel for row in rows if row.confirmed is not None}
        now = self._settings.now()
        for channel in sorted(channels):
            notice = NoticeRow(person.id, channel, "test", channel, int(now), now)
            await self._store.offer_notice(notice, int(now))
        return bool(channels)


def _counted_as(address: str) -> str:
    """What an address is counted as: many providers deliver `a.nn+games@…` to `ann@…`."""
    local, _, host = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{host}"


def _zone(name: str) -> str:
    return name if len(name) <= 100 and zone(name) is not None else "UTC"
