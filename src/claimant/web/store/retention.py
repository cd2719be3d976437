"""The interface of the store for removing what nobody needs any more."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class TableAge(NamedTuple):
    id: str
    status: str
    changed: float
    """When something last happened there: a move, or a line of talk."""


class PersonAge(NamedTuple):
    id: str
    seen: float
    """When the person was last here, to within a day."""
    lasting: bool
    """Whether the person has a passkey or recovery codes, and may return after years."""


class RetentionStore(Protocol):
    async def table_ages(self, after: str, limit: int) -> list[TableAge]:
        """The next tables after this one, ordered by id."""
        ...

    async def person_ages(self, after: str, limit: int) -> list[PersonAge]:
        """The next people after this one, ordered by id."""
        ...

    async def remove_table(self, table: str, before: float) -> bool:
        """Delete a table and everything about it, unless it has changed since."""
        ...

    async def size(self) -> int:
        """Bytes that the database takes on its disk."""
        ...
