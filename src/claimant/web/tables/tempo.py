"""How long the pages of a table show what happens before they go on.

The events are the same at every tempo. Bots wait for what people are being shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from claimant.components import page_of
from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import Store
from claimant.web.tables.cache import TableCache
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor

TEMPOS: Final[Mapping[str, float]] = {"calm": 1.6, "normal": 1.0, "fast": 0.5, "instant": 0.0}
"""How long something is shown, compared to the usual tempo."""
USUAL: Final = "normal"


def check_tempo(tempo: str) -> str:
    """The tempo, if it is one of `TEMPOS`; raises `Refusal` otherwise."""
    if tempo not in TEMPOS:
        raise Refusal(422, "tempo", Text("the tempo is one of {known}", known=", ".join(TEMPOS)))
    return tempo


class TempoControl:
    """Lets the players of a table change its tempo."""

    def __init__(self, store: Store, tables: TableCache) -> None:
        self._store = store
        self._tables = tables

    async def change(self, visitor: Visitor, tempo: str) -> None:
        assert visitor.own_seat is not None  # raises `Refusal` for spectators
        await self._store.set_tempo(visitor.table.id, check_tempo(tempo))
        await self._tables.refresh(visitor.table)


def shown_seconds(table: Table) -> float:
    """For how long people are shown what led to the current version. It depends on nothing but what
    everyone can see, so a bot that waits for it reveals nothing."""
    version = table.version
    event = table.event_seen(None, version)
    if event is None or event == "undo" or event.startswith("first "):
        return 0.0
    before, after = table.view(None, version - 1), table.view(None, version)
    page = page_of(table.game.name).table
    found = sum(scene.seconds for scene in page.scenes(before, event, after, table.names))
    moment = page.moment(before, event, after, table.names)
    return TEMPOS[table.row.tempo] * (found if moment is None else found + moment.seconds)


def bot_seconds(table: Table, level: str, settings: Settings) -> float:
    """Seconds after which a bot moves, however hard or easy its decision is."""
    pace = settings.pace_of(level, TEMPOS[table.row.tempo])
    return pace and pace + shown_seconds(table)
