"""The record of a table as a response that is written piece by piece."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Final

from litestar.response import Stream

from claimant.record import HINT, dumps
from claimant.web.tables.table import Table

PIECE: Final = 100
"""Events that are redacted at a time."""


def record_stream(table: Table, seat: int | None, headers: Mapping[str, str]) -> Stream:
    """The record of a table as it is now, redacted for a seat."""
    return Stream(
        _pieces(table, seat),
        media_type="text/plain; charset=utf-8",
        headers={"cache-control": "no-store", **headers},
    )


async def _pieces(table: Table, seat: int | None) -> AsyncIterator[str]:
    """Everyone else has their turn between two pieces, and a piece is made only once the last one
    has been taken. All pieces are of the version at which the first was made."""
    last = table.version
    hinted = table.hinted
    yield dumps(table.record_headers())
    for start in range(0, last, PIECE):
        events = table.events_seen(seat, range(start, min(start + PIECE, last)), last)
        yield "".join(
            [
                f"{event}\n{HINT}\n" if number in hinted else f"{event}\n"
                for number, event in enumerate(events, start + 1)
            ]
        )
        await asyncio.sleep(0)
