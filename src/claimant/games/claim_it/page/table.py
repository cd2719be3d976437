"""A table of Claim It! on the page: the board, the dice, and the players' figures.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import attrgetter
from typing import Final

from claimant.art.dice import die
from claimant.art.svg import part
from claimant.art.tokens import token
from claimant.components import (
    PART,
    VERSION,
    Area,
    Parts,
    RenderContext,
    badges,
    escape,
    events_form,
    undo_button,
)
from claimant.games.claim_it import odds
from claimant.games.claim_it.art import board as board_art
from claimant.games.claim_it.page.board import (
    NO_GHOSTS,
    chart,
    ghosts,
    mines,
    names,
    open_spaces,
    placements,
    spaces,
)
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItView
from claimant.games.claim_it.words import gain_of_stopping, percent, risk_of_rolling
from claimant.i18n import Text

_BEFORE: Final = '<div class="field">'
_AFTER: Final = (
    f'<div class="beside"><div class="deck">{PART}<div class="cup">{PART * 2}</div>{PART * 2}</div>'
    f"{PART}</div></div>"
)
_BOARD: Final = PART * (len(NAMES) + 1)
_NAMES: Final = (
    *("chart", "mines", *NAMES, "ghosts"),
    *("round", "dice", "odds", "acts", "supply", "players"),
)
_INNER: Final = f"{PART}{{names}}{PART}{_BOARD}"
_LAYOUTS: Final = {
    False: f'{_BEFORE}<div class="map">{_INNER}</div>{_AFTER}',
    True: f'{_BEFORE}<form class="map" method="post" action="{{path}}" data-act>'
    f'<input type="hidden" name="version" value="{VERSION}">{_INNER}</form>{_AFTER}',
}


_PIECES: Final = attrgetter("owners", "claimed", "squatters", "squatted", "capped")
_MINES: Final = attrgetter("owners", "turn", "outcome")
_STANDING: Final = attrgetter("actor", "groups", "claims", "spaces", "outcome")
_ROUND: Final = attrgetter("caller", "turns_left", "outcome")
"""The fields that parts depend on which rarely change."""


def area(context: RenderContext) -> Area:
    view = context.view
    assert isinstance(view, ClaimItView)
    common = context.once(
        "common", lambda: _common(context.as_spectator(), context.previous("common"))
    )
    placing = context.mine and view.stage == "place"
    choices = placements(view, context.language) if placing and context.scripted else {}
    layout = _layout(context.live, context.events_path, context.language)
    return Area(layout, _NAMES, common, _own(context, view, placing), choices)


def _common(context: RenderContext, before: Parts | None) -> Parts:
    """The parts as spectators see them."""
    view = context.view
    assert isinstance(view, ClaimItView)
    language = context.language
    found = Parts(view, before)
    was = None if before is None else before.view
    assert was is None or isinstance(was, ClaimItView)
    if was is None or _PIECES(view) != _PIECES(was):
        found.update(spaces(context, view, was))
        found["supply"] = _supply(view.squatters, language)
    if was is None or _STANDING(view) != _STANDING(was):
        found["players"] = players(context, view)
    if was is None or _ROUND(view) != _ROUND(was):
        found["round"] = _round(context, view)
    if was is None or _MINES(view) != _MINES(was):
        found["mines"] = mines(context, view)
    last = context.event or ""
    deciding = view.stage == "decide" and view.outcome is None
    found["chart"] = chart(view.legal, last)
    found["ghosts"] = NO_GHOSTS
    found["dice"] = _dice(view.dice, language)
    found["odds"] = _odds(context, view) if deciding else _NO_ODDS
    found["acts"] = _NO_ACTS
    return found


_NO_ODDS: Final = '<p class="odds" id="odds"></p>'
_NO_ACTS: Final = '<div class="acts" id="acts"></div>'


def _own(context: RenderContext, view: ClaimItView, placing: bool) -> dict[str, str]:
    """The parts that differ for a player who can act."""
    found = {}
    if placing:
        if not context.scripted:
            found = open_spaces(context, view)
        found["chart"] = chart(view.legal, context.event)
        found["ghosts"] = ghosts(view)
        found["acts"] = _ask_for_risks(context.language)
    elif view.legal or view.undo:
        acts = _acts(context, view)
        if acts:
            found["acts"] = acts
    return found


@lru_cache(1000)
def _layout(live: bool, events_path: str, language: str) -> str:
    """The layout, whose form has the table's address: one entry per running table and language."""
    return _LAYOUTS[live].format(path=events_path, names=names(language))


@lru_cache(2000)
def _dice(dice: tuple[int, ...], language: str) -> str:
    """The dice. The script lets them tumble when they are rolled (`scenes.py`)."""
    shown = " ".join(map(str, dice))
    label = Text("The dice show {dice}.", dice=shown).say(language) if shown else ""
    drawn = "".join(die(n, defined=True) for n in dice or (0, 0, 0))
    return f'<div class="dice" id="dice"><span class="unseen">{escape(label)}</span>{drawn}</div>'


@lru_cache(2000)
def _supply(squatters: tuple[int, ...], language: str) -> str:
    """All squatters; those that are out on the board are dimmed."""
    free = [n for n, where in enumerate(squatters, start=1) if where < 0]
    drawn = ""
    for n in range(1, len(squatters) + 1):
        piece = board_art.waiting(n, defined=True)
        name = f' data-vt="{piece.key}"' if n in free else ""
        drawn += f'<span class="piece{"" if n in free else " out"}"{name}>{piece.svg}</span>'
    words = Text("Squatters in the supply: {numbers}", numbers=", ".join(map(str, free)) or "-")
    shown = escape(Text("Squatters left").say(language))
    return (
        f'<div class="supply" id="supply"><span class="what" aria-hidden="true">{shown}</span>'
        f'<span class="unseen">{escape(words.say(language))}</span>{drawn}</div>'
    )


@cache  # one entry per language
def _ask_for_risks(language: str) -> str:
    """The switch that shows the chances to bust."""
    words = escape(Text("Show the chance to bust after each placement").say(language))
    return (
        '<div class="acts" id="acts"><label class="check">'
        f'<input type="checkbox" id="risks"> {words}</label></div>'
    )


def _odds(context: RenderContext, view: ClaimItView) -> str:
    """The chance to bust if the player rolls again."""
    return _chance_to_bust(odds.ways_to_bust(view), context.language)


@lru_cache(1000)
def _chance_to_bust(ways: int, language: str) -> str:
    """The chance to bust, in large figures."""
    figure = escape(Text("{percent}%", percent=percent(ways)).say(language))
    words = escape(Text("chance to bust").say(language))
    exact = escape(Text("{n} of 216 rolls", n=ways).say(language))
    level = "high" if ways >= odds.WAYS // 2 else "middle" if ways >= odds.WAYS // 4 else "low"
    return (
        f'<p class="odds {level}" id="odds"><b>{figure}</b> <span>{words}</span> '
        f"<small>{exact}</small></p>"
    )


def _acts(context: RenderContext, view: ClaimItView) -> str:
    """The decision: a button for each answer, with its price."""
    buttons = []
    if "roll" in view.legal and view.stage == "begin":
        buttons.append(_button("roll", context.say(Text("Roll the dice"))))
    elif "roll" in view.legal:
        price = context.say(risk_of_rolling(view))
        buttons.append(_button("roll", context.say(Text("Roll again")), price))
    if "stop" in view.legal:
        price = context.say(gain_of_stopping(view))
        buttons.append(_button("stop", context.say(Text("Stop")), price))
    buttons.append(undo_button(context))
    if not any(buttons):
        return ""
    return events_form(context, "".join(buttons), "acts", "acts")


def _button(event: str, words: str, price: str = "") -> str:
    small = f" <small>{price}</small>" if price else ""
    return f'<button id="{event}" name="event" value="{event}"><b>{words}</b>{small}</button>'


def players(context: RenderContext, view: ClaimItView) -> str:
    """Everyone's largest mine, claimed spaces and spaces, in the order of play."""
    rows = "".join(
        _player(
            seat, context.names[seat], context.colours[seat], badges(context, seat),
            view.groups[seat], view.claims[seat], view.needed, view.spaces[seat],
            view.actor == seat, context.language,
        )
        for seat in range(view.players)
    )  # fmt: skip
    return f"{_players_head(context.language)}<tbody>{rows}</tbody></table>"


@cache  # one entry per language
def _players_head(language: str) -> str:
    """The head of the players' table."""

    def say(text: Text) -> str:
        return escape(text.say(language))

    return (
        f'<table class="players" id="players"><caption class="unseen">{say(Text("The players"))}'
        '</caption><thead><tr><th scope="col" class="who"><span class="unseen">'
        f'{say(Text("Player"))}</span></th><th scope="col">{say(Text("Mine"))}</th>'
        f'<th scope="col">{say(Text("Claimed"))}</th>'
        f'<th scope="col">{say(Text("Spaces"))}</th></tr></thead>'
    )


@lru_cache(4096)
def _player(
    seat: int,
    name: str,
    colour: int,
    marks: str,
    mine: int,
    claims: int,
    needed: int,
    spaces: int,
    to_play: bool,
    language: str,
) -> str:
    """A player's row: the name, the race to the last round, and the figures."""
    figures = (str(mine), f"{claims}<i>/{needed}</i>", str(spaces))
    cells = "".join(f"<td>{figure}</td>" for figure in figures)
    words = escape(Text("has the turn").say(language))
    now = f'<span class="unseen">{words}</span>' if to_play else ""
    who = f'{token(colour, defined=True)}<span class="name">{escape(name)}</span>{marks}'
    return (
        f"<tr{' class=turn' if to_play else ''}><th scope='row' class='who'>"
        f'<span class="at-seat">{who}{now}{_track(claims, needed)}</span></th>{cells}</tr>'
    )


@cache  # one entry per number of claimed spaces and of players
def _track(claims: int, needed: int) -> str:
    """The race to the last round: a claim marker for each step made. The figures say the same."""
    steps = "".join(
        f'<circle cx="{12 * n + 6}" cy="6" r="4.6" class="{"made" if n < claims else "open"}"/>'
        for n in range(needed)
    )
    return part(f"0 0 {12 * needed} 12", steps, "track")


def _round(context: RenderContext, view: ClaimItView) -> str:
    if view.outcome is not None:
        return '<p id="round" hidden></p>'
    if view.caller is None:
        words = context.say(Text("Last round at {n} claimed spaces.", n=view.needed))
        return f'<p class="race" id="round">{words}</p>'
    words = context.say(
        Text("Last round! This is the last turn.", "Last round! {n} turns left.", n=view.turns_left)
    )
    return f'<p class="race last" id="round"><b>{words}</b></p>'
