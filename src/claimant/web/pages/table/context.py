"""What the page of a table is rendered from."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from claimant.components import RenderCache, RenderContext
from claimant.presentation import narrate
from claimant.web.ops.settings import Settings
from claimant.web.pages.table.cache import PageCache, cache_of
from claimant.web.tables.devices import Device, Viewer, seat_of
from claimant.web.tables.table import Table


class TableContext(NamedTuple):
    """One version of a table for one viewer: what the game's part of the page is rendered from, and
    what only the page around it needs."""

    table: Table
    settings: Settings
    cache: PageCache
    version: int
    render: RenderContext
    device: Device | None = None
    """Set if several players sit at the viewer's device."""
    opened: bool = False
    """Whether everything is shown, as can be once the game is over."""

    def as_spectator(self) -> TableContext:
        return self._replace(render=self.render.as_spectator())

    @property
    def story(self) -> str:
        """What the last event brought about, as the viewer may know it."""
        if not self.version:
            return ""
        if self.opened:
            before, event = self.table.full_view(self.version - 1), self.render.event or ""
            texts = narrate(before, event, self.render.view, self.table.names)
            return " ".join([text.say(self.render.language) for text in texts])
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
    public_view = table.view_for_people(None, version)
    view = public_view if idle else table.view_for_people(seat, version)
    live = live and actor is not None
    if not live and (view.legal or view.undo):
        view = view.replace(legal=(), undo=False)
    names, colours, away, levels, faces = cache.people(table, language)
    mine = live and seat is not None and seat == actor and not away[seat]
    render = RenderContext(
        view, public_view, seat, live, mine, names, colours, away, f"/tables/{table.id}/events",
        language, cache.at(table, version, language, live), levels, faces, scripted,
        lambda ago: table.view_for_people(None, version - ago), table.options.memory_aid,
    )  # fmt: skip
    return TableContext(table, settings, cache, version, render)


def viewer_context(
    table: Table,
    settings: Settings,
    viewer: Viewer,
    language: str,
    version: int | None = None,
    *,
    live: bool = True,
    scripted: bool = False,
) -> TableContext:
    """The same for a viewer: a device with several players gets what the one in front of it may
    see."""
    seat = seat_of(table, viewer, version)
    context = table_context(table, settings, seat, language, version, live=live, scripted=scripted)
    return context._replace(device=viewer) if isinstance(viewer, Device) else context


def open_context(
    table: Table,
    settings: Settings,
    language: str,
    version: int | None = None,
    *,
    scripted: bool = False,
) -> TableContext:
    """The same with everything open, for someone who looks at a finished game. Raises
    `PermissionError` while it is running. Nothing of it is cached where others would find it."""
    version = table.version if version is None else version
    context = table_context(table, settings, None, language, version, live=False, scripted=scripted)
    view = table.full_view(version).replace(legal=(), undo=False)
    cache = RenderCache(version, table.events[version - 1], None)
    render = replace(context.render, view=view, public_view=view, cache=cache)
    return context._replace(render=render, opened=True)
