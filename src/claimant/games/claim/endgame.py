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


class EndgameSolver:
    """Solves a decision, averaging over worlds if something is hidden."""

    def __init__(self, hidden: HiddenCards, legal: Sequence[int], random: Any) -> None:
        self._hidden = hidden
        self._legal = legal
        self._random = random
        self._states = np.zeros(PLIES, STATE)
        self._search = np.zeros(1, SEARCH)
        where = hidden.cards[0].where[: hidden.cards[0].count]
        self.certain: Final = len(set(where.tolist())) <= 1
        """Whether the opponent's hand is all that is hidden, and so is known."""

    def values(self, worlds: int, positions: int, limit: TimeLimit) -> list[float] | None:
        """The value of each action, about 1 for won and 0 for lost; None if no world was solved.

        Solves up to `worlds` worlds (one is enough if everything is known) and searches no more
        than `positions` positions in total, until the time is up.
        """
        sums = np.zeros(len(self._legal))
        solved = 0
        while solved < (1 if self.certain else worlds):
            found, positions = self._solve(positions, limit)
            if found is None:
                break
            won = np.array(found)
            sums += (won > 0) + 0.5 * (won == 0) + _FACTION * won
            solved += 1
        return list(sums / solved) if solved else None

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
            value = solve.value_of(
                states,
                hidden.game.deck,
                self._search,
                solve.shared_transpositions(),
                guess,
                positions,
            )
            positions -= int(self._search[0].nodes)
            if value == solve.UNKNOWN:
                return None, 0
            guess = value - 1 if value > 0 else value + 1
            found.append(sign * value)
        return found, positions
