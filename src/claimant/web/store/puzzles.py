"""The interface of the store for puzzles: what people answered, and how well they do."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class SolverRow(NamedTuple):
    """How well a person does."""

    person: str
    mu: float
    sigma: float
    streak: int = 0
    """Days in a row on which the puzzle of the day was solved, up to `day`."""
    day: int = 0
    """The last day whose puzzle was tried, as `date.toordinal` counts."""
    run_began: float | None = None
    """When the latest timed run began."""
    run_tried: int = 0
    run_solved: int = 0
    best_run: int = 0


class AttemptRow(NamedTuple):
    """A person's answer to a puzzle: the first one, or the one on the day that the puzzle was the
    puzzle of the day."""

    person: str
    puzzle: str
    answer: str
    solved: bool
    at: float


class PuzzleStore(Protocol):
    async def solver(self, person: str) -> SolverRow | None: ...

    async def put_solver(self, solver: SolverRow) -> None: ...

    async def attempts(self, person: str) -> list[AttemptRow]:
        """All answers of a person, the first one first. There are at most as many as puzzles."""
        ...

    async def attempt(self, person: str, puzzle: str) -> AttemptRow | None: ...

    async def add_attempt(self, attempt: AttemptRow, solver: SolverRow, since: float = 0.0) -> bool:
        """Store an answer and what follows from it, in place of one given before `since`. Returns
        False, and changes nothing, if there is one already."""
        ...
