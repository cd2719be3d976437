"""The secrecy law over every exit: what a seat gets is the same, byte for byte, for states that it
cannot tell apart. Two servers hold the same table, in one of them with other hidden cards and
another secret; a client that asks both for anything must not see which is which."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from support import ferry as third
from support.app_client import AppClient, AppResponse
from support.ferry import ferry
from support.twins import Dice, a_game, states, twin
from third_game.game import Ferry

from claimant import registry
from claimant.bots import LEVELS
from claimant.game import Game
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTIONS, PAIRS, SCENARIOS, TEN_CARDS
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import PROTOCOL, Secret
from claimant.web.ops.settings import Settings
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.people.people import Person
from claimant.web.people.tokens import hash_token
from claimant.web.store.interface import PersonRow, SeatRow, TableRow, TableSummary
from claimant.web.tables.deadlines import current_deadline, summarize
from claimant.web.tables.options import TableOptions

__all__ = ["ferry"]

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
    """Let so many turns of the event loop pass that all listeners have been sent what is due: how
    versions are grouped into pieces depends on when they happen, and on nothing else."""
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


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    found = Servers(tmp_path_factory.mktemp("servers"))
    yield found
    found.close()


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    players = draw(st.sampled_from(Claim.seats))
    more = draw(st.permutations(TEN_CARDS))[: 3 if players == 2 else 5]
    pair = draw(st.sampled_from(PAIRS))
    return Claim(players, (*pair, *more), draw(st.sampled_from(("pile", "deck"))))


CALM = settings(
    max_examples=24,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)


@CALM
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.2, 0)
@example(Claim(2, ("kings", "peasants", "seers", "automatons", "dwarves")), 2, 0.4, 0)
@example(Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "bards")), 3,
         0.45, None)  # fmt: skip
@example(Claim(4, SCENARIOS["the clockwork war"].deck(4)), 4, 0.7, 1)
@example(Claim(2, ("giants", "gnomes", "trolls", "raccoons", "seers"), "deck"), 5, 0.95, 0)
@given(claims(), st.integers(0, 2**32), st.floats(0, 1), st.sampled_from((None, 0, 1, 2, 3)))
def test_no_exit_tells_a_seat_of_claim_what_it_cannot_know(
    servers: Servers, game: Claim, seed: int, part: float, seat: int | None
) -> None:
    luck = Dice(seed)
    events = a_game(game, luck)
    events = events[: 2 + int(part * (len(events) - 3))]
    seat = None if seat is None else seat % game.players
    other = twin(game, events, seat, luck)
    for state, alike in zip(states(game, events), states(game, other), strict=True):
        assert state.view(seat) == alike.view(seat)
    answers = servers.same(game, events, other, seat)
    assert answers[0].status == 200


@settings(CALM, max_examples=16)
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.3, None)
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.3, 0)
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.8, 1)
@example(Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "bards")), 3,
         0.45, 1)  # fmt: skip
@given(claims(), st.integers(0, 2**32), st.floats(0, 1), st.sampled_from((None, 0, 1)))
def test_no_exit_tells_a_shared_device_more_than_the_player_who_has_tapped_may_know(
    servers: Servers, game: Claim, seed: int, part: float, seat: int | None
) -> None:
    """Two people pass one device around; at most one of them has their cards open, and everything
    that the device is sent is the same for states that this one cannot tell apart."""
    luck = Dice(seed)
    events = a_game(game, luck)
    events = events[: 2 + int(part * (len(events) - 3))]
    answers = servers.same(game, events, twin(game, events, seat, luck), seat, device=True)
    assert answers[0].status == 200


@settings(CALM, max_examples=6)
@given(
    st.builds(ClaimIt, st.sampled_from(ClaimIt.seats), st.booleans()),
    st.integers(0, 2**32),
    st.integers(1, 120),
    st.sampled_from((None, 0, 1)),
)
def test_no_exit_of_claim_it_tells_what_luck_will_bring(
    servers: Servers, game: ClaimIt, seed: int, length: int, seat: int | None
) -> None:
    """Nothing is hidden there except the secret that the next rolls come from."""
    events = a_game(game, Dice(seed))[:-1][:length]
    answers = servers.same(game, events, events, seat)
    assert answers[0].status == 200


@settings(CALM, max_examples=12)
@given(
    st.builds(Ferry, st.sampled_from(Ferry.seats)),
    st.integers(0, 2**32),
    st.floats(0, 1),
    st.sampled_from((None, 0, 1, 2, 3)),
)
def test_no_exit_tells_a_seat_of_a_third_game_what_it_cannot_know(
    ferry: None, servers: Servers, game: Ferry, seed: int, part: float, seat: int | None
) -> None:
    """The same for a game that shared code does not know, with nothing but the defaults."""
    luck = Dice(seed)
    events = a_game(game, luck)
    events = events[: 2 + int(part * (len(events) - 3))]
    seat = None if seat is None else seat % game.players
    answers = servers.same(game, events, third.twin(game, events, seat, luck), seat)
    assert answers[0].status == 200


def test_a_world_that_a_seat_can_tell_apart_is_noticed(servers: Servers) -> None:
    """The test can fail: with another card in one's own hand the exits differ."""
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    events = a_game(game, Dice(7))[:2]
    assert events[0].startswith("first")
    other = a_game(game, Dice(8))[:2]
    other[0] = events[0]
    with pytest.raises(AssertionError):
        servers.same(game, events, other, 0)


def test_scenes_are_among_what_is_compared(servers: Servers) -> None:
    """A page that follows a game is told what to play between two versions, here a whole trick."""
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    luck = Dice(11)
    events = a_game(game, luck)[:12]
    for seat in (None, 0):
        answers = servers.same(game, events, twin(game, events, seat, luck), seat)
        assert b'"kind":"trick"' in answers[0].body
        assert b'"line":"' in answers[0].body


def test_every_power_can_come_up() -> None:
    drawn = {name for pair in PAIRS for name in pair} | set(TEN_CARDS)
    assert {faction.name for faction in FACTIONS} == drawn


@pytest.mark.parametrize("level", LEVELS)
def test_the_pace_of_a_level_leaves_it_its_budget(tmp_path: Path, level: str) -> None:
    """`web/bots/test_pace.py` shows that a bot keeps its pace."""
    settings = Settings(tmp_path)
    assert settings.pace_of(level) > LEVELS[level].budget
    assert settings.pace_of(level) >= settings.bot_pace
