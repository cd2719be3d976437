"""What the page of a table is rendered from."""

from __future__ import annotations

from typing import NamedTuple

from claimant.components import RenderCache, RenderContext
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
    rendered: RenderCache | None = None,
) -> TableContext:
    """The context of a version, the current one by default. `live`: whether the viewer may act on
    it; `rendered`: its render cache, if the caller has it already."""
    version = table.version if version is None else version
    cache = cache_of(table)
    actor, undoer = table.deciders(version)
    # In a game without secrets a seat that cannot act sees what a spectator sees.
    idle = table.game.open and seat not in (actor, undoer)
    public_view = table.view(None, version)
    view = public_view if idle else table.view(seat, version)
    live = live and actor is not None
    if not live and (view.legal or view.undo):
        view = view.but(legal=(), undo=False)
    names, colours = cache.people(table, language)
    return TableContext(
        table,
        settings,
        cache,
        version,
        RenderContext(
            view=view,
            public_view=public_view,
            event=table.event_seen(seat, version),
            public_event=table.event_seen(None, version),
            seat=seat,
            live=live,
            mine=live and seat is not None and seat == actor and not table.seats[seat].away,
            names=names,
            colours=colours,
            away=tuple([row.away for row in table.seats]),
            events_path=f"/tables/{table.id}/events",
            language=language,
            cache=rendered or cache.at(version, language, live),
        ),
    )
