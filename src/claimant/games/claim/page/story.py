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
_OPEN: Final = '<details class="now" open>'
"""Without an id, by which the script would keep it open."""
_FOLDED: Final = '<details id="last-trick">'


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
    before it, if the table has a memory aid. The stylesheet shows what belongs to either form, so
    that the next lead changes nothing but the first tag."""
    trick = finished_trick(context)
    if trick is None or view.outcome is not None:
        return '<div id="last" hidden></div>'
    names, language = context.names, context.language
    why = context.once("why", lambda: escape(reason(trick).say(language)))
    told = _list(_effects(context, trick, me), language)
    who = escape(_winner(trick, names, me).say(language))
    went = escape(where_they_went(trick, names, me).say(language))
    cards = _small(trick.played, trick.winner, names, context.colours, language)
    title = escape(_title(trick, names, me).say(language))
    return (
        f'<div class="last" id="last">{_FOLDED if view.table else _OPEN}<summary>'
        f'<span>{title}</span></summary><div class="story">{cards}<p class="who">'
        f'{token(context.colours[trick.winner], defined=True)}{who}</p><p class="why">{why}</p>'
        f'{told}<p class="went">{went}</p></div></details>{tricks_so_far(context, view)}</div>'
    )


def is_told_differently(context: RenderContext, view: ClaimView) -> bool:
    """Whether the viewer may be addressed in the story of the last trick."""
    trick = finished_trick(context)
    if trick is None or view.outcome is not None:
        return False
    return trick.winner == view.seat or bool(_effects(context, trick, None))


def _effects(context: RenderContext, trick: Trick, me: int | None) -> list[Effect]:
    return context.once(("effects", me), lambda: effects(trick, context.names, me))


def refolded(story: str, view: ClaimView) -> str:
    """The story of the same trick, open or folded up as it is in a view."""
    if view.table:
        return story.replace(_OPEN, _FOLDED, 1)
    return story.replace(_FOLDED, _OPEN, 1)


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
