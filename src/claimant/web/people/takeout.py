"""Everything a server stores about a person, as one JSON document for that person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from claimant.record import dumps
from claimant.web.store.interface import PersonRow, Store
from claimant.web.tables.table import Table

BATCH: Final = 50
"""Tables read at a time, and twenty times as many lines of talk."""

_encode: Final = msgspec.json.Encoder().encode


async def takeout(store: Store, person: PersonRow) -> AsyncIterator[bytes]:
    """The document in pieces, so that a long life takes no more memory than a short one."""
    about = _encode(await _profile(store, person))
    yield about[:-1] + b',"tables":['
    first = True
    async for table in _tables(store, person.id):
        yield (b"\n" if first else b",\n") + _encode(table)
        first = False
        await asyncio.sleep(0)  # everyone else goes on between two games
    yield b'],"talk":['
    first = True
    async for line in _talk(store, person.id):
        yield (b"\n" if first else b",\n") + _encode(line)
        first = False
    yield b"]}\n"


async def _profile(store: Store, person: PersonRow) -> dict[str, Any]:
    return {
        "person": person.id,
        "name": person.name,
        "colour": person.colour,
        "created": person.created,
        "seen": person.seen,
        "personal_link": bool(person.token),
        "passkeys": [
            {"name": row.name, "created": row.created, "used": row.used}
            for row in await store.passkeys_of(person.id)
        ],
        "recovery_codes_left": await store.recovery_codes_left(person.id),
        "muted": [{"name": row.name, "at": row.at} for row in await store.muted(person.id)],
        "reports": [
            {"table": row.table, "n": row.n, "reason": row.reason, "at": row.at}
            for row in await store.reports_by(person.id)
        ],
    }


async def _tables(store: Store, person: str) -> AsyncIterator[dict[str, Any]]:
    """Each table with its record, as the person may see it. Not through the tables in memory, of
    which there may be fewer than someone has played at."""
    last = ""
    while names := await store.tables_with(person, last, BATCH):
        last = names[-1]
        for name in names:
            row = await store.table(name)
            if row is None:
                continue
            table = Table(row, await store.seats(name))
            table.extend(await store.events(name))
            number = table.seat_of_person(person)
            if number is None:
                continue
            seat = table.seats[number]
            yield {
                "table": name,
                "status": table.status,
                "created": row.created,
                "host": row.host == person,
                "seat": number,
                "name": seat.name,
                "colour": seat.colour,
                "word": seat.word,
                "record": dumps(table.record(number)),
            }


async def _talk(store: Store, person: str) -> AsyncIterator[dict[str, Any]]:
    last = ("", 0)
    while lines := await store.talk_of(person, last, 20 * BATCH):
        last = (lines[-1][0], lines[-1][1].n)
        for table, said in lines:
            yield {
                "table": table,
                "n": said.n,
                "at": said.at,
                "name": said.name,
                "seat": said.seat,
                "text": said.text,
            }
