"""Two servers with the same table, in one of them with other hidden cards and another secret."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from claimant import registry
from claimant.game import Game
from claimant.games.claim.game import Claim
from claimant.luck import PROTOCOL, Secret
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.people.people import Person
from claimant.web.people.tokens import hash_token
from claimant.web.store.interface import PersonRow, SeatRow, TableRow, TableSummary
from claimant.web.tables.deadlines import current_deadline, summarize
from claimant.web.tables.options import TableOptions
from support.app_client import AppClient, AppResponse
from support.twins import states

NOW = 1_800_000_000.0
KEY = b"the same key in both servers"
LIVE = 5
"""Events that happen while someone listens: of those a page gets only what has changed."""
NAMES = ("Ada", "Bas", "Cleo", "Daan", "Edda")
_numbers = count(1)


Look = tuple[str, list[tuple[bytes, bytes]]]
"""What is asked for, and with which headers."""
PUSH_KEY = re.compile(rb'(?<=data-push-key=")[^"]+')


class Twin(AppClient):
    """One of the two servers."""

    async def open(self) -> None:
        (self.settings.data / "key").write_bytes(KEY)  # which the server takes over
        await self.services.open()

    async def lay(
        self, name: str, game: Game, events: Sequence[str], people: Sequence[Person],
        secret: bytes, device: bool,
    ) -> None:  # fmt: skip
        """Put a table into the store as it is after these events. The last seat is a bot's, unless
        the first two players share a `device`."""
        seats = [
            SeatRow(n, "person", person=person.id, name=person.name, colour=n,
                    token=hash_token(f"token {name} {n}"), hints=True)
            for n, person in enumerate(people[: game.players])
        ]  # fmt: skip
        if device:
            seats[1] = replace(seats[1], person=None, device=people[0].id)
        else:
            seats[-1] = SeatRow(game.players - 1, "bot", "expert", colour=game.players - 1)
        for person in people[: game.players]:
            await self.services.store.add_person(
                PersonRow(person.id, person.name, person.colour, b"", NOW)
            )
        options = TableOptions(game.name, game.rules, game.players, game.options, luck=PROTOCOL)
        waiting = TableSummary("waiting", None, None)
        row = TableRow(
            id=name, code=name[-8:], header=options.to_json(), secret=secret,
            public=True, host=people[0].id, created=NOW, summary=waiting,
        )  # fmt: skip
        await self.services.store.create(row, seats)
        await self.go_on(name, game, [], events)
        await self.services.store.add_talk(name, 0, "good luck", NOW)

    async def go_on(
        self, name: str, game: Game, before: Sequence[str], events: Sequence[str]
    ) -> None:
        summary = summarize("running", states(game, [*before, *events])[-1], None)
        row = await self.services.store.table(name)
        assert row is not None
        await self.services.store.append(name, len(before), row.head, list(events), NOW, summary)

    async def watch(
        self, name: str, game: Game, events: Sequence[str], shown: int, *feeds: Look
    ) -> list[AppResponse]:
        """What a listener that has seen some of the events receives while the others happen."""
        done = asyncio.Event()
        table = await self.services.tables.find(name)
        listening = [
            asyncio.create_task(self.ask("GET", path, *headers, until=done))
            for path, headers in feeds
        ]
        while self.services.feed.listeners < len(feeds):
            await asyncio.sleep(0)
        await everything_sent()
        for n in range(shown, len(events)):
            await self.go_on(name, game, events[:n], events[n : n + 1])
            await self.services.tables.refresh(table)
            await everything_sent()
        done.set()
        return await asyncio.gather(*listening)

    @property
    def counted(self) -> list[bytes]:
        """The metrics that are about requests, without how long they took. (How many bots wait and
        how full the disk is are matters of the moment, and nobody's secret.)"""
        lines = self.middleware._metrics.text().split(b"\n")
        moments = (b"_seconds", b"_bots_waiting", b"_disk_free_bytes")
        return [
            line
            for line in lines
            if line.startswith(b"claimant_") and not any(each in line for each in moments)
        ]


async def everything_sent() -> None:
    """Let the event loop run until all listeners have been sent what is due: how versions are
    grouped into pieces depends only on when they happen."""
    for _ in range(200):
        await asyncio.sleep(0)


class Lines(logging.Handler):
    """The log as it would be written, without the times."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[Any, ...]] = []

    def emit(self, record: logging.LogRecord) -> None:
        fields = [getattr(record, name, None) for name in ("method", "route", "status")]
        self.lines.append((record.name, record.levelname, record.getMessage(), *fields))


class Servers:
    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.twins = (Twin(folder / "one"), Twin(folder / "other"))
        for each in self.twins:
            self.loop.run_until_complete(each.open())
        self.log = Lines()
        logging.getLogger("claimant").addHandler(self.log)
        logging.getLogger("claimant").setLevel(logging.INFO)

    def close(self) -> None:
        logging.getLogger("claimant").removeHandler(self.log)
        logging.getLogger("claimant").setLevel(logging.NOTSET)
        for each in self.twins:
            self.loop.run_until_complete(each.services.close())
        self.loop.close()

    def same(
        self,
        game: Game,
        events: list[str],
        other: list[str],
        seat: int | None,
        device: bool = False,
    ) -> list[AppResponse]:
        """Ask both for everything that a seat can ask for; what they answered. With a `device` that
        two players share, the seat is the one that has been opened there."""
        number = next(_numbers)
        name = f"table{number:011}"
        people = [Person(f"person{number}-{n}", NAMES[n], n) for n in range(game.players)]
        secrets = (number.to_bytes(32, "big"), (number + 2**100).to_bytes(32, "big"))
        found = []
        for each, course, secret in zip(self.twins, (events, other), secrets, strict=True):
            shown = max(min(2, len(course)), len(course) - LIVE)
            self.loop.run_until_complete(
                each.lay(name, game, course[:shown], people, secret, device)
            )
            self.log.lines.clear()
            answers = self.loop.run_until_complete(
                self._all(each, name, game, people, seat, course, shown, device)
            )
            # What binds the luck is there to differ: it is a hash of the secret and tells nothing.
            commitment = Secret(secret, [""] * game.players).commitment.encode()
            assert commitment in b"".join(answer.body for answer in answers)
            # So is the public key of the server, with which browsers recognise its messages.
            masked = [
                answer._replace(
                    body=PUSH_KEY.sub(b"key", answer.body.replace(commitment, b"commitment"))
                )
                for answer in answers
            ]
            table = self.loop.run_until_complete(each.services.tables.find(name))
            deadline = current_deadline(table, each.settings)
            found.append((masked, list(self.log.lines), deadline, each.counted))
        one, two = found
        for first, second in zip(one[0], two[0], strict=True):
            assert first == second
        assert one[1:] == two[1:]
        return one[0]

    async def _all(
        self,
        each: Twin,
        name: str,
        game: Game,
        people: list[Person],
        seat: int | None,
        events: list[str],
        shown: int,
        device: bool,
    ) -> list[AppResponse]:
        table = await each.services.tables.find(name)
        # The last seat is a bot's: what it would get goes by the API's token alone, so by nobody.
        sits = seat is not None and table.seats[seat].kind == "person"
        who: list[tuple[bytes, bytes]] = []
        bearer: list[tuple[bytes, bytes]] = []
        if sits:
            assert seat is not None
            cookie = each.services.people.cookie_for(people[seat])
            who = [(b"cookie", f"{COOKIE_NAME}={cookie}".encode())]
            bearer = [(b"authorization", f"Bearer token {name} {seat}".encode())]
        if device:  # it is known by its owner's cookie, and by the one that says who has tapped
            opened = "" if seat is None else f"; look={name}.{seat}.{shown}"
            cookie = each.services.people.cookie_for(people[0])
            who = bearer = [(b"cookie", f"{COOKIE_NAME}={cookie}{opened}".encode())]
        ask, page, api = each.ask, f"/tables/{name}", f"/api/tables/{name}"
        from_start = [*who, (b"last-event-id", b"0")]
        feeds = [(f"{page}/feed", who), (f"{api}/feed", bearer), (f"{page}/feed", from_start)]
        answers = await each.watch(name, game, events, shown, *feeds)
        assert all(b"id: %d\n" % len(events) in answer.body for answer in answers)
        view = table.view(seat)
        looks: list[Look] = [
            *((page, [*who, (b"accept-language", each)]) for each in (b"en", b"de", b"nl")),
            *((api + path, bearer) for path in ("", "/feed", "/record", "/talk")),
            *((page + path, who) for path in ("/feed", "/feed?since=1", "/record", "/moment")),
            *((page + path, who) for path in ("?at=3", "/nowhere")),
            *((path, from_start) for path in (f"{api}/feed", f"{page}/feed")),
            *((path, who) for path in ("/", "/api/me/tables", "/api/tables", "/api/finished")),
        ]
        answers += [await ask("GET", path, *headers) for path, headers in looks]
        # What is refused is refused alike: of all that one could try, what may not be done now.
        tried = ["undo", "roll", "take ?", "loot raccoons", "nonsense"]
        if isinstance(game, Claim):
            tried += [f"{verb} {code}" for code in game.codes[::7] if code
                      for verb in ("play", "take", "discard")]  # fmt: skip
        for event in tried:
            undoer = table.deciders(table.version).undoer
            if event in view.legal or (
                event == "undo" and (view.undo or (device and undoer is not None))
            ):
                continue
            body = msgspec.json.encode({"version": table.version, "event": event})
            kind = (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))
            answers.append(await ask("POST", f"{api}/events", *bearer, *kind, body=body))
        body = b'{"version":%d}' % table.version
        kind = (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))
        hint = await ask("POST", f"{api}/hint", *bearer, *kind, body=body)
        if sits and view.legal and not device and registry.entry(game.name).judge:
            assert hint.status == 200
        answers.append(hint)
        form = b"version=%d&event=nonsense" % table.version
        kind = (
            (b"content-type", b"application/x-www-form-urlencoded"),
            (b"content-length", b"%d" % len(form)),
        )
        answers.append(await ask("POST", f"{page}/events", *who, *kind, body=form))
        return answers
