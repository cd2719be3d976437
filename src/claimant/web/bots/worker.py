"""The worker: `claimant worker`. It thinks for the bots of all tables and keeps everybody's time,
so that the servers over the same PostgreSQL have only people to attend to."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace

from claimant.web.ops.settings import Settings
from claimant.web.store.databases import database
from claimant.web.tables.lifecycle import House


def work(settings: Settings) -> None:
    """Work until told to stop. `Trouble` where the database cannot be used."""
    house = House(database(settings.database, settings.data), replace(settings, thinks_for="all"))
    house.prepare()
    asyncio.run(_work(house))


async def _work(house: House) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await house.open()
    try:
        await stop.wait()
    finally:
        await house.close()
