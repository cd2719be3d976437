"""Playing on from a position of a finished game, against bots.

The new table's log begins with the events of the finished game up to there, so that everyone knows
what they knew then, and nothing else. Its later random draws come from a secret of its own. What
was drawn before cannot be verified with that, and a shuffled pile stays as it was. So the table
says that its luck cannot be verified, and it counts for nothing.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from claimant.bots import USUAL
from claimant.game import CHANCE
from claimant.i18n import Text
from claimant.luck import PROTOCOL
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.people.tokens import hash_token, new_token
from claimant.web.store.chain import numbered
from claimant.web.store.interface import SeatRow, Store
from claimant.web.tables.deadlines import next_deadline, summarize
from claimant.web.tables.lifecycle import new_row
from claimant.web.tables.requests import seat_taken
from claimant.web.tables.seat_names import with_characters
from claimant.web.tables.table import Table


async def play_on_from(
    store: Store, settings: Settings, old: Table, event: int, person: Person | None
) -> tuple[str, int, str]:
    """Create a table at the decision that event number `event` of a finished game was. The person
    decides for the seat whose decision it was, bots for all others. Returns the table's id, that
    seat, and its token."""
    actor = old.deciders(event - 1).actor if 1 <= event <= old.version else None
    if not old.over or actor is None or actor == CHANCE or old.events[event - 1] == "undo":
        raise Refusal(422, "play-on", Text("you can only play on from a decision"))
    events, now, token = old.events[: event - 1], settings.now(), new_token()
    seats = [
        SeatRow(row.seat, "bot", row.level or USUAL, colour=row.colour)
        if row.seat != actor
        else SeatRow(row.seat, "open", colour=row.colour)
        for row in old.seats
    ]
    seats[actor] = seat_taken(seats[actor], seats, person, None, "", token)
    seats = with_characters(seats)
    options = msgspec.structs.replace(
        old.options, pace="none", host_token="", maker=hash_token(token).hex(), luck=PROTOCOL,
        order=(), continued=len(events),
    )  # fmt: skip
    row = new_row(options, public=False, host=None if person is None else person.id, created=now)
    table = Table(row, seats)
    await table.catch_up(numbered(0, events, now))
    deadline = next_deadline(options, table.state, now, seats, settings)
    summary = summarize("running", table.state, deadline)
    row = replace(row, version=len(events), summary=summary, tempo=old.row.tempo)
    await store.create(row, seats, events)
    return row.id, actor, token
