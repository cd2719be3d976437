"""The occasions for a message: it is somebody's turn, a game is over, a rematch is waiting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from claimant.game import CHANCE
from claimant.i18n import Name
from claimant.presentation import presentation_of
from claimant.web.http.errors import Refusal
from claimant.web.notifications.messages import Message, game_over, rematch_waiting, your_turn
from claimant.web.store.interface import DamagedTable
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table

RECENT: Final = 86_400.0
"""Seconds after which the end of a game is no longer news."""


class NoticeOccasion(NamedTuple):
    person: str
    kind: str
    """`turn`, `over` or `rematch`."""
    since: int
    """The version of the table at which it arose."""
    began: float
    message: Message


class Occasions:
    def __init__(self, tables: TableCache) -> None:
        self._tables = tables

    async def at(self, table: Table) -> list[NoticeOccasion]:
        """All occasions at a table now. Only people who play with other people are concerned."""
        if table.status == "running":
            return list(_turn(table))
        if not table.over:
            return []
        if table.row.rematch is None:
            return list(_over(table))
        try:
            return list(_rematch(table, await self._tables.find(table.row.rematch)))
        except (Refusal, DamagedTable):  # it has been removed, or cannot be used
            return []

    async def find(self, table: Table, person: str, kind: str) -> NoticeOccasion | None:
        """An occasion, if it still exists."""
        for occasion in await self.at(table):
            if (occasion.person, occasion.kind) == (person, kind):
                return occasion
        return None


def _turn(table: Table) -> Iterator[NoticeOccasion]:
    actor = table.deciders(table.version).actor
    if actor is None or actor == CHANCE:
        return
    seat = table.seats[actor]
    others = _others(table, actor, present=True)
    if seat.kind == "person" and seat.owner is not None and not seat.away and others:
        began = turn_began(table, actor)
        message = your_turn(_title(table), table.id, others)
        yield NoticeOccasion(seat.owner, "turn", began, table.clock.at(began), message)


def turn_began(table: Table, seat: int) -> int:
    """The version at which a seat's turn began. Whatever the player does in it, and the dice that
    they roll, belong to the same turn."""
    version = table.version
    while version > 1 and table.deciders(version - 1).actor in (seat, CHANCE):
        version -= 1
    return version


def _over(table: Table) -> Iterator[NoticeOccasion]:
    for seat in table.seats:
        others = _others(table, seat.seat)
        if seat.kind == "person" and seat.owner is not None and not seat.away and others:
            message = game_over(_title(table), table.id, others)
            yield NoticeOccasion(seat.owner, "over", table.version, table.last_change, message)


def _rematch(table: Table, rematch: Table) -> Iterator[NoticeOccasion]:
    ready = [
        rematch.names[seat.seat] for seat in rematch.seats if seat.kind == "person" and seat.name
    ]
    for seat, next_seat in zip(table.seats, rematch.seats, strict=True):
        invited = next_seat.kind == "open" and next_seat.held and rematch.status == "waiting"
        if seat.kind == "person" and seat.owner is not None and invited and ready:
            message = rematch_waiting(_title(table), table.id, ready)
            yield NoticeOccasion(seat.owner, "rematch", table.version, rematch.row.created, message)


def _others(table: Table, seat: int, present: bool = False) -> list[Name]:
    """The people a player plays with on other devices; if `present`, those who have not left."""
    return [
        table.names[other.seat]
        for other in table.seats
        if other.kind == "person" and not (present and other.away)
        if other.seat != seat and (other.owner is None or other.owner != table.seats[seat].owner)
    ]


def _title(table: Table) -> str:
    return presentation_of(table.game.name).title
