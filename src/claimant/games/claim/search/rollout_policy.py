"""Decisions at a glance: what playouts go by, a tenth of the time of rules of thumb (kernel).

Whoever leads takes the better of two random cards: the higher one where there is something to win,
else the lower one. Whoever follows wins as cheaply as possible what is worth it, and else throws
away the less useful of two random cards. They look at nothing that the actor does not know.
"""

from __future__ import annotations

from typing import Any

from claimant.games.claim.rules import powers
from claimant.games.claim.rules.cards import DOPPELGANGERS, DWARVES, GOBLINS, KNIGHTS, UNDEAD
from claimant.games.claim.rules.playout import random_option
from claimant.games.claim.rules.table import PLAY, SUIT, TAKE, wrap
from claimant.kernels.bits import lowest
from claimant.kernels.compile import kernel, part


@kernel
def decide(s: Any, d: Any, t: Any, low: int, high: int, rng: Any) -> int:
    """One of the decisions (two words of bits)."""
    one = random_option(low, high, rng)
    if s.stage == PLAY:
        return a_card(s, d, t, low, high, one, rng)
    if s.stage == TAKE:
        other = random_option(low, high, rng)
        return one if t.follower[one] > t.follower[other] else other
    return one


@part
def a_card(s: Any, d: Any, t: Any, low: int, high: int, one: int, rng: Any) -> int:
    """A card to the trick."""
    wanted = worth_winning(s, d, t)
    phase = int(s.phase) - 1
    other = random_option(low, high, rng)
    if s.played == 0:
        higher = d.value[one] > d.value[other]
        return one if higher == wanted else other
    led = int(s.trick[0]) >> 4
    best = int(s.trick[0])
    ours = False
    if d.players > 2:
        top = -1
        for place in range(s.played):
            rank = powers.key(s, d, place)
            if rank > top:
                top = rank
                best = int(s.trick[place])
                seat = wrap(int(s.leader) + place, d.players)
                ours = d.players == 4 and (seat ^ int(s.actor)) & 1 == 0
    if wanted and not ours:
        winning_low, winning_high = beating(d, led, best, low, high)
        if winning_low:
            return lowest(winning_low)
        if winning_high:
            return 64 + lowest(winning_high)
    return one if t.keep[phase, one] < t.keep[phase, other] else other


@part
def worth_winning(s: Any, d: Any, t: Any) -> bool:
    """Whether a trick is worth winning: for the follower, or for its cards."""
    if s.phase == 1:
        up = int(s.pile[s.face_up[0]])
        undead = s.played > 0 and int(s.trick[0]) >> 4 == d.slot[UNDEAD]
        return bool(t.follower[up] > t.usual or undead)
    return bool(s.played == 0 or int(s.trick[0]) >> 4 != d.slot[DWARVES])  # R-P5


@part
def beating(d: Any, led: int, best: int, low: int, high: int) -> tuple[int, int]:
    """The cards of a set that beat the best so far; griffins' power is not thought of."""
    value = int(d.value[best])
    higher = best + 1
    while d.first_equal[higher] == d.first_equal[best]:  # of equal cards the earlier one wins
        higher += 1
    knight = led == d.slot[GOBLINS] and best >> 4 == d.slot[KNIGHTS]
    win_low = win_high = 0
    if not knight:
        win_low, win_high = over(led, higher & 15 if best >> 4 == led else value + 1)
        if d.slot[DOPPELGANGERS] >= 0 and d.slot[DOPPELGANGERS] != led:
            more_low, more_high = over(d.slot[DOPPELGANGERS], value + 1)
            win_low |= more_low
            win_high |= more_high
    if led == d.slot[GOBLINS] and d.slot[KNIGHTS] >= 0:
        more_low, more_high = over(d.slot[KNIGHTS], higher & 15 if knight else 0)
        win_low |= more_low
        win_high |= more_high
    return low & win_low, high & win_high


@kernel
def over(slot: int, place: int) -> tuple[int, int]:
    """The cards of a faction from a place on."""
    cards = ((SUIT << place) & SUIT) << ((slot & 3) * 16)
    return (0 if slot > 3 else cards), (cards if slot > 3 else 0)
