"""The exact solver of phase 2 with open cards, for two players.

The value of a position is the result of best play by both: 0 for a shared win, 1 for a win by cards
or values with equal factions (R-S2), 1 more for every faction of difference, and the negative of
that for a loss. So any win is better than any loss, and a higher win better than a lower one.

The search is alpha-beta with null windows: each pass tests whether seat 0 gets at least a given
number of factions more than seat 1. It uses a transposition table (`bounds.py` defines which
positions are the same), tries first the moves that succeeded before, and tries only one of several
equivalent cards. If both can only get equal factions, a second search compares cards and values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

import numpy as np

from claimant.game import Illegal
from claimant.games.claim.game import ClaimState
from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.cards import DOPPELGANGERS, SLOTS
from claimant.games.claim.rules.table import (
    HAND,
    LOOT,
    OVER,
    PLAY,
    STATE,
    bits_of,
    of_slot,
    remove,
    suit,
)
from claimant.games.claim.solver.bounds import PLIES, SEARCH, find_bounds, position_key, prepare
from claimant.i18n import Text
from claimant.kernels.bits import count, lowest, spread
from claimant.kernels.compile import entry, part

OPEN: Final = -1
STOPPED: Final = -2
UNKNOWN: Final = 99
"""The value of a position whose search was stopped at its limit."""
NO_LIMIT: Final = 1 << 62
BOUND_OFFSET: Final = 16  # bounds are stored as positive numbers of five bits
FIRST: Final = 1 << 40  # a higher score than any history
FAILURE: Final = -4  # the history of a move that failed; 1 for one that succeeded (tuned)


@part
def reaches(states: Any, d: Any, w: Any, transpositions: Any, goal: int) -> int:
    """Whether seat 0 gets at least `goal` factions more from states[0] (1 or 0), or STOPPED.

    In the search that breaks ties: whether it wins (goal 1), or wins or shares (0). The search is a
    loop over states[ply], because numba cannot cache recursive functions on disk.
    """
    ply = 0
    while True:
        w.nodes += 1
        if w.nodes > w.limit:
            return STOPPED
        found = probe(states[ply], d, w, transpositions, ply, goal)
        while found != OPEN:
            if ply == 0:
                return found
            ply -= 1
            found = backtrack(states[ply], w, transpositions, ply, goal, found)
        states[ply + 1] = states[ply]
        advance(states[ply + 1], d, w.cards[ply, w.tried[ply]])
        ply += 1


@part
def probe(s: Any, d: Any, w: Any, transpositions: Any, ply: int, goal: int) -> int:
    """Whether a position reaches the goal if that is known (1 or 0); otherwise OPEN, with its moves
    listed."""
    if s.stage == OVER:
        return int(result(s, d, w) >= goal)
    best = -1
    w.key[ply] = 0
    if s.stage == PLAY and s.played == 0:
        find_bounds(s, d, w, ply)
        if w.least >= goal:
            return 1
        if w.most < goal:
            return 0
        key = position_key(s, d, w, ply)
        w.key[ply] = key
        w.sure[ply] = w.decided
        at = key & (len(transpositions) - 1)
        if transpositions[at, 0] == key:
            known = transpositions[at, 1]
            if w.decided + (known & 31) - BOUND_OFFSET >= goal:
                return 1
            if w.decided + ((known >> 5) & 31) - BOUND_OFFSET < goal:
                return 0
            best = card_of(s, known >> 10)
    elif ply:
        w.open[ply] = w.open[ply - 1]
        w.exact[ply] = w.exact[ply - 1] if s.played else -1
    w.listed[ply] = list_moves(s, d, w, ply, best)
    w.tried[ply] = 0
    return OPEN


@part
def backtrack(s: Any, w: Any, transpositions: Any, ply: int, goal: int, found: int) -> int:
    """The result of a position once its last move has one: OPEN while other moves are left."""
    best = -1
    if found == 1 - s.actor:
        best = w.cards[ply, w.tried[ply]]
        update_history(s, w, ply, w.tried[ply])
    else:
        w.tried[ply] += 1
        if w.tried[ply] < w.listed[ply]:
            return OPEN
    if w.key[ply]:
        store(s, transpositions, w.key[ply], goal - w.sure[ply], found, best)
    return found


@part
def result(s: Any, d: Any, w: Any) -> int:
    """The result for seat 0: the difference in factions, or in the search for ties who won."""
    first, second, _ = scoring.scores(s, d)
    if w.tie:
        return int(first > second) - int(first < second)
    return first // scoring.FACTION - second // scoring.FACTION


@part
def advance(s: Any, d: Any, action: int) -> None:
    """Apply a move of phase 2: `tricks.decide` without recording what seats lack."""
    if s.stage == LOOT:
        scoring.choose_loot(s, d, action - scoring.LOOT_FOR)
        return
    remove(s, HAND + int(s.actor), action)
    s.trick[s.played] = action
    s.played += 1
    if s.played == 1:
        s.actor = 1 - s.actor
    else:
        tricks.win_followers(s, d, tricks.judge_trick(s, d))


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
    for slot in range(SLOTS + 1):  # the last one is the choice of loot
        cards = of_slot(low, high, slot)
        before = -1
        while cards:
            place = lowest(cards)
            cards &= cards - 1
            card = 16 * slot + place
            if before < 0 or not equivalent(d, w, ply, rival_low, rival_high, card, before):
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


@part
def store(s: Any, transpositions: Any, key: int, goal: int, reached: int, best: int) -> None:
    """Store the bounds of what is still to be won, and the move that proved one."""
    at = key & (len(transpositions) - 1)
    least = 0
    most = 31
    if transpositions[at, 0] == key:
        least = transpositions[at, 1] & 31
        most = (transpositions[at, 1] >> 5) & 31
    if reached:
        least = goal + BOUND_OFFSET
    else:
        most = goal + BOUND_OFFSET - 1
    transpositions[at, 0] = key
    transpositions[at, 1] = least | most << 5 | rank_of(s, best) << 10


@part
def rank_of(s: Any, card: int) -> int:
    """A card as its faction and its rank among the faction's cards in both hands; 0 for none."""
    if card < 0:
        return 0
    cards = suit(s, HAND, card >> 4) | suit(s, HAND + 1, card >> 4)
    return 16 * (card >> 4) + count(cards & ((1 << (card & 15)) - 1)) + 1


@part
def card_of(s: Any, rank: int) -> int:
    """The card of a `rank_of`; -1 for none."""
    if rank == 0:
        return -1
    rank -= 1
    cards = suit(s, HAND, rank >> 4) | suit(s, HAND + 1, rank >> 4)
    return 16 * (rank >> 4) + lowest(spread(1 << (rank & 15), cards))


@entry
def value_of(
    states: np.ndarray,
    decks: np.ndarray,
    searches: np.ndarray,
    transpositions: np.ndarray,
    guess: int,
    limit: int,
    only_winner: bool,
) -> int:
    """The value of states[0] for seat 0, or UNKNOWN after `limit` positions.

    With `only_winner` it is 1, 0 or -1: the search ends as soon as it is clear who wins.

    `states` has room for PLIES records, and the others are arrays of one record of DECK and SEARCH;
    `transpositions` is a table from `new_transpositions`, whose entries stay valid for other
    positions. `guess` is the expected difference in factions: the closer, the faster.
    """
    d = decks[0]
    w = searches[0]
    w.nodes = 0
    w.limit = limit
    w.leads[:] = 0
    w.replies[:] = 0
    w.open[0] = w.exact[0] = -1  # in case the first move is a reply
    prepare(states[0], d, w)
    difference = 0
    for tie in range(2):
        w.tie = tie
        # If every faction goes to somebody, the difference is odd if their number is.
        step = 1 if tie or w.even else 2
        least = -1 if tie else -d.slots
        most = -least
        goal = 1 if tie or guess & 1 == 0 else guess
        while least < most:
            found = reaches(states, d, w, transpositions, goal)
            if found == STOPPED:
                return UNKNOWN
            if found:
                least = goal
                goal += step
            else:
                most = goal - step
                goal = most
            if only_winner and least > 0:
                return 1
            if only_winner and most < 0:
                return -1
        difference = least
        if difference:
            return difference if tie else difference + (1 if difference > 0 else -1)
    return difference


def new_transpositions(bits: int = 18) -> np.ndarray:
    """A transposition table for 2**bits positions of sixteen bytes; newer ones replace older."""
    return np.zeros((1 << bits, 2), np.int64)


@cache
def shared_transpositions() -> np.ndarray:
    """A table of 4 MB that searches of this process may share: its entries never become stale. What
    a search finds within a limit depends on them, so most of those have a table of their own."""
    return new_transpositions()


def value_for_first(state: ClaimState, guess: int = 1) -> int:
    """The value for seat 0 of a position in phase 2, or at its end, with two players."""
    if state.game.players != 2 or state.record().phase != 2:
        raise Illegal("solve", Text("only phase 2 with two players can be solved"))
    states = np.zeros(PLIES, STATE)
    states[0] = np.frombuffer(state.data, STATE)[0]
    searches = np.zeros(1, SEARCH)
    return value_of(
        states, state.game.deck, searches, shared_transpositions(), guess, NO_LIMIT, False
    )


@dataclass(frozen=True)
class Solution:
    """The result of best play by both, for the player to move; at the end for seat 0."""

    state: ClaimState
    value: int
    moves: dict[str, int]
    """The value of every action, as the record writes it; empty at the end."""

    @cached_property
    def line(self) -> tuple[str, ...]:
        """Best play to the end; of equally good moves the first one."""
        moves = []
        solution = self
        while solution.moves:
            best = max(solution.moves, key=solution.moves.__getitem__)
            moves.append(best)
            solution = solve(solution.state.play(best))
        return tuple(moves)


def solve(state: ClaimState) -> Solution:
    """Solve a position of phase 2 with two players and open cards, and each of its moves."""
    sign = -1 if state.actor == 1 else 1
    best = value_for_first(state)
    guess = best - 1 if best > 0 else best + 1
    moves = {
        state.write(move): sign * value_for_first(state.apply(move), guess)
        for move in state.legal()
    }
    return Solution(state, sign * best, dict(sorted(moves.items())))
