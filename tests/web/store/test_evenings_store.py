"""Evenings in the store: one writer wins, and a round and its tables are there together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database

from claimant.web.evenings.log import Arrived, written
from claimant.web.evenings.plans import SeriesPlan, written_plan
from claimant.web.store.backup import backup, restore
from claimant.web.store.check import check
from claimant.web.store.evenings import EntrantRow, EveningChange, EveningRow
from claimant.web.store.interface import PersonRow, SeatRow, Stale, TableRow, TableSummary
from claimant.web.store.sql import SqlStore

PLAN = written_plan(SeriesPlan(3))
ROW = EveningRow("e", "series", "Club", PLAN, "ann", 1.0, "running")
EVENTS = [written(Arrived(0)), written(Arrived(1))]
PEOPLE = [EntrantRow(0, "ann", "Ann"), EntrantRow(1, "ben", "Ben", 2)]


def table(name: str, **more: Any) -> TableRow:
    waiting = TableSummary("waiting", None, None)
    return replace(TableRow(name, "code", "{}", bytes(32), False, None, 1.0, waiting), **more)


def change(**more: Any) -> EveningChange:
    return EveningChange(EVENTS, 1.0, "running", entrants=PEOPLE)._replace(**more)


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[SqlStore]:
    store = database.store()
    store.prepare()
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def test_one_of_several_concurrent_writers_starts_the_round(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create_evening(ROW, change())
            starts = [
                store.append_evening(
                    "e",
                    2,
                    change(
                        events=[f'"{n}"'],
                        tables=[(table(f"t{n}"), [SeatRow(0, "open")])],
                        games=[f"t{n}"],
                    ),
                )
                for n in range(9)
            ]
            answers = await asyncio.gather(*starts, return_exceptions=True)
            assert [type(answer) for answer in answers].count(Stale) == 8
            winner = answers.index(None)
            assert [bool(await store.table(f"t{n}")) for n in range(9)] == [
                n == winner for n in range(9)
            ]
            assert await store.evening_of(f"t{winner}") == "e"
            row = await store.evening("e")
            assert row is not None
            assert row.version == 3
            assert [event.version for event in await store.evening_events("e")] == [1, 2, 3]

    asyncio.run(test())


def test_a_table_belongs_to_one_evening_and_has_one_next_game(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("old"), [])
            await store.create_evening(ROW, change(games=["old"]))
            with pytest.raises(Stale):
                await store.create_evening(replace(ROW, id="f"), change(games=["old"]))
            assert await store.evening("f") is None
            following = change(
                events=['"x"'], tables=[(table("new", before="old"), [])], games=["new"]
            )
            await store.append_evening("e", 2, following)
            again = following._replace(tables=[(table("newer", before="old"), [])], games=["newer"])
            with pytest.raises(Stale):
                await store.append_evening("e", 3, again)
            assert await store.table("newer") is None
            row = await store.table("old")
            assert row is not None
            assert row.rematch == "new"

    asyncio.run(test())


def test_finished_games_without_a_result_are_due(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t", summary=TableSummary("running", 0, None)), [])
            await store.create_evening(ROW, change(games=["t"]))
            assert await store.due_evenings(9.0, 10) == []
            await store.append("t", 0, b"", ["x"], 2.0, TableSummary("over", None, None))
            assert await store.due_evenings(9.0, 10) == ["e"]
            await store.append_evening("e", 2, change(events=['"r"'], decided=["t"]))
            assert await store.due_evenings(9.0, 10) == []
            await store.append_evening("e", 3, change(events=['"s"'], due=5.0))
            assert await store.due_evenings(4.0, 10) == []
            assert await store.due_evenings(9.0, 10) == ["e"]

    asyncio.run(test())


def test_a_person_who_is_forgotten_is_nobody_and_another_organises(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            for name in ("ann", "ben"):
                await store.add_person(PersonRow(name, name.title(), 0, b"", 1.0))
            await store.create_evening(ROW, change())
            assert [row.id for row in await store.evenings_of("ben", 9)] == ["e"]
            assert await store.open_evenings_by("ann") == 1
            await store.change_person(PersonRow("ben", "Benno", 0, b"", 1.0))
            assert [entrant.name for entrant in await store.entrants("e")] == ["Ann", "Benno"]
            await store.forget("ann")
            assert await store.evenings_of("ann", 9) == []
            assert (await store.entrants("e"))[0] == EntrantRow(0, None, "")
            row = await store.evening("e")
            assert row is not None
            assert (row.organiser, row.title) == ("ben", "")

    asyncio.run(test())
    everything = database.ask("SELECT * FROM evenings") + database.ask("SELECT * FROM entrants")
    everything += database.ask("SELECT * FROM evening_events")
    assert "Ann" not in str(everything)


def test_an_old_evening_is_removed_and_its_games_stay(database: Database) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            await store.create_evening(ROW, change(games=["t"]))
            assert [age.id for age in await store.evening_ages("", 9)] == ["e"]
            assert not await store.remove_evening("e", 1.0)
            assert await store.remove_evening("e", 2.0)
            assert await store.evening("e") is None
            assert await store.evening_of("t") is None
            assert await store.table("t") is not None
            await store.create_evening(ROW, change(games=["t"]))
            assert await store.remove_table("t", 5.0)
            assert await store.evening_of("t") is None
            assert await store.evening("e") is not None

    asyncio.run(test())


def test_a_backup_has_evenings_and_a_damaged_one_is_found(
    database: Database, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def fill() -> None:
        async with opened(database) as store:
            await store.create(table("t"), [])
            await store.create_evening(ROW, change(games=["t"]))

    asyncio.run(fill())
    file = tmp_path / "backup.sqlite"
    store = database.store()
    backup(store, file)
    copy = database.fresh(tmp_path_factory.mktemp("copy"))
    restore(file, copy.store())

    async def look() -> list[str]:
        async with opened(copy) as restored:
            assert await restored.evening("e") == replace(ROW, version=2)
            assert await restored.entrants("e") == PEOPLE
            assert await restored.evening_of("t") == "e"
            found = await check(restored, replay=False)
            return [problem.say() for _, problem in found.damaged_evenings]

    assert asyncio.run(look()) == []
    copy.ask("UPDATE evening_events SET event = 'nonsense' WHERE version = 2")
    assert asyncio.run(look()) == ["its log cannot be read"]
    copy.ask("DELETE FROM evening_events WHERE version = 1")
    assert asyncio.run(look()) == ["events are missing"]
