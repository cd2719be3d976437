"""Everything a server stores about a person, as one JSON document for that person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from claimant.record import dumps
from claimant.web.notifications.contacts import Contacts
from claimant.web.notifications.quiet import clock_time
from claimant.web.store.interface import PersonRow, Store
from claimant.web.tables.table import Table

BATCH: Final = 50
"""Tables read at a time, and twenty times as many lines of talk."""

MAX_EVENINGS: Final = 10_000
"""Series and tournaments of one person; the limits allow far fewer."""

_encode: Final = msgspec.json.Encoder().encode


async def takeout(store: Store, person: PersonRow, contacts: Contacts) -> AsyncIterator[bytes]:
    """The document in pieces, so that a person with many games takes no more memory than others."""
    about = _encode(await _profile(store, person) | await _messages(contacts, person))
    yield about[:-1] + b',"tables":['
    first = True
    async for table in _tables(store, person.id):
        yield (b"\n" if first else b",\n") + _encode(table)
        first = False
        await asyncio.sleep(0)  # everyone else goes on between two games
    yield b'],"evenings":['
    first = True
    for evening in await _evenings(store, person.id):
        yield (b"\n" if first else b",\n") + _encode(evening)
        first = False
    yield b'],"results":['
    first = True
    async for result in _results(store, person.id):
        yield (b"\n" if first else b",\n") + _encode(result)
        first = False
    yield b'],"puzzles":' + _encode(await _puzzles(store, person.id)) + b',"talk":['
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


async def _messages(contacts: Contacts, person: PersonRow) -> dict[str, Any]:
    """Where and when messages are sent."""
    wanted = await contacts.preferences(person.id)
    return {
        "messages": {
            "to": await contacts.of_person(person.id),
            "language": wanted.language,
            "zone": wanted.zone,
            "quiet_from": clock_time(wanted.quiet_from),
            "quiet_until": clock_time(wanted.quiet_until),
        }
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
            guests = [row.name for row in table.seats if row.device == person]
            # Someone else may be in front of a device that is passed around.
            viewer = None if guests and not table.over else number
            yield {
                "table": name,
                "status": table.status,
                "created": row.created,
                "host": row.host == person,
                "seat": number,
                "name": seat.name,
                "colour": seat.colour,
                "word": seat.word,
                "guests": guests,
                "record": dumps(table.record(viewer)),
            }


async def _evenings(store: Store, person: str) -> list[dict[str, Any]]:
    """The series and tournaments that the person organises or takes part in. What the log says
    about others is not theirs to take away."""
    found = []
    for row in await store.evenings_of(person, MAX_EVENINGS):
        entered = [entrant for entrant in await store.entrants(row.id) if entrant.person == person]
        found.append(
            {
                "evening": row.id,
                "kind": row.kind,
                "title": row.title if row.organiser == person else "",
                "organiser": row.organiser == person,
                "created": row.created,
                "status": row.status,
                "players": [{"number": each.number, "name": each.name} for each in entered],
            }
        )
    return found


async def _results(store: Store, person: str) -> AsyncIterator[dict[str, Any]]:
    """What is counted of each finished game, with the rating after it."""
    for game in await store.games_of(person):
        last: tuple[float, str] | None = None
        while rows := await store.results_of(person, game, last, BATCH):
            last = (rows[-1].ended, rows[-1].table)
            for row in rows:
                yield row._asdict() | {"facts": msgspec.json.decode(row.facts)}


async def _puzzles(store: Store, person: str) -> dict[str, Any]:
    solver = await store.solver(person)
    return {
        "standing": None if solver is None else solver._asdict(),
        "answers": [attempt._asdict() for attempt in await store.attempts(person)],
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
