"""Heuristics: how good each possible action looks without a search (kernel).

They use nothing that the actor does not know, so they serve as a player, and as the prior by which
a tree search orders actions. In phase 1 a card is valued at the chance that it wins the trick times
what can be won, minus what it would be worth later; in phase 2 in the same way, with the trick
itself as what can be won.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.games.claim.rules import powers, scoring, tricks
from claimant.games.claim.rules.cards import DWARVES, GNOMES, NUMBERS, SLOTS, TROLLS, UNDEAD
from claimant.games.claim.rules.table import (
    DISCARDED,
    FOLLOWERS,
    HAND,
    PLAY,
    SCORE,
    TAKE,
    side,
    sides,
    wrap,
)
from claimant.kernels.bits import count, lowest
from claimant.kernels.compile import entry, kernel, part
from claimant.kernels.random import next_random, scaled

CARD_WEIGHTS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("follower", np.float64, NUMBERS),  # the value of a card as a follower
                ("keep", np.float64, (2, NUMBERS)),  # and in the hand, by phase
                ("win", np.float64, (2, NUMBERS)),  # of winning a trick with it, by phase
                ("capture", np.float64, SLOTS),  # of winning a card of the faction in phase 2
                ("average", np.float64),  # the value of an average follower
                ("undead", np.float64),  # R-P4: of winning one in phase 1
                ("lead", np.float64, 2),  # of leading the next trick, by phase
                ("decided", np.float64),  # the weight of a card of a decided faction
                ("distance", np.float64),  # how quickly that weight falls as the margin grows
                ("answer", np.float64),  # what the others are expected to add to a trick
                ("noise", np.float64),  # the range of random noise on every value
            ],
            align=True,
        ),
    )
)
"""The weights of the heuristics for the cards of one deck."""

MOVES: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("count", np.int64),
                ("action", np.int64, 14),
                ("value", np.float64, 14),
                ("weight", np.float64, SLOTS),  # scratch: what a card of each faction counts
            ],
            align=True,
        ),
    )
)
"""The possible actions, and how good each looks."""


@kernel
def evaluate(s: Any, d: Any, t: Any, low: int, high: int, moves: Any, rng: Any) -> None:
    """Fill in how good each of these actions (two words of bits) looks."""
    n = 0
    while low:
        moves.action[n] = lowest(low)
        low &= low - 1
        n += 1
    while high:
        moves.action[n] = 64 + lowest(high)
        high &= high - 1
        n += 1
    moves.count = n
    if n == 1:
        moves.value[0] = 0.0
        return
    if s.stage == PLAY:
        evaluate_cards(s, d, t, moves)
    elif s.stage == TAKE:
        for i in range(n):
            moves.value[i] = t.follower[moves.action[i]]
    elif moves.action[0] >= scoring.LOOT_FOR:
        for i in range(n):
            moves.value[i] = loot_value(s, d, moves.action[i] - scoring.LOOT_FOR)
    else:
        for i in range(n):
            moves.value[i] = -t.keep[0, moves.action[i]]
    x = rng.state
    for i in range(n):
        x = next_random(x)
        moves.value[i] += t.noise * (scaled(x, 1 << 20) * (1.0 / (1 << 20)))
    rng.state = x


@part
def loot_value(s: Any, d: Any, slot: int) -> float:
    """R-P14: loot is best used to win a faction that would otherwise be lost."""
    mine = side(d, int(s.actor))
    rival = 0
    for other in range(sides(d)):
        if other != mine:
            rival = max(rival, count(scoring.pile(s, d, other, slot)))
    have = count(scoring.pile(s, d, mine, slot))
    turned = have <= rival and rival < have + scoring.looted(s, d, mine)
    return 1.0 if turned else -0.01 * rival


@part
def unseen_cards(s: Any, d: Any, me: int) -> tuple[int, int]:
    """The cards that may be in other hands, as a set, without regard to what seats lack."""
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
    """A set with cards of one faction added."""
    moved = cards << ((slot & 3) * 16)
    return (low if slot > 3 else low | moved), (high | moved if slot > 3 else high)


@part
def weigh_factions(s: Any, d: Any, t: Any, moves: Any, mine: int) -> None:
    """Phase 2: fill in what a card of each faction counts for this side."""
    for slot in range(d.slots):
        lead, left = scoring.race(s, d, mine, slot)
        margin = lead if lead >= 0 else -lead
        counts = t.decided if margin > left else 1.0 / (1.0 + t.distance * margin)
        moves.weight[slot] = t.capture[slot] * counts


@part
def evaluate_cards(s: Any, d: Any, t: Any, moves: Any) -> None:
    """Cards to the trick: the chance of winning times the stake, minus the card's own value."""
    me = int(s.actor)
    phase = int(s.phase) - 1
    played = int(s.played)
    last = played + 1 == d.players
    unseen_low = unseen_high = 0
    share = 1.0  # of the unseen cards that one opponent holds
    if not last:
        unseen_low, unseen_high = unseen_cards(s, d, me)
        hidden = count(unseen_low) + count(unseen_high)
        held = int(d.tricks) - int(s.number)
        share = held / hidden if held < hidden else 1.0
    stake = stake_without_cards(s, d, t, moves, phase)
    best = -1
    best_place = 0
    for place in range(played):
        stake += card_stake(d, t, moves, phase, int(s.trick[place]))
        key = powers.rank_key(s, d, place)
        if key > best:
            best = key
            best_place = place
    ours = played > 0 and side(d, wrap(int(s.leader) + best_place, d.players)) == side(d, me)
    leader = int(s.trick[0])
    for i in range(moves.count):
        card = int(moves.action[i])
        winning = card
        s.trick[played] = card  # the rank key reads it there; restored below
        key = powers.rank_key(s, d, played)
        chance = 0.0
        if last:
            chance = 1.0 if key > best or ours else 0.0
        elif key > best or ours:
            if key <= best:
                winning = int(s.trick[best_place])
            led = card >> 4 if played == 0 else leader >> 4
            bonus = powers.value_of(max(key, best)) - int(d.value[winning])
            low, high = powers.beating(d, led, winning, bonus)
            threats = count(low & unseen_low) + count(high & unseen_high)
            chance = chance_none_held(share, threats * followers_left(s, d, me, led))
        gain = stake + card_stake(d, t, moves, phase, card)
        moves.value[i] = (
            (2.0 * chance - 1.0) * gain + chance * t.win[phase, card] - t.keep[phase, card]
        )
    s.trick[0] = leader


@part
def stake_without_cards(s: Any, d: Any, t: Any, moves: Any, phase: int) -> float:
    """What the trick brings its winner apart from the cards in it; fills in faction weights."""
    stake = float(t.lead[phase])
    if phase == 0:
        top = 0.0
        for i in range(d.shown):
            up = t.follower[s.pile[s.face_up[i]]]
            top = up if i == 0 or up > top else top
        stake += top - t.average
    else:
        weigh_factions(s, d, t, moves, side(d, int(s.actor)))
        stake += t.answer * (d.players - 1 - int(s.played))
    return float(stake)


@part
def followers_left(s: Any, d: Any, me: int, led: int) -> int:
    """The opponents yet to play to the trick who have not shown to lack the faction led."""
    n = 0
    for i in range(1, d.players - int(s.played)):
        seat = wrap(me + i, d.players)
        if not (int(s.voids[seat]) >> led) & 1 and side(d, seat) != side(d, me):
            n += 1
    return n


@kernel
def card_stake(d: Any, t: Any, moves: Any, phase: int, card: int) -> float:
    """What a card of the trick brings its winner."""
    slot = card >> 4
    if phase == 0:
        return float(t.undead) if slot == d.slot[UNDEAD] else 0.0
    weight = float(moves.weight[slot])
    return -weight if slot == d.slot[DWARVES] else weight  # R-P5


@part
def chance_none_held(share: float, threats: int) -> float:
    """The chance that an opponent holds none of this many cards."""
    chance = 1.0
    for _ in range(threats):
        chance *= 1.0 - share
    return chance


@kernel
def best_of(moves: Any) -> int:
    """The index of the action that looks best."""
    best = 0
    for i in range(1, moves.count):
        best = i if moves.value[i] > moves.value[best] else best
    return best


@entry
def best_action(
    states: np.ndarray,
    decks: np.ndarray,
    weights: np.ndarray,
    moves: np.ndarray,
    random: np.ndarray,
) -> int:
    """The action that looks best in a state. All arguments are arrays of one record."""
    s = states[0]
    d = decks[0]
    low, high = tricks.options(s, d)
    evaluate(s, d, weights[0], low, high, moves[0], random[0])
    return int(d.first_equal[moves[0].action[best_of(moves[0])]])
