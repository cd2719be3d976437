"""The interface of the store for people's own figures: their part in each finished game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class ResultRow(NamedTuple):
    """One person's part in one finished game."""

    person: str
    game: str
    ended: float
    table: str
    seat: int
    players: int
    deck: str
    """The key of what was played with (`tally.GameTally.deck`)."""
    opponents: str
    """`people`, the level of all bots, or `mixed`. The level of a fair match is the name of a
    mixture, such as `normal+40`; at a mixed table it follows after a space."""
    result: str
    """`won`, `shared`, `lost`, `nobody` (nobody has won), `left` (a bot played it to its end in the
    person's place) or `called-off`."""
    facts: str
    """The facts of the game's tally, as JSON."""
    mu: float | None = None
    """The person's rating after this game, if it counted for it."""
    sigma: float | None = None


class Rated(NamedTuple):
    """A rating: a strength, and how uncertain it is."""

    mu: float
    sigma: float


class ResultStore(Protocol):
    async def uncounted(self, limit: int) -> list[str]:
        """Finished tables that have not been counted yet, the oldest first."""
        ...

    async def count(self, table: str, results: Sequence[ResultRow]) -> None:
        """Store the results of a table, and that it has been counted, unless it was before. A
        result is only stored if the person still sits there: someone may have been forgotten."""
        ...

    async def uncounted_of(self, person: str) -> int:
        """How many of a person's finished games have not been counted yet."""
        ...

    async def games_of(self, person: str) -> dict[str, int]:
        """How many results a person has in each game."""
        ...

    async def results_of(
        self, person: str, game: str, before: tuple[float, str] | None, limit: int
    ) -> list[ResultRow]:
        """A person's results in a game, the latest first: those before a time and table."""
        ...

    async def existing(self, tables: Sequence[str]) -> set[str]:
        """Which of these tables have not been removed."""
        ...

    async def ratings(self, game: str, people: Sequence[str]) -> Mapping[str, Rated]:
        """The latest rating of each of these people who have one."""
        ...
