"""Catching up with a long game: piece by piece, in the listener's own time, and with everyone else
having their turn meanwhile."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.app_client import AppClient
from support.long_games import long_game, long_table
from support.site import at, play_out, running

from claimant.record import Record, dumps, loads, redact
from claimant.web.api.routes import JsonRenderer
from claimant.web.http.errors import Refusal
from claimant.web.http.limits import Client, Limits, RateLimiter
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Event
from claimant.web.tables.feed import MAX_BATCH, MAX_UNSENT_LINES, Feed
from claimant.web.tables.listener import Listener
from claimant.web.tables.record_stream import PIECE, record_stream
from claimant.web.tables.table import EVENTS_AT_ONCE, Table

LENGTH = 1200


def _line(n: int, language: str) -> bytes:
    return b"line %d" % n


class Counting(JsonRenderer):
    """Counts what is rendered."""

    def __init__(self) -> None:
        super().__init__(Settings(Path()))
        self.rendered = 0

    def render(self, *args: Any, **more: Any) -> tuple[bytes, None]:
        self.rendered += 1
        return super().render(*args, **more)


class Reader:
    """A connection that takes a limited number of pieces."""

    def __init__(self, pieces: float = float("inf")) -> None:
        self.writable = True
        self.read = asyncio.Semaphore(0)
        self.free = pieces
        self.heard = b""
        self.ended = False

    async def send(self, message: Any) -> None:
        if self.free <= 0:
            self.writable = False
            await self.read.acquire()
        self.free -= 1
        self.heard += message["body"]
        self.ended = not message["more_body"]

    @property
    def versions(self) -> list[int]:
        return [int(found) for found in re.findall(rb"(?m)^id: (\d+)$", self.heard)]


def listen(feed: Feed, table: Table, reader: Reader, since: int = 0) -> Listener:
    listener = Listener(table, None, "json", "en", since)
    listener.send, listener.output = reader.send, reader
    feed.add(listener)
    return listener


def new_feed() -> tuple[Feed, Counting]:
    feed, renderer = Feed(), Counting()
    feed.renderers["json"] = renderer
    return feed, renderer


async def turns(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


def test_a_listener_who_does_not_read_costs_one_piece() -> None:
    async def unread() -> None:
        feed, renderer = new_feed()
        table = long_table("claim-it", LENGTH)
        listeners = [listen(feed, table, Reader(0)) for _ in range(40)]
        await turns(2000)
        # The first piece of each, which they share, and no more.
        assert renderer.rendered <= 2 * MAX_BATCH
        assert all(listener.sent == MAX_BATCH for listener in listeners)
        for listener in listeners:
            feed.remove(listener)

    asyncio.run(unread())


def test_catching_up_leaves_everyone_else_their_turn() -> None:
    async def catch_up() -> None:
        feed, renderer = new_feed()
        table = long_table("claim-it", LENGTH)
        readers = [Reader() for _ in range(10)]
        listeners = [listen(feed, table, reader) for reader in readers]
        most = before = 0
        while any(listener.behind or listener.catching_up for listener in listeners):
            await asyncio.sleep(0)
            most, before = max(most, renderer.rendered - before), renderer.rendered
        assert most <= 2 * MAX_BATCH
        for reader in readers:
            assert reader.versions == list(range(1, LENGTH + 1))
        for listener in listeners:
            feed.remove(listener)

    asyncio.run(catch_up())


def test_who_reads_on_gets_everything_and_what_has_happened_since() -> None:
    async def read_on() -> None:
        feed, _ = new_feed()
        whole, table = long_table("claim-it", 100), long_table("claim-it", 60)
        reader = Reader(0)
        listener = listen(feed, table, reader)
        await turns(100)
        assert reader.versions == []
        table.extend([Event(n, whole.events[n - 1], 0.0) for n in range(61, 101)])
        feed.publish(table)
        for _ in range(40):
            reader.read.release()
            await turns(20)
        assert reader.versions == list(range(1, 101))
        feed.remove(listener)

    asyncio.run(read_on())


def test_talk_that_nobody_reads_is_not_kept_for_ever() -> None:
    async def talk() -> None:
        feed, _ = new_feed()
        table = long_table("claim-it", 10)
        reader = Reader(0)
        listener = listen(feed, table, reader)
        await turns(10)
        for n in range(4 * MAX_UNSENT_LINES):
            feed.publish_talk(table, partial(_line, n), "someone")
            assert len(listener.talk) <= MAX_UNSENT_LINES
        for _ in range(10):
            reader.read.release()
            await turns(20)
        assert reader.ended  # and the page, which loads itself again, has the latest lines
        feed.remove(listener)

    asyncio.run(talk())


def test_a_long_talk_is_sent_in_its_order() -> None:
    async def talk() -> None:
        feed, _ = new_feed()
        table = long_table("claim-it", 10)
        reader = Reader()
        listener = listen(feed, table, reader, since=10)
        feed.resend_talk(listener, [b"line %d" % n for n in range(200)])
        await turns(200)
        assert re.findall(rb"data: line (\d+)", reader.heard) == [b"%d" % n for n in range(200)]
        feed.remove(listener)

    asyncio.run(talk())


# The record.


@pytest.mark.parametrize("game", ["claim-it", "claim"])
@pytest.mark.parametrize("length", [0, 1, 40, 350])
def test_a_record_in_pieces_is_the_record(game: str, length: int) -> None:
    """For every seat, while the game is running and once it is over."""
    table = long_table(game, length)
    for seat in (None, 0, 1):
        whole = replace(table.record_headers(), events=tuple(table.events))
        assert isinstance(whole, Record)

        async def read(seat: int | None = seat) -> list[str]:
            stream: Any = record_stream(table, seat, {})
            return [piece async for piece in stream.iterator]

        pieces = asyncio.run(read())
        assert "".join(pieces) == dumps(redact(whole, seat))
        assert loads("".join(pieces)) == table.record(seat)
        assert max(piece.count("\n") for piece in pieces[1:] or [""]) <= PIECE


# What it costs.


def test_what_is_sent_again_costs_what_it_contains() -> None:
    limiter = RateLimiter(Limits(rate=0.001, burst=100, address_factor=1))
    client = Client("192.0.2.1", b"")
    limiter.charge(client, 40)
    limiter.charge(client, 1_000_000)  # at most half of what there is, so that it is possible
    with pytest.raises(Refusal) as refused:
        limiter.charge(client, 40)
    assert refused.value.status == 429


@pytest.mark.parametrize("path", ["/api/tables/{0}/record", "/tables/{0}/record"])
def test_the_record_of_a_long_game_costs_more(tmp_path: Path, path: str) -> None:
    with running(tmp_path) as site:
        short, _ = site.pair()
        ann, ben = site.pair()
        events = play_out(ann, ben)["version"]
        assert events > 60
    limits = Limits(rate=1e-6, burst=11, address_factor=1)
    with (
        running(tmp_path, limits=limits) as site,
        at(site, "127.0.0.8") as first,
        at(site, "127.0.0.9") as second,
    ):
        assert first.get(path.format(short.table)).status_code == 200
        assert second.get(path.format(ann.table)).status_code == 429


@pytest.mark.parametrize("path", ["/api/tables/{0}/feed", "/tables/{0}/feed"])
def test_a_feed_from_the_beginning_costs_more(tmp_path: Path, path: str) -> None:
    with running(tmp_path) as site:
        ann, ben = site.pair()
        play_out(ann, ben)
    url = path.format(ann.table)
    with running(tmp_path, limits=Limits(rate=1e-6, burst=1.5, address_factor=1)) as site:
        with at(site, "127.0.0.8") as first, first.stream("GET", url) as now:
            assert now.status_code == 200
        with at(site, "127.0.0.9") as second:
            assert second.get(url, headers={"Last-Event-ID": "0"}).status_code == 429


# Loading.


def test_loading_a_long_game_leaves_everyone_else_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[int] = []
    extend = Table.extend

    def counted(table: Table, events: Sequence[Event]) -> None:
        replayed.append(len(events))
        extend(table, events)

    async def load() -> Table:
        services = AppClient(tmp_path).services
        await services.open()
        empty = long_table("claim-it", 0)
        await services.store.create(empty.row, list(empty.seats))
        events = list(long_game("claim-it", LENGTH))
        await services.store.append(empty.id, 0, empty.head, events, 0.0, empty.row.summary)
        monkeypatch.setattr(Table, "extend", counted)
        found = await services.tables.find(empty.id)
        await services.close()
        return found

    assert asyncio.run(load()).version == LENGTH
    assert max(replayed) <= EVENTS_AT_ONCE < LENGTH
