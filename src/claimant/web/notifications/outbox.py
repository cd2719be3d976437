"""Sends the messages that are due, in the background.

What is due is in the store, so that it survives a restart; a process reserves a message before
it sends it, so that it is sent once however many servers there are. Push and e-mail have a worker
each: a mail server that hangs delays no push message, and neither delays a request. Reserving it
sets the time of the next attempt, so that a message whose server is killed meanwhile is tried
again; its reader's device or mail program shows a repeated one once.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import Any, Final

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.notifications import mail, push
from claimant.web.notifications.contacts import Contacts
from claimant.web.notifications.keys import Undecipherable
from claimant.web.notifications.mail import Letter, MailServer
from claimant.web.notifications.messages import Message, confirmation, trial
from claimant.web.notifications.occasions import Occasions
from claimant.web.notifications.presence import Presence
from claimant.web.notifications.push import NotSent, PushSender
from claimant.web.notifications.quiet import sending_time
from claimant.web.ops.periodic import Periodic
from claimant.web.ops.settings import Settings
from claimant.web.store.contacts import ContactRow, NoticeRow
from claimant.web.store.interface import DamagedTable, Store, StoreError
from claimant.web.tables.cache import TableCache

POLL: Final = 2.0
"""Seconds between checks for messages that are due."""
AT_ONCE: Final = {"push": 16, "email": 4}
"""Messages that are being sent at the same time."""
LONGEST: Final = 45.0
"""Seconds for one attempt."""
BACK_OFF: Final = (60.0, 300.0, 1800.0, 7200.0, 21_600.0)
"""Seconds until the next attempt; after the last one, the message is given up."""
LONGEST_WAIT: Final = 3600.0
"""Seconds that a push service may ask us to wait."""

log: Final = logging.getLogger(__name__)


class Result(Enum):
    SENT = "sent"
    LATER = "later"
    """It may work another time."""
    NOBODY = "nobody"
    """There is nobody to send it to any more."""


Deliver = Callable[[NoticeRow, Message, list[ContactRow]], Awaitable[Result]]


class Outbox:
    def __init__(
        self,
        store: Store,
        contacts: Contacts,
        tables: TableCache,
        occasions: Occasions,
        presence: Presence,
        settings: Settings,
        server: MailServer | None,
    ) -> None:
        self._store = store
        self._contacts = contacts
        self._tables = tables
        self._occasions = occasions
        self._presence = presence
        self._settings = settings
        self._server = server
        self._push: PushSender | None = None
        self._looks: list[Periodic] = []
        """One per channel."""
        self._sending: dict[str, set[asyncio.Task[None]]] = {"push": set(), "email": set()}

    def open(self, sender: PushSender) -> None:
        self._push = sender
        channels = ["push", "email"] if self._contacts.mail_offered else ["push"]
        self._looks = [
            Periodic(partial(self._send_due, channel), "messages", POLL) for channel in channels
        ]
        for looks in self._looks:
            looks.open()

    async def close(self) -> None:
        for looks in self._looks:
            await looks.close()
        tasks = [*self._sending["push"], *self._sending["email"]]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hint(self) -> None:
        """Check soon: there may be something to send."""
        for looks in self._looks:
            looks.hint()

    async def _send_due(self, channel: str) -> None:
        free = AT_ONCE[channel] - len(self._sending[channel])
        now = self._settings.now()
        for notice in await self._store.due_notices(channel, now, free) if free else ():
            await self._begin(notice)

    async def _begin(self, notice: NoticeRow) -> None:
        """Reserve a message that still makes sense, and send it in a task of its own."""
        message = await self._message(notice)
        if message is None:
            return
        attempt = min(notice.attempts, len(BACK_OFF) - 1)
        if not await self._store.reserve_notice(notice, self._settings.now() + BACK_OFF[attempt]):
            return  # another server sends it
        deliver = self._deliver_push if notice.channel == "push" else self._deliver_email
        sending = self._sending[notice.channel]
        task = asyncio.create_task(self._attempt(notice, message, deliver))
        sending.add(task)
        task.add_done_callback(sending.discard)

    # Whether, and what.

    async def _message(self, notice: NoticeRow) -> Message | None:
        """What to send now; None if it is not, or no longer, to be sent now."""
        now = self._settings.now()
        message, later = await self._current(notice)
        if message is not None and later is None:
            person = await self._store.person(notice.person)
            if person is None or person.blocked is not None:
                message = None
        if message is None:
            await self._store.reschedule_notice(notice, notice.channel, None)
        elif later is not None:
            await self._store.reschedule_notice(notice, notice.channel, max(later, now + 1.0))
            return None
        return message

    async def _current(self, notice: NoticeRow) -> tuple[Message | None, float | None]:
        """The message, None if there is no reason for it any more; and when to look again if this
        is not the time for it."""
        if notice.kind == "test":
            return trial(), None
        if notice.kind == "confirm":
            row = await self._store.contact(notice.table)
            if row is None or row.confirmed is not None:
                return None, None
            return confirmation(self._contacts.confirm_path(row)), None
        try:
            table = await self._tables.find(notice.table)
        except (Refusal, DamagedTable):
            return None, None
        occasion = await self._occasions.find(table, notice.person, notice.kind)
        if occasion is None or occasion.since > notice.version:
            return None, None
        there, opened = await self._presence.look(notice.person, table.id)
        if opened >= occasion.began:
            return None, None
        now = self._settings.now()
        if there:
            return occasion.message, now + self._settings.notice_delay
        at = sending_time(await self._contacts.preferences(notice.person), now)
        return occasion.message, at if at > now else None

    # Sending.

    async def _attempt(self, notice: NoticeRow, message: Message, deliver: Deliver) -> None:
        """Send a message. It is finished if it was accepted, if there is nobody left to send it to,
        or after the last attempt; one that no browser takes goes to the person's e-mail address."""
        try:
            rows = await self._store.contacts_of(notice.person)
            wanted = [row for row in rows if _wanted(row, notice)]
            async with asyncio.timeout(LONGEST):
                result = await deliver(notice, message, wanted)
            if result is Result.LATER and notice.attempts + 1 < len(BACK_OFF):
                return
            can_mail = any(row.channel == "email" and row.confirmed is not None for row in rows)
            failed = result is not Result.SENT and notice.kind != "test"
            if failed and notice.channel == "push" and can_mail and self._contacts.mail_offered:
                await self._store.reschedule_notice(notice, "email", self._settings.now())
                self.hint()
            else:
                await self._store.reschedule_notice(notice, notice.channel, None)
        except (StoreError, TimeoutError) as trouble:
            log.warning("messages: %s", type(trouble).__name__)
        except Exception as trouble:  # its words may contain an address
            log.error("messages: sending failed (%s)", type(trouble).__name__)

    async def _deliver_push(
        self, notice: NoticeRow, message: Message, rows: list[ContactRow]
    ) -> Result:
        """One of the person's browsers is enough. Subscriptions that have ended are removed."""
        language = (await self._contacts.preferences(notice.person)).language
        results = await asyncio.gather(
            *(self._push_to(row, message, language, _id(notice)) for row in rows)
        )
        if Result.SENT in results:
            return Result.SENT
        waits = [result for result in results if isinstance(result, float)]
        if not waits:
            return Result.NOBODY
        if max(waits) > 0:
            due = self._settings.now() + min(max(waits), LONGEST_WAIT)
            await self._store.reschedule_notice(notice, "push", due)
        return Result.LATER

    async def _push_to(
        self, row: ContactRow, message: Message, language: str, topic: str
    ) -> Result | float:
        """The result, or the seconds that the push service wants us to wait."""
        assert self._push is not None
        payload: dict[str, Any] = {
            "title": message.title.say(language),
            "body": message.body.say(language),
            "path": message.path,
            "tag": message.tag,
            "language": language,
            "stop": {
                "path": self._contacts.stop_path(row),
                "label": Text("Stop these messages").say(language),
            },
        }
        try:
            subscription = await self._contacts.subscription(row)
            if subscription is None:
                raise push.Gone("not a push subscription")
            await self._push.send(subscription, payload, topic, self._settings.now())
        except push.Gone:
            await self._store.remove_contact(row.id)
            return Result.NOBODY
        except NotSent as trouble:
            log.warning("messages: a push service: %s", trouble)
            return trouble.wait
        except Undecipherable:
            log.error("messages: an address cannot be decrypted: see CLAIMANT_ADDRESS_SECRET")
            return 0.0
        return Result.SENT

    async def _deliver_email(
        self, notice: NoticeRow, message: Message, rows: list[ContactRow]
    ) -> Result:
        if not rows or self._server is None:
            return Result.NOBODY
        row = rows[0]  # a person has one address
        language = (await self._contacts.preferences(notice.person)).language
        site = self._settings.public_url.rstrip("/")
        confirmed = row.confirmed is not None
        stop = self._contacts.stop_path(row) if confirmed else self._contacts.never_path(row)
        try:
            letter = Letter(
                await self._contacts.email(row),
                message.title.say(language),
                _letter(message, language, site, stop, confirmed),
                _id(notice),
                language,
                site + stop,
            )
            await mail.send(self._server, letter, self._settings.now())
        except mail.BadAddress:
            await self._store.remove_contact(row.id)
            return Result.NOBODY
        except NotSent as trouble:
            log.warning("messages: the mail server: %s", trouble)
            return Result.LATER
        except Undecipherable:
            log.error("messages: an address cannot be decrypted: see CLAIMANT_ADDRESS_SECRET")
            return Result.LATER
        return Result.SENT


def _wanted(row: ContactRow, notice: NoticeRow) -> bool:
    if notice.kind == "confirm":
        return row.id == notice.table and row.confirmed is None
    return row.channel == notice.channel and row.confirmed is not None


def _letter(message: Message, language: str, site: str, stop: str, confirmed: bool) -> str:
    ending = Text("Stop these messages") if confirmed else Text("Never write to this address again")
    lines = [
        message.body.say(language),
        "",
        f"{message.button.say(language)}: {site}{message.path}",
        "",
        "-- ",
        f"{ending.say(language)}: {site}{stop}",
    ]
    if confirmed:
        lines.append(f"{Text('Quiet hours and more').say(language)}: {site}/me")
    return "\n".join(lines) + "\n"


def _id(notice: NoticeRow) -> str:
    """The same for every attempt to send a message, and different for any other; at most 32
    characters, as push services want it."""
    text = "\n".join(map(str, (notice.person, notice.table, notice.kind, notice.version)))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
