"""Concurrency within one process: a move while a player leaves, and one broken table among good."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.app_client import AppClient
from support.feed import Reader

from claimant.web.services import Services
from claimant.web.store.chain import numbered
from claimant.web.store.interface import SeatRow, Stale, TableSummary
from claimant.web.tables.listener import Listener
from claimant.web.tables.requests import TableRequest
from claimant.web.tables.table import Table
from claimant.web.tables.writer import TableWriter


def on_a_server(folder: Path, case: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        services = AppClient(folder).services
        await services.open()
        try:
            await case(services)
        finally:
            await services.close()

    asyncio.run(run())


async def ended(task: asyncio.Task[object]) -> bool:
    """Wait for a task without asking what came of it."""
    await asyncio.wait([task])
    return True


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


def test_a_move_is_announced_although_its_writer_has_gone(tmp_path: Path) -> None:
    """A client may hang up while the store works, and a bot's task ends when its move is read from
    the store before it hears of it. What was committed is announced all the same."""

    async def case(services: Services) -> None:
        table, _ = await pair(services)
        announced = asyncio.Queue[int]()
        writer = TableWriter(
            services.store,
            services.tables,
            services.settings,
            lambda _, first: announced.put_nowait(first),
        )
        actor = table.state.actor
        assert actor is not None
        events, state = table.next_events(table.view(actor).legal[-1])
        before = table.version
        writing = asyncio.create_task(writer.append(table, events, state))
        await asyncio.sleep(0)  # the store has its task now
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        async with asyncio.timeout(60):
            assert await announced.get() == before + 1
        assert table.events[before:] == events

    on_a_server(tmp_path, case)


def test_a_move_is_written_at_the_version_it_was_made_for(tmp_path: Path) -> None:
    """Another process has moved, and this one reads of it just when its own move is on the way."""

    async def case(services: Services) -> None:
        table, _ = await pair(services)
        writer = TableWriter(services.store, services.tables, services.settings, lambda *_: None)
        actor = table.state.actor
        assert actor is not None
        events, state = table.next_events(table.view(actor).legal[-1])
        version, now = table.version, services.settings.now()
        await services.store.append(
            *(table.id, version, table.head, events, now, table.row.summary, table.revision)
        )
        writing = asyncio.create_task(writer.append(table, events, state))
        await asyncio.sleep(0)
        table.extend(numbered(version, events, now))
        with pytest.raises(Stale):
            await writing
        row = await services.store.table(table.id)
        assert row is not None
        assert row.version == version + len(events)

    on_a_server(tmp_path, case)


def test_a_writer_who_has_gone_and_comes_too_late_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where several servers move for the same bots, most of their tasks end like this."""

    async def case(services: Services) -> None:
        table, _ = await pair(services)
        writer = TableWriter(services.store, services.tables, services.settings, lambda *_: None)
        actor = table.state.actor
        assert actor is not None
        events, state = table.next_events(table.view(actor).legal[-1])
        await services.store.append(  # by another server
            table.id, table.version, table.head, events, 0.0, table.row.summary, table.revision
        )
        before = asyncio.all_tasks()
        late = asyncio.create_task(writer.append(table, events, state))
        await asyncio.sleep(0)  # the store has its task now
        writing = asyncio.all_tasks() - before - {late}
        late.cancel()
        with pytest.raises(asyncio.CancelledError):
            await late
        assert len(await asyncio.gather(*map(ended, writing))) == 1
        writing.clear()
        gc.collect()

    on_a_server(tmp_path, case)
    assert "never retrieved" not in caplog.text


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
