"""Cards of Claim on the page, large and small, and their names there.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from claimant.components import escape
from claimant.game import HIDDEN
from claimant.games.claim import names
from claimant.games.claim.art import cards as card_art
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text


class CardKeys:
    """Gives equal cards different keys: `goblin-0`, `goblin-0-2`. `before` is how many of each
    code have got theirs already."""

    def __init__(self, before: Mapping[str, int] | None = None) -> None:
        self._seen = dict(before or {})

    def key(self, code: str) -> str:
        n = self._seen[code] = self._seen.get(code, 0) + 1
        return code if n == 1 else f"{code}-{n}"


def holds_any(view: ClaimView, played: Iterable[tuple[int, str]]) -> bool:
    """Whether the viewer holds a card equal to one of those, whose key then is another one."""
    if view.seat is not None:
        hand = view.hands[view.seat]
        for _, code in played:
            if code in hand:
                return True
    return False


_STEM: Final = re.compile(
    "^(doppel|dubbel|auto|wasch|was(?=b)|grif(?=f)|[vw]ikin(?=g))", re.IGNORECASE
)


def hyphenated(faction: str) -> str:
    """A faction's name with a soft hyphen, for words that browsers cannot hyphenate."""
    return _STEM.sub("\\1\u00ad", faction)


def card_box(code: str, language: str, kind: str = "", key: str | None = None) -> str:
    """A card that cannot be pressed."""
    vt = f' data-vt="{key}"' if key else ""
    return (
        f'<span class="cardbox {kind}"{vt}>{card_art.card(code)}'
        f'<span class="unseen">{card_name(code, language)}</span></span>'
    )


@lru_cache(20_000)
def card_name(code: str, language: str) -> str:
    """The name of a card, escaped: one entry per code and language."""
    return escape(names.card(code).say(language))


@lru_cache(4096)
def fan(codes: tuple[str, ...]) -> str:
    """Small cards, overlapping."""
    inner = "".join(
        f'<span class="mini">{card_art.card(code)}</span>' for code in _hidden_last(codes)
    )
    return f'<span class="fan" aria-hidden="true">{inner}</span>'


def _hidden_last(codes: Sequence[str]) -> Iterable[str]:
    return sorted(codes, key=lambda code: code == HIDDEN)


def held_cards(
    title: Text,
    codes: Sequence[str],
    key: str,
    language: str,
    ghosts: str = "",
    name: str = "",
) -> str:
    words = escape(title.say(language))
    return (
        f'<div class="held"{name} data-place="{key}"><span class="what">{words} '
        f"<b>{len(codes)}</b></span>{_row(tuple(codes), language)}{ghosts}</div>"
    )


@lru_cache(4096)
def _row(codes: tuple[str, ...], language: str) -> str:
    """Small cards, and what they are in words."""
    known = [card_name(code, language) for code in codes if code != HIDDEN]
    if not known:
        return fan(codes)
    # Each in an element of its own, so that one more does not send all of them again.
    words = "".join([f"<i>, {name}</i>" for name in known[1:]])
    return f'{fan(codes)}<span class="unseen"><i>{known[0]}</i>{words}</span>'
