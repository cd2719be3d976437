"""The chat of a table: talking, closing it, muting people and reporting what they said."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cache, partial
from typing import Final

import msgspec

from claimant.bots.characters import Character
from claimant.i18n import Text, translations
from claimant.web.http.errors import Refusal, not_host
from claimant.web.people.names import clean
from claimant.web.people.people import Person
from claimant.web.store.interface import Store, TalkRow
from claimant.web.store.moderation import MutedRow, ReportRow
from claimant.web.tables.cache import TableCache
from claimant.web.tables.feed import Feed
from claimant.web.tables.reactions import REACTIONS, line_of, reaction_in
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor

MAX_LENGTH: Final = 280
MAX_MUTED: Final = 200
"""People that one person has muted."""
MAX_REPORTS: Final = 10_000
"""Reports that wait for the operator."""
MAX_SENDERS: Final = 10_000
"""Lines of which it is remembered, in memory only, from which address they came."""


_CHARACTER: Final = "bot:"
"""Begins what stands in place of a person's id for lines that a bot's character says."""


def is_character(said: TalkRow) -> bool:
    """Whether a bot said a line."""
    return said.person is not None and said.person.startswith(_CHARACTER)


def words_of(said: TalkRow, language: str) -> str:
    """What was said. People's words are shown as they are, reactions and those of bots in the
    reader's language."""
    reaction = reaction_in(said.text)
    if reaction:
        return REACTIONS[reaction].say(language)
    return translations(language).gettext(said.text) if is_character(said) else said.text


def encoded(said: TalkRow, language: str) -> bytes:
    """A line as feeds send it. Whose it is stays with the server: the name is enough."""
    line = said._asdict() | {"text": words_of(said, language)}
    if reaction := reaction_in(said.text):
        line["reaction"] = reaction
    del line["person"]
    return msgspec.json.encode(line)


def talker(table: str, said: TalkRow) -> str:
    """What identifies the person who said something, or the seat of a program."""
    return said.person or f"{table}/{said.seat}"


class Talk:
    def __init__(
        self, store: Store, tables: TableCache, feed: Feed, now: Callable[[], float]
    ) -> None:
        self._store = store
        self._tables = tables
        self._feed = feed
        self._now = now
        self._senders: dict[tuple[str, int], str] = {}
        """The address behind a line, for the case that it is reported. It is stored only then."""

    async def say(self, visitor: Visitor, text: str, address: str = "") -> TalkRow:
        """Store a line said by a player, under the name they have now, and publish it."""
        table, seat = visitor.table, visitor.own_seat
        if table.row.chat_closed:
            raise Refusal(403, "chat-closed", Text("the host has closed the chat of this table"))
        line = clean(text)
        if not line:
            raise Refusal(422, "talk", Text("write something first"))
        if len(line) > MAX_LENGTH:
            raise Refusal(422, "talk", Text("say it in at most {n} characters", n=MAX_LENGTH))
        row, name = table.seats[seat], table.names[seat]
        said = await self._store.add_talk(
            *(table.id, seat, line, self._now()),
            person=row.owner,
            name=name if isinstance(name, str) else row.name,
            colour=row.colour,
        )
        self._senders[table.id, said.n] = address
        if len(self._senders) > MAX_SENDERS:
            del self._senders[next(iter(self._senders))]
        self.publish(table, said)
        return said

    async def react(self, visitor: Visitor, name: str, address: str = "") -> TalkRow:
        """Send one of the six reactions."""
        if name not in REACTIONS:
            known = ", ".join(REACTIONS)
            raise Refusal(422, "reaction", Text("the reactions are {known}", known=known))
        return await self.say(visitor, line_of(name), address)

    async def say_as(self, table: Table, seat: int, character: Character, line: Text) -> None:
        """Let a bot's character say a line."""
        said = await self._store.add_talk(
            *(table.id, seat, line.one, self._now()),
            person=_CHARACTER + character.name,
            name=str(table.names[seat]),
            colour=table.seats[seat].colour,
        )
        self.publish(table, said)

    def publish(self, table: Table, said: TalkRow) -> None:
        in_language = cache(partial(encoded, said))  # at most one entry per language
        self._feed.publish_talk(table, in_language, talker(table.id, said))

    async def lines(
        self, table: Table, since: int = 0, muted: frozenset[str] = frozenset()
    ) -> list[TalkRow]:
        """The latest lines, after line number `since`, without those of muted people."""
        said = await self._store.talk(table.id, since)
        return [row for row in said if talker(table.id, row) not in muted] if muted else said

    async def close(self, visitor: Visitor, closed: bool) -> None:
        """Let the host close the chat of the table, or open it again."""
        if not visitor.host:
            raise not_host()
        await self._store.close_chat(visitor.table.id, closed)
        await self._tables.refresh(visitor.table)

    # Muting and reporting.

    async def muted_by(self, person: Person | None) -> frozenset[str]:
        """Whose talk a person does not want to hear."""
        if person is None:
            return frozenset()
        return frozenset(row.talker for row in await self._store.muted(person.id))

    async def mute(self, person: Person, table: Table, n: int) -> None:
        """Mute the person who said a line, at all tables, for one person only."""
        said = await self.line(table, n)
        if said.person == person.id:
            raise Refusal(422, "mute", Text("nobody can mute themselves"))
        row = MutedRow(secrets.token_urlsafe(9), talker(table.id, said), said.name, self._now())
        if not await self._store.mute(person.id, row, MAX_MUTED):
            text = Text("you have muted {n} people already: let some of them speak", n=MAX_MUTED)
            raise Refusal(422, "mute", text)

    async def report(self, visitor: Visitor, n: int, reason: str) -> None:
        """Report a line to the operator of the server."""
        table, said = visitor.table, await self.line(visitor.table, n)
        if is_character(said):
            raise Refusal(422, "report", Text("that was a bot: mute it instead"))
        report = ReportRow(
            *(table.id, n, said.person, said.name, said.text),
            None if visitor.person is None else visitor.person.id,
            clean(reason)[:MAX_LENGTH],
            self._senders.get((table.id, n), ""),
            self._now(),
        )
        if not await self._store.report(report, MAX_REPORTS):
            text = Text("the operator has too many reports to read: try again later")
            raise Refusal(503, "too-many", text)

    async def line(self, table: Table, n: int) -> TalkRow:
        """One line; raises `Refusal` if there is none with this number."""
        said = await self._store.talk(table.id, n - 1, n) if 0 < n < 2**31 else []
        if not said:
            raise Refusal(404, "not-found", Text("nobody has said that here"))
        return said[0]
