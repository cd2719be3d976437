"""`claimant worker`: decides for the bots and watches the deadlines of all tables, so that the
servers sharing the PostgreSQL database only serve people."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace

from claimant.web.ops.settings import Settings
from claimant.web.services import Services
from claimant.web.store.databases import store_at


def work(settings: Settings) -> None:
    """Run until a signal stops it. Raises `StoreError` if the database cannot be used."""
    store = store_at(settings.database, settings.data)
    services = Services(store, replace(settings, bot_scope="all"))
    services.prepare()
    asyncio.run(_work(services))


async def _work(services: Services) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await services.open()
    try:
        await stop.wait()
    finally:
        await services.close()
