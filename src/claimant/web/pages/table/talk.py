"""The lines of the chat as a table's page shows them."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from claimant.art.reactions import reaction
from claimant.web.services import Services
from claimant.web.store.interface import StoreError, TalkRow
from claimant.web.tables.reactions import reaction_in
from claimant.web.tables.table import Table
from claimant.web.tables.talk import words_of


async def said_at(
    services: Services, table: Table, muted: frozenset[str], since: int = 0
) -> list[TalkRow]:
    """What was said; nothing while the store does not respond, so that the game stays visible."""
    try:
        return await services.talk.lines(table, since, muted)
    except StoreError:
        return []


async def said_lines(
    services: Services, table: Table, muted: frozenset[str], language: str
) -> list[dict[str, Any]]:
    """What was said, as templates show it."""
    return [_shown(row, language) for row in await said_at(services, table, muted)]


def _shown(row: TalkRow, language: str) -> dict[str, Any]:
    name = reaction_in(row.text)
    picture = Markup(reaction(name)) if name else ""
    return row._asdict() | {"text": words_of(row, language), "reaction": picture}
