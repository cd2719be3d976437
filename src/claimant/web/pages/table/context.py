"""What the page of a table is rendered from."""

from __future__ import annotations

from typing import NamedTuple

from claimant.components import RenderContext
from claimant.web.ops.settings import Settings
from claimant.web.pages.table.cache import PageCache, cache_of
from claimant.web.tables.table import Table


class TableContext(NamedTuple):
    """One version of a table for one viewer: what the game's part of the page is rendered from, and
    what only the page around it needs."""

    table: Table
    settings: Settings
    cache: PageCache
    version: int
    render: RenderContext

    def as_spectator(self) -> TableContext:
        return self._replace(render=self.render.as_spectator())

    @property
    def story(self) -> str:
        """What the last event brought about, as the viewer may know it."""
        if not self.version:
            return ""
        return self.cache.story(self.table, self.render.seat, self.version, self.render.language)


def table_context(
    table: Table,
    settings: Settings,
    seat: int | None,
    language: str,
    version: int | None = None,
    *,
    live: bool = True,
    scripted: bool = False,
) -> TableContext:
    """The context of a version, the current one by default. `live`: whether the viewer may act on
    it; `scripted`: whether it is an update for the page's script."""
    version = table.version if version is None else version
    cache = cache_of(table)
    actor, undoer = table.deciders(version)
    # In a game without secrets a seat that cannot act sees what a spectator sees.
    idle = table.game.open and seat not in (actor, undoer)
    public_view = table.view(None, version)
    view = public_view if idle else table.view(seat, version)
    live = live and actor is not None
    if not live and (view.legal or view.undo):
        view = view.replace(legal=(), undo=False)
    names, colours, away = cache.people(table, language)
    mine = live and seat is not None and seat == actor and not away[seat]
    render = RenderContext(
        view, public_view, seat, live, mine, names, colours, away, f"/tables/{table.id}/events",
        language, cache.at(table, version, language, live), scripted,
    )  # fmt: skip
    return TableContext(table, settings, cache, version, render)
