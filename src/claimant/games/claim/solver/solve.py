"""The exact solver of phase 2 with open cards, for two players.

The value of a position is the result of best play by both: 0 for a shared win, 1 for a win by cards
or values with equal factions (R-S2), 1 more for every faction of difference, and the negative of
that for a loss. So any win is better than any loss, and a higher win better than a lower one.

The search is alpha-beta with null windows: each pass tests whether seat 0 gets at least a given
number of factions more than seat 1. It uses a transposition table (`keys.py` defines which
positions are the same), tries first the moves that succeeded before, and tries only one of several
equivalent cards (`moves.py`). If both can only get equal factions, a second search compares cards
and values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

import numpy as np

from claimant.game import Illegal
from claimant.games.claim.game import ClaimState
from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.table import (
    HAND,
    LOOT,
    OVER,
    PLAY,
    STATE,
    remove,
    suit,
)
from claimant.games.claim.solver.bounds import PLIES, SEARCH, find_bounds, prepare
from claimant.games.claim.solver.keys import position_key
from claimant.games.claim.solver.moves import list_moves, update_history
from claimant.games.claim.solver.sure_tricks import secured
from claimant.games.claim.solver.transpositions import OPEN, look_up, new_transpositions, store
from claimant.i18n import Text
from claimant.kernels.bits import count, lowest, spread
from claimant.kernels.compile import entry, part

STOPPED: Final = -2
UNKNOWN: Final = 99
"""The value of a position whose search was stopped at its limit."""
NO_LIMIT: Final = 1 << 62
FIRST_TRY: Final = 3_000
"""The positions after which a search begins again, at first; then twice as many, and so on. By then
it knows better which moves succeed, and what it has proven is in the transposition table."""


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
        if not w.tie:  # high cards secure factions, but not which cards they consist of
            sure = 2 * count(secured(s, d, w, ply))
            if s.leader == 0 and w.least + sure >= goal:
                return 1
            if s.leader == 1 and w.most - sure < goal:
                return 0
        key = position_key(s, d, w, ply)
        w.key[ply] = key
        found, rank = look_up(transpositions, key, w.races[ply], goal)
        if found != OPEN:
            return found
        best = card_of(s, rank)
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
        left = count(s.cards[HAND, 0]) + count(s.cards[HAND, 1])
        store(transpositions, w.key[ply], w.races[ply], goal, found, rank_of(s, best), left)
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
    positions. The record of SEARCH remembers which moves succeeded: use the same for all moves of a
    decision, and a new one for another decision. `guess` is the expected difference in factions:
    the closer, the faster.
    """
    d = decks[0]
    w = searches[0]
    w.nodes = 0
    w.limit = limit
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
            found = STOPPED
            patience = FIRST_TRY
            while found == STOPPED:
                if w.nodes >= limit:
                    return UNKNOWN
                w.limit = min(limit, w.nodes + patience)
                found = reaches(states, d, w, transpositions, goal)
                patience *= 2
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


@cache
def shared_transpositions() -> np.ndarray:
    """A table of 6 MB that searches of this process may share: its entries never become stale. What
    a search finds within a limit depends on them, so most of those have a table of their own."""
    return new_transpositions()


def value_for_first(state: ClaimState, guess: int = 1, searches: np.ndarray | None = None) -> int:
    """The value for seat 0 of a position in phase 2, or at its end, with two players."""
    if state.game.players != 2 or state.record().phase != 2:
        raise Illegal("solve", Text("only phase 2 with two players can be solved"))
    states = np.zeros(PLIES, STATE)
    states[0] = np.frombuffer(state.data, STATE)[0]
    if searches is None:
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
    searches = np.zeros(1, SEARCH)
    best = value_for_first(state, searches=searches)
    guess = best - 1 if best > 0 else best + 1
    moves = {
        state.write(move): sign * value_for_first(state.apply(move), guess, searches)
        for move in state.legal()
    }
    return Solution(state, sign * best, dict(sorted(moves.items())))
