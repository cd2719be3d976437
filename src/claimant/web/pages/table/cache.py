"""What the pages remember about a table in memory.

Everything here can be recomputed from the table. It is dropped together with the table, and
whatever depends on its seats or its row is discarded when those change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from claimant.bots import level_name
from claimant.components import RenderCache
from claimant.i18n import Name, said
from claimant.presentation import informed_seats, narrate
from claimant.web.http.static import portrait_address
from claimant.web.store.interface import SeatRow
from claimant.web.tables.seat_names import character_of
from claimant.web.tables.table import Table

COLOURS: Final = 5


class PlayerLabels(NamedTuple):
    """The players of a table by seat."""

    names: tuple[str, ...]
    colours: tuple[int, ...]
    away: tuple[bool, ...]
    levels: tuple[str, ...]
    """How strong each bot is; empty for people."""
    faces: tuple[str, ...]
    """The addresses of the bots' portraits; empty for people."""


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
        self.reserved: tuple[Name, ...] = ()
        """The players of the game before this one, by seat, for whom the rematch has reserved
        seats. Empty until a page has looked them up."""
        self.verified: int | None = None
        """The random events of a finished game, once they have been checked."""
        self.turns: tuple[int, ...] | None = None
        """The versions of a finished game at which turns begin, once they have been found."""

    def clear(self) -> None:
        self.renders.clear()
        self._people.clear()
        self._stories.clear()
        self._informed.clear()

    def reserve(self, names: tuple[Name, ...]) -> None:
        """Note for whom seats are reserved."""
        if self.reserved != names:
            self.reserved = names
            self.renders.clear()

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
                tuple(
                    level_name(row.level).say(language) if row.kind == "bot" else ""
                    for row in table.seats
                ),
                tuple(face_of(row) for row in table.seats),
            )
        return self._people[language]

    def story(self, table: Table, seat: int | None, version: int, language: str) -> str:
        """What event number `version` brought about, as a seat may know it."""
        seat = self.informed_seat(table, seat, version)
        key = (version, seat, language)
        if key not in self._stories:
            before, after = table.view(seat, version - 1), table.view(seat, version)
            texts = narrate(before, table.event_seen(seat, version) or "", after, table.names)
            self._stories[key] = " ".join([text.say(language) for text in texts])
        return self._stories[key]

    def informed_seat(self, table: Table, seat: int | None, version: int) -> int | None:
        """The seat, if event number `version` is told differently to it than to a spectator."""
        return seat if seat in self.informed_seats(table, version) else None

    def informed_seats(self, table: Table, version: int) -> tuple[int, ...]:
        """The seats to which event number `version` is told differently than to a spectator."""
        if version not in self._informed:
            before, after = table.view(None, version - 1), table.view(None, version)
            self._informed[version] = informed_seats(before, table.events[version - 1], after)
        return self._informed[version]


def face_of(row: SeatRow) -> str:
    """The address of a bot's portrait; empty for a person."""
    return portrait_address(character_of(row).portrait) if row.kind == "bot" else ""


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
