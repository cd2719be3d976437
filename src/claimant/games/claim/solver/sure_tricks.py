"""The factions that the leader of a trick can secure by playing out high cards (kernel).

A card that no card of the rival's beats keeps the lead. So the leader can play all such cards one
after the other, whatever the rival does, and gets at least these and the cards that have to follow
them. That decides many races without a search. (Goblins come first if the rival holds knights:
later the rival may have thrown goblins away. With dragons against it, the leader stops in time, so
that the rival never can throw anything away.)
"""

from __future__ import annotations

from typing import Any

from claimant.games.claim.rules.cards import (
    DOPPELGANGERS,
    DRAGONS,
    GIANTS,
    GNOMES,
    GOBLINS,
    GRIFFINS,
    KNIGHTS,
)
from claimant.games.claim.rules.table import HAND, suit
from claimant.games.claim.solver.bounds import raised
from claimant.games.claim.solver.transpositions import LEVEL
from claimant.kernels.bits import count, highest
from claimant.kernels.compile import kernel, part


@part
def secured(s: Any, d: Any, w: Any, ply: int) -> int:
    """The open factions that the leader can secure all together, as bits of slots.

    Call it after `find_bounds`, before a lead. Cards that the rival throws away only help.
    """
    seat = int(s.leader)
    rival = 1 - seat
    if d.slot[GRIFFINS] >= 0 and raised(s, d, rival):
        return 0  # then printed values do not say what beats what
    doubles = suit(s, HAND + rival, d.slot[DOPPELGANGERS])
    knights = suit(s, HAND + rival, d.slot[KNIGHTS])
    dragons = suit(s, HAND + rival, d.slot[DRAGONS])
    giants = count(suit(s, HAND, d.slot[GIANTS]) | suit(s, HAND + 1, d.slot[GIANTS]))
    best_double = highest_value(d, d.slot[DOPPELGANGERS], doubles)
    races = w.open[ply] & w.plain
    found = 0
    for slot in range(d.slots):
        mine = suit(s, HAND + seat, slot)
        other = suit(s, HAND + rival, slot)
        if mine == 0 or not (races >> slot) & 1:
            continue
        followers = count(other)
        impostors = count(doubles) if slot != d.slot[DOPPELGANGERS] else 0
        to_beat = highest_value(d, slot, other)
        if impostors:
            to_beat = max(to_beat, best_double)
        rounds = high_cards(d, slot, mine, to_beat)
        if rounds >= followers and impostors == 0:
            rounds = count(mine)  # the rival runs out of the faction, so low cards win as well
        # A rival who lacks the faction led may take the lead with a dragon, or beat goblins.
        if dragons or (knights and slot == d.slot[GOBLINS]):
            rounds = min(rounds, followers) if slot != d.slot[DRAGONS] else 0
        if rounds == 0:
            continue
        taken = rounds + max(0, min(rounds, followers) - impostors)
        most = int(w.gain[rival, slot])
        if slot == d.slot[GNOMES]:
            most += min(taken, giants)  # which may still remove those taken
        lead = ((w.races[ply] >> 8 * slot) & 255) - LEVEL
        lead = (-lead if seat else lead) + int(mine & w.top[slot] != 0)
        if lead + 2 * taken > 2 * (most - taken):
            found |= 1 << slot
    return found


@kernel
def highest_value(d: Any, slot: int, cards: int) -> int:
    """The highest value of some cards of a faction; -1 for none."""
    return int(d.value[16 * slot + count(highest(cards) - 1)]) if cards else -1


@part
def high_cards(d: Any, slot: int, cards: int, value: int) -> int:
    """The number of cards of a faction that a later card of this value does not beat."""
    number = 0
    while cards:
        card = highest(cards)
        if int(d.value[16 * slot + count(card - 1)]) < value:
            break
        number += 1
        cards ^= card
    return number
