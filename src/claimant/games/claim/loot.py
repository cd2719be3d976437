"""What the loot would count for, at the end of a game with raccoons (R-P14)."""

from __future__ import annotations

from typing import NamedTuple

from claimant.games.claim.result_words import shares
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimView


class LootChoice(NamedTuple):
    """A faction that the viewer's loot may count for."""

    faction: str
    own: int
    """What the viewer's side has of it."""
    loot: int
    """What the loot adds."""
    best: int
    """The most that another side has of it."""
    rival: tuple[int, ...]
    """That side."""


def loot_choices(view: ClaimView) -> list[LootChoice]:
    """The viewer's choices, each with what it makes."""
    found = []
    for text in view.legal:
        verb, _, name = text.partition(" ")
        if verb != "loot":
            continue
        all_shares = shares(view, name)
        (mine,) = [share for share in all_shares if view.seat in share.side]
        best = max([share for share in all_shares if share is not mine], key=lambda one: one.count)
        loot = sum([Card(code).has_loot for seat in mine.side for code in view.scores[seat]])
        found.append(LootChoice(name, mine.count, loot, best.count, best.side))
    return found
