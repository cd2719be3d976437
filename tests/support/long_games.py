"""Games that never end, for what must work however long a game is."""

from __future__ import annotations

from functools import cache

from claimant import registry
from claimant.game import CHANCE
from claimant.luck import Seeded
from claimant.web.store.interface import Event, SeatRow, TableRow, TableSummary
from claimant.web.tables.options import TableOptions
from claimant.web.tables.table import Table

SECRET = bytes(32)


@cache
def long_game(game: str, length: int) -> tuple[str, ...]:
    """The first events of a game of two who roll whenever they may, and so never win; fewer in a
    game that cannot be dragged out."""
    state = registry.game_class(game).create(2, {}).start()
    events: list[str] = []
    while len(events) < length and state.actor is not None:
        if state.actor == CHANCE:
            event = state.write(state.draw(Seeded(len(events))))
        else:
            legal = state.choices()
            event = "roll" if "roll" in legal else legal[0]
        events.append(event)
        state = state.play(event)
    return tuple(events)


def long_table(game: str, length: int) -> Table:
    """A table in the middle of such a game."""
    made = registry.game_class(game).create(2, {})
    options = TableOptions(made.name, made.rules, made.players, made.options)
    row = TableRow(
        *("table", "abcdefgh", options.to_json(), SECRET, True, None, 0.0),
        TableSummary("running", None, None),
    )
    table = Table(row, [SeatRow(seat, "person", name=name) for seat, name in enumerate("AB")])
    events = long_game(game, length)
    table.extend([Event(n, event, 0.0) for n, event in enumerate(events, 1)])
    return table
