"""A finished game: who has won, how it was decided, and what can be done with it now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from claimant.components import RenderContext, escape, page_of
from claimant.i18n import Text, listing, said
from claimant.luck import verify
from claimant.record import BadRecord
from claimant.web.http.static import game_file
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.context import TableContext, viewer_context
from claimant.web.pages.table.luck import PageLuck, luck_notes
from claimant.web.pages.table.replay import controls
from claimant.web.pages.table.scenes import ending
from claimant.web.reviews.reviews import Reviews
from claimant.web.tables.devices import Viewer
from claimant.web.tables.table import MAX_EVENTS, Table

CONTINUED: Final = Text(
    "This table plays on from a finished game. It does not count, and its luck cannot be verified."
)


class FinalSide(NamedTuple):
    """A side's part of the score."""

    names: str
    tokens: Markup
    figure: int
    won: bool


class FinalShown(NamedTuple):
    """The end of a game at a glance."""

    words: str
    """Who has won."""
    sides: Sequence[FinalSide]
    counted: str
    """What the figures count; may be empty."""
    decided: str
    explanation: Markup


def final(context: TableContext) -> FinalShown:
    """What stands at the top of the page of a finished game."""
    table, render = context.table, context.render
    language, names = render.language, render.names
    outcome = render.view.outcome
    if outcome is None:
        words = Text("This game was called off").say(language)
        return FinalShown(words, (), "", called_off().say(language), Markup())
    part = page_of(table.game.name).table
    sides = [
        FinalSide(
            said(listing([names[seat] for seat in side.seats]), language),
            Markup("".join(map(render.token, side.seats))),
            side.figure,
            side.seats[0] in outcome.winners,
        )
        for side in part.score(table.game, outcome)
    ]
    seat = None if context.device is not None else render.seat
    decided = part.decided(render.view)
    return FinalShown(
        ending(outcome, table.names, seat).say(language),
        sides,
        "" if part.counted is None else part.counted.say(language),
        "" if decided is None else decided.say(language),
        Markup(render.once("result", lambda: result(render.as_spectator()))),
    )


def result(context: RenderContext) -> str:
    """How it was decided, step by step."""
    details, steps = page_of(context.view.game).table.result(context)
    if len(steps) < 2:
        listed = "".join(f'<p class="reason">{context.say(step)}</p>' for step in steps)
    else:
        items = "".join(f"<li>{context.say(step)}</li>" for step in steps)
        listed = f'<ol class="reasons">{items}</ol>'
    return (
        f'<section class="result"><h2>{context.say(Text("How it was decided"))}</h2>'
        f"{details}{listed}</section>"
    )


def called_off() -> Text:
    """Why there is no result."""
    return Text(
        "A game that is not over after {n} events is called off. Nobody has won; you can look"
        " through it, and start a rematch.",
        n=MAX_EVENTS,
    )


async def besides(
    shown: TableContext, viewer: Viewer, luck: PageLuck | None, reviews: Reviews
) -> dict[str, object]:
    """What the page of a finished game has besides the version that is `shown`."""
    table, render, settings = shown.table, shown.render, shown.settings
    if not table.over:
        return {"final": None, "steps": "", "fairness": "", "reviewable": False}
    return {
        "final": final(viewer_context(table, settings, viewer, render.language, live=False)),
        "steps": await controls(shown, f"/tables/{table.id}"),
        "fairness": await fairness(table, render.language, luck),
        "reviewable": reviews.offered(table),
    }


async def fairness(table: Table, language: str, luck: PageLuck | None) -> str:
    """The verification of the luck: by the server at once, and on demand by the reader's browser if
    the game has a script for that. The numbers themselves are folded away."""

    def say(text: Text) -> str:
        return escape(text.say(language))

    if table.options.continued:
        return f'<section class="fairness" id="fairness"><p>{say(CONTINUED)}</p></section>'
    try:
        checked = await _verified(table)
        words = say(
            Text(
                "Checked by this server: all {n} draws follow from the secret.",
                n=checked,
            )
        )
    except BadRecord as wrong:
        words = escape(str(wrong))
    promise = Text(
        "Before the game, the table promised a secret and showed only its fingerprint. Here it is."
    )
    script = game_file(table.game.name, "luck.js")
    return (
        f'<section class="fairness" id="fairness"><h2>{say(Text("Was the luck fair?"))}</h2>'
        f"<p>{words}</p>{'' if luck is None else promise_line(luck, language)}"
        f"{_browser_check(table, language, script) if script else ''}"
        f'<details class="fold" id="secret"><summary>{say(Text("The secret behind the luck"))}'
        f"</summary><p>{say(promise)}</p><dl>"
        f"<dt>{say(Text('Fingerprint'))}</dt><dd><code>{table.commitment}</code></dd>"
        f"<dt>{say(Text('Secret'))}</dt><dd><code>{table.seed or ''}</code></dd></dl>"
        f"{''.join(f'<p>{say(note)}</p>' for note in luck_notes(table))}</details></section>"
    )


def promise_line(luck: PageLuck, language: str) -> str:
    """The line in which the browser says whether the table has kept its promise."""
    said = "".join(f' data-{key}="{escape(text.say(language))}"' for key, text in luck.sentences)
    return f'<p id="promise" role="status" hidden{said}></p>'


async def _verified(table: Table) -> int:
    """The random events of a game, checked once and in a thread of their own: a long game takes
    longer than anyone else should have to wait."""
    found = cache_of(table)
    if found.verified is None:
        found.verified = await asyncio.to_thread(verify, table.record(None))
    return found.verified


def _browser_check(table: Table, language: str, script: str) -> str:
    def say(text: Text) -> str:
        return escape(text.say(language))

    good = say(Text("Checked in your browser: all {n} draws follow from the secret.", n="#"))
    bad = say(Text("Event {n} does not follow from the secret.", n="#"))
    other = say(
        Text("The secret or a contribution does not match what was promised before the game.")
    )
    return (
        f'<p class="scripted"><button type="button" class="quiet" id="check" disabled '
        f'data-record="/tables/{table.id}/record" data-luck="{script}" data-good="{good}" '
        f'data-bad="{bad}" data-other="{other}">{say(Text("Check it in this browser"))}</button> '
        '<output id="checked"></output></p>'
    )
