"""What bots say: a character's line when fortune turns, now and then.

A line follows from what everyone at the table has seen, and from nothing else: the spectator's view
before and after an event. Whether somebody says something, and who, is drawn from a hash of the
table's id and version, so that chance has no other source either. The process that has committed an
event says the line that follows it, and no other does: it is said once, or not at all if that
process ends.

It is stored as talk of the character, in English. Each reader gets it in their own language.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

from claimant.bots.characters import Cue
from claimant.game import View
from claimant.presentation import Fortune, fortune
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import SeatRow, StoreError
from claimant.web.tables.seat_names import character_of
from claimant.web.tables.table import Table
from claimant.web.tables.talk import Talk, is_character

MAX_LINES: Final = 5
"""Lines of all bots per game."""
REACTION: Final = 1.5
"""How long a bot waits before it speaks, in terms of the time that bots take to move: first people
have to see what happened."""
_CHANCES: Final = {Cue.HELLO: 2, Cue.WON: 1, Cue.LOST: 1}
"""One in how many occasions is spoken about."""
_USUAL_CHANCE: Final = 4

log: Final = logging.getLogger(__name__)


class Line(NamedTuple):
    seat: int
    occasion: Cue


def line_after(table: Table, first: int) -> Line | None:
    """What a bot says about the events from version `first` on, if any does."""
    if not table.options.banter or table.row.chat_closed or not table.events:
        return None
    bots = [seat for seat in table.seats if seat.kind == "bot"]
    if not bots:
        return None
    draw = hashlib.sha256(f"{table.id} {table.version}".encode()).digest()
    found = _occasion(table, first, bots, draw[0])
    if found is None or draw[1] % _CHANCES.get(found.occasion, _USUAL_CHANCE):
        return None
    return found


def _occasion(table: Table, first: int, bots: Sequence[SeatRow], draw: int) -> Line | None:
    speaker = bots[draw % len(bots)].seat
    if first == 1:
        return Line(speaker, Cue.HELLO)
    now = table.view(None)
    if now.outcome is not None:
        won = speaker in now.outcome.winners
        return Line(speaker, Cue.WON if won else Cue.LOST)
    turn = _turn(table, first, now)
    if turn is None:
        return None
    if table.seats[turn.seat].kind == "bot":
        return Line(turn.seat, Cue.GAIN if turn.good else Cue.SETBACK)
    return Line(speaker, Cue.OTHERS_GAIN if turn.good else Cue.OTHERS_SETBACK)


def _turn(table: Table, first: int, now: View) -> Fortune | None:
    """The last turn of fortune among the events from a version on. They are few: a decision and
    the random draws after it."""
    for version in range(table.version, first - 1, -1):
        after = now if version == table.version else table.view(None, version)
        event = table.event_seen(None, version) or ""
        turn = fortune(table.view(None, version - 1), event, after)
        if turn is not None:
            return turn
    return None


class Banter:
    """Says the lines of bots at the tables of this process."""

    def __init__(self, talk: Talk, settings: Settings) -> None:
        self._talk = talk
        self._settings = settings
        self._speaking: Final[set[asyncio.Task[None]]] = set()
        """One per line that is about to be said."""

    def committed(self, table: Table, first: int) -> None:
        """This process has committed the events from version `first` on."""
        try:
            line = line_after(table, first)
        except Exception:  # a bot that has nothing to say must not stop the game
            log.exception("banter: choosing a line failed")
            return
        if line is not None:
            task = asyncio.create_task(self._say(table, line))
            self._speaking.add(task)
            task.add_done_callback(self._speaking.discard)

    async def _say(self, table: Table, line: Line) -> None:
        await asyncio.sleep(REACTION * self._settings.bot_pace)
        character = character_of(table.seats[line.seat])
        try:
            said = await self._talk.lines(table)
            if sum(is_character(row) for row in said) < MAX_LINES:
                await self._talk.say_as(table, line.seat, character, character.lines[line.occasion])
        except StoreError as trouble:
            log.warning("banter: %s", trouble)

    async def close(self) -> None:
        for task in self._speaking:
            task.cancel()
        await asyncio.gather(*self._speaking, return_exceptions=True)
