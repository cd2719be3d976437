"""The interface of the store for reviews of finished games."""

from __future__ import annotations

from typing import Protocol


class ReviewStore(Protocol):
    async def review(self, table: str) -> bytes | None:
        """The review of a table's game, as JSON."""
        ...

    async def save_review(self, table: str, review: bytes) -> None:
        """Store the review of a table's game, instead of an earlier one. Nothing happens if the
        table is gone."""
        ...
