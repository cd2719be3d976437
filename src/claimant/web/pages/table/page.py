"""The part of a table's page that changes during a game.

Plain functions from a view to strings, called once per distinct view however many people look. The
result consists of parts, each an element with an id, so that a viewer of the previous version is
sent only the parts that have changed.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec

from claimant.components import PART, VERSION, Area, Parts, change, escape, page_of
from claimant.game import CHANCE
from claimant.i18n import Name, Text, listing
from claimant.presentation import presentation_of
from claimant.web.ops.settings import Settings
from claimant.web.pages.table import finished, waiting_room
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.context import TableContext, table_context
from claimant.web.tables.deadlines import time_up_at
from claimant.web.tables.table import Table


class RenderedTable(NamedTuple):
    """One version of a table, rendered for one viewer."""

    attributes: dict[str, str]
    """The `data-` attributes of the element around it; they describe the version."""
    area: Area
    legal: bytes
    """What the viewer may do, as JSON: a list of events, with the words and note of `Area.choices`
    if there are any."""

    @property
    def parts(self) -> dict[str, str]:
        """The parts as the viewer sees them, in the order of the layout."""
        _, names, common, own, _ = self.area
        return {name: own[name] if name in own else common[name] for name in names}

    def __str__(self) -> str:
        """The whole element, as the page contains it."""
        about = self.attributes
        data = "".join([f' data-{name}="{escape(value)}"' for name, value in about.items()])
        inner = self.area.layout % tuple(self.parts.values())
        return (
            f'<section id="play" tabindex="-1" class="play {about["game"]} {about["status"]}"'
            f"{data}>{inner}</section>"
        ).replace(VERSION, about["version"])

    def whole(self) -> bytes:
        """Everything, as an update that needs no previous one."""
        return b'data: {"about":%b,"legal":%b,"layout":%b,"parts":%b}\n\n' % (
            *(_encode(self.attributes), self.legal),
            *(_encode(self.area.layout.split(PART)), _encode(list(self.parts.items()))),
        )

    def changes_since(self, previous: RenderedTable) -> bytes:
        """The update for viewers of `previous`: the changes, or everything if the layout has
        changed."""
        layout, _, common, own, _ = self.area
        old_layout, _, old_common, old, _ = previous.area
        if layout is not old_layout and layout != old_layout:
            return self.whole()
        changes = [
            changed
            for name, changed in common.changes_since(old_common).items()
            if name not in own and name not in old
        ]
        for name, part in own.items():
            before = old[name] if name in old else old_common[name]
            if part is not before and part != before:
                changes.append(change(name, before, part))
        for name, part in old.items():
            if name not in own and part != common[name]:
                changes.append(change(name, part, common[name]))
        before_this = previous.attributes
        about = {k: v for k, v in self.attributes.items() if v != before_this[k]}
        return b'data: {"about":%b,"legal":%b,"parts":{%b}}\n\n' % (
            *(_encode(about), self.legal, b",".join(changes)),
        )


_encode: Final = msgspec.json.Encoder().encode


def render_table(
    table: Table,
    settings: Settings,
    seat: int | None,
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
    key = (audience(table, seat, version), scripted)
    found: RenderedTable | None = cache.rendered.get(key)
    if found is None:
        context = table_context(
            table, settings, seat, language, version, live=live, scripted=scripted
        )
        found = cache.rendered[key] = _render(context)
    return found


def audience(table: Table, seat: int | None, version: int) -> int | str | None:
    """A key that is equal for viewers who are sent the same: in a game without secrets these are
    all who cannot act, including spectators."""
    if not version or not table.game.open:
        return seat
    actor, undoer = table.deciders(version)
    return seat if actor is None or (seat is not None and seat in (actor, undoer)) else "anyone"


def _render(context: TableContext) -> RenderedTable:
    render = context.render
    attributes = render.once(("attributes", render.mine), lambda: _attributes(context))
    area = _area(context) if context.version else _waiting_room(context)
    legal = b"[]"
    if render.live and (render.view.legal or render.view.undo):
        events = (*render.view.legal, "undo") if render.view.undo else render.view.legal
        choices = area.choices
        legal = _encode(
            [(event, *choices[event]) if event in choices else event for event in events]
        )
    return RenderedTable(attributes, area, legal)


def _area(context: TableContext) -> Area:
    """The headline, the result of a finished game, and the game's own area."""
    render = context.render
    view = render.view
    layout, names, common, own, choices = page_of(view.game).table.area(render)
    common["head"] = render.once("head", lambda: _head(context.as_spectator()))
    ended = view.actor is None
    if view.outcome is not None:
        common["result"] = render.once("result", lambda: finished.result(render.as_spectator()))
    elif ended:
        common["result"] = render.once("result", lambda: finished.called_off(render))
    informed = context.cache.informed_seats(context.table, context.version)
    if render.mine or render.seat in informed:
        own["head"] = _head(context)
    return Area(*_with_head(layout, names, ended), common, own, choices)


# A few entries per game and running table.
@lru_cache(1000)
def _with_head(layout: str, names: tuple[str, ...], over: bool) -> tuple[str, tuple[str, ...]]:
    above = ("head", "result") if over else ("head",)
    return PART * len(above) + layout, above + names


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
        f'<header class="turn{" mine" if render.mine else ""}" id="head">{token}<div>'
        f'<h1 id="turn">{escape(_headline(context).say(render.language))}</h1>'
        f'<p class="event" id="event">{escape(context.story)}</p></div>{_clock(context)}</header>'
    )


def _clock(context: TableContext) -> str:
    """When the time to think is up; the script turns it into a countdown."""
    if not (context.render.live and context.version):
        return ""
    due = time_up_at(context.table, context.version, context.settings.paces)
    if due is None:
        return ""
    moment = datetime.fromtimestamp(due, UTC)
    until = context.render.say(Text("until {time} UTC", time=moment.strftime("%H:%M")))
    return f'<time class="clock" datetime="{moment:%Y-%m-%dT%H:%M:%SZ}" data-due>{until}</time>'


def _headline(context: TableContext) -> Text:
    """Whose turn it is, in one line."""
    view, names = context.render.view, context.render.names
    if not context.version:
        if context.table.status == "closed":
            return Text("This table is closed")
        if context.table.status == "starting":
            return Text("The game is about to begin")
        return Text("Waiting for players")
    if view.outcome is not None:
        winners: list[Name] = [names[seat] for seat in view.outcome.winners]
        if len(winners) == 1:
            return Text("{who} wins", who=winners[0])
        return Text("{who} win", who=listing(winners))
    actor = view.actor
    if actor is None:
        return Text("This game was called off")
    if actor == CHANCE:
        return Text("Luck decides")
    if not context.render.mine:
        return Text("{who} is to play", who=names[actor])
    return page_of(view.game).table.headline(view)
