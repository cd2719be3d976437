"""What the plays of others tell of the cards that they hold (kernel).

Whoever plays a card had others to choose from. In a world where that card looked good at first
sight the play is likely, in one where a better one was at hand it is not: so worlds are more or
less likely themselves. Seen are this trick so far, and in phase 1 the trick before it. Of older
ones a view does not say who played what, but for what somebody was shown to lack, and to that
`deals.py` keeps.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from claimant.games.claim.rules import tricks
from claimant.games.claim.rules.cards import AUTOMATONS
from claimant.games.claim.rules.table import DISCARDED, HAND, PLAY, add, remove, wrap
from claimant.games.claim.search import heuristics
from claimant.kernels.compile import kernel, part

DOUBT: Final = 0.2
"""The part of all plays that rules of thumb do not explain."""


@kernel
def likely(s: Any, d: Any, t: Any, o: Any, card: int, heat: float, rng: Any) -> float:
    """The chance that who has the turn plays a card, by rules of thumb."""
    low, high = tricks.options(s, d)
    low, high = tricks.distinct(d, low, high)
    heuristics.consider(s, d, t, low, high, o, rng)
    top = o.worth[heuristics.best_of(o)]
    total = 0.0
    played = 0.0
    for i in range(o.count):
        look = exp((o.worth[i] - top) / heat)
        total += look
        if d.first_equal[o.action[i]] == d.first_equal[card]:
            played = look
    return float((1.0 - DOUBT) * played / total + DOUBT / o.count)


@part
def take_back(s: Any, d: Any) -> None:
    """The cards of this trick to the hands that they came from."""
    for place in range(s.played):
        add(s, HAND + wrap(int(s.leader) + place, d.players), int(s.trick[place]))


@part
def go_back(s: Any, d: Any) -> None:
    """The same for the trick before, in phase 1: it lies as its first card was to be played."""
    s.number -= 1
    s.leader = s.last_leader
    for place in range(d.players):
        card = int(s.last_trick[place])
        s.trick[place] = card
        remove(s, DISCARDED, card)
        add(s, HAND + wrap(int(s.leader) + place, d.players), card)
    for i in range(d.shown):
        s.face_up[i] = d.players * s.number + i


@part
def weight(s: Any, past: Any, d: Any, t: Any, o: Any, heat: float, rng: Any) -> float:
    """How likely the plays of others are that have been seen, in a world where a seat is to play.

    `past` is room for the same table as it was.
    """
    me = int(s.actor)
    chance = 1.0
    if s.stage != PLAY:
        return chance
    past[0] = s
    was = past[0]
    take_back(was, d)
    before = s.phase == 1 and s.number > 0 and d.slot[AUTOMATONS] < 0
    count = int(s.played)
    for i in range(count + d.players if before else count):
        place = i
        if i == count:
            go_back(was, d)
        if i >= count:
            place = i - count
        seat = wrap(int(was.leader) + place, d.players)
        card = int(was.trick[place])
        if seat != me:
            was.played = place
            was.actor = seat
            chance *= likely(was, d, t, o, card, heat, rng)
            was.trick[place] = card  # who thinks of a card lays it there
    return chance
