"""The store: one write wins, all or nothing, nothing answered before it is on the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from claimant.web.schema import MIGRATIONS
from claimant.web.sqlite import SQLite
from claimant.web.store import PersonRow, SeatRow, Stale, Standing, TableRow, Trouble

RUNNING = Standing("running", 0, None)
WAITING = Standing("waiting", None, None)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SQLite]:
    store = SQLite(path / "test.sqlite")
    store.prepare()
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def table(name: str, **more: Any) -> TableRow:
    return TableRow(name, "code", "{}", bytes(32), False, None, 1.0, WAITING, **more)


def test_of_two_who_have_seen_the_same_one_is_stale(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.create(table("t"), [])
            writes = [store.append("t", 0, [f"first {n}"], 1.0, RUNNING) for n in range(9)]
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(answer) for answer in answers].count(Stale) == 8
            assert len(await store.events("t")) == 1
            row = await store.table("t")
            assert row is not None
            assert row.version == 1

    run(test)


@pytest.mark.parametrize("expected", [1, 5, -1])
def test_a_version_that_is_not_there_is_stale(tmp_path: Path, expected: int) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.create(table("t"), [])
            with pytest.raises(Stale):
                await store.append("t", expected, ["roll"], 1.0, RUNNING)
            with pytest.raises(Stale):
                await store.append("nowhere", 0, ["roll"], 1.0, RUNNING)
            assert await store.events("t") == []

    run(test)


def test_one_stale_write_does_not_spoil_the_group_it_is_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.create(table("a"), [])
            await store.create(table("b"), [])
            answers = await asyncio.gather(
                store.append("a", 0, ["first 0", "roll"], 1.0, RUNNING),
                store.append("a", 0, ["first 1"], 1.0, RUNNING),
                store.append("b", 0, ["first 1"], 1.0, RUNNING),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [type(None), Stale, type(None)]
            assert [event.event for event in await store.events("a")] == ["first 0", "roll"]
            assert [event.event for event in await store.events("a", 1)] == ["roll"]

    run(test)


def test_what_is_answered_another_connection_can_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.create(table("t"), [])
            with closing(sqlite3.connect(tmp_path / "test.sqlite")) as other:
                for version in range(20):
                    await store.append("t", version, ["roll"], 1.0, RUNNING)
                    (count,) = other.execute("SELECT count(*) FROM events").fetchone()
                    assert count == version + 1

    run(test)


def test_a_game_does_not_begin_with_seats_that_have_changed(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.create(table("t"), [SeatRow(0, "open")])
            await store.change_seats("t", 0, [SeatRow(0, "bot", "random")], WAITING)
            with pytest.raises(Stale):
                await store.change_seats("t", 0, [SeatRow(0, "open")], WAITING)
            with pytest.raises(Stale):
                await store.append("t", 0, ["first 0"], 1.0, RUNNING, revision=0)
            await store.append("t", 0, ["first 0"], 1.0, RUNNING, revision=1)
            assert await store.seats("t") == [SeatRow(0, "bot", "random")]

    run(test)


def test_there_is_one_rematch(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.create(table("t"), [])
            await store.create(table("u", before="t"), [])
            with pytest.raises(Stale):
                await store.create(table("v", before="t"), [])
            assert await store.table("v") is None

    run(test)


def test_all_is_there_after_opening_again(tmp_path: Path) -> None:
    person = PersonRow("p", "Ann", 2, b"", 1.0)
    seat = SeatRow(0, "person", "", "p", "Ann", 2, "pickaxe", b"hash", True, False)

    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.add_person(person)
            await store.create(table("t"), [seat])
            await store.append("t", 0, ["first 0"], 2.0, Standing("running", 0, 5.0))
            said = await store.say("t", 0, "hello", 3.0)
        async with opened(tmp_path) as store:
            assert await store.person("p") == person
            assert await store.seats("t") == [seat]
            assert await store.talk("t") == [said]
            assert await store.due(4.0, 10) == []
            assert await store.due(6.0, 10) == ["t"]
            assert [row.id for row in await store.tables_of("p", 10)] == ["t"]

    run(test)


def test_a_newer_database_is_refused_in_words(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "test.sqlite")) as newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(Trouble, match="from a newer claimant"):
        SQLite(tmp_path / "test.sqlite").prepare()


def test_a_file_that_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "test.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(Trouble, match="cannot be opened"):
        SQLite(tmp_path / "test.sqlite").prepare()


def test_a_write_that_fails_is_not_answered_with_yes(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.create(table("t"), [])
            with closing(sqlite3.connect(tmp_path / "test.sqlite")) as other:
                other.execute("DROP TABLE events")
            with pytest.raises(Trouble):
                await store.append("t", 0, ["first 0"], 1.0, RUNNING)
            row = await store.table("t")
            assert row is not None
            assert row.version == 0

    run(test)
