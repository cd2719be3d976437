"""Concurrency within one process: a move while a player leaves, and one broken table among good."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.app_client import AppClient
from support.feed import Reader

from claimant.web.services import Services
from claimant.web.store.interface import SeatRow, TableSummary
from claimant.web.tables.feed import Listener
from claimant.web.tables.requests import TableRequest
from claimant.web.tables.table import Table


def on_a_server(folder: Path, case: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        services = AppClient(folder).services
        await services.open()
        try:
            await case(services)
        finally:
            await services.close()

    asyncio.run(run())


async def pair(services: Services) -> tuple[Table, tuple[str, str]]:
    ann = await services.lifecycle.create(
        TableRequest("claim-it", 2, ["me", "open"], {}), None, "Ann"
    )
    ben = await services.seating.join(ann.table, None, "Ben")
    return ann.table, (ann.token, ben.token)


@pytest.mark.parametrize("moment", ["the next is to play", "the game ends"])
@pytest.mark.parametrize("first", ["the move", "leaving"])
def test_a_move_while_the_next_player_leaves(tmp_path: Path, moment: str, first: str) -> None:
    """Whichever comes first, the store knows the next deadline; otherwise the game would stop after
    a crash."""

    async def case(services: Services) -> None:
        table, tokens = await pair(services)
        while True:
            actor = table.state.actor
            assert actor is not None
            event = table.view(actor).legal[-1]
            _, after = table.next_events(event)
            mover = await services.visitors.identify(table.id, token=tokens[actor])
            ends = after.actor is None
            if ends if moment == "the game ends" else after.actor == 1 - actor:
                break
            await services.moves.act(mover, table.version, event)
        other = await services.visitors.identify(table.id, token=tokens[1 - actor])
        both = [services.moves.act(mover, table.version, event), services.seating.leave(other)]
        await asyncio.gather(*(both if first == "the move" else reversed(both)))
        row = await services.store.table(table.id)
        assert row is not None
        if ends:
            assert row.summary == TableSummary("over", None, None)
        else:
            assert table.seats[1 - actor].away
            assert row.summary == TableSummary("running", 1 - actor, 0.0)  # a bot's turn

    on_a_server(tmp_path, case)


def test_an_unreadable_table_does_not_stop_the_scheduler(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged without its id, which would let a reader of the log watch the table."""

    async def case(services: Services) -> None:
        table, _ = await pair(services)
        bots = [SeatRow(0, "bot", "random"), SeatRow(1, "bot", "random")]
        due = TableSummary("running", 1, 0.0)
        for name, events in (("broken", ["nonsense"]), ("good", table.events)):
            row = replace(table.row, id=name, code=name[:1] * 8, summary=due, version=len(events))
            await services.store.create(row, bots, events)
        await services.deadlines.scan()
        assert services.deadlines.is_watching("good")

    on_a_server(tmp_path, case)
    assert [line.getMessage() for line in caplog.records if line.levelname == "ERROR"] == [
        "deadlines: a table cannot be used"
    ]


def test_listeners_learn_of_a_rematch_created_by_another_process(tmp_path: Path) -> None:
    async def case(services: Services) -> None:
        table, _ = await pair(services)
        listener = Listener(table, None, "json", "en", None)
        services.feed.add(listener)
        await asyncio.sleep(0)
        next_one = replace(table.row, id="next", code="n" * 8, before=table.id, version=0)
        sent: list[bytes] = []

        async def send(message: object) -> None:
            assert isinstance(message, dict)
            sent.append(message["body"])

        listener.send = send
        listener.output = Reader()
        await services.store.create(next_one, [SeatRow(0, "open"), SeatRow(1, "open")])
        await services.tables.refresh(table)
        await asyncio.sleep(0)
        assert b'"rematch":"next"' in b"".join(sent)

    on_a_server(tmp_path, case)
