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
from claimant.kernels.bits import count, lowest
from claimant.kernels.compile import kernel
from claimant.kernels.rows import clear_row, write_flag, write_flags, write_number, write_numbers

CARDS: Final = scoring.LOOT_FOR
"""Numbers of cards: sixteen for each of seven slots."""
HIGH_CARDS: Final = CARDS - 64
"""Those in the second word of a set."""
FACTION_COUNT: Final = len(FACTIONS)
STAGES: Final = OVER + 1
SPECTATOR: Final = -2
"""The seat of someone who knows only what everyone knows. (Not -1: that is NOBODY, the owner of
every card that is still in the pile.)"""


@kernel
def write_cards(d: Any, low: int, high: int, out: Any, at: int) -> None:
    """Write a set of cards over 112 numbers: how many there are of each, at the lowest number of
    those equal to it."""
    more_low, more_high = after_first(d, low, high)
    write_flags(out, at, low ^ more_low, 64)
    write_flags(out, at + 64, high ^ more_high, HIGH_CARDS)
    while more_low:
        write_count(low, lowest(more_low), int(d.first_equal[lowest(more_low)]), out, at)
        more_low &= more_low - 1
    while more_high:
        card = lowest(more_high)
        write_count(high, card, int(d.first_equal[64 + card]) - 64, out, at + 64)
        more_high &= more_high - 1


@kernel
def write_count(cards: int, card: int, first: int, out: Any, at: int) -> None:
    """Write how many cards of a word there are from the first one that is equal to a card up to
    that card."""
    write_flag(out, at + first)
    equal = count((cards >> first) & ((2 << (card - first)) - 1))
    if equal > 1:
        write_number(out, at + first, equal)


@kernel
def after_first(d: Any, low: int, high: int) -> tuple[int, int]:
    """The cards of a set that are equal to one with a lower number."""
    return low & (d.equal_above[0, 0] << 1), high & (d.equal_above[0, 1] << 1)


@kernel
def write_suit(d: Any, slot: int, cards: int, out: Any, at: int) -> None:
    """Write cards of one faction, if there are any."""
    if cards:
        cards <<= 16 * (slot & 3)
        high = cards if slot > 3 else 0
        write_cards(d, cards ^ high, high, out, at)


@kernel
def write_row(s: Any, d: Any, row: int, out: Any, at: int) -> None:
    """Write a row of `cards`, if it is not empty, into zeros."""
    if s.cards[row, 0] | s.cards[row, 1]:
        write_cards(d, s.cards[row, 0], s.cards[row, 1], out, at)


@kernel
def observe(s: Any, d: Any, w: Any, viewer: int, out: Any) -> None:
    """Write what a seat observes; see `observation.py` for the fields. `w` is a record of SEEN."""
    clear_row(out)
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
            write_flag(out, int(d.slot[faction]) * FACTION_COUNT + faction)
    at = SLOTS * FACTION_COUNT
    if d.slot[RACCOONS] >= 0 and d.raccoons_in_pile:
        write_flag(out, at)
    at += 1
    write_flag(out, at + int(s.stage))
    at += STAGES
    if s.phase > 0:
        write_flag(out, at + int(s.phase) - 1)
    at += 2
    write_number(out, at, min(int(s.number) + 1, int(d.tricks)))
    write_number(out, at + 1, int(d.tricks))
    return at + 2


@kernel
def observe_trick(s: Any, d: Any, seat: int, out: Any, at: int) -> int:
    """The fields from `turn` to `automaton`."""
    players = int(d.players)
    if DEAL < s.stage < OVER:
        write_flag(out, at + from_viewer(int(s.actor), seat, players))
    at += players
    if s.leader != NOBODY:
        write_flag(out, at + from_viewer(int(s.leader), seat, players))
    at += players
    played = int(s.played) if s.stage == PLAY else 0
    if played:
        write_flag(out, at + (int(s.trick[0]) >> 4))
    at += SLOTS
    for n in range(played):
        row = from_viewer(wrap(int(s.leader) + n, players), seat, players)
        write_flag(out, at + CARDS * row + int(d.first_equal[s.trick[n]]))
    at += CARDS * players
    if s.last_winner != NOBODY:
        for n in range(players):
            row = from_viewer(wrap(int(s.history[s.last, LED]) + n, players), seat, players)
            write_flag(out, at + CARDS * row + int(d.first_equal[s.history[s.last, n]]))
            ranked = from_viewer(int(s.order[n]), seat, players)
            write_flag(out, at + CARDS * players + players + players * n + ranked)
        write_flag(out, at + CARDS * players + from_viewer(int(s.last_winner), seat, players))
    at += CARDS * players + players + players * players
    if s.automaton:
        write_flag(out, at)
    return at + 1


@kernel
def observe_pile(s: Any, d: Any, viewer: int, seat: int, out: Any, at: int) -> int:
    """The fields from `face_up` to `top_seer`."""
    players = int(d.players)
    before = NOTHING
    for i in range(2):
        if s.face_up[i] != NOTHING:
            card = int(d.first_equal[s.pile[s.face_up[i]]])
            write_flag(out, at + card)
            if card == before:
                write_number(out, at + card, 2)
            before = card
    at += CARDS
    left = players * int(d.tricks) - int(s.top) if s.phase > 0 else 0
    write_number(out, at, left)
    at += 1
    if left:
        top = int(d.first_equal[s.pile[s.top]])
        if s.peeking and s.actor == viewer:
            write_flag(out, at + top)
        if s.seer[s.top] == viewer:
            write_flag(out, at + CARDS + top)
        if s.seer[s.top] != NOBODY:
            write_flag(out, at + 2 * CARDS + from_viewer(int(s.seer[s.top]), seat, players))
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
        write_number(out, sizes + row, card_count(s, HAND + owner))
        if s.phase == 1:
            write_number(out, counts + row, card_count(s, FOLLOWERS + owner))
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
                known_low = surely(known_low, low & ~seen_low, d.equal_above[0, 0])
                known_high = surely(known_high, high & ~seen_high, d.equal_above[0, 1])
                if known_low | known_high:
                    write_cards(d, known_low, known_high, out, at + CARDS * row)
    return played + CARDS * players


@kernel
def seen_of_pile(s: Any, d: Any, w: Any, viewer: int) -> tuple[int, int]:
    """The cards of the pile that everyone knows, because they were turned up, and those that the
    viewer has looked at."""
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
def surely(known: int, played: int, below: int) -> int:
    """What is surely left of the known cards of a hand after cards were played that the viewer did
    not know: nobody can tell those from cards equal to them. Those `below` are equal to the one
    above them."""
    played &= below | below << 1
    while played:
        equal = played & -played
        played ^= equal
        for _ in range(4):  # there are at most five equal cards
            equal |= (equal & below) << 1 | (equal >> 1) & below
        gone = known & equal
        known ^= gone & -gone
    return known


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
        write_suit(d, int(d.slot[GNOMES]), int(s.gnomes[owner]), out, gnomes + CARDS * row)
        write_number(out, laid_counts + row, int(s.laid[owner]))
        if s.laid[owner] > 0 and (owner == viewer or s.stage == OVER):
            low, high = laid_off_cards(s, owner)
            write_cards(d, low, high, out, laid_off + CARDS * row)
        lacks = int(s.voids[owner])
        while lacks:
            write_flag(out, voids + SLOTS * row + lowest(lacks))
            lacks &= lacks - 1
        chosen = int(s.loot[side(d, owner)])
        if chosen != NOTHING:
            write_flag(out, loot + SLOTS * row + chosen)
    write_suit(d, int(d.slot[TROLLS]), int(s.trolls), out, trolls)
    write_row(s, d, DISCARDED, out, discarded)
    return loot + SLOTS * players


@kernel
def laid_off_cards(s: Any, seat: int) -> tuple[int, int]:
    """The cards that a seat has laid off, as a set."""
    low = high = 0
    for n in range(s.laid[seat]):
        card_low, card_high = bits_of(int(s.laid_card[seat, n]))
        low |= card_low
        high |= card_high
    return low, high


@kernel
def observe_history(d: Any, w: Any, seat: int, out: Any, at: int) -> None:
    """The fields from `history` to `winners`."""
    players = int(d.players)
    leaders = at + CARDS * players
    winners = leaders + ROWS * players
    for owner in range(players):
        row = from_viewer(owner, seat, players)
        for n in range(CARDS // 8):
            write_numbers(out, at + CARDS * row + 8 * n, w.trick[owner, n])
        write_flags(out, leaders + ROWS * row, w.led[owner], ROWS)
        write_flags(out, winners + ROWS * row, w.won[owner], ROWS)
