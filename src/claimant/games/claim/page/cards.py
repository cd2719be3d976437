"""Cards of Claim on the page, large and small, and what they are called there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from claimant.components import escape
from claimant.games.claim import names
from claimant.games.claim.art import cards as card_art
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text

HIDDEN: Final = "?"


class Cards:
    """Gives equal cards different names: `goblin-0`, `goblin-0-2`; after those given before."""

    def __init__(self, before: Mapping[str, int] | None = None) -> None:
        self._seen = dict(before or {})

    def key(self, code: str) -> str:
        n = self._seen[code] = self._seen.get(code, 0) + 1
        return code if n == 1 else f"{code}-{n}"


def holds_of(view: ClaimView, played: Iterable[tuple[int, str]]) -> bool:
    """Whether whoever looks holds a card like one of those: theirs got its name first."""
    if view.seat is not None:
        hand = view.hands[view.seat]
        for _, code in played:
            if code in hand:
                return True
    return False


_STEM: Final = re.compile(
    "^(doppel|dubbel|auto|wasch|was(?=b)|grif(?=f)|[vw]ikin(?=g))", re.IGNORECASE
)


def hyphened(faction: str) -> str:
    """A faction's name that may be parted where there is little room; browsers do not know how."""
    return _STEM.sub("\\1\u00ad", faction)


def shown(code: str, language: str, kind: str = "", key: str | None = None) -> str:
    """A card that nothing can be done with."""
    vt = f' data-vt="{key}"' if key else ""
    return (
        f'<span class="cardbox {kind}"{vt}>{card_art.card(code)}'
        f'<span class="unseen">{card_name(code, language)}</span></span>'
    )


@lru_cache(20_000)
def card_name(code: str, language: str) -> str:
    return escape(names.card(code).say(language))


@lru_cache(4096)
def _fan(codes: tuple[str, ...]) -> str:
    """The same for all who look, and for as long as nobody takes or plays a card there."""
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
    """Small cards side by side, and what they are in words."""
    known = [card_name(code, language) for code in codes if code != HIDDEN]
    told = f'<span class="unseen">{", ".join(known)}</span>' if known else ""
    return f"{_fan(codes)}{told}"


@lru_cache(4096)
def griffin_values(scores: tuple[str, ...]) -> tuple[int, ...]:
    """R-P7: the values that a seat's griffins raise in phase 2."""
    return tuple(sorted(Card(c).value for c in scores if Card(c).faction == "griffins"))
