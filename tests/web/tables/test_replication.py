"""A process that has not yet heard what another wrote turns nobody away for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.store.databases import FILE
from claimant.web.store.interface import TableRow, Trouble, away
from claimant.web.store.sqlite import SQLite
from claimant.web.tables.lifecycle import House
from claimant.web.tables.rooms import IDLE, Rooms
from claimant.web.tables.seats import Seated, Wanted


class Deaf(House):
    """A server to which the news never comes: what it knows of others it has asked for."""

    async def open(self) -> None:
        await Rooms.open(self)

    async def close(self) -> None:
        await Rooms.close(self)

    async def look(self, seated: Seated) -> None:
        """Have the table in memory as it is now."""
        await self.table(seated.table.id)


class Faltering(SQLite):
    """Of no use for one question, and there again for the next."""

    falters = False

    async def table(self, table: str) -> TableRow | None:
        if self.falters:
            self.falters = False
            raise away("")
        return await super().table(table)


def with_two(tmp_path: Path, case: Callable[[Deaf, Deaf], Awaitable[None]]) -> None:
    async def run() -> None:
        file = tmp_path / FILE
        houses = [Deaf(Faltering(file), Settings(tmp_path, bot_pace=0)) for _ in range(2)]
        houses[0].prepare()
        for house in houses:
            await house.open()
        try:
            await case(*houses)
        finally:
            for house in houses:
                await house.close()

    asyncio.run(run())


def table_of_two(game: str = "claim-it") -> Wanted:
    options = {"scenario": "the old kingdom"} if game == "claim" else {}
    return Wanted(game, 2, ["me", "open"], options)


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_first_move_where_the_game_has_not_begun(tmp_path: Path, game: str) -> None:
    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(table_of_two(game))
        await there.look(ann)
        ben = await here.join(ann.table)
        actor = ann.table.state.actor
        visitor = await there.visitor(ann.table.id, token=(ann, ben)[actor or 0].token)
        event = ann.table.state.choices()[0]
        assert await there.act(visitor, ann.table.version, event) == ann.table.version + 1

    with_two(tmp_path, case)


def test_a_move_where_the_game_has_truly_not_begun(tmp_path: Path) -> None:
    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(table_of_two())
        with pytest.raises(Refusal) as refused:
            await there.act(await there.visitor(ann.table.id, token=ann.token), 0, "roll")
        assert refused.value.code == "waiting"

    with_two(tmp_path, case)


def test_who_has_just_sat_down_is_known(tmp_path: Path) -> None:
    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(table_of_two())
        await there.look(ann)
        ben = await here.join(ann.table)
        assert (await there.visitor(ann.table.id, token=ben.token)).seat == 1

    with_two(tmp_path, case)


def test_who_has_just_sat_down_is_not_a_stranger_because_the_store_faltered(
    tmp_path: Path,
) -> None:
    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(table_of_two())
        await there.look(ann)
        ben = await here.join(ann.table)
        assert isinstance(there.store, Faltering)
        there.store.falters = True
        with pytest.raises(Trouble):
            await there.visitor(ann.table.id, token=ben.token)
        assert (await there.visitor(ann.table.id, token=ben.token)).seat == 1

    with_two(tmp_path, case)


def test_a_seat_that_has_just_become_free_can_be_taken(tmp_path: Path) -> None:
    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(Wanted("claim-it", 3, ["me", "open", "open"], {}))
        ben = await here.join(ann.table, seat=1)
        await there.look(ann)
        await here.leave(await here.visitor(ann.table.id, token=ben.token))
        assert (await there.join(await there.table(ann.table.id), seat=1)).seat == 1

    with_two(tmp_path, case)


def test_what_is_shown_is_current(tmp_path: Path) -> None:
    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(table_of_two("claim"))
        await there.look(ann)
        await here.join(ann.table)
        seen = await there.visitor(ann.table.id, token=ann.token, current=True)
        assert seen.table.version == ann.table.version > 0

    with_two(tmp_path, case)


def test_who_is_about_to_listen_holds_the_table_that_is_told(tmp_path: Path) -> None:
    """Its news may come between their asking for it and their listening."""

    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(table_of_two())
        asked = await there.table(ann.table.id)
        assert there.doubt() == [asked]
        assert await there.table(ann.table.id) is asked
        asked.touched -= IDLE
        assert there.doubt() == []
        assert await there.table(ann.table.id) is not asked

    with_two(tmp_path, case)


def test_a_rematch_of_a_game_that_has_just_ended(tmp_path: Path) -> None:
    async def case(here: Deaf, there: Deaf) -> None:
        ann = await here.make(table_of_two())
        ben = await here.join(ann.table)
        table = ann.table
        await there.look(ann)
        tokens = (ann.token, ben.token)
        while table.state.actor is not None:
            visitor = await here.visitor(table.id, token=tokens[table.state.actor])
            await here.act(visitor, table.version, table.state.choices()[-1])
        again = await there.rematch(await there.visitor(table.id, token=ann.token))
        assert again.seat == 0

    with_two(tmp_path, case)
