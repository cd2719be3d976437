"""What a table's page says about a fair match: how strong the bots are, and why."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from claimant.bots import FAIR, level_name
from claimant.i18n import Text
from claimant.web.store.interface import Store, StoreError
from claimant.web.tables.fair_match import games_of, is_fair
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor

RECENT: Final = 5
"""Games that the reason mentions."""
ENOUGH: Final = 3
"""Games without which it is too early for a reason."""


async def fair_note(store: Store, visitor: Visitor) -> Text | None:
    """The strength of the bots in a fair match, with the reason if it is about the viewer alone:
    nobody else's results are shown. None at other tables."""
    table = visitor.table
    level = next((seat.level for seat in table.seats if is_fair(seat)), None)
    if level is None:
        return None
    if level == FAIR:
        return Text(
            "Fair match: how strong the bots are follows from the results of the people at the "
            "table. It is settled when the game begins."
        )
    strength = level_name(level)
    people = {seat.person for seat in table.seats if seat.person is not None}
    me = None if visitor.person is None else visitor.person.id
    if people != {me} or me is None:
        return Text(
            "Fair match. Strength of the bots: {strength}, by the results of the people here.",
            strength=strength,
        )
    won, games = await _recent(store, table, me)
    if games < ENOUGH:  # or the store does not respond
        return Text(
            "Fair match. Strength of the bots: {strength}, until you have played more games.",
            strength=strength,
        )
    return Text(
        "Fair match. Strength of the bots: {strength}, because you won {won} of the last {n}.",
        strength=strength,
        won=won,
        n=games,
    )


async def _recent(store: Store, table: Table, person: str) -> tuple[int, int]:
    """How many games the person won of the latest ones before this one, and how many there were."""
    began = table.clock.at(1) if table.events else None
    games = []
    with suppress(StoreError):
        games = (await games_of(store, person, table.game, began))[-RECENT:]
    return sum(game.result in ("won", "shared") for game in games), len(games)
