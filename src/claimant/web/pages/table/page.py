"""The part of a table's page that changes during a game.

Plain functions from a view to strings, called once per distinct view however many people look. The
result consists of parts, each an element with an id, so that a viewer of the previous version is
sent only the parts that have changed.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import msgspec

from claimant.components import (
    PART,
    VERSION,
    Area,
    Parts,
    acting_seat,
    change,
    escape,
    page_of,
    shortened,
)
from claimant.game import CHANCE
from claimant.i18n import Name, Text
from claimant.presentation import presentation_of
from claimant.web.ops.settings import Settings
from claimant.web.pages.table import device, scenes, waiting_room
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.clock import clock
from claimant.web.pages.table.context import TableContext, open_context, viewer_context
from claimant.web.tables.devices import Device, Viewer
from claimant.web.tables.table import Table


class RenderedTable(NamedTuple):
    """One version of a table, rendered for one viewer."""

    attributes: dict[str, str]
    """The `data-` attributes of the element around it; they describe the version."""
    area: Area
    legal: bytes
    """What the viewer may do, as JSON: a list of events, with the words and note of `Area.choices`
    if there are any."""
    scenes: bytes = b""
    """What the script plays before it shows this version, as members of a JSON object."""

    @property
    def parts(self) -> dict[str, str]:
        return self.area.parts

    def __str__(self) -> str:
        """The whole element, as the page contains it."""
        about = self.attributes
        data = "".join([f' data-{name}="{escape(value)}"' for name, value in about.items()])
        inner = self.area.layout % tuple(self.parts.values())
        status = about["status"]
        kind = f"{status} over" if status == "called-off" else status
        return (
            f'<section id="play" tabindex="-1" class="play {about["game"]} {kind}"'
            f"{data}>{inner}</section>"
        ).replace(VERSION, about["version"])

    def whole(self) -> bytes:
        """Everything, as an update that needs no previous one."""
        return b"data: %b\n\n" % self.as_json()

    def as_json(self) -> bytes:
        """Everything as a JSON object, its parts as `shortened`."""
        return b'{"about":%b,"legal":%b,"layout":%b,"parts":%b%b}' % (
            *(_encode(self.attributes), self.legal),
            _encode(self.area.layout.split(PART)),
            _encode([(name, shortened(part)) for name, part in self.parts.items()]),
            self.scenes,
        )

    def changes_since(self, previous: RenderedTable) -> bytes:
        """The update for viewers of `previous`: the changes, or everything if the layout has
        changed."""
        layout, _, common, own, _ = self.area
        old_layout, _, old_common, old, _ = previous.area
        if layout is not old_layout and layout != old_layout:
            return self.whole()
        if self.attributes.get("front") != previous.attributes.get("front"):
            return self.whole()  # it must not depend on what another player was shown
        shared = common.changes_since(old_common)
        changes = [shared[name] for name in shared if name not in own and name not in old]
        for name, part in own.items():
            before = old[name] if name in old else old_common[name]
            if part is not before and part != before:
                changes.append(change(name, before, part))
        for name, part in old.items():
            if name not in own and part != common[name]:
                changes.append(change(name, part, common[name]))
        before_this = previous.attributes
        about = {k: v for k, v in self.attributes.items() if v != before_this[k]}
        return b'data: {"about":%b,"legal":%b,"parts":{%b}%b}\n\n' % (
            *(_encode(about), self.legal, b",".join(changes), self.scenes),
        )


_encode: Final = msgspec.json.Encoder().encode


def render_table(
    table: Table,
    settings: Settings,
    viewer: Viewer,
    language: str,
    version: int | None = None,
    *,
    live: bool = True,
    scripted: bool = False,
) -> RenderedTable:
    """A version of a table, the current one by default: rendered for the first of all viewers who
    see the same. `scripted`: as an update for the page's script, rather than as a page."""
    version = table.version if version is None else version
    live = live and table.deciders(version).actor is not None
    cache = cache_of(table).at(table, version, language, live)
    key = (audience(table, viewer, version), scripted)
    found: RenderedTable | None = cache.rendered.get(key)
    if found is None:
        context = viewer_context(
            table, settings, viewer, language, version, live=live, scripted=scripted
        )
        found = cache.rendered[key] = _render(context)
    return found


def render_open(
    table: Table,
    settings: Settings,
    language: str,
    version: int | None = None,
    *,
    scripted: bool = False,
) -> RenderedTable:
    """A version of a finished game with everything open. Raises `PermissionError` while it is
    running."""
    return _render(open_context(table, settings, language, version, scripted=scripted))


def audience(table: Table, viewer: Viewer, version: int) -> object:
    """A key that is equal for viewers who are sent the same: in a game without secrets these are
    all who cannot act and whom the last event does not concern, including spectators."""
    if isinstance(viewer, Device):
        return viewer.seats, viewer.seat_at(table, version), viewer.next_player(table)
    if not version or not table.game.open or viewer is None:
        return viewer
    actor, undoer = table.deciders(version)
    if actor is None or viewer in (actor, undoer):
        return viewer
    return cache_of(table).informed_seat(table, viewer, version)


def _render(context: TableContext) -> RenderedTable:
    render = context.render
    attributes = render.once(("attributes", render.mine), lambda: _attributes(context))
    if context.device is not None:
        attributes = attributes | device.attributes(context, context.device)
    area = _area(context) if context.version else _waiting_room(context)
    legal = b"[]"
    if render.live and (render.view.legal or render.view.undo):
        events = (*render.view.legal, "undo") if render.view.undo else render.view.legal
        choices = area.choices
        legal = _encode(
            [(event, *choices[event]) if event in choices else event for event in events]
        )
    played = scenes.members(context, area) if render.scripted and context.version else b""
    return RenderedTable(attributes, area, legal, played)


def _area(context: TableContext) -> Area:
    """The headline and the game's own area."""
    render = context.render
    view = render.view
    layout, names, common, own, choices = page_of(view.game).table.area(render)
    common["head"] = render.once("head", lambda: _head(context.as_spectator()))
    informed = context.cache.informed_seats(context.table, context.version)
    if render.mine or render.seat in informed or _won(context):
        own["head"] = _head(context)
    area = Area(PART + layout, ("head", *names), common, own, choices)
    return area if context.device is None else device.with_bar(context, context.device, area)


def _waiting_room(context: TableContext) -> Area:
    return Area(
        PART + PART,
        ("head", "room"),
        Parts(context.render.view, {"head": _head(context)}),
        {"room": waiting_room.room(context)},
    )


def _attributes(context: TableContext) -> dict[str, str]:
    table, version, render = context.table, context.version, context.render
    return {
        "game": render.view.game,
        "version": str(version),
        "standing": standing(table),
        "status": table.status if version in (0, table.version) else "past",
        "event": table.events[version - 1].partition(" ")[0] if version else "",
        "mine": "yes" if render.mine else "no",
        "actor": acting_seat(render.view),
        "title": title_of(context),
    }


def standing(table: Table) -> str:
    """A text that changes if and only if the table's seats, status or rematch do."""
    return f"{table.revision} {table.status} {table.row.rematch or ''}".rstrip()


def title_of(context: TableContext) -> str:
    render = context.render
    return _title(render.view.game, render.mine, render.language)


# Two entries per game and language.
@cache
def _title(game: str, mine: bool, language: str) -> str:
    turn = f"{Text('Your turn').say(language)} · " if mine else ""
    return f"{turn}{presentation_of(game).title}"


def _head(context: TableContext) -> str:
    """Whose turn it is, what they may do, and what happened last."""
    render = context.render
    actor = render.view.actor
    token = render.token(actor) if actor is not None and actor >= 0 and context.version else ""
    return (
        f'<header class="turn" id="head">{token}<div>'
        f'<h1 id="turn">{escape(_headline(context).say(render.language))}</h1>'
        f'<p class="event" id="event">{escape(context.story)}</p></div>{clock(context)}</header>'
    )


def _seat(context: TableContext) -> int | None:
    """The viewer's seat; None for a spectator, and for a device that several players share."""
    return None if context.device is not None else context.render.seat


def _won(context: TableContext) -> bool:
    """Whether the viewer has won."""
    outcome = context.render.view.outcome
    return outcome is not None and _seat(context) in outcome.winners


def _reserved_for(context: TableContext) -> Name | None:
    """The player for whom the only free seat of a rematch is reserved."""
    free = [row for row in context.table.seats if row.kind == "open"]
    names = context.cache.reserved
    return names[free[0].seat] if names and len(free) == 1 and free[0].held else None


def _headline(context: TableContext) -> Text:
    """What the viewer has to do, or who is doing what, in one line."""
    view, names = context.render.view, context.render.names
    if not context.version:
        if context.table.status == "closed":
            return Text("This table is closed")
        if context.table.status == "starting":
            return Text("The game is about to begin")
        missing = _reserved_for(context)
        return Text("Waiting for {name}", name=missing) if missing else Text("Waiting for players")
    if view.outcome is not None:
        return scenes.ending(view.outcome, names, _seat(context))
    actor = view.actor
    if actor is None:
        return Text("This game was called off")
    page = page_of(view.game).table
    if actor == CHANCE:
        return page.random_draw(view)
    if not context.render.mine:
        return page.others_turn(view, names[actor])
    headline = page.headline(view)
    if context.device is not None and not context.device.veils(context.table):
        return Text("{who}: {what}", who=names[actor], what=headline)
    return headline
