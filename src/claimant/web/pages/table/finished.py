"""A finished game: how it was decided, and what can be done with it now."""

from __future__ import annotations

import asyncio

from claimant.components import RenderContext, escape, page_of
from claimant.i18n import Text
from claimant.luck import verify
from claimant.record import BadRecord
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.context import TableContext
from claimant.web.pages.table.luck import luck_notes
from claimant.web.tables.table import MAX_EVENTS, Table


def result(context: RenderContext) -> str:
    """How it was decided, step by step."""
    details, steps = page_of(context.view.game).table.result(context)
    listed = "".join(f"<li>{context.say(step)}</li>" for step in steps)
    return (
        f'<section class="result"><h2>{context.say(Text("How it was decided"))}</h2>'
        f'{details}<ol class="reasons">{listed}</ol></section>'
    )


def called_off(context: RenderContext) -> str:
    """That there is no result, and why."""
    why = Text(
        "A game that is not over after {n} events is called off. Nobody has won; you can look"
        " through it, and start a rematch.",
        n=MAX_EVENTS,
    )
    return f'<section class="result"><p>{context.say(why)}</p></section>'


def steps_bar(context: TableContext, viewer: int | None, path: str) -> str:
    """Controls for stepping through the game: links, a slider, keys."""
    render, at, last = context.render, context.version, context.table.version
    through = f"&eyes={'none' if viewer is None else viewer}"

    def link(n: int, sign: str, words: str, key: str) -> str:
        inner = f'<span aria-hidden="true">{escape(sign)}</span><span class="unseen">{words}</span>'
        if n == at:
            return f'<a class="button quiet" data-go="{key}" aria-disabled="true">{inner}</a>'
        return f'<a class="button quiet" data-go="{key}" href="{path}?at={n}{through}">{inner}</a>'

    links = (
        link(1, "|<", render.say(Text("To the beginning")), "first")
        + link(max(1, at - 1), "<", render.say(Text("One event back")), "back")
        + link(min(last, at + 1), ">", render.say(Text("One event on")), "on")
        + link(last, ">|", render.say(Text("To the end")), "last")
    )
    viewers = "" if context.table.game.open else _viewer_choice(render, viewer)
    return (
        f'<form class="stepping" method="get" action="{path}" id="stepping" data-at="{at}" '
        f'data-last="{last}" data-path="{path}"><div class="row">{links}</div>'
        f'<label><span class="unseen">{render.say(Text("Event"))}</span>'
        f'<input type="range" name="at" min="1" max="{last}" value="{at}"></label>'
        f"<output>{at} / {last}</output>{viewers}"
        f'<button class="quiet go">{render.say(Text("Show"))}</button></form>'
    )


def _viewer_choice(context: RenderContext, viewer: int | None) -> str:
    """Now that everything is revealed, anyone may see what any seat saw."""
    choices = [("none", context.say(Text("a spectator")))]
    choices += [(str(seat), context.name(seat)) for seat in context.seats]
    chosen = "none" if viewer is None else str(viewer)
    options = "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{words}</option>'
        for value, words in choices
    )
    words = context.say(Text("Seen by"))
    return f'<label class="eyes">{words} <select name="eyes">{options}</select></label>'


async def fairness(table: Table, language: str, script: str | None) -> str:
    """The verification of the luck: by the server at once, and on demand by the reader's browser if
    the game has a `script` for that."""

    def say(text: Text) -> str:
        return escape(text.say(language))

    try:
        checked = await _verified(table)
        words = say(
            Text(
                "This server checked it: {n} decisions of luck, all follow from the secret.",
                n=checked,
            )
        )
    except BadRecord as wrong:
        words = escape(str(wrong))
    promise = Text("Before the game the table promised a secret by its fingerprint. Here it is.")
    return (
        f'<section class="fairness" id="fairness"><h2>{say(Text("Was the luck fair?"))}</h2>'
        f"<p>{say(promise)}</p><dl><dt>{say(Text('Fingerprint'))}</dt><dd><code>{table.commitment}</code></dd>"
        f"<dt>{say(Text('Secret'))}</dt><dd><code>{table.seed or ''}</code></dd></dl><p>{words}</p>"
        f"{''.join(f'<p>{say(note)}</p>' for note in luck_notes(table))}"
        f"{_browser_check(table, language, script) if script else ''}</section>"
    )


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

    good = say(
        Text("Checked in your browser: {n} decisions of luck, all follow from the secret.", n="#")
    )
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
