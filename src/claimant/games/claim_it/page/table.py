"""A table of Claim It! on the page: the board, the dice, and the players' figures.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import attrgetter
from typing import Final

from claimant.art.dice import die
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
from claimant.games.claim_it.page.board import chart, open_spaces, placements, spaces
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItView
from claimant.games.claim_it.words import chance_to_bust
from claimant.i18n import Text, listing

_BEFORE: Final = '<div class="field">'
_AFTER: Final = '<div class="beside"><div class="deck">\n%s\n%s\n%s\n%s</div>\n%s\n%s</div></div>'
_BOARD: Final = PART * (1 + len(NAMES))
_NAMES: Final = ("chart", *NAMES, "dice", "supply", "odds", "acts", "players", "round")
_LAYOUTS: Final = {
    False: f'{_BEFORE}<div class="map">{_BOARD}</div>{_AFTER}',
    True: f'{_BEFORE}<form class="map" method="post" action="{{}}" data-act>'
    f'<input type="hidden" name="version" value="{VERSION}">{_BOARD}</form>{_AFTER}',
}


_PIECES: Final = attrgetter("owners", "claimed", "squatters", "squatted", "capped")
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
    layout = _layout(context.live, context.events_path)
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
    last = context.event or ""
    deciding = view.stage == "decide" and view.outcome is None
    found["chart"] = chart(context, view, last)
    found["dice"] = _dice(view.dice, last.startswith("dice"), language)
    found["odds"] = _odds(context, view) if deciding else _NO_ODDS
    found["acts"] = _NO_ACTS
    return found


_NO_ODDS: Final = '<p id="odds" hidden></p>'
_NO_ACTS: Final = '<div id="acts" hidden></div>'


def _own(context: RenderContext, view: ClaimItView, placing: bool) -> dict[str, str]:
    """The parts that differ for a player who can act."""
    found = {}
    if placing:
        if not context.scripted:
            found = open_spaces(context, view)
        found["chart"] = chart(context, view, context.event or "")
        found["odds"] = _ask_for_risks(context.language)
    if view.legal or view.undo:
        acts = _acts(context, view)
        if acts:
            found["acts"] = acts
    return found


@lru_cache(1000)
def _layout(live: bool, events_path: str) -> str:
    """The layout, whose form has the table's address: as many entries as tables are running."""
    return _LAYOUTS[live].format(events_path)


@lru_cache(2000)
def _dice(dice: tuple[int, ...], rolled: bool, language: str) -> str:
    """The dice, which tumble if they were just rolled."""
    shown = " ".join(map(str, dice))
    label = Text("The dice show {dice}.", dice=shown).say(language) if shown else ""
    drawn = "".join(die(n, defined=True) for n in dice or (0, 0, 0))
    return (
        f'<div class="dice{" rolled" if rolled else ""}" id="dice">'
        f'<span class="unseen">{escape(label)}</span>{drawn}</div>'
    )


@lru_cache(2000)
def _supply(squatters: tuple[int, ...], language: str) -> str:
    """The squatters in the supply."""
    free = [n for n, where in enumerate(squatters, start=1) if where < 0]
    left = "".join(
        f'<span class="piece" data-vt="{piece.key}">{piece.svg}</span>'
        for piece in (board_art.waiting(n, defined=True) for n in free)
    )
    words = Text("Squatters in the supply: {numbers}", numbers=", ".join(map(str, free)) or "-")
    return (
        f'<div class="supply" id="supply"><span class="unseen">'
        f"{escape(words.say(language))}</span>{left}</div>"
    )


@cache  # one entry per language
def _ask_for_risks(language: str) -> str:
    """The switch that shows the chances to bust."""
    words = escape(Text("Show the chance to bust after each placement").say(language))
    return (
        '<p class="odds" id="odds"><label class="check">'
        f'<input type="checkbox" id="risks"> {words}</label></p>'
    )


def _odds(context: RenderContext, view: ClaimItView) -> str:
    """The chance to bust if the player rolls again."""
    return _chance_to_bust(odds.ways_to_bust(view), context.language)


@lru_cache(1000)
def _chance_to_bust(ways: int, language: str) -> str:
    """The chance to bust in words and as a meter."""
    words = escape(chance_to_bust(ways).say(language))
    return (
        f'<p class="odds" id="odds">{words}<meter min="0" max="{odds.WAYS}" low="54" high="108" '
        f'optimum="0" value="{ways}" aria-hidden="true"></meter></p>'
    )


def _acts(context: RenderContext, view: ClaimItView) -> str:
    buttons = []
    if "roll" in view.legal:
        words = (
            context.say(Text("Roll the dice"))
            if view.stage == "begin"
            else context.say(Text("Roll again"))
        )
        buttons.append(f'<button id="roll" name="event" value="roll">{words}</button>')
    if "stop" in view.legal:
        taken = listing([NAMES[i] for i in range(36) if view.squatted[i] or view.capped[i]])
        words = context.say(Text("Stop and take {spaces}", spaces=taken))
        buttons.append(f'<button id="stop" name="event" value="stop">{words}</button>')
    buttons.append(undo_button(context))
    if not any(buttons):
        return ""
    return events_form(context, "".join(buttons), "acts", "acts")


def players(context: RenderContext, view: ClaimItView) -> str:
    """Everyone's largest mine, claimed spaces and spaces, in the order of play."""
    best: tuple[int, ...] = ()
    decided = -1
    if view.outcome is not None:
        best = view.outcome.winners
        decided = {"group": 0, "claims": 1, "spaces": 2}.get(view.outcome.reason, -1)
    rows = "".join(
        _player(
            seat, context.names[seat], context.colours[seat], badges(context, seat),
            view.groups[seat], view.claims[seat], view.needed, view.spaces[seat],
            view.actor == seat,
            decided if seat in best else None, context.language,
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
    decided: int | None,
    language: str,
) -> str:
    """A player's row. Of a winner it marks the figure that decided."""
    figures = (str(mine), f"{claims}<i>/{needed}</i>", str(spaces))
    cells = "".join(
        f"<td{' class=decided' if i == decided else ''}>{figure}</td>"
        for i, figure in enumerate(figures)
    )
    words = escape(Text("to play").say(language))
    now = f'<span class="unseen">{words}</span>' if to_play else ""
    turn = to_play or decided is not None
    who = f'{token(colour, defined=True)}<span class="name">{escape(name)}</span>{marks}'
    return (
        f"<tr{' class=turn' if turn else ''}><th scope='row' class='who'>"
        f'<span class="at-seat">{who}{now}</span></th>{cells}</tr>'
    )


def _round(context: RenderContext, view: ClaimItView) -> str:
    if view.outcome is not None:
        return '<p id="round" hidden></p>'
    if view.caller is None:
        words = context.say(
            Text("Whoever ends a turn with {n} claimed spaces calls the last round.", n=view.needed)
        )
        return f'<p class="aside" id="round">{words}</p>'
    words = context.say(
        Text(
            "The last round: this turn is the last.",
            "The last round: {n} turns are left.",
            n=view.turns_left,
        )
    )
    return f'<p class="aside last" id="round">{words}</p>'
