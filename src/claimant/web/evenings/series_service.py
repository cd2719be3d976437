"""Series: starting one, its next game, its end."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from claimant import luck
from claimant.i18n import Text
from claimant.web.evenings.keeper import EveningKeeper, not_organiser
from claimant.web.evenings.log import (
    Arrived,
    Ended,
    GameStarted,
    LogEvent,
    RoundStarted,
    decided,
    sides_by_seat,
    written,
)
from claimant.web.evenings.plans import MAX_GAMES, MIN_GAMES, SeriesPlan, written_plan
from claimant.web.evenings.series import next_order
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.store.evenings import EntrantRow, EveningChange, EveningRow
from claimant.web.store.interface import SeatRow, Stale, Store
from claimant.web.tables.lifecycle import Lifecycle
from claimant.web.tables.requests import SeatGrant, TableRequest
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor


class SeriesService:
    def __init__(
        self, store: Store, keeper: EveningKeeper, lifecycle: Lifecycle, settings: Settings
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._lifecycle = lifecycle
        self._settings = settings

    async def create(
        self,
        request: TableRequest,
        plan: SeriesPlan,
        person: Person | None,
        name: str | None = None,
    ) -> SeatGrant:
        """Create a series and the table of its first game."""
        _check(plan)
        row, seats, me, token = self._lifecycle.draft(request, person, name)
        table = Table(row, seats)
        start = _first(table)
        change = EveningChange(
            *([written(event) for event in start], self._settings.now(), "running"),
            entrants=_entrants(seats),
            tables=[(row, seats)],
            games=[row.id],
        )
        await self._store.create_evening(self._row(plan, person, change), change)
        return SeatGrant(await self._lifecycle.open(row.id), me, token)

    async def continue_from(self, visitor: Visitor, plan: SeriesPlan) -> str:
        """Make a finished game the first of a series. Returns the series' id."""
        _check(plan)
        table = await self._lifecycle.finished(visitor)
        if table.row.rematch is not None:
            text = Text("the next game is there already: make that one a series when it is over")
            raise Refusal(422, "rematch", text)
        events = _first(table)
        seating = range(len(table.seats))
        events.append(decided((1, 1), seating, table.game, table.view(None).outcome))
        change = EveningChange(
            *([written(event) for event in events], self._settings.now(), "running"),
            entrants=_entrants(table.seats),
            games=[table.id],
            decided=[table.id],
        )
        row = self._row(plan, visitor.person, change)
        try:
            await self._store.create_evening(row, change)
        except Stale:  # somebody else was quicker, or it is part of a tournament
            found = await self._store.evening_of(table.id)
            evening = None if found is None else await self._keeper.load(found)
            if evening is None or not evening.is_series:
                text = Text("this game belongs to a tournament")
                raise Refusal(422, "tournament", text) from None
            return evening.id
        return row.id

    async def next_game(self, visitor: Visitor) -> SeatGrant:
        """Give the visitor their seat in the next game of the series, if their table belongs to one
        that goes on; else in a rematch. The first player to ask creates the table."""
        old = await self._lifecycle.finished(visitor)
        while True:
            evening = await self._keeper.of_table(old.id)
            if evening is None or not evening.is_series:
                return await self._lifecycle.rematch(visitor)
            games = evening.history.games
            place = [game.table for game in games].index(old.id)
            if place + 1 < len(games):
                return await self._lifecycle.join_next(visitor, games[place + 1].table)
            if evening.over:
                return await self._lifecycle.rematch(visitor)
            plan = evening.series
            order = next_order(old.game.players, plan.rotate)
            game = old.game.redrawn(_luck()) if plan.redraw else old.game
            row, seats, token = self._lifecycle.next_game(visitor, order, game)
            seating = tuple(games[-1].seating[former] for former in order)
            start = RoundStarted((GameStarted(row.id, seating, sides_by_seat(game)),))
            try:
                await self._keeper.append(evening, [start], tables=[(row, seats)])
            except Stale:  # another player was first
                continue
            return await self._lifecycle.begin_next(visitor, row.id, token)

    async def end(self, name: str, person: Person | None) -> None:
        """Let the organiser end a series before its last game. If nobody organises it any more, any
        of its players can."""
        while True:
            evening = await self._keeper.current(name, "series")
            player = evening.player_of(person) is not None
            nobody = evening.row.organiser is None
            if not evening.is_organiser(person) and not (nobody and player):
                raise not_organiser()
            if evening.over:
                return
            try:
                await self._keeper.append(evening, [Ended(by_organiser=True)])
            except Stale:
                continue
            return

    def _row(self, plan: SeriesPlan, person: Person | None, change: EveningChange) -> EveningRow:
        organiser = None if person is None else person.id
        return EveningRow(
            *(secrets.token_urlsafe(12), "series", "", written_plan(plan), organiser),
            *(self._settings.now(), change.status),
        )


def _check(plan: SeriesPlan) -> None:
    if not plan.fits:
        text = Text(
            "a series has {least} to {most} games, and an odd number if it is a best-of",
            least=MIN_GAMES,
            most=MAX_GAMES,
        )
        raise Refusal(422, "series", text)


def _first(table: Table) -> list[LogEvent]:
    seating = tuple(range(len(table.seats)))
    game = GameStarted(table.id, seating, sides_by_seat(table.game))
    return [*(Arrived(player) for player in seating), RoundStarted((game,))]


def _entrants(seats: Sequence[SeatRow]) -> list[EntrantRow]:
    return [EntrantRow(s.seat, s.person, s.name, s.colour, s.level) for s in seats]


def _luck() -> luck.Seeded:
    return luck.Seeded(secrets.randbits(64))
