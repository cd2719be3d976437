"""The store: one concurrent write wins, all or nothing, and is acknowledged once it is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from support.databases import Database

from claimant.web.store.chain import extended, numbered
from claimant.web.store.interface import (
    PersonRow,
    SeatRow,
    Stale,
    StoreError,
    TableRow,
    TableSummary,
)
from claimant.web.store.sql import SqlStore

RUNNING = TableSummary("running", 0, None)
WAITING = TableSummary("waiting", None, None)


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[SqlStore]:
    store = database.store()
    store.prepare()
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def table(name: str, **more: Any) -> TableRow:
    row = TableRow(name, "code", "{}", bytes(32), False, None, 1.0, WAITING)
    return replace(row, **more)


def test_one_of_several_concurrent_writers_wins(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            writes = [store.append("t", 0, b"", [f"first {n}"], 1.0, RUNNING) for n in range(9)]
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(answer) for answer in answers].count(Stale) == 8
            assert len(await store.events("t")) == 1
            row = await store.table("t")
            assert row is not None
            assert row.version == 1

    run(test)


@pytest.mark.parametrize("expected", [1, 5, -1])
def test_a_version_that_is_not_there_is_stale(database: Database, expected: int) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            with pytest.raises(Stale):
                await store.append("t", expected, b"", ["roll"], 1.0, RUNNING)
            with pytest.raises(Stale):
                await store.append("nowhere", 0, b"", ["roll"], 1.0, RUNNING)
            assert await store.events("t") == []

    run(test)


def test_a_stale_write_does_not_affect_the_others_in_its_group(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("a"), [])
            await store.create(table("b"), [])
            answers = await asyncio.gather(
                store.append("a", 0, b"", ["first 0", "roll"], 1.0, RUNNING),
                store.append("a", 0, b"", ["first 1"], 1.0, RUNNING),
                store.append("b", 0, b"", ["first 1"], 1.0, RUNNING),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [type(None), Stale, type(None)]
            assert [event.event for event in await store.events("a")] == ["first 0", "roll"]
            assert [event.event for event in await store.events("a", 1)] == ["roll"]

    run(test)


def test_another_connection_can_read_an_acknowledged_write(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            for version in range(10):
                await store.append("t", version, b"", ["roll"], 1.0, RUNNING)
                assert database.ask("SELECT count(*) FROM events") == [(version + 1,)]

    run(test)


def test_a_game_does_not_begin_with_seats_that_have_changed(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [SeatRow(0, "open")])
            await store.change_seats("t", 0, [SeatRow(0, "bot", "random")], WAITING)
            with pytest.raises(Stale):
                await store.change_seats("t", 0, [SeatRow(0, "open")], WAITING)
            with pytest.raises(Stale):
                await store.append("t", 0, b"", ["first 0"], 1.0, RUNNING, revision=0)
            await store.append("t", 0, b"", ["first 0"], 1.0, RUNNING, revision=1)
            assert await store.seats("t") == [SeatRow(0, "bot", "random")]

    run(test)


def test_there_is_one_rematch(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            await store.create(table("u", before="t"), [])
            with pytest.raises(Stale):
                await store.create(table("v", before="t"), [])
            assert await store.table("v") is None

    run(test)


def test_everything_is_there_after_reopening(database: Database) -> None:
    person = PersonRow("p", "Ann", 2, b"", 1.0)
    seat = SeatRow(0, "person", "", "p", "Ann", 2, "pickaxe", b"hash", True, False)

    async def test() -> None:
        async with opened(database) as store:
            await store.add_person(person)
            await store.create(table("t"), [seat])
            await store.append("t", 0, b"", ["first 0"], 2.0, TableSummary("running", 0, 5.0))
            said = await store.add_talk("t", 0, "hello", 3.0)
        async with opened(database) as store:
            assert await store.person("p") == person
            assert await store.seats("t") == [seat]
            assert await store.talk("t") == [said]
            assert await store.due_tables(4.0, 10) == []
            assert await store.due_tables(6.0, 10) == ["t"]
            assert [row.id for row in await store.tables_of("p", 10)] == ["t"]
            row = await store.table("t")
            head = extended(b"", numbered(0, ["first 0"], 2.0))
            summary = TableSummary("running", 0, 5.0)
            assert row == table("t", version=1, summary=summary, head=head)

    run(test)


def test_people_change_their_name_at_their_tables_and_can_be_forgotten(database: Database) -> None:
    ann = PersonRow("p", "Ann", 2, b"", 1.0)

    async def test() -> None:
        async with opened(database) as store:
            await store.add_person(ann)
            seats = [SeatRow(0, "person", person="p", name="Ann", token=b"x"), SeatRow(1, "open")]
            await store.create(table("t", host="p"), seats)
            await store.create(table("u"), [SeatRow(0, "open")])
            await store.add_talk("t", 0, "hello", 1.0)
            assert await store.change_person(replace(ann, name="Anna")) == ["t"]
            assert [seat.name for seat in await store.seats("t")] == ["Anna", ""]
            assert await store.change_person(replace(ann, name="Anna")) == []
            assert await store.forget("p") == ["t"]
            assert await store.person("p") is None
            assert await store.talk("t") == []
            assert (await store.seats("t"))[0] == SeatRow(0, "person", away=True)
            row = await store.table("t")
            assert row is not None
            assert (row.host, row.revision) == (None, 2)

    run(test)


def test_lists_have_the_latest_first_and_nothing_else(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            for n, name in enumerate("abc"):
                await store.create(table(name, public=name != "b", created=float(n)), [])
            assert [row.id for row in await store.public_tables("waiting", 10)] == ["c", "a"]
            assert [row.id for row in await store.public_tables("over", 10)] == []
            assert await store.table_with_code("code") in set("abc")
            assert await store.table_with_code("other") is None
            assert [row.id for row in await store.tables_after("", 2)] == ["a", "b"]
            assert [row.id for row in await store.tables_after("b", 2)] == ["c"]

    run(test)


def test_talk_is_numbered_without_gaps(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            said = await asyncio.gather(*(store.add_talk("t", 0, str(n), 1.0) for n in range(9)))
            assert sorted(row.n for row in said) == list(range(1, 10))
            assert await store.talk("t", 7) == sorted(said)[7:]

    run(test)


def test_setdefault_keeps_the_first_value(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            assert await store.setdefault("key", b"one") == b"one"
        async with opened(database) as store:
            assert await store.setdefault("key", b"two") == b"one"

    run(test)


@pytest.mark.parametrize("name", ["\0", "\ud800", "x" * 10_000, "'; DROP TABLE tables; --", "%s ?"])
def test_an_impossible_id_is_not_found(database: Database, name: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            assert await store.table(name) is None
            assert await store.person(name) is None
            with pytest.raises(Stale):
                await store.append("nowhere", 0, b"", ["first 0"], 1.0, RUNNING)
            assert await store.table("t") is not None

    run(test)


def test_a_failed_write_is_not_acknowledged(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            database.ask("DROP TABLE events")
            with pytest.raises(StoreError):
                await store.append("t", 0, b"", ["first 0"], 1.0, RUNNING)
            row = await store.table("t")
            assert row is not None
            assert row.version == 0
            await store.add_talk("t", 0, "the others go on", 1.0)

    run(test)
