"""A finished game: how it was decided, and what can be done with it now."""

from __future__ import annotations

from collections.abc import Sequence

from claimant.components import RenderContext, escape
from claimant.games.claim import names
from claimant.games.claim.art import cards as card_art
from claimant.games.claim.result_words import shares
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Text
from claimant.luck import verify
from claimant.presentation import explain
from claimant.record import BadRecord
from claimant.web.pages.table.context import TableContext
from claimant.web.tables.table import Table


def result(context: RenderContext) -> str:
    """How it was decided, step by step."""
    steps = [text.say(context.language) for text in explain(context.view, context.names)]
    view = context.view
    if isinstance(view, ClaimView):
        body = _factions(context, view, steps)
        steps = steps[len(view.factions) :]
    else:
        body = ""
    listed = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return (
        f'<section class="result"><h2>{context.say(Text("How it was decided"))}</h2>{body}'
        f'<ol class="reasons">{listed}</ol></section>'
    )


def _factions(context: RenderContext, view: ClaimView, steps: Sequence[str]) -> str:
    """Every faction: each side's cards and the loot counted with them, and whose it is and why."""
    outcome = view.outcome
    assert isinstance(outcome, ClaimOutcome)
    rows = []
    for name, step in zip(view.factions, steps, strict=False):
        cells = []
        for share in shares(view, name):
            cards = "".join([_mini(code) for code in share.cards])
            loot = "".join([_mini(code) for code in share.loot])
            if loot:
                cards += f'<span class="loot">{loot}</span>'
            best = " best" if outcome.factions[name] == share.side else ""
            who = "".join([context.token(seat) for seat in share.side])
            cells.append(
                f'<div class="share{best}"><span class="who">{who}</span>'
                f'<b>{share.count}</b><span class="fan" aria-hidden="true">{cards}</span></div>'
            )
        title = escape(names.faction(name).say(context.language))
        rows.append(
            f"<li>{card_art.corner(name)}<h3>{title}</h3><p>{escape(step)}</p>"
            f'<div class="shares">{"".join(cells)}</div></li>'
        )
    return f'<ul class="won-factions">{"".join(rows)}</ul>'


def _mini(code: str) -> str:
    return f'<span class="mini">{card_art.card(code)}</span>'


def steps_bar(context: TableContext, eyes: int | None, path: str) -> str:
    """Forwards and backwards through the game: by links, by a slider, by keys."""
    render, at, last = context.render, context.version, context.table.version
    through = f"&eyes={'none' if eyes is None else eyes}"

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
    return (
        f'<form class="stepping" method="get" action="{path}" id="stepping" data-at="{at}" '
        f'data-last="{last}" data-path="{path}"><div class="row">{links}</div>'
        f'<label><span class="unseen">{render.say(Text("Event"))}</span>'
        f'<input type="range" name="at" min="1" max="{last}" value="{at}"></label>'
        f"<output>{at} / {last}</output>{_eyes(render, eyes)}"
        f'<button class="quiet go">{render.say(Text("Show"))}</button></form>'
    )


def _eyes(context: RenderContext, eyes: int | None) -> str:
    """Now that all is revealed, anyone may look through anyone's eyes."""
    if not isinstance(context.view, ClaimView):
        return ""
    choices = [("none", context.say(Text("a spectator")))]
    choices += [(str(seat), context.name(seat)) for seat in range(context.view.players)]
    chosen = "none" if eyes is None else str(eyes)
    options = "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{words}</option>'
        for value, words in choices
    )
    words = context.say(Text("Seen by"))
    return f'<label class="eyes">{words} <select name="eyes">{options}</select></label>'


def fairness(table: Table, language: str) -> str:
    """The luck, checked: by the server at once, by the reader's own browser on demand."""

    def say(text: Text) -> str:
        return escape(text.say(language))

    try:
        checked = verify(table.record(None))
        words = say(
            Text(
                "This server checked it: {n} decisions of luck, all follow from the secret.",
                n=checked,
            )
        )
    except BadRecord as wrong:
        words = escape(str(wrong))
    good = say(
        Text("Checked in your browser: {n} decisions of luck, all follow from the secret.", n="#")
    )
    bad = say(Text("Event {n} does not follow from the secret.", n="#"))
    other = say(Text("The secret does not match what was promised before the game."))
    promise = Text("Before the game the table promised a secret by its fingerprint. Here it is.")
    return (
        f'<section class="fairness" id="fairness"><h2>{say(Text("Was the luck fair?"))}</h2>'
        f"<p>{say(promise)}</p><dl><dt>{say(Text('Fingerprint'))}</dt><dd><code>{table.commitment}</code></dd>"
        f"<dt>{say(Text('Secret'))}</dt><dd><code>{table.seed or ''}</code></dd></dl><p>{words}</p>"
        f'<p class="scripted"><button type="button" class="quiet" id="check" disabled '
        f'data-record="/tables/{table.id}/record" data-good="{good}" data-bad="{bad}" '
        f'data-other="{other}">{say(Text("Check it in this browser"))}</button> '
        '<output id="checked"></output></p></section>'
    )
