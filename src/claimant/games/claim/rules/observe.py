"""What a seat observes of a state, as numbers (kernel).

`games/claim/observation.py` names the fields and defines them in terms of a view; a law compares
the two.
"""

from __future__ import annotations

from typing import Any, Final

from claimant.games.claim.rules import scoring
from claimant.games.claim.rules.cards import (
    FACTIONS,
    GNOMES,
    RACCOONS,
    SEERS,
    SLOTS,
    TROLLS,
)
from claimant.games.claim.rules.seen import ROWS
from claimant.games.claim.rules.table import (
    DEAL,
    DISCARDED,
    FOLLOWERS,
    HAND,
    LED,
    NOBODY,
    NOTHING,
    OVER,
    PLAY,
    SCORE,
    bits_of,
    side,
    wrap,
)
from claimant.kernels.batch import from_viewer
from claimant.kernels.bits import count, lowest, write_flags, write_word
from claimant.kernels.compile import kernel

CARDS: Final = scoring.LOOT_FOR
"""Numbers of cards: sixteen for each of seven slots."""
FACTION_COUNT: Final = len(FACTIONS)
STAGES: Final = OVER + 1
ALL: Final = 0x3FFF3FFF3FFF3FFF
"""Every card of four slots."""
SPECTATOR: Final = -2
"""The seat of someone who knows only what everyone knows. (Not -1: that is NOBODY, the owner of
every card that is still in the pile.)"""


@kernel
def write_cards(d: Any, low: int, high: int, out: Any, at: int) -> None:
    """Write a set of cards over 112 numbers, eight at a time: how many there are of each, at the
    lowest number of those equal to it."""
    second_low, second_high = after_first(d, low, high)
    low ^= second_low
    high ^= second_high
    for n in range(8):
        write_flags(out, at + 8 * n, low >> (8 * n))
    for n in range(6):
        write_flags(out, at + 64 + 8 * n, high >> (8 * n))
    while second_low:
        out[at + int(d.first_equal[lowest(second_low)])] += 1
        second_low &= second_low - 1
    while second_high:
        out[at + int(d.first_equal[64 + lowest(second_high)])] += 1
        second_high &= second_high - 1


@kernel
def after_first(d: Any, low: int, high: int) -> tuple[int, int]:
    """The cards of a set that are equal to one with a lower number."""
    return low & (d.equal_above[0, 0] << 1), high & (d.equal_above[0, 1] << 1)


@kernel
def add_suit(d: Any, slot: int, cards: int, out: Any, at: int) -> None:
    """Count cards of one faction."""
    at += 16 * slot
    while cards:
        out[at + int(d.first_equal[16 * slot + lowest(cards)]) - 16 * slot] += 1
        cards &= cards - 1


@kernel
def write_row(s: Any, d: Any, row: int, out: Any, at: int) -> None:
    """Write a row of `cards`, if it is not empty, into zeros."""
    if s.cards[row, 0] | s.cards[row, 1]:
        write_cards(d, s.cards[row, 0], s.cards[row, 1], out, at)


@kernel
def observe(s: Any, d: Any, w: Any, viewer: int, out: Any) -> None:
    """Write what a seat observes; see `observation.py` for the fields. `w` is a record of SEEN."""
    for i in range(len(out)):
        out[i] = 0
    seat = viewer if viewer >= 0 else 0
    at = observe_setup(s, d, out)
    at = observe_trick(s, d, seat, out, at)
    at = observe_pile(s, d, viewer, seat, out, at)
    at = observe_hands(s, d, w, viewer, seat, out, at)
    at = observe_rest(s, d, viewer, seat, out, at)
    observe_history(d, w, seat, out, at)


@kernel
def observe_setup(s: Any, d: Any, out: Any) -> int:
    """The fields from `factions` to `tricks`."""
    for faction in range(FACTION_COUNT):
        if d.slot[faction] >= 0:
            out[int(d.slot[faction]) * FACTION_COUNT + faction] = 1
    at = SLOTS * FACTION_COUNT
    out[at] = 1 if d.slot[RACCOONS] >= 0 and d.raccoons_in_pile else 0
    at += 1
    out[at + int(s.stage)] = 1
    at += STAGES
    if s.phase > 0:
        out[at + int(s.phase) - 1] = 1
    at += 2
    out[at] = min(int(s.number) + 1, int(d.tricks))
    out[at + 1] = d.tricks
    return at + 2


@kernel
def observe_trick(s: Any, d: Any, seat: int, out: Any, at: int) -> int:
    """The fields from `turn` to `automaton`."""
    players = int(d.players)
    if DEAL < s.stage < OVER:
        out[at + from_viewer(int(s.actor), seat, players)] = 1
    at += players
    if s.leader != NOBODY:
        out[at + from_viewer(int(s.leader), seat, players)] = 1
    at += players
    played = int(s.played) if s.stage == PLAY else 0
    if played:
        out[at + (int(s.trick[0]) >> 4)] = 1
    at += SLOTS
    for n in range(played):
        row = from_viewer(wrap(int(s.leader) + n, players), seat, players)
        out[at + CARDS * row + int(d.first_equal[s.trick[n]])] = 1
    at += CARDS * players
    if s.last_winner != NOBODY:
        for n in range(players):
            row = from_viewer(wrap(int(s.history[s.last, LED]) + n, players), seat, players)
            out[at + CARDS * row + int(d.first_equal[s.history[s.last, n]])] = 1
            ranked = from_viewer(int(s.order[n]), seat, players)
            out[at + CARDS * players + players + players * n + ranked] = 1
        out[at + CARDS * players + from_viewer(int(s.last_winner), seat, players)] = 1
    at += CARDS * players + players + players * players
    out[at] = s.automaton
    return at + 1


@kernel
def observe_pile(s: Any, d: Any, viewer: int, seat: int, out: Any, at: int) -> int:
    """The fields from `face_up` to `top_seer`."""
    players = int(d.players)
    for i in range(2):
        if s.face_up[i] != NOTHING:
            out[at + int(d.first_equal[s.pile[s.face_up[i]]])] += 1
    at += CARDS
    left = players * int(d.tricks) - int(s.top) if s.phase > 0 else 0
    out[at] = left
    at += 1
    if left:
        top = int(d.first_equal[s.pile[s.top]])
        if s.peeking and s.actor == viewer:
            out[at + top] = 1
        if s.seer[s.top] == viewer:
            out[at + CARDS + top] = 1
        if s.seer[s.top] != NOBODY:
            out[at + 2 * CARDS + from_viewer(int(s.seer[s.top]), seat, players)] = 1
    return at + 2 * CARDS + players


@kernel
def observe_hands(
    s: Any, d: Any, w: Any, viewer: int, seat: int, out: Any, at: int,
) -> int:  # fmt: skip
    """The fields from `hands` to `played`. Followers are known as far as they were seen to be
    taken; in phase 2 they are the hands, less what was played."""
    players = int(d.players)
    sizes = at + CARDS * players
    followers = sizes + players
    counts = followers + CARDS * players
    played = counts + players
    seen_low, seen_high = seen_of_pile(s, d, w, viewer)
    for owner in range(players):
        row = from_viewer(owner, seat, players)
        out[sizes + row] = card_count(s, HAND + owner)
        if s.phase == 1:
            out[counts + row] = card_count(s, FOLLOWERS + owner)
            low = s.cards[FOLLOWERS + owner, 0]
            high = s.cards[FOLLOWERS + owner, 1]
            if owner != viewer:
                low &= seen_low
                high &= seen_high
            if low | high:
                write_cards(d, low, high, out, followers + CARDS * row)
        if owner == viewer:
            write_row(s, d, HAND + owner, out, at + CARDS * row)
        if s.phase == 2:
            low = w.played[owner, 0]
            high = w.played[owner, 1]
            if low | high:
                write_cards(d, low, high, out, played + CARDS * row)
            if owner != viewer:
                known_low = s.cards[HAND + owner, 0] & seen_low
                known_high = s.cards[HAND + owner, 1] & seen_high
                if known_low | known_high:
                    write_cards(d, known_low, known_high, out, at + CARDS * row)
                    forget_unknown(d, low & ~seen_low, high & ~seen_high, out, at + CARDS * row)
    return played + CARDS * players


@kernel
def seen_of_pile(s: Any, d: Any, w: Any, viewer: int) -> tuple[int, int]:
    """The cards of the pile that everyone knows, because they were turned up, and those that the
    viewer has looked at."""
    if s.stage == OVER:
        return ALL, ALL
    low = w.turned_up[0]
    high = w.turned_up[1]
    if d.slot[SEERS] >= 0:
        for place in range(s.top):
            if s.seer[place] == viewer:
                card_low, card_high = bits_of(int(s.pile[place]))
                low |= card_low
                high |= card_high
    return low, high


@kernel
def forget_unknown(d: Any, low: int, high: int, out: Any, at: int) -> None:
    """Take cards that were played, and that the viewer did not know, from what is known of a hand:
    nobody can tell them from cards that are equal to them."""
    low &= d.equal_above[0, 0] | (d.equal_above[0, 0] << 1)
    high &= d.equal_above[0, 1] | (d.equal_above[0, 1] << 1)
    while low | high:
        card = lowest(low) if low else 64 + lowest(high)
        first = at + int(d.first_equal[card])
        if out[first] > 0:
            out[first] -= 1
        if low:
            low &= low - 1
        else:
            high &= high - 1


@kernel
def card_count(s: Any, row: int) -> int:
    return count(s.cards[row, 0]) + count(s.cards[row, 1])


@kernel
def observe_rest(s: Any, d: Any, viewer: int, seat: int, out: Any, at: int) -> int:
    """The fields from `scores` to `loot`."""
    players = int(d.players)
    gnomes = at + CARDS * players
    trolls = gnomes + CARDS * players
    discarded = trolls + CARDS
    laid_off = discarded + CARDS
    laid_counts = laid_off + CARDS * players
    voids = laid_counts + players
    loot = voids + SLOTS * players
    for owner in range(players):
        row = from_viewer(owner, seat, players)
        write_row(s, d, SCORE + owner, out, at + CARDS * row)
        add_suit(d, int(d.slot[GNOMES]), int(s.gnomes[owner]), out, gnomes + CARDS * row)
        out[laid_counts + row] = s.laid[owner]
        if owner == viewer or s.stage == OVER:
            for n in range(s.laid[owner]):
                out[laid_off + CARDS * row + int(d.first_equal[s.laid_card[owner, n]])] += 1
        lacks = int(s.voids[owner])
        while lacks:
            out[voids + SLOTS * row + lowest(lacks)] = 1
            lacks &= lacks - 1
        chosen = int(s.loot[side(d, owner)])
        if chosen != NOTHING:
            out[loot + SLOTS * row + chosen] = 1
    add_suit(d, int(d.slot[TROLLS]), int(s.trolls), out, trolls)
    write_row(s, d, DISCARDED, out, discarded)
    return loot + SLOTS * players


@kernel
def observe_history(d: Any, w: Any, seat: int, out: Any, at: int) -> None:
    """The fields from `history` to `winners`."""
    players = int(d.players)
    leaders = at + CARDS * players
    winners = leaders + ROWS * players
    for owner in range(players):
        row = from_viewer(owner, seat, players)
        for n in range(CARDS // 8):
            write_word(out, at + CARDS * row + 8 * n, w.trick[owner, n])
        write_tricks(out, leaders + ROWS * row, w.led[owner])
        write_tricks(out, winners + ROWS * row, w.won[owner])


@kernel
def write_tricks(out: Any, at: int, tricks: int) -> None:
    """Write a set of the 26 tricks."""
    for first in (0, 8, 16, ROWS - 8):
        write_flags(out, at + first, tricks >> first)
