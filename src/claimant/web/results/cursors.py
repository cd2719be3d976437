"""Where a list of results goes on, as text in a link."""

from __future__ import annotations

from claimant.web.store.results import ResultRow


def cursor_of(row: ResultRow) -> str:
    return f"{row.ended!r}:{row.table}"


def read_cursor(text: str) -> tuple[float, str] | None:
    """The time and the table of a cursor; None if it makes no sense."""
    ended, _, table = text.partition(":")
    if len(text) > 80 or not table:
        return None
    try:
        return float(ended), table
    except ValueError:
        return None
