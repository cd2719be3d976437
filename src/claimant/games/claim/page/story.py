"""What a trick of Claim did, on the page: why it was won, what powers did, where its cards went."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from claimant.art.tokens import token
from claimant.components import RenderContext, escape
from claimant.games.claim.art import cards as art
from claimant.games.claim.page.cards import card_name, fan
from claimant.games.claim.page.tricks import tricks_so_far
from claimant.games.claim.trick_words import (
    Effect,
    Played,
    Trick,
    completes,
    effects,
    in_progress,
    reason,
    where_they_went,
)
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text

_FURTHEST: Final = 64
"""Events between a trick and the next one, with all that may be taken back between them."""
_NOTHING: Final = '<div class="told" id="told"></div>'


def finished_trick(context: RenderContext) -> Trick | None:
    """The last complete trick."""
    return context.once("finished trick", lambda: _find(context))


def _find(context: RenderContext) -> Trick | None:
    version, previous = context.cache.version, context.cache.previous
    after = context.public_view
    assert isinstance(after, ClaimView)
    if context.earlier is None or after.last_winner is None:
        return None
    for ago in range(1, min(version, _FURTHEST) + 1):
        before = context.earlier(ago)
        assert isinstance(before, ClaimView)
        if completes(before, after):
            return Trick(before, after)
        if previous is not None and previous.version == version - ago:
            known: Trick | None = previous.rendered.get("finished trick")
            if known is not None:
                return known
        after = before
    return None


def at_work(view: ClaimView, language: str) -> str:
    """The powers at work in the trick on the table."""
    found = in_progress(view)
    return f'<div class="told" id="told">{_list(found, language)}</div>' if found else _NOTHING


def last_trick(context: RenderContext, view: ClaimView, me: int | None) -> str:
    """The story of the last trick, open until the next one is led, then folded up; and the tricks
    before it, if the table has a memory aid."""
    trick = finished_trick(context)
    if trick is None or view.outcome is not None:
        return '<div id="last" hidden></div>'
    names, language = context.names, context.language
    why = context.once("why", lambda: escape(reason(trick).say(language)))
    told = _list(effects(trick, names, me), language)
    story = f'<p class="why">{why}</p>{told}'
    so_far = tricks_so_far(context, view)
    if not view.table:
        who = _winner(trick, names, me)
        return (
            f'<div class="last" id="last"><div class="story fresh"><p class="who">'
            f"{token(context.colours[trick.winner], defined=True)}{escape(who.say(language))}</p>"
            f"{story}</div>{so_far}</div>"
        )
    went = escape(where_they_went(trick, names, me).say(language))
    cards = _small(trick.played, trick.winner, names, context.colours, language)
    title = _title(trick, names, me)
    return (
        f'<div class="last" id="last"><details id="last-trick"><summary>'
        f"<span>{escape(title.say(language))}</span></summary>"
        f'<div class="story">{cards}{story}<p class="went">{went}</p></div></details>{so_far}</div>'
    )


def _winner(trick: Trick, names: tuple[str, ...], me: int | None) -> Text:
    if trick.winner == me:
        return Text("You win the trick")
    return Text("{who} wins the trick", who=names[trick.winner])


def _title(trick: Trick, names: tuple[str, ...], me: int | None) -> Text:
    if trick.winner == me:
        return Text("Last trick: you won it")
    return Text("Last trick: {who} won it", who=names[trick.winner])


def _list(found: list[Effect], language: str) -> str:
    if not found:
        return ""
    return "<ul>" + "".join([_effect(one, language) for one in found]) + "</ul>"


def _effect(effect: Effect, language: str) -> str:
    return (
        f"<li>{art.corner(effect.faction, defined=True)}"
        f"<span>{escape(effect.text.say(language))}</span>{fan(effect.cards)}</li>"
    )


@lru_cache(1000)
def _small(
    played: Played,
    winner: int,
    names: tuple[str, ...],
    colours: tuple[int, ...],
    language: str,
) -> str:
    """Who played what. A value of its arguments alone; the bound covers the running tables."""
    rows = []
    for seat, code in played:
        mark = ' class="won"' if seat == winner else ""
        rows.append(
            f'<li{mark}><span class="cardbox small">{art.card(code)}</span>'
            f'{token(colours[seat], defined=True)}<span class="name">{escape(names[seat])}</span>'
            f'<span class="unseen">: {card_name(code, language)}</span></li>'
        )
    return f'<ol class="played">{"".join(rows)}</ol>'
