"""The chat of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.people.names import clean
from claimant.web.store.interface import Store, TalkRow
from claimant.web.tables.feed import Feed
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor

MAX_LENGTH: Final = 280


def encoded(said: TalkRow) -> bytes:
    """A line as feeds send it. Whose it is stays with the server: the name is enough."""
    line = said._asdict()
    del line["person"]
    return msgspec.json.encode(line)


class Talk:
    def __init__(self, store: Store, feed: Feed, now: Callable[[], float]) -> None:
        self._store = store
        self._feed = feed
        self._now = now

    async def say(self, visitor: Visitor, text: str) -> TalkRow:
        """Store a line said by a player, under the name they have now, and publish it."""
        table, seat = visitor.table, visitor.own_seat
        line = clean(text)
        if not line:
            raise Refusal(422, "talk", Text("there is nothing to say"))
        if len(line) > MAX_LENGTH:
            raise Refusal(422, "talk", Text("say it in at most {n} characters", n=MAX_LENGTH))
        row, name = table.seats[seat], table.names[seat]
        said = await self._store.add_talk(
            *(table.id, seat, line, self._now()),
            person=row.person,
            name=name if isinstance(name, str) else row.name,
            colour=row.colour,
        )
        self.publish(table, said)
        return said

    def publish(self, table: Table, said: TalkRow) -> None:
        self._feed.publish_talk(table, encoded(said))

    async def lines(self, table: Table, since: int = 0) -> list[TalkRow]:
        """The latest lines, after line number `since`."""
        return await self._store.talk(table.id, since)
