"""Exact values of a decision in phase 2 with two players.

By then most cards have been seen: without automatons and raccoons the opponent holds exactly the
cards that nobody has shown. If something is left open, several worlds that fit are solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from claimant.bots.time_limit import TimeLimit
from claimant.games.claim.game import ClaimState
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.search import redeal
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.solver import solve
from claimant.games.claim.solver.bounds import PLIES, SEARCH

_FACTION: Final = 0.02
"""What another faction is worth in addition to the win itself."""
_FIRST_TRY: Final = 3_000
"""The positions after which the search for a proof turns to the next action, at first."""
_LONGEST_TRY: Final = 1_000_000
"""And at most: about 0.15 seconds, between two looks at the clock."""


class EndgameSolver:
    """Solves a decision, averaging over worlds if something is hidden.

    With the transpositions that a process shares, what fits into a number of positions, and which
    proof is found first, depends on what was solved before; a table of its own prevents that.
    """

    def __init__(
        self,
        hidden: HiddenCards,
        legal: Sequence[int],
        random: Any,
        transpositions: np.ndarray | None = None,
    ) -> None:
        self._transpositions = transpositions
        self._hidden = hidden
        self._legal = legal
        self._random = random
        self._states = np.zeros(PLIES, STATE)
        self._search = np.zeros(1, SEARCH)
        where = hidden.cards[0].where[: hidden.cards[0].count]
        self.certain: Final = len(set(where.tolist())) <= 1
        """Whether the opponent's hand is all that is hidden, and so is known."""

    def chances(self, worlds: int, positions: int, limit: TimeLimit) -> list[float] | None:
        """The share of the win that each action is proven to bring: 1 for won, 0 for lost, and 0.5
        if it is shared or not known; None if nothing was proven.

        A win is a win: once an action is proven to win, no others are examined. If something is
        hidden, this is the mean over up to `worlds` worlds. In total no more than `positions`
        positions are searched, until the time is up.
        """
        sums = np.zeros(len(self._legal))
        worlds = 1 if self.certain else worlds
        proven = solved = 0
        while solved < worlds and positions > 0 and not limit.is_up:
            share = positions // (worlds - solved)
            found, used = self._prove(share, limit, stop_at_win=self.certain)
            positions -= used
            proven += sum(one is not None for one in found)
            sums += [0.5 if one is None else 0.5 + 0.5 * one for one in found]
            solved += 1
        return list(sums / solved) if proven else None

    def _prove(
        self, positions: int, limit: TimeLimit, stop_at_win: bool
    ) -> tuple[list[int | None], int]:
        """Who wins after each action in one more world (1: the actor), if that can be proven, and
        the number of positions searched.

        All actions get a short try, then those left a longer one, and so on: what a try has found
        out stays in the transposition table.
        """
        hidden = self._hidden
        redeal.deal_world(hidden.base, self._states, hidden.game.deck, hidden.cards, self._random)
        world = ClaimState(hidden.game, self._states[:1].tobytes())
        sign = -1 if world.actor == 1 else 1
        after = [np.frombuffer(world.apply(move).data, STATE)[0] for move in self._legal]
        found: list[int | None] = [None] * len(after)
        left = list(range(len(after)))
        used = 0
        most = _FIRST_TRY
        while left:
            for action in tuple(left):
                if used >= positions or limit.is_up:
                    return found, used
                self._states[0] = after[action]
                value = self._value(1, min(most, positions - used), only_winner=True)
                used += int(self._search[0].nodes)
                if value != solve.UNKNOWN:
                    found[action] = sign * value
                    left.remove(action)
                    if stop_at_win and found[action] == 1:
                        return found, used
            most = min(2 * most, _LONGEST_TRY)
        return found, used

    def _value(self, guess: int, positions: int, only_winner: bool) -> int:
        table = self._transpositions
        return solve.value_of(
            self._states,
            self._hidden.game.deck,
            self._search,
            solve.shared_transpositions() if table is None else table,
            guess,
            positions,
            only_winner,
        )

    def values(self, worlds: int, positions: int, limit: TimeLimit) -> list[float] | None:
        """The value of each action, about 1 for won and 0 for lost; None if no world was solved."""
        found = self.margins(worlds, positions, limit)
        if not found:
            return None
        won = np.array(found)
        return list(((won > 0) + 0.5 * (won == 0) + _FACTION * won).mean(axis=0))

    def margins(self, worlds: int, positions: int, limit: TimeLimit) -> list[list[int]]:
        """The solver's value of each action, world by world.

        Solves up to `worlds` worlds (one is enough if everything is known) and searches no more
        than `positions` positions in total, until the time is up.
        """
        solved: list[list[int]] = []
        while len(solved) < (1 if self.certain else worlds):
            found, positions = self._solve(positions, limit)
            if found is None:
                break
            solved.append(found)
        return solved

    def _solve(self, positions: int, limit: TimeLimit) -> tuple[list[int] | None, int]:
        """The values of the actions in one more world, and the number of positions left."""
        hidden, states = self._hidden, self._states
        redeal.deal_world(hidden.base, states, hidden.game.deck, hidden.cards, self._random)
        world = ClaimState(hidden.game, states[:1].tobytes())
        sign = -1 if world.actor == 1 else 1
        found: list[int] = []
        guess = 1
        for move in self._legal:
            if limit.is_up:
                return None, positions
            states[0] = np.frombuffer(world.apply(move).data, STATE)[0]
            value = self._value(guess, positions, only_winner=False)
            positions -= int(self._search[0].nodes)
            if value == solve.UNKNOWN:
                return None, 0
            guess = value - 1 if value > 0 else value + 1
            found.append(sign * value)
        return found, positions
