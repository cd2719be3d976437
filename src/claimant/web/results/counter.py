"""Counts each finished game once: what each player's part in it was, and their ratings.

Games are counted in the order in which they ended, by one server at a time, because a rating builds
on the one before. Games that ended before there were figures are counted the same way, one after
another, while the server does its other work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from claimant import tally
from claimant.game import Game, Outcome
from claimant.web.ops.periodic import Periodic
from claimant.web.results.ratings import is_rated, rated
from claimant.web.store.interface import DamagedTable, SeatRow, Store, StoreError
from claimant.web.store.results import ResultRow
from claimant.web.tables.cache import TableCache
from claimant.web.tables.fair_match import opponents
from claimant.web.tables.table import Table

INTERVAL: Final = 10.0
"""Seconds between checks of the store; the end of a game on this server is noticed at once."""
BATCH: Final = 100

log: Final = logging.getLogger(__name__)


class ResultCounter:
    def __init__(self, store: Store, tables: TableCache) -> None:
        self._store = store
        self._tables = tables
        self._counts = Periodic(self.count, "figures", INTERVAL)
        self._counting = asyncio.Lock()

    def open(self) -> None:
        self._counts.open()

    async def close(self) -> None:
        await self._counts.close()

    def watch(self, table: Table, _seats: bool = False) -> None:
        """Count soon: a game is over."""
        if table.over:
            self._counts.hint()

    async def count(self) -> None:
        """Count all finished games, unless another process is doing that."""
        async with self._counting, self._store.counting_lock() as mine:
            while mine and (names := await self._store.uncounted(BATCH)):
                for name in names:
                    await self._store.count(name, await self._results(name))

    async def _results(self, name: str) -> list[ResultRow]:
        seats = await self._store.seats(name)
        if all(seat.person is None for seat in seats):
            return []
        try:
            table = self._tables.in_memory.get(name)
            if table is None or not table.over:
                stored = await self._store.table(name)
                if stored is None:
                    return []
                table = await Table.load(stored, seats, await self._store.events(name))
            if table.options.continued:
                return []  # played on from another game
            outcome = table.view(None).outcome
            if outcome is None:
                return _called_off(table, seats)
            # In a thread: replaying a long game takes longer than a request should wait.
            facts = await asyncio.to_thread(tally.facts, table.game, table.events)
        except DamagedTable as damaged:
            log.warning("figures: a table: %s", damaged)
            return []
        except StoreError:
            raise
        except Exception:  # one game that cannot be counted must not keep others from it
            log.exception("figures: a game cannot be counted")
            return []
        known = [seat.person for seat in seats if seat.person is not None]
        before = await self._store.ratings(table.game.name, known)
        ratings = rated(table.game, seats, outcome.winners, before)
        rows = []
        for seat in seats:
            if seat.person is not None:
                row = _row(table, seats, seat, _result(table.game, seat, outcome))
                counted = is_rated(seat)
                row = row._replace(facts=_json(facts[seat.seat]) if counted else "{}")
                if seat.person in ratings:
                    row = row._replace(**ratings[seat.person]._asdict())
                rows.append(row)
        return rows


def _called_off(table: Table, seats: Sequence[SeatRow]) -> list[ResultRow]:
    return [_row(table, seats, seat, "called-off") for seat in seats if seat.person is not None]


def _row(table: Table, seats: Sequence[SeatRow], seat: SeatRow, result: str) -> ResultRow:
    assert seat.person is not None
    game = table.game
    deck = tally.tally_of(game.name).deck(game)[:60]
    with_whom = opponents(game, seats, seat.seat)
    return ResultRow(
        *(seat.person, game.name, table.last_change, table.id, seat.seat, game.players),
        *(deck, with_whom, result, "{}"),
    )


def _result(game: Game, seat: SeatRow, outcome: Outcome) -> str:
    """How the game ended for a seat."""
    if seat.away:
        return "left"
    if not outcome.winners:
        return "nobody"
    if seat.seat not in outcome.winners:
        return "lost"
    sides = [team for team in game.teams if team[0] in outcome.winners]
    return "won" if len(sides) == 1 else "shared"


def _json(facts: dict[str, int]) -> str:
    return msgspec.json.encode(facts).decode()
