"""The result of Claim It! on the page: who came first, second, …, and by which figure."""

from __future__ import annotations

from typing import Final

from claimant.components import RenderContext, badges, escape
from claimant.games.claim_it.view import ClaimItOutcome, ClaimItView
from claimant.games.claim_it.words import ranking
from claimant.i18n import Text

_COLUMN: Final = {"group": 0, "claims": 1, "spaces": 2}
"""The column of the figure that decided, by the outcome's reason."""

_DECIDED: Final = {
    "claims": Text("A tie on the largest mine: more claimed spaces win."),
    "spaces": Text("A tie on the largest mine and on claimed spaces: more spaces win."),
    "shared": Text("Everything is tied: the win is shared."),
}
"""R-I9, by the outcome's reason. That the largest mine wins is what the score says."""


def decided(view: ClaimItView) -> Text | None:
    """What decided the game, in one line; None if it is the largest mine."""
    assert view.outcome is not None
    return _DECIDED.get(view.outcome.reason)


def ranked(context: RenderContext) -> str:
    """The ranking as a table. What decided stands above it (`decided`)."""
    outcome = context.view.outcome
    assert isinstance(outcome, ClaimItOutcome)
    column = _COLUMN.get(outcome.reason)
    heads = (Text("Rank"), Text("Player"), Text("Mine"), Text("Claimed"), Text("Spaces"))
    rank, who, *figures = [context.say(text) for text in heads]
    head = f'<th scope="col"><span class="unseen">{rank}</span></th>'
    head += f'<th scope="col" class="who">{who}</th>'
    head += "".join(f'<th scope="col">{figure}</th>' for figure in figures)
    rows = ""
    for place, seat in ranking(outcome):
        results = (outcome.groups[seat], outcome.claims[seat], outcome.spaces[seat])
        won = seat in outcome.winners
        cells = "".join(
            f"<td{' class=decided' if won and n == column else ''}>{figure}</td>"
            for n, figure in enumerate(results)
        )
        rows += (
            f"<tr{' class=won' if won else ''}><td class=rank>{place}.</td>"
            f'<th scope="row" class="who"><span class="at-seat">{context.token(seat)}'
            f'<span class="name">{context.name(seat)}</span>{badges(context, seat)}</span></th>'
            f"{cells}</tr>"
        )
    caption = escape(Text("The result").say(context.language))
    return (
        f'<table class="ranking" id="ranking"><caption class="unseen">{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
