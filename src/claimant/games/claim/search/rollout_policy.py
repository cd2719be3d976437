"""The rollout policy: fast decisions for playouts, ten times as fast as the heuristics (kernel).

A leader takes the better of two random cards: the higher one if the trick is worth winning, the
lower one otherwise. A follower wins a trick worth winning as cheaply as possible, and otherwise
throws away the less useful of two random cards. Nothing is used that the actor does not know.
"""

from __future__ import annotations

from typing import Any

from claimant.games.claim.rules import powers
from claimant.games.claim.rules.cards import DWARVES, UNDEAD
from claimant.games.claim.rules.playout import random_option
from claimant.games.claim.rules.table import PLAY, TAKE, side, wrap
from claimant.kernels.bits import lowest
from claimant.kernels.compile import kernel, part


@kernel
def choose(s: Any, d: Any, t: Any, low: int, high: int, rng: Any) -> int:
    """One of these actions (two words of bits)."""
    one = random_option(low, high, rng)
    if s.stage == PLAY:
        return choose_card(s, d, t, low, high, one, rng)
    if s.stage == TAKE:
        other = random_option(low, high, rng)
        return one if t.follower[one] > t.follower[other] else other
    return one


@part
def choose_card(s: Any, d: Any, t: Any, low: int, high: int, one: int, rng: Any) -> int:
    """A card to the trick; `one` is a random one."""
    wanted = is_worth_winning(s, d, t)
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
            rank = powers.rank_key(s, d, place)
            if rank > top:
                top = rank
                best = int(s.trick[place])
                seat = wrap(int(s.leader) + place, d.players)
                ours = side(d, seat) == side(d, int(s.actor))
    if wanted and not ours:
        # Griffins are left out: looking them up costs more than it gains.
        winning_low, winning_high = powers.beating(d, led, best, 0)
        winning_low &= low
        winning_high &= high
        if winning_low:
            return lowest(winning_low)
        if winning_high:
            return 64 + lowest(winning_high)
    return one if t.keep[phase, one] < t.keep[phase, other] else other


@part
def is_worth_winning(s: Any, d: Any, t: Any) -> bool:
    """Whether a trick is worth winning, for the follower or for its cards."""
    if s.phase == 1:
        up = int(s.pile[s.face_up[0]])
        undead = s.played > 0 and int(s.trick[0]) >> 4 == d.slot[UNDEAD]
        return bool(t.follower[up] > t.average or undead)
    return bool(s.played == 0 or int(s.trick[0]) >> 4 != d.slot[DWARVES])  # R-P5
