"""Puzzles in SQL."""

from __future__ import annotations

from typing import Final

from claimant.web.store.puzzles import AttemptRow, SolverRow
from claimant.web.store.statements import SqlDatabase, Statement, Steps, placeholders

SOLVED: Final = ("solvers", "attempts")
"""The tables of the database about the puzzles that a person has solved."""
_SOLVER: Final = ", ".join(SolverRow._fields)
_ATTEMPT: Final = ", ".join(AttemptRow._fields)


class SqlPuzzles(SqlDatabase):
    async def solver(self, person: str) -> SolverRow | None:
        rows = await self._read(f"SELECT {_SOLVER} FROM solvers WHERE person = ?", person)
        return SolverRow(*rows[0]) if rows else None

    async def put_solver(self, solver: SolverRow) -> None:
        await self._execute(_put(solver))

    async def attempts(self, person: str) -> list[AttemptRow]:
        sql = f"SELECT {_ATTEMPT} FROM attempts WHERE person = ? ORDER BY at, puzzle"
        return [_attempt(row) for row in await self._read(sql, person)]

    async def attempt(self, person: str, puzzle: str) -> AttemptRow | None:
        sql = f"SELECT {_ATTEMPT} FROM attempts WHERE person = ? AND puzzle = ?"
        rows = await self._read(sql, person, puzzle)
        return _attempt(rows[0]) if rows else None

    async def add_attempt(self, attempt: AttemptRow, solver: SolverRow, since: float = 0.0) -> bool:
        def write() -> Steps[bool]:
            (added,) = yield [
                (
                    f"INSERT INTO attempts ({_ATTEMPT}) VALUES ({placeholders(5)})"
                    " ON CONFLICT (person, puzzle) DO UPDATE SET answer = excluded.answer,"
                    " solved = excluded.solved, at = excluded.at WHERE attempts.at < ?"
                    " RETURNING puzzle",
                    (*attempt, since),
                )
            ]
            if not added:
                return False
            yield [_put(solver)]
            return True

        return await self._write(attempt.person, write)


def _put(solver: SolverRow) -> Statement:
    changes = ", ".join(f"{name} = excluded.{name}" for name in SolverRow._fields[1:])
    return (
        f"INSERT INTO solvers ({_SOLVER}) VALUES ({placeholders(len(solver))})"
        f" ON CONFLICT (person) DO UPDATE SET {changes}",
        solver,
    )


def _attempt(row: tuple[object, ...]) -> AttemptRow:
    person, puzzle, answer, solved, at = row
    return AttemptRow(str(person), str(puzzle), str(answer), bool(solved), float(str(at)))
