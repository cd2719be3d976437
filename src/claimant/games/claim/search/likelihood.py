"""The likelihood of a world: how well it explains the cards that others have played (kernel).

A player who plays a card had others to choose from. The play is likely in a world in which that
card looked good, and unlikely in one in which the player held a better one. The current trick is
taken into account, and in phase 1 the trick before it. Older tricks count only for the factions
that seats have shown to lack, which `redeal.py` respects.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from claimant.games.claim.rules import tricks
from claimant.games.claim.rules.cards import AUTOMATONS
from claimant.games.claim.rules.table import DISCARDED, HAND, LED, PLAY, add, remove, wrap
from claimant.games.claim.search import heuristics
from claimant.kernels.compile import kernel, part

UNEXPLAINED: Final = 0.2
"""The share of plays that the heuristics do not explain."""


@kernel
def play_probability(
    s: Any, d: Any, t: Any, moves: Any, card: int, temperature: float, rng: Any
) -> float:
    """The probability that the actor plays a card, judging by the heuristics."""
    low, high = tricks.options(s, d)
    low, high = tricks.distinct(d, low, high)
    heuristics.evaluate(s, d, t, low, high, moves, rng)
    top = moves.value[heuristics.best_of(moves)]
    total = 0.0
    played = 0.0
    for i in range(moves.count):
        weight = exp((moves.value[i] - top) / temperature)
        total += weight
        if d.first_equal[moves.action[i]] == d.first_equal[card]:
            played = weight
    return float((1.0 - UNEXPLAINED) * played / total + UNEXPLAINED / moves.count)


@part
def take_back_trick(s: Any, d: Any) -> None:
    """Return the cards of the current trick to the hands they were played from."""
    for place in range(s.played):
        add(s, HAND + wrap(int(s.leader) + place, d.players), int(s.trick[place]))


@part
def take_back_last_trick(s: Any, d: Any) -> None:
    """Phase 1: return to the trick before, just before its first card was played."""
    s.number -= 1
    s.leader = s.history[s.last, LED]
    for place in range(d.players):
        card = int(s.history[s.last, place])
        s.trick[place] = card
        remove(s, DISCARDED, card)
        add(s, HAND + wrap(int(s.leader) + place, d.players), card)
    for i in range(d.shown):
        s.face_up[i] = d.players * s.number + i


@part
def likelihood(
    s: Any, scratch: Any, d: Any, t: Any, moves: Any, temperature: float, rng: Any
) -> float:
    """The likelihood of what others were seen to play, in a world where a seat is to decide.

    `scratch` is an array of one state, for the table as it was.
    """
    me = int(s.actor)
    chance = 1.0
    if s.stage != PLAY:
        return chance
    scratch[0] = s
    past = scratch[0]
    take_back_trick(past, d)
    include_last = s.phase == 1 and s.number > 0 and d.slot[AUTOMATONS] < 0
    count = int(s.played)
    for i in range(count + d.players if include_last else count):
        place = i
        if i == count:
            take_back_last_trick(past, d)
        if i >= count:
            place = i - count
        seat = wrap(int(past.leader) + place, d.players)
        card = int(past.trick[place])
        if seat != me:
            past.played = place
            past.actor = seat
            chance *= play_probability(past, d, t, moves, card, temperature, rng)
            past.trick[place] = card  # the heuristics have tried other cards there
    return chance
