"""The moves that the solver tries, and their order (kernel)."""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.rules import tricks
from claimant.games.claim.rules.cards import DOPPELGANGERS, GRIFFIN_BONUS, GRIFFINS, RACCOONS, SLOTS
from claimant.games.claim.rules.table import HAND, SCORE, bits_of, of_slot, suit
from claimant.kernels.bits import lowest
from claimant.kernels.compile import part

FIRST: Final = 1 << 40  # a higher score than any history
FAILURE: Final = -4  # the history of a move that failed; 1 for one that succeeded (tuned)


@part
def list_moves(s: Any, d: Any, w: Any, ply: int, best: int) -> int:
    """List the moves to try, most promising first, one per set of equivalent cards."""
    low, high = tricks.options(s, d)
    low, high = tricks.distinct(d, low, high)
    seat = int(s.actor)
    rival_low = s.cards[HAND + 1 - seat, 0]
    rival_high = s.cards[HAND + 1 - seat, 1]
    if s.played:
        card_low, card_high = bits_of(int(s.trick[0]))
        rival_low |= card_low
        rival_high |= card_high
    listed = 0
    griffins = d.slot[GRIFFINS] >= 0
    for slot in range(SLOTS + 1):  # the last one is the choice of loot
        cards = of_slot(low, high, slot)
        before = -1
        while cards:
            place = lowest(cards)
            cards &= cards - 1
            card = 16 * slot + place
            if (
                before < 0
                or not equivalent(d, w, ply, rival_low, rival_high, card, before)
                or (griffins and raisable(s, d, rival_low, rival_high, card, before))
            ):
                insert(s, w, ply, listed, card, best)
                listed += 1
            before = card
    return listed


@part
def equivalent(d: Any, w: Any, ply: int, low: int, high: int, card: int, lower: int) -> bool:
    """Whether a card and the next lower one in the hand have the same effect from now on.

    That holds if the rival's cards, `low` and `high`, include none between them or equal to either,
    and the higher one does not break a tie. A doppelganger is compared with every faction: it beats
    lower cards and loses to higher and equal ones.
    """
    slot = card >> 4
    if (w.exact[ply] >> slot) & 1:
        return False
    if (w.open[ply] >> slot) & (w.top[slot] >> (card & 15)) & 1:
        return False
    if slot == d.slot[RACCOONS] and ((d.loot >> (card & 15)) ^ (d.loot >> (lower & 15))) & 1:
        return False
    value = int(d.value[card])
    lower_value = int(d.value[lower])
    doubles = d.slot[DOPPELGANGERS]
    between = (1 << (card & 15)) - (1 << (lower & 15))
    if (w.equals >> slot) & 1:
        between |= of_slot(d.valued[value, 0], d.valued[value, 1], slot)
        between |= of_slot(d.valued[lower_value, 0], d.valued[lower_value, 1], slot)
    if of_slot(low, high, slot) & between:
        return False
    if doubles < 0:
        return True
    if slot != doubles:
        return of_slot(low, high, doubles) & ((2 << value) - (2 << lower_value)) == 0
    for beaten in range(lower_value, value):
        if (low & d.valued[beaten, 0]) | (high & d.valued[beaten, 1]):
            return False
    return True


@part
def raisable(s: Any, d: Any, low: int, high: int, card: int, lower: int) -> bool:
    """Whether griffins may make a difference between a card and the next lower one in the hand.

    They do if they may raise one of the two, or a card of the rival's to a value between them.
    """
    slot = card >> 4
    griffins = int(d.slot[GRIFFINS])
    if slot == griffins:
        return True
    seat = int(s.actor)
    coming = suit(s, HAND, griffins) | suit(s, HAND + 1, griffins)
    if s.played and s.trick[0] >> 4 == griffins:
        coming |= 1 << (int(s.trick[0]) & 15)
    value = int(d.value[card])
    lower_value = int(d.value[lower])
    mine = coming | suit(s, SCORE + seat, griffins)
    if ((mine >> value) | (mine >> lower_value)) & 1:
        return True
    rivals = coming | suit(s, SCORE + 1 - seat, griffins)
    for raised in range(max(0, lower_value - GRIFFIN_BONUS), value - GRIFFIN_BONUS + 1):
        if (rivals >> raised) & 1:
            met_low = low & d.valued[raised, 0]
            met_high = high & d.valued[raised, 1]
            if slot != d.slot[DOPPELGANGERS]:
                met_low &= d.follow[slot, 0]
                met_high &= d.follow[slot, 1]
            if met_low | met_high:
                return True
    return False


@part
def insert(s: Any, w: Any, ply: int, listed: int, card: int, best: int) -> None:
    """Insert a move into the list by its score."""
    score = FIRST
    if card != best:
        score = int(w.leads[s.actor, card])
        if s.played:
            score = int(w.replies[s.actor, s.trick[0], card])
    at = listed
    while at > 0 and w.score[ply, at - 1] < score:
        w.score[ply, at] = w.score[ply, at - 1]
        w.cards[ply, at] = w.cards[ply, at - 1]
        at -= 1
    w.score[ply, at] = score
    w.cards[ply, at] = card


@part
def update_history(s: Any, w: Any, ply: int, succeeded: int) -> None:
    """Record that one move succeeded and those tried before it failed."""
    for i in range(succeeded + 1):
        card = w.cards[ply, i]
        if s.played:
            w.replies[s.actor, s.trick[0], card] += 1 if i == succeeded else FAILURE
        else:
            w.leads[s.actor, card] += 1 if i == succeeded else FAILURE
