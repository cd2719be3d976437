"""The house: what people, programs and bots can do at its tables. The page and the API both come
here, so that what one can do the other can."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

import msgspec

from claimant.game import Illegal, State
from claimant.i18n import Text
from claimant.luck import Secret
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.names import clean
from claimant.web.people.people import Person
from claimant.web.store.interface import Event, SeatRow, Stale, Standing, Store, TableRow, TalkRow
from claimant.web.tables.attendance import Attendance
from claimant.web.tables.deadlines import Clock
from claimant.web.tables.replication import Elsewhere
from claimant.web.tables.seats import Seated, Visitor, Wanted, again, seat_of, taken
from claimant.web.tables.table import (
    BOT,
    Header,
    Table,
    digest,
    seat_wanted,
    seats_wanted,
    set_up,
    standing_of,
    token_after,
)

__all__ = ["House", "Seated", "Visitor", "Wanted"]

LONGEST_TALK: Final = 280
CODE: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters that nobody confuses."""


class House(Attendance):
    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.clock: Final = Clock(self)
        self.elsewhere: Final = Elsewhere(self)

    async def open(self) -> None:
        await super().open()
        self.clock.open()
        self.elsewhere.open()

    async def close(self) -> None:
        self.live.close()
        await self.elsewhere.close()
        await self.clock.close()
        await super().close()

    def in_use(self, name: str) -> bool:
        return super().in_use(name) or self.clock.attends(name)

    def tell(self, table: Table, seats: bool) -> None:
        super().tell(table, seats)
        self.clock.look(table)

    # Making, joining, leaving.

    async def make(
        self, wanted: Wanted, person: Person | None = None, name: str | None = None
    ) -> Seated:
        """A new table. It begins at once where no seat is open."""
        game = set_up(wanted.game, wanted.players, wanted.options)
        seats = seats_wanted(wanted.players, wanted.seats)
        if wanted.pace not in self.settings.paces:
            known = ", ".join(self.settings.paces)
            raise Refusal(422, "pace", Text("the pace is one of {known}", known=known))
        me = wanted.seats.index("me") if "me" in wanted.seats else None
        token = secrets.token_urlsafe(24)
        header = Header(
            *(game.name, game.rules, game.players, game.options, wanted.pace, wanted.spectators),
            host_token=digest(token).hex() if me is None else "",
            swift=wanted.swift,
            maker="" if me is None else digest(token).hex(),
        )
        if me is not None:
            seats[me] = taken(seats[me], seats, person, name, wanted.word, token)
        return await self._make(header, seats, wanted.public, person, me, token, None)

    async def _make(
        self,
        header: Header,
        seats: list[SeatRow],
        public: bool,
        person: Person | None,
        me: int | None,
        token: str,
        before: str | None,
    ) -> Seated:
        now = self.settings.now()
        row = TableRow(
            id=secrets.token_urlsafe(12),
            code="".join(secrets.choice(CODE) for _ in range(8)),
            header=msgspec.json.encode(header).decode(),
            secret=Secret.new().secret,
            public=public,
            host=None if person is None else person.id,
            created=now,
            standing=Standing("waiting", None, None),
            before=before,
        )
        await self.store.create(row, seats)
        table = await self._read(row.id)
        await self._begin(table)
        return Seated(table, me, token)

    async def _begin(self, table: Table) -> None:
        """Let luck begin the game once every seat is taken."""
        while table.full and table.status == "waiting":
            events, state = table.next_events(None)
            try:
                await self._append(table, events, state)
            except Stale:
                await self.refresh(table)

    async def join(
        self,
        table: Table,
        person: Person | None = None,
        name: str | None = None,
        word: str = "",
        seat: int | None = None,
    ) -> Seated:
        """Take an open seat, this one or the first. Who sits there already gets a new token."""
        token = secrets.token_urlsafe(24)

        def take(seats: list[SeatRow]) -> int:
            mine = None if person is None else table.seat_of_person(person.id)
            if mine is not None:
                seats[mine] = replace(seats[mine], token=digest(token), away=False)
                return mine
            if table.status != "waiting":
                raise Refusal(422, "full", Text("nobody can join this table any more"))
            free = [s.seat for s in seats if s.kind == "open" and not s.held]
            if not free or (seat is not None and seat not in free):
                raise Refusal(422, "full", Text("there is no free seat at this table"))
            place = free[0] if seat is None else seat
            seats[place] = taken(seats[place], seats, person, name, word, token)
            return place

        place = await self._change_seats(table, take)
        await self._begin(table)
        return Seated(table, place, token)

    async def fill(self, visitor: Visitor, seat: int, wanted: str) -> None:
        """Let the host give an open seat to a bot, or open one of a bot or a held one to all."""
        table = visitor.table
        if not visitor.host:
            raise Refusal(403, "host", Text("only the person who made the table can do that"))

        def change(seats: list[SeatRow]) -> int:
            if table.status != "waiting":
                raise Refusal(422, "begun", Text("the game has begun"))
            if seat not in range(len(seats)) or seats[seat].kind == "person":
                raise Refusal(422, "seat", Text("this seat is not free"))
            if wanted != "open" and not wanted.startswith(BOT):
                raise Refusal(422, "seat", Text("an open seat stays open or gets a bot"))
            seats[seat] = replace(seat_wanted(seat, wanted), colour=seats[seat].colour)
            return seat

        await self._change_seats(table, change)
        await self._begin(table)

    async def rematch(self, visitor: Visitor) -> Seated:
        """The same again: each gets the seat they had. The first to ask makes the table."""
        old = visitor.table
        place = seat_of(visitor)
        if not old.over:
            await self.refresh(old)
        if not old.over:
            raise Refusal(422, "not-over", Text("the game is not over yet"))
        person = visitor.person
        # Who is known by a seat's token alone gets the same one again, should the answer be lost.
        token = secrets.token_urlsafe(24) if person else token_after(old.seats[place].token)
        if old.row.rematch is None:
            seats = [
                s if s.kind == "bot" else SeatRow(s.seat, "open", colour=s.colour, held=True)
                for s in old.seats
            ]
            seats[place] = again(old.seats[place], token)
            try:
                header = msgspec.structs.replace(old.header, maker=digest(token).hex())
                made = await self._make(header, seats, old.row.public, person, place, token, old.id)
            except Stale:
                await self.refresh(old)
            else:
                await self.refresh(old)
                return made
        assert old.row.rematch is not None
        table = await self.table(old.row.rematch)

        def take(seats: list[SeatRow]) -> int:
            now = seats[place]
            mine = now.token == digest(token) or (person and now.person == person.id)
            if table.status == "waiting" and now.kind == "open" and now.held:
                seats[place] = again(old.seats[place], token)
            elif mine:
                seats[place] = replace(now, token=digest(token))
            else:
                raise Refusal(422, "full", Text("your seat at the next game is taken"))
            return place

        await self._change_seats(table, take)
        await self._begin(table)
        return Seated(table, place, token)

    # Playing.

    async def act(self, visitor: Visitor, version: int, event: str) -> int:
        """Let a seat's event happen at the version it has seen; the version after it. The same
        once more, because an answer was lost, changes nothing and is answered alike."""
        table = visitor.table
        seat = seat_of(visitor)
        if version > table.version or table.status == "waiting":
            await self.refresh(table)  # another process was told, and the news may be on its way
        if table.status == "waiting":
            raise Refusal(422, "waiting", Text("the game has not begun"))
        if table.status == "closed":
            raise errors.no_table()
        while version == table.version:
            doer = table.state.undoer if event == "undo" else table.state.actor
            if doer is None and event == "undo":
                doer = seat  # nothing to take back: the rules say so in words
            if table.over and event != "undo":
                doer = seat
            if doer != seat:
                raise errors.not_your_turn()
            try:
                events, state = table.next_events(event)
            except Illegal as refused:
                raise errors.illegal(refused) from refused
            if table.seats[seat].away:
                await self.come_back(visitor)
                continue
            try:
                await self._append(table, events, state)
            except Stale:
                await self.refresh(table)  # and once more where only the seats have changed
                continue
            return version + 1
        if 0 <= version < table.version and table.events[version] == event:
            undo = event == "undo"
            doer = table.undoer_at(version) if undo else table.actor_at(version)
            if doer == seat:
                return version + 1
        raise errors.stale(table.version)

    async def bot_acts(self, table: Table, version: int, event: str) -> None:
        if table.version != version:
            return
        events, state = table.next_events(event)
        try:
            await self._append(table, events, state)
        except Stale:
            await self.refresh(table)

    async def _append(self, table: Table, events: list[str], state: State) -> None:
        """Commit events, and only then show them. What is due next depends on who sits there:
        `Stale` where that has changed."""
        now = self.settings.now()
        version, revision = table.version, table.revision
        status = "over" if state.actor is None else "running"
        since = table.since_after(events[-1], now)
        duty = table.duty(state, since, table.seats, self.settings)
        standing = standing_of(status, state, duty)
        await self.store.append(table.id, version, events, now, standing, revision)
        if table.version == version:
            table.add([Event(n, event, now) for n, event in enumerate(events, version + 1)])
            self.tell(table, version == 0 or table.over)
        else:
            await self.refresh(table)

    # Talking.

    async def say(self, visitor: Visitor, text: str) -> TalkRow:
        place = seat_of(visitor)
        line = clean(text)
        if not line:
            raise Refusal(422, "talk", Text("there is nothing to say"))
        if len(line) > LONGEST_TALK:
            raise Refusal(422, "talk", Text("say it in at most {n} characters", n=LONGEST_TALK))
        said = await self.store.say(visitor.table.id, place, line, self.settings.now())
        self.live.publish_talk(visitor.table, msgspec.json.encode(said._asdict()))
        return said

    async def talk(self, table: Table, since: int = 0) -> list[TalkRow]:
        return await self.store.talk(table.id, since)

    # People.

    async def rename(self, person: Person, name: str, colour: int | None = None) -> None:
        await self._look_again(await self.people.rename(person, name, colour))

    async def revoke(self, person: Person, link: bool = False) -> tuple[Person, str]:
        """End whatever else is this person, feeds too: who they are now, and their new link."""
        now, token, tables = await self.people.revoke(person, link)
        for table in filter(None, map(self.concerns, tables)):
            await self.refresh(table)
        return now, token

    async def forget(self, person: Person) -> None:
        """Forget a person. Where a game runs, a bot plays on for them."""
        for table in await self.tables_of(person, 1000):
            if table.status == "waiting":
                visitor = await self.visitor(table.id, person=person)
                if visitor.seat is not None:
                    await self.leave(visitor)
        await self._look_again(await self.people.forget(person))

    async def _look_again(self, tables: list[str]) -> None:
        for name in tables:
            table = await self.table(name)
            while True:
                await self.refresh(table)
                duty = table.duty(table.state, table.since, table.seats, self.settings)
                standing = standing_of(table.status, table.state, duty)
                if standing == table.row.standing:
                    break
                known = table.revision, table.version
                try:  # a bot has to go on where someone is forgotten
                    await self.store.change_seats(table.id, known[0], [], standing, known[1])
                except Stale:
                    continue
                await self.refresh(table)
                break
