"""The tricks so far, which a table with a memory aid can look up (R-C8)."""

from __future__ import annotations

from functools import lru_cache

from claimant.art.tokens import token
from claimant.components import RenderContext, escape
from claimant.games.claim.art import cards as art
from claimant.games.claim.page.cards import card_name
from claimant.games.claim.view import ClaimView, PlayedTrick
from claimant.i18n import Text


def tricks_so_far(context: RenderContext, view: ClaimView) -> str:
    """All tricks that were played, the last one first, folded up; nothing without a memory aid."""
    if not context.memory_aid or not view.history:
        return ""
    people = (context.names, context.colours, context.language)
    rows = "".join([_row(trick, view.tricks, *people) for trick in reversed(view.history)])
    title = escape(Text("Tricks so far").say(context.language))
    return (
        f'<details class="so-far" id="tricks"><summary><span>{title}</span></summary>'
        f'<ol class="tricks" tabindex="0" aria-label="{title}">{rows}</ol></details>'
    )


@lru_cache(4096)
def _row(
    trick: PlayedTrick,
    tricks: int,
    names: tuple[str, ...],
    colours: tuple[int, ...],
    language: str,
) -> str:
    """A trick. A value of its arguments alone; the bound covers the running tables."""
    number = Text(
        "Phase {phase}, trick {trick} of {tricks}",
        phase=trick.phase,
        trick=trick.number,
        tricks=tricks,
    )
    won = Text("{who} wins the trick", who=names[trick.winner])
    cards = "".join(
        f"<li{' class=won' if seat == trick.winner else ''}>"
        f'<span class="cardbox small">{art.card(code)}</span>'
        f'{token(colours[seat], defined=True)}<span class="unseen">{escape(names[seat])}: '
        f"{card_name(code, language)}</span></li>"
        for seat, code in trick.cards
    )
    return (
        f'<li><span class="number">{escape(number.say(language))}</span>'
        f'<ol class="played">{cards}</ol>'
        f'<span class="unseen">{escape(won.say(language))}</span></li>'
    )
