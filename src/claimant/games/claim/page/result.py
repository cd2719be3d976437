"""The result of a game of Claim on the page: who won each faction, and with which cards."""

from __future__ import annotations

from typing import Final

from claimant.components import RenderContext, escape
from claimant.games.claim import names
from claimant.games.claim.art import cards as card_art
from claimant.games.claim.page.story import finished_trick
from claimant.games.claim.result_words import explain, shares
from claimant.games.claim.trick_words import effects
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Text

_DECIDED: Final = {
    "factions": Text("The most factions win."),
    "cards": Text("Tied on factions: more real cards in them win."),
    "values": Text("Tied on factions and on cards: the higher total of their values wins."),
    "shared": Text("Everything is tied: the win is shared."),
}
"""R-S2, by the outcome's reason."""


def decided(view: ClaimView) -> Text:
    """What decided the game, in one line."""
    assert view.outcome is not None
    return _DECIDED[view.outcome.reason]


def faction_results(context: RenderContext) -> tuple[str, list[Text]]:
    """Each faction with its cards and its sentence; then what broke a tie. The score and the winner
    stand above."""
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
    trick = finished_trick(context)
    moved = [] if trick is None else effects(trick, context.names, context.view.seat)
    peasants = [effect.text for effect in moved if effect.faction == "peasants"]
    return f'<ul class="won-factions">{"".join(rows)}</ul>', peasants + steps[
        len(view.factions) + 1 : -1
    ]


def _mini(code: str) -> str:
    return f'<span class="mini">{card_art.card(code)}</span>'
