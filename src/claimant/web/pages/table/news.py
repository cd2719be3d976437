"""What changes at a table besides the game, said in a sentence to those who have its page open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimant.i18n import Text
from claimant.web.pages.tempos import TEMPOS
from claimant.web.store.interface import SeatRow, TableRow
from claimant.web.tables.table import Table


def news(
    table: Table, row: TableRow, seats: Sequence[SeatRow], own: Sequence[int], language: str
) -> list[dict[str, Any]]:
    """What has happened since the table had this row and these seats, for everyone but the players
    concerned; `own` are the seats of the viewer."""
    found: list[Text] = []
    for old, new in zip(seats, table.seats, strict=True):
        text = None if new.seat in own else _change(table, old, new)
        if text is not None:
            found.append(text)
    if table.row.tempo != row.tempo:
        found.append(Text("The tempo is now: {tempo}.", tempo=TEMPOS[table.row.tempo]))
    said: list[dict[str, Any]] = [{"text": text.say(language)} for text in found]
    if table.row.rematch is not None and row.rematch is None:
        said.append(_rematch(table, bool(own), language))
    return said


def _change(table: Table, old: SeatRow, new: SeatRow) -> Text | None:
    """What has happened at a seat."""
    if new.kind == "person" and (old.kind != "person" or old.token != new.token != b""):
        same = old.kind == "person" and old.person == new.person
        return None if same else Text("{who} sits down.", who=table.names[new.seat])
    if old.kind == "person" and new.kind == "open":
        return Text("{who} has left the table.", who=old.name)
    if new.kind == "person" and new.away and not old.away:
        return Text("{who} is away: a bot plays on.", who=table.names[new.seat])
    if new.hints != old.hints:
        if new.hints:
            return Text("{who} agrees to hints.", who=table.names[new.seat])
        return Text("{who} no longer wants hints.", who=table.names[new.seat])
    if new.kind == "person" and old.away and not new.away:
        return Text("{who} is back.", who=table.names[new.seat])
    return None


def _rematch(table: Table, plays: bool, language: str) -> dict[str, Any]:
    """The invitation to the next game. Players join it with a form, spectators follow a link."""
    text = Text("The next game is on the table.")
    if not plays:
        label, path = Text("Watch the rematch"), f"/tables/{table.row.rematch}"
    else:
        label, path = Text("Join the rematch"), f"/tables/{table.id}/rematch"
    return {
        "text": text.say(language),
        "label": label.say(language),
        "path": path,
        "join": plays,
    }


def present(table: Table, there: set[int]) -> str:
    """The seats whose players have the table open (`there`), and those of bots, who always have."""
    return " ".join([str(s.seat) for s in table.seats if s.kind == "bot" or s.seat in there])
