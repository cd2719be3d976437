"""The coach at tables where one person plays against bots."""

from __future__ import annotations

import asyncio
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final

from claimant.game import CHANCE, View
from claimant.i18n import Text
from claimant.judge import Judgement, judge_of
from claimant.teaching.coach import Coach, Remark
from claimant.web.bots.pool import BotPool
from claimant.web.store.interface import Stale, Store, StoreError
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table

MAX_COACHED: Final = 500
"""Games whose coach is in memory. One that was dropped begins again as at the first decision."""
EFFORT: Final = 0.25
"""The share of a judgement's usual work: good enough for a first game, and without a wait."""


ONLY: Final = Text("There is no other choice.")


class _Session:
    """A coach at a table, and what they last said."""

    def __init__(self) -> None:
        self.coach: Final = Coach()
        self.version = -1
        self.advice: Remark | None = None
        self.lock: Final = asyncio.Lock()


class Coaching:
    def __init__(self, store: Store, tables: TableCache, bots: BotPool) -> None:
        self._store = store
        self._tables = tables
        self._bots = bots
        self._sessions: dict[str, _Session] = {}
        """By table: at most `MAX_COACHED`, the oldest are dropped first."""

    def may_coach(self, table: Table, seat: int | None) -> bool:
        """Whether a coach would tell a player nothing that other people could mind."""
        alone = all(row.kind == "bot" for row in table.seats if row.seat != seat)
        return seat is not None and alone and judge_of(table.game.name) is not None

    def has_spoken(self, table: Table) -> bool:
        """Whether the coach has been asked about a decision of this game."""
        session = self._sessions.get(table.id)
        return session is not None and session.version >= 0

    def is_silent(self, table: Table) -> bool:
        """Whether the coach speaks only after a mistake."""
        session = self._sessions.get(table.id)
        return session is not None and session.coach.silent

    async def advice(self, table: Table, seat: int) -> Remark | None:
        """What the coach says now; None to be silent. From the player's view alone."""
        if table.status != "running":
            return None
        session = self._sessions.get(table.id)
        if session is None:
            session = self._sessions[table.id] = _Session()
            if len(self._sessions) > MAX_COACHED:
                del self._sessions[next(iter(self._sessions))]
        async with session.lock:
            version = table.version
            view = table.view(seat, version)
            if session.version == version or view.actor != seat:
                return session.advice
            if len(view.legal) < 2:
                alone = session.version >= 0 and view.legal and not session.coach.silent
                return Remark(view, view.legal, ONLY) if alone else None
            try:
                judgement = await self._bots.behind(_judge, view)
            except BrokenProcessPool:
                return None
            if session.version >= 0:
                since = range(session.version, version)
                others = {table.deciders(n).actor for n in since} - {seat, CHANCE}
                session.coach.decided(table.events[session.version], turn_over=bool(others))
            session.version = version
            session.advice = session.coach.advise(view, judgement)
            if session.advice is not None and session.advice.is_hint:
                # The record marks the decision, as after any other hint.
                with suppress(StoreError, Stale):
                    await self._store.note_hint(table.id, version)
                    await self._tables.refresh(table)
            return session.advice


def _judge(view: View) -> Judgement:
    found = judge_of(view.game)
    assert found is not None
    return found.judge(view, effort=EFFORT)
