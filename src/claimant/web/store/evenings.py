"""The interface of the store for evenings: series and tournaments.

As with tables, an evening's version is the number of its events, and `append_evening` is the only
write that moves it on: a second writer that has seen the same version gets `Stale`. The tables of a
round are created in the same transaction, so that a round is started once and completely, or not at
all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from claimant.web.store.interface import SeatRow, TableRow


@dataclass(frozen=True)
class EveningRow:
    id: str
    kind: str
    """`series` or `tournament`."""
    title: str
    """What the organiser calls it; empty if they have not named it."""
    plan: str
    """What the organiser has chosen, as JSON."""
    organiser: str | None
    created: float
    status: str
    """`open` (people can still join), `running` or `over`."""
    due: float | None = None
    """When the server has to do something: end a round's games or start the next round."""
    version: int = 0


@dataclass(frozen=True)
class EntrantRow:
    """Someone who takes part. The log of the evening names them by their number only."""

    number: int
    person: str | None
    name: str
    colour: int = 0
    level: str = ""
    """The level of a bot."""


class EveningEvent(NamedTuple):
    version: int
    event: str
    at: float


class EveningAge(NamedTuple):
    id: str
    status: str
    changed: float


class EveningChange(NamedTuple):
    """An addition to the log of an evening, with all that belongs to it."""

    events: Sequence[str]
    at: float
    status: str
    due: float | None = None
    entrants: Sequence[EntrantRow] = ()
    """People who are new, or have another name."""
    tables: Sequence[tuple[TableRow, Sequence[SeatRow]]] = ()
    """The new tables, which are created in the same transaction."""
    games: Sequence[str] = ()
    """Tables that belong to the evening from now on."""
    decided: Sequence[str] = ()
    """Tables whose results are known now."""


class EveningStore(Protocol):
    async def create_evening(self, evening: EveningRow, change: EveningChange) -> None:
        """Add an evening. Raises `Stale` if one of its tables belongs to another evening, or is a
        rematch of a game that has one."""
        ...

    async def append_evening(
        self, evening: str, expected_version: int, change: EveningChange
    ) -> None:
        """Add to the log, all or nothing. Raises `Stale` if the version is another one, or as
        `create_evening` does."""
        ...

    async def evening(self, evening: str) -> EveningRow | None: ...

    async def evening_of(self, table: str) -> str | None:
        """The evening that a table belongs to."""
        ...

    async def evening_events(self, evening: str) -> list[EveningEvent]: ...

    async def entrants(self, evening: str) -> list[EntrantRow]: ...

    async def evenings_of(self, person: str, limit: int) -> list[EveningRow]:
        """The evenings that a person organises or takes part in, the latest first."""
        ...

    async def open_evenings_by(self, person: str) -> int:
        """How many evenings of this organiser are not over."""
        ...

    async def due_evenings(self, before: float, limit: int) -> list[str]:
        """Evenings where the server has to do something before a time, and those with a finished
        game whose result is not in the log yet."""
        ...

    async def evening_ages(self, after: str, limit: int) -> list[EveningAge]:
        """The next evenings after this one, ordered by id."""
        ...

    async def remove_evening(self, evening: str, before: float) -> bool:
        """Delete an evening, but not its games, unless it has changed since."""
        ...
