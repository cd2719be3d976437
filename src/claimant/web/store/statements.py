"""What queries and writes in SQL consist of.

A write is a generator that yields statements and gets their rows. It does not know what executes
it, so that one database can do it in a thread and another over a network. It raises `Stale` before
it has changed anything, never after: writes share a transaction.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")
Rows = list[tuple[Any, ...]]
Statement = tuple[str, Sequence[object]]
Steps = Generator[Sequence[Statement], list[Rows], T]
Write = Callable[[], Steps[T]]

MAX_TABLES: Final = 500
"""Tables changed by one step of a write."""
NOTIFY: Final = "notify"
"""Stands for the statement that announces a change to other processes, if there can be any."""


class SqlDatabase(ABC):
    """What executes statements."""

    @abstractmethod
    async def _read(self, sql: str, *values: object) -> Rows: ...

    @abstractmethod
    async def _write(self, key: str, write: Write[T]) -> T:
        """Commit a write, together with others. Writes with the same key keep their order."""

    async def _execute(self, *statements: Statement) -> list[Rows]:
        """Commit statements that need nothing from each other; returns their rows."""

        def write() -> Steps[list[Rows]]:
            return (yield statements)

        return await self._write("", write)


def placeholders(n: int) -> str:
    return ", ".join("?" * n)


def revised(tables: Sequence[str]) -> Steps[list[str]]:
    """Note that the seats of these tables have changed. Returns each table once."""
    ordered = sorted(set(tables))
    update = "UPDATE tables SET revision = revision + 1 WHERE id = ? RETURNING version"
    for start in range(0, len(ordered), MAX_TABLES):
        chunk = ordered[start : start + MAX_TABLES]
        changed = yield [(update, (table,)) for table in chunk]
        found = zip(chunk, changed, strict=True)
        yield [(NOTIFY, (table, rows[0][0], 0)) for table, rows in found if rows]
    return ordered
