"""The course of a trick of Claim (kernel).

A state waits for one thing, its stage. In phase 1 cards are turned up, everyone plays a card, and
the cards turned up and drawn are collected in order of rank, which may need a choice. In phase 2
everyone plays a follower, and the winner takes the trick. The powers of the factions are in
`powers.py`, the end of the game in `scoring.py`.
"""

from __future__ import annotations

from typing import Any

from claimant.games.claim.rules import powers, scoring
from claimant.games.claim.rules.cards import AUTOMATONS, SEERS
from claimant.games.claim.rules.table import (
    DEAL,
    DISCARD,
    FOLLOWERS,
    HAND,
    LED,
    LOOT,
    NOTHING,
    PLAY,
    TAKE,
    TRICKS,
    WON,
    add,
    bits_of,
    remove,
    side,
    wrap,
)
from claimant.kernels.compile import kernel, part


@kernel
def begin(s: Any, seat: int) -> None:
    """R-C1: this seat, drawn at random, leads first."""
    s.leader = seat
    s.stage = DEAL


@kernel
def deal(s: Any, d: Any, room: Any) -> None:
    """Deal the cards in `room`: hands in seat order, then the pile from its top."""
    at = 0
    for seat in range(d.players):
        low = high = 0
        for _ in range(d.tricks):
            card_low, card_high = bits_of(int(room.cards[at]))
            low |= card_low
            high |= card_high
            at += 1
        s.cards[HAND + seat, 0] = low
        s.cards[HAND + seat, 1] = high
    for place in range(d.players * d.tricks):
        s.pile[place] = room.cards[at + place]
    s.phase = 1
    start_trick(s, d)


@kernel
def start_trick(s: Any, d: Any) -> None:
    """Turn up the cards to be won, and let the leader lead."""
    s.played = 0
    s.collected = 0
    s.stage = PLAY
    s.actor = s.leader
    if s.phase == 1:
        for i in range(d.shown):
            s.face_up[i] = s.top
            s.top += 1
        if s.automaton:
            s.stage = DISCARD


@part
def playable(s: Any, d: Any) -> tuple[int, int]:
    """R-C4: a player who holds the led faction must play it, or a doppelganger."""
    row = HAND + int(s.actor)
    low = s.cards[row, 0]
    high = s.cards[row, 1]
    if s.played == 0:
        return low, high
    led = int(s.trick[0]) >> 4
    follow_low = low & d.follow[led, 0]
    follow_high = high & d.follow[led, 1]
    free = (low & d.suit[led, 0]) | (high & d.suit[led, 1]) == 0
    return (low if free else follow_low), (high if free else follow_high)


@part
def play(s: Any, d: Any, card: int) -> None:
    """Play a card to the trick. Not following shows that the seat lacks the faction led."""
    seat = int(s.actor)
    remove(s, HAND + seat, card)
    s.trick[s.played] = card
    led = int(s.trick[0]) >> 4
    s.voids[seat] |= (1 - powers.follows(d, led, card)) << led
    s.played += 1
    if s.played < d.players:
        s.actor = wrap(seat + 1, d.players)
    else:
        finish_trick(s, d)


@part
def rank(s: Any, d: Any) -> None:
    """Put the seats in order of rank, the winner first (R-C5)."""
    place = 0  # a variable: a kernel is compiled anew for every constant it is called with
    first = powers.rank_key(s, d, place)
    place += 1
    second = powers.rank_key(s, d, place)
    first, second = sorted_pair(first, second)
    if d.players > 2:
        place += 1
        third = powers.rank_key(s, d, place)
        place += 1
        fourth = powers.rank_key(s, d, place) if d.players > 3 else 0
        third, fourth = sorted_pair(third, fourth)
        first, third = sorted_pair(first, third)
        second, fourth = sorted_pair(second, fourth)
        second, third = sorted_pair(second, third)
        s.order[2] = powers.seat_of(s, d, third)
        if d.players > 3:
            s.order[3] = powers.seat_of(s, d, fourth)
    s.order[0] = powers.seat_of(s, d, first)
    s.order[1] = powers.seat_of(s, d, second)


@kernel
def sorted_pair(one: int, other: int) -> tuple[int, int]:
    """The higher number first."""
    return (one if one > other else other), (other if one > other else one)


@part
def finish_trick(s: Any, d: Any) -> None:
    """After the last card of a trick: who won, who leads next, and where the cards go."""
    next_leader = judge_trick(s, d)
    if s.phase == 2:
        win_followers(s, d, next_leader)
        return
    winner = int(s.last_winner)
    winning = int(s.trick[wrap(winner + d.players - int(s.leader), d.players)]) >> 4
    powers.undead(s, d, winner)
    if winning == d.slot[AUTOMATONS] and s.number + 1 < d.tricks:
        s.automaton = 1  # R-P3; the winner leads afterwards, even if a dragon was played
        next_leader = winner
    s.leader = next_leader
    s.played = 0
    if winning == d.slot[SEERS]:
        powers.seers(s, winner)
    else:
        collect(s, d)


@part
def judge_trick(s: Any, d: Any) -> int:
    """Rank a trick; returns the seat that leads next unless automatons change that."""
    rank(s, d)
    s.last_winner = s.order[0]
    row = s.number if s.phase == 1 else s.number + TRICKS
    s.last = row
    for i in range(4):
        s.history[row, i] = s.trick[i]
    s.history[row, LED] = s.leader
    s.history[row, WON] = s.order[0]
    return powers.dragons(s, d, int(s.last_winner))  # R-C9: otherwise the winner leads


@part
def win_followers(s: Any, d: Any, next_leader: int) -> None:
    """The end of a trick in phase 2."""
    powers.win_trick(s, d, int(s.last_winner))
    s.leader = next_leader
    s.played = 0
    s.number += 1
    if s.number < d.tricks:
        start_trick(s, d)
    else:
        scoring.finish(s, d)


@kernel
def collect(s: Any, d: Any) -> None:
    """R-C7: in order of rank the seats take face-up cards while there are any, then draw.

    Stops if a seat has a choice; `take` continues from there.
    """
    while s.collected < d.players:
        seat = int(s.order[s.collected])
        first = int(s.face_up[0])
        second = int(s.face_up[1])
        if first != NOTHING and second != NOTHING:
            if d.first_equal[s.pile[first]] != d.first_equal[s.pile[second]]:
                s.stage = TAKE
                s.actor = seat
                return
            receive(s, seat, first)
            s.face_up[0] = NOTHING
        elif first != NOTHING:
            receive(s, seat, first)
            s.face_up[0] = NOTHING
        elif second != NOTHING:
            receive(s, seat, second)
            s.face_up[1] = NOTHING
        else:
            receive(s, seat, int(s.top))
            s.top += 1
        s.collected += 1
    s.number += 1
    if s.number == d.tricks:
        start_phase_2(s)
    start_trick(s, d)


@kernel
def receive(s: Any, seat: int, place: int) -> None:
    """Give a card of the pile to a seat as a follower; `owner` records the seat."""
    s.owner[place] = seat
    add(s, FOLLOWERS + seat, int(s.pile[place]))


@part
def takeable(s: Any, d: Any) -> tuple[int, int]:
    """The face-up cards and the one a seer has looked at; equal cards are one choice (R-P2)."""
    low = 0
    high = 0
    for i in range(3):
        place = int(s.top) if i == 2 else int(s.face_up[i])
        if place != NOTHING and (i < 2 or s.peeking):
            card = int(d.first_equal[s.pile[place]])
            if card < 64:
                low |= 1 << card
            else:
                high |= 1 << (card - 64)
    return low, high


@part
def take(s: Any, d: Any, card: int) -> None:
    """Take a follower. Of equal cards the face-up one is taken (R-P2)."""
    seat = int(s.actor)
    first = int(d.first_equal[card])
    if s.face_up[0] != NOTHING and d.first_equal[s.pile[s.face_up[0]]] == first:
        receive(s, seat, int(s.face_up[0]))
        s.face_up[0] = NOTHING
    elif s.face_up[1] != NOTHING and d.first_equal[s.pile[s.face_up[1]]] == first:
        receive(s, seat, int(s.face_up[1]))
        s.face_up[1] = NOTHING
    else:
        receive(s, seat, int(s.top))
        s.top += 1
    s.peeking = 0
    s.collected += 1
    collect(s, d)


@part
def discard(s: Any, d: Any, card: int) -> None:
    """R-P3: lay a card off, face down; after the last seat the cards are collected."""
    seat = int(s.actor)
    remove(s, HAND + seat, card)
    at = int(s.laid[seat])
    s.laid_card[seat, at] = card
    s.laid_voids[seat, at] = s.voids[seat]
    s.laid[seat] = at + 1
    s.played += 1
    if s.played < d.players:
        s.actor = wrap(seat + 1, d.players)
    else:
        s.automaton = 0
        s.played = 0
        collect(s, d)


@part
def start_phase_2(s: Any) -> None:
    """Make the followers the hands; what seats have shown to lack is forgotten."""
    for seat in range(4):
        for word in range(2):
            s.cards[HAND + seat, word] = s.cards[FOLLOWERS + seat, word]
            s.cards[FOLLOWERS + seat, word] = 0
        s.voids[seat] = 0
    s.phase = 2
    s.number = 0


@kernel
def options(s: Any, d: Any) -> tuple[int, int]:
    """The legal actions, as bits; equal cards may be in it several times."""
    if s.stage == PLAY:
        return playable(s, d)
    if s.stage == TAKE:
        return takeable(s, d)
    if s.stage == DISCARD:
        row = HAND + int(s.actor)
        return s.cards[row, 0], s.cards[row, 1]
    if s.stage == LOOT:
        return 0, scoring.poorest(s, d, side(d, int(s.actor))) << (scoring.LOOT_FOR - 64)
    return 0, 0


@kernel
def distinct(d: Any, low: int, high: int) -> tuple[int, int]:
    """The set with only the lowest of equal cards."""
    for i in range(4):
        low &= ~((low & d.equal_above[i, 0]) << (i + 1))
        high &= ~((high & d.equal_above[i, 1]) << (i + 1))
    return low, high


@kernel
def decide(s: Any, d: Any, action: int) -> None:
    """Apply an action, which must be one of `options`."""
    if s.stage == PLAY:
        play(s, d, action)
    elif s.stage == TAKE:
        take(s, d, action)
    elif s.stage == DISCARD:
        discard(s, d, action)
    else:
        scoring.choose_loot(s, d, action - scoring.LOOT_FOR)
