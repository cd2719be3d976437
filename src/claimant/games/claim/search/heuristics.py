"""Rules of thumb: how good each possible decision looks at first sight (kernel).

They look at nothing that the actor does not know, so they serve as a player, as the way that
playouts go, and as what a search tries first. A card in phase 1 is worth the chance that it wins
the trick times what is to be won, less what it would be worth later; a card in phase 2 the same,
where the trick itself is what is to be won.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim.rules import powers, scoring, tricks
from claimant.games.claim.rules.cards import (
    DOPPELGANGERS,
    DWARVES,
    GNOMES,
    GOBLINS,
    KNIGHTS,
    NUMBERS,
    SLOTS,
    TROLLS,
    UNDEAD,
)
from claimant.games.claim.rules.table import (
    DISCARDED,
    FOLLOWERS,
    HAND,
    PLAY,
    SCORE,
    SUIT,
    TAKE,
    of_slot,
    suit,
    wrap,
)
from claimant.kernels.bits import count, lowest
from claimant.kernels.compile import entry, kernel, part
from claimant.kernels.random import next_random, scaled

THUMB: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("follower", np.float64, NUMBERS),  # what a card is worth as a follower
                ("keep", np.float64, (2, NUMBERS)),  # and in the hand, by phase
                ("win", np.float64, (2, NUMBERS)),  # to win a trick with it, by phase
                ("capture", np.float64, SLOTS),  # to win a card of the faction in phase 2
                ("usual", np.float64),  # what a follower is worth on average
                ("undead", np.float64),  # R-P4: to win one in phase 1
                ("lead", np.float64, 2),  # to lead the next trick, by phase
                ("decided", np.float64),  # how much a card of a decided faction still counts
                ("far", np.float64),  # how quickly it counts less as the margin grows
                ("answer", np.float64),  # what the others will add to a trick that is led
                ("noise", np.float64),  # how much chance decides
            ],
            align=True,
        ),
    )
)
"""What the rules of thumb think of each card of a deck."""

OPTIONS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("count", np.int64),
                ("action", np.int64, 14),
                ("worth", np.float64, 14),
                ("weight", np.float64, SLOTS),  # room to think: what a card of a faction counts
            ],
            align=True,
        ),
    )
)
"""Possible decisions, and how good each looks."""


@kernel
def consider(s: Any, d: Any, t: Any, low: int, high: int, o: Any, rng: Any) -> None:
    """Fill in how good each of the decisions (two words of bits) looks."""
    n = 0
    while low:
        o.action[n] = lowest(low)
        low &= low - 1
        n += 1
    while high:
        o.action[n] = 64 + lowest(high)
        high &= high - 1
        n += 1
    o.count = n
    if n == 1:
        o.worth[0] = 0.0
        return
    if s.stage == PLAY:
        consider_cards(s, d, t, o)
    elif s.stage == TAKE:
        for i in range(n):
            o.worth[i] = t.follower[o.action[i]]
    elif o.action[0] >= scoring.LOOT_FOR:
        for i in range(n):
            o.worth[i] = loot(s, d, o.action[i] - scoring.LOOT_FOR)
    else:
        for i in range(n):
            o.worth[i] = -t.keep[0, o.action[i]]
    x = rng.state
    for i in range(n):
        x = next_random(x)
        o.worth[i] += t.noise * (scaled(x, 1 << 20) * (1.0 / (1 << 20)))
    rng.state = x


@part
def loot(s: Any, d: Any, slot: int) -> float:
    """R-P14: best where it turns a faction that would else be lost."""
    mine = scoring.side(d, int(s.actor))
    rival = 0
    for other in range(scoring.sides(d)):
        if other != mine:
            rival = max(rival, count(scoring.pile(s, d, other, slot)))
    have = count(scoring.pile(s, d, mine, slot))
    turned = have <= rival and rival < have + scoring.looted(s, d, mine)
    return 1.0 if turned else -0.01 * rival


@part
def unseen(s: Any, d: Any, me: int) -> tuple[int, int]:
    """The cards that may be in others' hands, as far as one keeps in mind."""
    low = s.cards[HAND + me, 0] | s.cards[FOLLOWERS + me, 0] | s.cards[DISCARDED, 0]
    high = s.cards[HAND + me, 1] | s.cards[FOLLOWERS + me, 1] | s.cards[DISCARDED, 1]
    for seat in range(d.players):
        low |= s.cards[SCORE + seat, 0]
        high |= s.cards[SCORE + seat, 1]
    trick_low, trick_high = powers.trick_cards(s, d)
    low |= trick_low
    high |= trick_high
    if d.slot[GNOMES] >= 0:
        for seat in range(d.players):
            low, high = with_suit(low, high, d.slot[GNOMES], int(s.gnomes[seat]))
    if d.slot[TROLLS] >= 0:
        low, high = with_suit(low, high, d.slot[TROLLS], int(s.trolls))
    all_low = all_high = 0
    for slot in range(d.slots):
        all_low |= d.suit[slot, 0]
        all_high |= d.suit[slot, 1]
    return all_low & ~low, all_high & ~high


@kernel
def with_suit(low: int, high: int, slot: int, cards: int) -> tuple[int, int]:
    """A set and cards of one faction."""
    moved = cards << ((slot & 3) * 16)
    return (low if slot > 3 else low | moved), (high | moved if slot > 3 else high)


@part
def weigh_factions(s: Any, d: Any, t: Any, o: Any, mine: int) -> None:
    """Phase 2: what a card of each faction counts for this side."""
    for slot in range(d.slots):
        have = count(scoring.pile(s, d, mine, slot))
        rival = 0
        scored = have
        for other in range(scoring.sides(d)):
            if other != mine:
                theirs = count(scoring.pile(s, d, other, slot))
                scored += theirs
                rival = theirs if theirs > rival else rival
        left = count(of_slot(d.suit[slot, 0], d.suit[slot, 1], slot)) - scored
        left -= count(suit(s, DISCARDED, slot))
        margin = have - rival
        margin = margin if margin >= 0 else -margin
        counts = t.decided if margin > left else 1.0 / (1.0 + t.far * margin)
        o.weight[slot] = t.capture[slot] * counts


@part
def consider_cards(s: Any, d: Any, t: Any, o: Any) -> None:
    """A card to the trick: the chance to win it times what that is worth, less the card."""
    me = int(s.actor)
    phase = int(s.phase) - 1
    played = int(s.played)
    last = played + 1 == d.players
    unseen_low = unseen_high = 0
    share = 1.0
    if not last:
        unseen_low, unseen_high = unseen(s, d, me)
        hidden = count(unseen_low) + count(unseen_high)
        held = int(d.tricks) - int(s.number)
        share = held / hidden if held < hidden else 1.0
    # What is to be won, but for the card itself.
    stake = t.lead[phase]
    best = -1
    best_place = 0
    partner = False
    if phase == 0:
        top = 0.0
        for i in range(d.shown):
            up = t.follower[s.pile[s.face_up[i]]]
            top = up if i == 0 or up > top else top
        stake += top - t.usual
    else:
        weigh_factions(s, d, t, o, scoring.side(d, me))
        stake += t.answer * (d.players - 1 - played)
    for place in range(played):
        card = int(s.trick[place])
        stake += stakes(d, t, o, phase, card)
        key = powers.key(s, d, place)
        if key > best:
            best = key
            best_place = place
    if d.players == 4 and played > 0:
        partner = (wrap(int(s.leader) + best_place, 4) ^ me) & 1 == 0
    leader = int(s.trick[0])
    for i in range(o.count):
        card = int(o.action[i])
        holding = card
        s.trick[played] = card  # it is seen there only while we think
        key = powers.key(s, d, played)
        chance = 0.0
        if last:
            chance = 1.0 if key > best or partner else 0.0
        elif key > best or partner:
            if key <= best:
                holding = int(s.trick[best_place])
            led = card >> 4 if played == 0 else leader >> 4
            bonus = ((max(key, best) >> 2) & 63) - int(d.value[holding])
            threats = above(d, led, holding, bonus, unseen_low, unseen_high)
            chance = held_up(share, threats * followers(s, d, me, led))
        gain = stake + stakes(d, t, o, phase, card)
        o.worth[i] = (2.0 * chance - 1.0) * gain + chance * t.win[phase, card] - t.keep[phase, card]
    s.trick[0] = leader


@part
def followers(s: Any, d: Any, me: int, led: int) -> int:
    """Opponents who still play to the trick and have not shown to lack the faction led."""
    n = 0
    for i in range(1, d.players - int(s.played)):
        seat = wrap(me + i, d.players)
        if not (int(s.voids[seat]) >> led) & 1 and (d.players != 4 or (seat ^ me) & 1):
            n += 1
    return n


@kernel
def stakes(d: Any, t: Any, o: Any, phase: int, card: int) -> float:
    """What a card of the trick brings to its winner."""
    slot = card >> 4
    if phase == 0:
        return float(t.undead) if slot == d.slot[UNDEAD] else 0.0
    weight = float(o.weight[slot])
    return -weight if slot == d.slot[DWARVES] else weight  # R-P5


@part
def above(d: Any, led: int, card: int, bonus: int, low: int, high: int) -> int:
    """How many of these cards would beat a card, as the trick is led."""
    place = (card & 15) + bonus + 1
    slot = d.slot[DOPPELGANGERS]
    threats = 0
    if slot >= 0 and slot != led:
        over = int(d.value[card]) + bonus + 1
        threats += count(of_slot(low, high, slot) & (SUIT << over))
    if led == d.slot[GOBLINS] and d.slot[KNIGHTS] >= 0:
        knights = of_slot(low, high, d.slot[KNIGHTS])
        if card >> 4 == d.slot[KNIGHTS]:
            return count(knights & (SUIT << place))
        threats += count(knights)
    if card >> 4 != led:  # a doppelganger: its value counts in the faction led
        place = int(d.value[card]) + bonus + 1
    return threats + count(of_slot(low, high, led) & (SUIT << place))


@part
def held_up(share: float, threats: int) -> float:
    """The chance that none of these cards is held."""
    chance = 1.0
    for _ in range(threats):
        chance *= 1.0 - share
    return chance


@kernel
def best_of(o: Any) -> int:
    """The place of the decision that looks best."""
    best = 0
    for i in range(1, o.count):
        best = i if o.worth[i] > o.worth[best] else best
    return best


@entry
def first_sight(
    states: np.ndarray,
    decks: np.ndarray,
    thumbs: np.ndarray,
    options: np.ndarray,
    random: np.ndarray,
) -> int:
    """The decision that looks best in a state; all are arrays of one record."""
    s = states[0]
    d = decks[0]
    o = options[0]
    low, high = tricks.options(s, d)
    consider(s, d, thumbs[0], low, high, o, random[0])
    return int(d.first_equal[o.action[best_of(o)]])
