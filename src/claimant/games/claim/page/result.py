"""The result of a game of Claim on the page: who won each faction, and with which cards."""

from __future__ import annotations

from claimant.components import RenderContext, escape
from claimant.games.claim import names
from claimant.games.claim.art import cards as card_art
from claimant.games.claim.result_words import explain, shares
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Text


def faction_results(context: RenderContext) -> tuple[str, list[Text]]:
    """Each faction with its cards and its sentence; then the sentences about the whole game."""
    view = context.view
    assert isinstance(view, ClaimView)
    outcome = view.outcome
    assert isinstance(outcome, ClaimOutcome)
    steps = explain(view, context.names)
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
            f"<li>{card_art.corner(name)}<h3>{title}</h3><p>{context.say(step)}</p>"
            f'<div class="shares">{"".join(cells)}</div></li>'
        )
    return f'<ul class="won-factions">{"".join(rows)}</ul>', steps[len(view.factions) :]


def _mini(code: str) -> str:
    return f'<span class="mini">{card_art.card(code)}</span>'
