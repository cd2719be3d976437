"""Deadlines: when a bot moves, and when a player's time for a decision runs out.

A deadline is always computed from a table's current state. The store keeps only the time at which
the server has to act, so that a scan finds it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from claimant.game import CHANCE, State
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import SeatRow, TableSummary
from claimant.web.tables.options import TableOptions
from claimant.web.tables.table import Table

ROUNDING: Final = 1e-3
"""Seconds by which sums and differences of times may be off."""


@dataclass(frozen=True)
class Deadline:
    """Something the server has to do at a table without being asked."""

    seat: int | None
    """None if the table is starting."""
    level: str | None
    """The level of the bot to move; None if a player's time runs out."""
    at: float
    """0 for a bot, which is due at once: it keeps its pace itself."""


def next_deadline(
    options: TableOptions,
    state: State,
    since: float,
    seats: Sequence[SeatRow],
    settings: Settings,
) -> Deadline | None:
    """The deadline of a state whose current decision began at `since`, if it has one."""
    actor = state.actor
    if actor is None or actor == CHANCE:
        return None
    seat = seats[actor]
    if seat.kind == "bot" or seat.away:
        # Found after a crash even if the wall clock was set back meanwhile.
        return Deadline(actor, seat.level if seat.kind == "bot" else settings.stand_in, 0.0)
    limit = settings.paces[options.pace]
    return Deadline(actor, None, since + limit) if limit else None


def current_deadline(table: Table, settings: Settings) -> Deadline | None:
    if not table.events:
        due = table.row.summary.due
        return None if due is None else Deadline(None, None, due)
    if table.over:
        return None
    return next_deadline(table.options, table.state, table.clock.since, table.seats, settings)


def summarize(status: str, state: State, deadline: Deadline | None) -> TableSummary:
    """What the store keeps of a state."""
    actor = state.actor
    seat = None if status != "running" or actor == CHANCE else actor
    return TableSummary(status, seat, None if deadline is None else deadline.at)


def time_up_at(table: Table, version: int, paces: Mapping[str, float]) -> float | None:
    """When the player who decides at a version runs out of time, to be shown."""
    actor = table.deciders(version).actor
    limit = paces[table.options.pace]
    if not limit or actor is None or actor == CHANCE or not table.events:
        return None
    seat = table.seats[actor]
    return table.clock.at(version) + limit if seat.kind == "person" and not seat.away else None


def resumed_elsewhere(table: Table, paces: Mapping[str, float]) -> float:
    """When the player to decide came back through another server, or 0. The deadline in the store
    is then later than the events alone would make it."""
    due, actor = table.row.summary.due, table.row.summary.actor
    limit = paces[table.options.pace]
    if due is None or actor is None or not limit or table.row.version != table.version:
        return 0.0
    seat = table.seats[actor]
    later = due - limit > table.clock.recorded + ROUNDING
    return due - limit if later and seat.kind == "person" and not seat.away else 0.0
