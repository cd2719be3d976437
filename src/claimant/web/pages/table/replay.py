"""The replay of a finished game: which moment is shown through whose eyes, and the controls."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from claimant.components import RenderContext, TablePage, page_of
from claimant.i18n import Text
from claimant.web.http.forms import number_in
from claimant.web.http.request import AnyRequest
from claimant.web.ops.settings import Settings
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.context import TableContext, open_context, viewer_context
from claimant.web.pages.table.page import RenderedTable, render_open, render_table
from claimant.web.pages.tempos import TEMPOS
from claimant.web.tables.devices import Viewer
from claimant.web.tables.table import Table
from claimant.web.tables.tempo import TEMPOS as FACTORS
from claimant.web.tables.tempo import USUAL
from claimant.web.tables.visitors import Visitor

OPEN: Final = "all"
NOBODY: Final = "none"
"""Names of viewers besides the seats: someone who sees everything, and a spectator."""
VIEWS_AT_ONCE: Final = 50
_ICONS: Final = {
    "first": "M5 5v14M19 5l-9 7 9 7z",
    "turn-back": "M12 5l-8 7 8 7zM21 5l-8 7 8 7z",
    "back": "M16 5l-9 7 9 7z",
    "on": "M8 5l9 7-9 7z",
    "turn-on": "M12 5l8 7-8 7zM3 5l8 7-8 7z",
    "last": "M19 5v14M5 5l9 7-9 7z",
}


class ReplayMoment(NamedTuple):
    """What a reader wants to see of a table."""

    at: int | None
    """A version of a finished game; None for the current one of any."""
    viewer: Viewer
    opened: bool = False
    """Whether everything is shown, as can be once the game is over."""

    def context(self, table: Table, settings: Settings, language: str) -> TableContext:
        """What the moment is rendered from."""
        if self.opened:
            return open_context(table, settings, language, self.at)
        live = self.at is None
        return viewer_context(table, settings, self.viewer, language, self.at, live=live)

    def rendered(
        self, table: Table, settings: Settings, language: str, *, scripted: bool = False
    ) -> RenderedTable:
        """The moment on the page."""
        if self.opened:
            return render_open(table, settings, language, self.at, scripted=scripted)
        live = self.at is None
        return render_table(
            table, settings, self.viewer, language, self.at, live=live, scripted=scripted
        )


def is_wall(request: AnyRequest) -> bool:
    """Whether the page is shown on a big screen, to everyone in the room."""
    return request.query_params.get("view") == "wall"


def moment_in(request: AnyRequest, visitor: Visitor) -> ReplayMoment:
    """The moment that a request asks for. Only a finished game has any but the current one."""
    table, asked = visitor.table, request.query_params
    if is_wall(request):
        return ReplayMoment(None, None)
    at = number_in(asked.get("at"))
    if at is None or not table.over:
        return ReplayMoment(None, visitor.viewer)
    at = min(max(at, 1), table.version)
    eyes = asked.get("eyes")
    if eyes is None:
        return ReplayMoment(at, visitor.seat)
    if eyes == OPEN and not table.game.open:
        return ReplayMoment(at, None, opened=True)
    viewer = number_in(eyes)
    return ReplayMoment(at, viewer if viewer is not None and viewer < table.game.players else None)


async def turns(table: Table) -> tuple[int, ...]:
    """The versions of a finished game at which a turn begins, or whatever the game replays by."""
    found = cache_of(table)
    if found.turns is None:
        part, versions, last = page_of(table.game.name).table, [], None
        for version in range(1, table.version):
            if part.turn_begins(table.view(None, version), last):
                versions.append(version)
            actor = table.deciders(version).actor
            last = actor if actor is not None and actor >= 0 else last
            if version % VIEWS_AT_ONCE == 0:
                await asyncio.sleep(0)
        found.turns = tuple(versions)
    return found.turns


async def controls(context: TableContext, path: str) -> str:
    """The controls of the replay: links, a slider, and for the script also keys and a button that
    plays."""
    render, table, at, last = context.render, context.table, context.version, context.table.version
    eyes = _eyes(context)
    begins = await turns(table)
    part = page_of(table.game.name).table
    targets = {
        "first": (1, Text("To the beginning"), "Home"),
        "turn-back": (max([1, *(n for n in begins if n < at)]), part.turn_back, "Shift+ArrowLeft"),
        "back": (max(1, at - 1), Text("One event back"), "ArrowLeft"),
        "on": (min(last, at + 1), Text("One event on"), "ArrowRight"),
        "turn-on": (min([last, *(n for n in begins if n > at)]), part.turn_on, "Shift+ArrowRight"),
        "last": (last, Text("To the end"), "End"),
    }
    links = []
    for key, (to, words, shortcut) in targets.items():
        where = 'aria-disabled="true"' if to == at else f'href="{path}?at={to}&eyes={eyes}#replay"'
        said = render.say(words)
        links.append(
            f'<a class="button quiet" data-go="{key}" title="{said}" '
            f'aria-keyshortcuts="{shortcut}" {where}>{_icon(_ICONS[key])}'
            f'<span class="unseen">{said}</span></a>'
        )
    links.insert(3, _play_button(render))
    named = Text("Event {n} of {last}", n="#", last=str(last))
    return (
        f'<form class="stepping" method="get" action="{path}#replay" id="stepping" data-at="{at}" '
        f'data-last="{last}" data-path="{path}" data-turns="{" ".join(map(str, begins))}" '
        f'aria-label="{render.say(Text("Replay"))}"><div class="step-keys">{"".join(links)}</div>'
        f'<label class="along"><span class="unseen">{render.say(Text("Event"))}</span>'
        f'<input type="range" name="at" min="1" max="{last}" value="{at}" '
        f'data-said="{render.say(named)}"></label><output>{at} / {last}</output>'
        f'<div class="how">{_step_choice(render, part)}{_speed_choice(render, table)}'
        f"{_viewer_choice(context, eyes)}"
        f'<button class="quiet go">{render.say(Text("Show"))}</button></div></form>'
    )


def _icon(path: str) -> str:
    return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>'


def _play_button(render: RenderContext) -> str:
    """The button that plays the game, and stops it again."""
    play, pause = render.say(Text("Play the game")), render.say(Text("Pause"))
    return (
        f'<button type="button" class="scripted" id="autoplay" data-play="{play}" '
        f'data-pause="{pause}" title="{play}">{_icon("M7 4l13 8-13 8z")}'
        f'{_icon("M7 4h4v16H7zM14 4h4v16h-4z")}<span class="unseen">{play}</span></button>'
    )


def _step_choice(render: RenderContext, part: TablePage) -> str:
    """Whether the game is played by turns or by events: some have hundreds of these."""
    choices = {"turn": part.turn_by_turn, "event": Text("Step by step")}
    options = "".join(
        f'<option value="{value}">{render.say(words)}</option>' for value, words in choices.items()
    )
    words = render.say(Text("How it plays by itself"))
    select = f'<select id="steps" aria-label="{words}">{options}</select>'
    return f'<label class="scripted">{select}</label>'


def _speed_choice(render: RenderContext, table: Table) -> str:
    """How fast the game is played: the tempos of a table, without the one that shows nothing."""
    chosen = table.row.tempo if FACTORS[table.row.tempo] else USUAL
    options = "".join(
        f'<option value="{FACTORS[name]}"{" selected" if name == chosen else ""}>'
        f"{render.say(words)}</option>"
        for name, words in TEMPOS.items()
        if FACTORS[name]
    )
    words = render.say(Text("Tempo"))
    return f'<label class="scripted speed">{words} <select id="speed">{options}</select></label>'


def _eyes(context: TableContext) -> str:
    """The name of the viewer."""
    if context.opened:
        return OPEN
    return NOBODY if context.render.seat is None else str(context.render.seat)


def _viewer_choice(context: TableContext, eyes: str) -> str:
    """Now that everything is revealed, anyone may see what any seat saw, and everything."""
    render, game = context.render, context.table.game
    if game.open:
        return ""
    choices = [(NOBODY, render.say(Text("a spectator")))]
    choices += [(str(seat), render.name(seat)) for seat in render.seats]
    choices.append((OPEN, render.say(page_of(game.name).table.all_open)))
    options = "".join(
        f'<option value="{value}"{" selected" if value == eyes else ""}>{words}</option>'
        for value, words in choices
    )
    words = render.say(Text("Seen by"))
    return f'<label class="eyes">{words} <select name="eyes">{options}</select></label>'
