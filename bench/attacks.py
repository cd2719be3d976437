"""The attacks of `bench.flood` that are not plain requests: endless trailers, and feeds of a long
game that nobody reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

from claimant import registry
from claimant.game import CHANCE
from claimant.luck import Seeded
from claimant.web.store.databases import store_at
from claimant.web.store.interface import SeatRow, TableRow, TableSummary
from claimant.web.tables.options import TableOptions

LONG: str = "long-table"
"""The id of the table with the long game."""
EVENTS = 4000
TRAILERS = b"POST /healthz HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
FEED = f"GET /api/tables/{LONG}/feed HTTP/1.1\r\nHost: here\r\nLast-Event-ID: 0\r\n\r\n".encode()
PIECE = b"a: b\r\n" * 10_000


def add_long_game(folder: Path) -> None:
    """Put a table into the store whose two players roll whenever they may, and so never win."""
    game = registry.game_class("claim-it").create(2, {})
    state, events = game.start(), list[str]()
    while len(events) < EVENTS:
        if state.actor == CHANCE:
            event = state.write(state.draw(Seeded(len(events))))
        else:
            legal = state.choices()
            event = "roll" if "roll" in legal else legal[0]
        events.append(event)
        state = state.play(event)
    options = TableOptions(game.name, game.rules, game.players, game.options)
    summary = TableSummary("running", state.actor, None)
    row = TableRow(
        *(LONG, "abcdefgh", options.to_json(), bytes(32), False, None, 0.0, summary, EVENTS),
    )
    seats = [SeatRow(seat, "person", name=f"Player {seat}") for seat in range(2)]
    store = store_at("", folder)
    store.prepare()

    async def write() -> None:
        await store.open()
        await store.create(row, seats, events)
        await store.close()

    asyncio.run(write())


async def attack(kind: str, url: str, source: str, end: float, count: Callable[[], None]) -> None:
    """One connection after the other, each as long as the server keeps it."""
    there = urlsplit(url)
    while perf_counter() < end:
        try:
            reader, writer = await asyncio.open_connection(
                there.hostname, there.port, local_addr=(source, 0), limit=1
            )
            writer.write(TRAILERS if kind == "trailers" else FEED)
            if kind == "feeds":
                await reader.read(1)
                await asyncio.sleep(max(0.0, min(2.0, end - perf_counter())))  # and reads no more
            while kind == "trailers" and perf_counter() < end:
                writer.write(PIECE)
                await writer.drain()
            count()
            writer.transport.abort()
        except OSError:
            count()
