"""The interface of the store for messages to people who have closed the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol


@dataclass(frozen=True)
class ContactRow:
    """Where a person can be reached."""

    id: str
    person: str
    channel: str
    """`push` or `email`."""
    sealed: bytes
    """The address, encrypted."""
    digest: bytes
    """A keyed hash of the address, by which the same one is recognised."""
    created: float
    confirmed: float | None = None
    """When the person showed that it is theirs; before that, nothing else is sent there."""


@dataclass(frozen=True)
class PreferenceRow:
    """How a person wants to be sent messages."""

    person: str
    language: str = "en"
    zone: str = "UTC"
    quiet_from: int = 0
    """Minutes after midnight in the person's time zone. Nothing is sent from here …"""
    quiet_until: int = 0
    """… to here; no quiet hours if both are equal."""


class NoticeRow(NamedTuple):
    """A message that is due, or was sent."""

    person: str
    table: str
    """The table it is about; for the confirmation of an address, the contact."""
    kind: str
    channel: str
    version: int
    """The version of the table when the message was decided on."""
    due: float | None
    """When to send it, or to try again; None once it was sent or given up."""
    attempts: int = 0


class ContactStore(Protocol):
    async def add_contact(self, contact: ContactRow, limit: int) -> bool:
        """Add a contact, instead of an earlier one with the same push subscription, or the person's
        earlier e-mail address. Returns whether the person could have one more."""
        ...

    async def contact(self, contact: str) -> ContactRow | None: ...

    async def contacts_of(self, person: str) -> list[ContactRow]:
        """A person's contacts, oldest first."""
        ...

    async def contacts_after(self, contact: str, limit: int) -> list[ContactRow]:
        """The next contacts after this one, ordered by id."""
        ...

    async def confirm_contact(self, contact: str, at: float) -> bool: ...

    async def reseal_contact(self, old: ContactRow, new: ContactRow) -> None:
        """Replace the encrypted address of a contact, unless it has changed."""
        ...

    async def remove_contact(self, contact: str, person: str | None = None) -> bool:
        """Remove a contact; with a person, only if it is theirs."""
        ...

    async def remove_unconfirmed(self, before: float) -> None:
        """Remove e-mail addresses that nobody has confirmed in time, and what is known about
        addresses that were written to before."""
        ...

    async def reachable_people(self, after: str, limit: int) -> list[str]:
        """The next people after this one who have a confirmed contact, ordered by id."""
        ...

    async def preferences(self, person: str) -> PreferenceRow | None: ...

    async def set_preferences(self, preferences: PreferenceRow) -> None: ...

    # Addresses that people have entered, who need not be their owners.

    async def may_write_to(self, digest: bytes, now: float, since: float, limit: int) -> bool:
        """Count a message to an address that is not confirmed. Returns False if `limit` were sent
        there after `since`, or its owner does not want any."""
        ...

    async def never_write_to(self, digest: bytes, now: float) -> None:
        """Remove an address, no matter who entered it, and refuse it from now on."""
        ...

    # Messages.

    async def offer_notice(self, notice: NoticeRow, since: int) -> bool:
        """Store a message to be sent, unless there was one of this kind about this table at version
        `since` or later. Returns whether there was none."""
        ...

    async def notice(self, person: str, table: str, kind: str) -> NoticeRow | None: ...

    async def due_notices(self, channel: str, now: float, limit: int) -> list[NoticeRow]:
        """Messages to be sent by now, most urgent first."""
        ...

    async def reserve_notice(self, notice: NoticeRow, due: float) -> bool:
        """Count an attempt to send a message, which is made again at `due` unless it is finished.
        Returns False if another process has reserved it."""
        ...

    async def reschedule_notice(self, notice: NoticeRow, channel: str, due: float | None) -> None:
        """Send it later or another way; None: it is finished."""
        ...

    # Who has a table's page open, if several servers share the store.

    async def enter(self, server: str, person: str, table: str, at: float) -> None: ...

    async def leave(self, server: str, person: str, table: str) -> None: ...

    async def beat(self, server: str, at: float, forget: float) -> None:
        """Note that a server is running, and delete what was noted before `forget`."""
        ...

    async def present(self, person: str, table: str, alive: float) -> tuple[bool, float]:
        """Whether a person has a table open on a server that was running at `alive`, and when they
        last opened it."""
        ...
