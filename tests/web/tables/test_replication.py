"""A process that has not yet heard of another's changes does not refuse anyone because of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.services import Services
from claimant.web.store.databases import FILE
from claimant.web.store.interface import StoreError, TableRow, unreachable
from claimant.web.store.sqlite import SqliteStore
from claimant.web.tables.cache import IDLE
from claimant.web.tables.requests import SeatGrant, TableRequest


class DeafServices(Services):
    """A server that no notification reaches: it knows of others' changes only what it reads."""

    def __init__(self, file: Path) -> None:
        self.idle = 0.0
        """What its monotonic clock shows."""
        settings = Settings(file.parent, bot_pace=0, monotonic=lambda: self.idle)
        super().__init__(FailingStore(file), settings)

    async def open(self) -> None:
        await self.store.open()
        await self.people.open()
        self.tables.open()

    async def close(self) -> None:
        self.feed.close()
        await self.store.close()

    async def look(self, seated: SeatGrant) -> None:
        """Load the table as it is now."""
        await self.tables.find(seated.table.id)


class FailingStore(SqliteStore):
    """A store that can be made to fail for one query."""

    fails_once = False

    async def table(self, table: str) -> TableRow | None:
        if self.fails_once:
            self.fails_once = False
            raise unreachable("")
        return await super().table(table)


def with_two(tmp_path: Path, case: Callable[[DeafServices, DeafServices], Awaitable[None]]) -> None:
    async def run() -> None:
        file = tmp_path / FILE
        servers = [DeafServices(file) for _ in range(2)]
        servers[0].prepare()
        for one in servers:
            await one.open()
        try:
            await case(*servers)
        finally:
            for one in servers:
                await one.close()

    asyncio.run(run())


def table_of_two(game: str = "claim-it") -> TableRequest:
    options = {"scenario": "the old kingdom"} if game == "claim" else {}
    return TableRequest(game, 2, ["me", "open"], options)


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_first_move_before_the_news_that_the_game_has_begun(tmp_path: Path, game: str) -> None:
    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two(game))
        await there.look(ann)
        ben = await here.seating.join(ann.table)
        actor = ann.table.state.actor
        visitor = await there.visitors.identify(ann.table.id, token=(ann, ben)[actor or 0].token)
        event = ann.table.state.choices()[0]
        assert await there.moves.act(visitor, ann.table.version, event) == ann.table.version + 1

    with_two(tmp_path, case)


def test_a_move_before_the_game_has_begun(tmp_path: Path) -> None:
    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two())
        with pytest.raises(Refusal) as refused:
            await there.moves.act(
                await there.visitors.identify(ann.table.id, token=ann.token), 0, "roll"
            )
        assert refused.value.code == "waiting"

    with_two(tmp_path, case)


def test_a_player_who_has_just_joined_is_known(tmp_path: Path) -> None:
    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two())
        await there.look(ann)
        ben = await here.seating.join(ann.table)
        assert (await there.visitors.identify(ann.table.id, token=ben.token)).seat == 1

    with_two(tmp_path, case)


def test_a_store_that_fails_does_not_make_a_new_player_a_stranger(
    tmp_path: Path,
) -> None:
    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two())
        await there.look(ann)
        ben = await here.seating.join(ann.table)
        assert isinstance(there.store, FailingStore)
        there.store.fails_once = True
        with pytest.raises(StoreError):
            await there.visitors.identify(ann.table.id, token=ben.token)
        assert (await there.visitors.identify(ann.table.id, token=ben.token)).seat == 1

    with_two(tmp_path, case)


def test_a_seat_that_has_just_become_free_can_be_taken(tmp_path: Path) -> None:
    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(TableRequest("claim-it", 3, ["me", "open", "open"], {}))
        ben = await here.seating.join(ann.table, seat=1)
        await there.look(ann)
        await here.seating.leave(await here.visitors.identify(ann.table.id, token=ben.token))
        assert (await there.seating.join(await there.tables.find(ann.table.id), seat=1)).seat == 1

    with_two(tmp_path, case)


def test_the_page_shows_the_current_state(tmp_path: Path) -> None:
    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two("claim"))
        await there.look(ann)
        await here.seating.join(ann.table)
        seen = await there.visitors.identify(ann.table.id, token=ann.token, current=True)
        assert seen.table.version == ann.table.version > 0

    with_two(tmp_path, case)


def test_a_client_about_to_listen_holds_the_table_that_is_updated(tmp_path: Path) -> None:
    """A change may come between the request for a table and the start of its feed."""

    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two())
        asked = await there.tables.find(ann.table.id)
        assert there.tables.invalidate() == [asked]
        assert await there.tables.find(ann.table.id) is asked
        there.idle += IDLE
        assert there.tables.invalidate() == []
        assert await there.tables.find(ann.table.id) is not asked

    with_two(tmp_path, case)


def test_a_rematch_of_a_game_that_has_just_ended(tmp_path: Path) -> None:
    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two())
        ben = await here.seating.join(ann.table)
        table = ann.table
        await there.look(ann)
        tokens = (ann.token, ben.token)
        while table.state.actor is not None:
            visitor = await here.visitors.identify(table.id, token=tokens[table.state.actor])
            await here.moves.act(visitor, table.version, table.state.choices()[-1])
        again = await there.lifecycle.rematch(
            await there.visitors.identify(table.id, token=ann.token)
        )
        assert again.seat == 0

    with_two(tmp_path, case)


def test_a_seat_that_was_given_away_meanwhile_no_longer_moves(tmp_path: Path) -> None:
    """The player was identified before this process heard of it."""

    async def case(here: DeafServices, there: DeafServices) -> None:
        ann = await here.lifecycle.create(table_of_two(), None, "Ann")
        ben = await here.seating.join(ann.table, None, "Ben")
        actor = ann.table.state.actor
        assert actor is not None
        mover = await here.visitors.identify(ann.table.id, token=(ann.token, ben.token)[actor])
        theirs = await there.tables.find(ann.table.id)

        given = replace(theirs.seats[actor], token=b"somebody else's", name="Cem")
        await there.store.change_seats(
            theirs.id, theirs.revision, [given], theirs.row.summary, theirs.version
        )
        version = ann.table.version
        with pytest.raises(Refusal) as refused:
            await here.moves.act(mover, version, ann.table.view(actor).legal[0])
        assert refused.value.code == "spectator"
        assert len(await here.store.events(ann.table.id)) == version

    with_two(tmp_path, case)
