"""What the pages remember about a table in memory.

Everything here can be recomputed from the table. It is dropped together with the table, and
whatever depends on its seats or its row is discarded when those change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from claimant.components import RenderCache
from claimant.i18n import said
from claimant.presentation import narrate, presentation_of
from claimant.web.store.interface import SeatRow
from claimant.web.tables.table import Table

COLOURS: Final = 5


class PlayerLabels(NamedTuple):
    """The players of a table by seat."""

    names: tuple[str, ...]
    colours: tuple[int, ...]
    away: tuple[bool, ...]


class PageCache:
    """The cached parts of one table's pages. It must not refer to the table, whose lifetime bounds
    its own."""

    def __init__(self, table: Table) -> None:
        self._row = table.row
        self._seats = table.seats
        self.renders: Final[dict[tuple[str, bool], tuple[RenderCache, ...]]] = {}
        """What was rendered of the last two versions, by language and whether it is live: the one
        that most viewers look at, and the one that the next may resemble."""
        self._people: dict[str, PlayerLabels] = {}
        """By language."""
        self._stories: dict[tuple[int, int | None, str], str] = {}
        """The log's sentences by version, seat and language: as many as the game has events."""
        self._informed: dict[int, tuple[int, ...]] = {}
        self.verified: int | None = None
        """The random events of a finished game, once they have been checked."""

    def clear(self) -> None:
        self.renders.clear()
        self._people.clear()
        self._stories.clear()
        self._informed.clear()

    def update(self, table: Table) -> None:
        """Discard what the table has outgrown."""
        if self._row is not table.row:  # its seats, its status or its rematch
            self._row = table.row
            self.renders.clear()
        if self._seats is not table.seats:  # names may have changed
            self._seats = table.seats
            self._people.clear()
            self._stories.clear()

    def at(self, table: Table, version: int, language: str, live: bool) -> RenderCache:
        """What has been rendered of a version for everyone."""
        latest = self.renders.get((language, live), ())
        for cache in latest:
            if cache.version == version:
                return cache
        previous = latest[0] if latest else None
        if previous is not None:
            previous.previous = None
        found = RenderCache(version, table.event_seen(None, version), previous)
        self.renders[language, live] = (found,) if previous is None else (found, previous)
        return found

    def people(self, table: Table, language: str) -> PlayerLabels:
        """The players by seat."""
        if language not in self._people:
            self._people[language] = PlayerLabels(
                tuple(said(name, language) for name in table.names),
                tuple(colours(table.seats)),
                tuple(row.away for row in table.seats),
            )
        return self._people[language]

    def story(self, table: Table, seat: int | None, version: int, language: str) -> str:
        """What event number `version` brought about, as a seat may know it."""
        if seat not in self.informed_seats(table, version):
            seat = None
        key = (version, seat, language)
        if key not in self._stories:
            before, after = table.view(seat, version - 1), table.view(seat, version)
            texts = narrate(before, table.event_seen(seat, version) or "", after, table.names)
            self._stories[key] = " ".join([text.say(language) for text in texts])
        return self._stories[key]

    def informed_seats(self, table: Table, version: int) -> tuple[int, ...]:
        """The seats that learn more from event number `version` than a spectator does."""
        if table.game.open:
            return ()
        if version not in self._informed:
            before, after = table.view(None, version - 1), table.view(None, version)
            informed = presentation_of(table.game.name).informed_seats
            self._informed[version] = informed(before, table.events[version - 1], after)
        return self._informed[version]


_caches: Final[WeakKeyDictionary[Table, PageCache]] = WeakKeyDictionary()
"""One per table in memory; the weak keys drop it together with the table."""


def cache_of(table: Table) -> PageCache:
    found = _caches.get(table)
    if found is None:
        found = _caches[table] = PageCache(table)
    found.update(table)
    return found


def colours(seats: Sequence[SeatRow]) -> list[int]:
    """A different colour for every seat, as far as there are enough: people get theirs, bots what
    is left."""
    taken: dict[int, int] = {}
    for seat in sorted(seats, key=lambda seat: seat.kind != "person"):
        free = (seat.colour + i for i in range(COLOURS))
        taken[seat.seat] = next(
            (c % COLOURS for c in free if c % COLOURS not in taken.values()), seat.colour % COLOURS
        )
    return [taken[seat.seat] for seat in seats]
