"""The parts that send messages, wired together."""

from __future__ import annotations

import logging
from typing import Final

from claimant.web.notifications.contacts import Contacts
from claimant.web.notifications.keys import Keys
from claimant.web.notifications.mail import MailServer
from claimant.web.notifications.occasions import Occasions
from claimant.web.notifications.outbox import Outbox
from claimant.web.notifications.presence import Presence
from claimant.web.notifications.push import PushSender
from claimant.web.notifications.watcher import Watcher
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Store
from claimant.web.tables.cache import TableCache
from claimant.web.tables.feed import Feed

log: Final = logging.getLogger(__name__)


class Notifications:
    def __init__(self, store: Store, feed: Feed, tables: TableCache, settings: Settings) -> None:
        self._settings = settings
        self._server = MailServer.parse(settings.smtp) if settings.smtp else None
        self.keys: Final = Keys(store, settings)
        self.contacts: Final = Contacts(store, self.keys, settings, self._server)
        self.presence: Final = Presence(store, feed, settings)
        occasions = Occasions(tables)
        self.outbox: Final = Outbox(
            store, self.contacts, tables, occasions, self.presence, settings, self._server
        )
        self.watcher: Final = Watcher(
            store, tables, occasions, self.presence, settings, self.outbox.hint
        )

    async def open(self) -> None:
        await self.keys.open()
        self.presence.open()
        self.watcher.open()
        if self._settings.bot_scope != "all":  # workers have no mail server and no secret
            self.outbox.open(
                PushSender(self.keys.push_key, self._subject, self._settings.push_anywhere)
            )
        if self._server is not None and not self.contacts.mail_offered:
            log.warning("no e-mail is sent: the links in it need --public-url")

    async def close(self) -> None:
        await self.outbox.close()
        await self.watcher.close()
        await self.presence.close()

    @property
    def _subject(self) -> str:
        """How push services can reach the operator."""
        if self._server is not None:
            return f"mailto:{self._server.sender}"
        site = self._settings.public_url
        return site if site.startswith("https://") else "mailto:claimant@localhost.localdomain"
