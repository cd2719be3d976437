"""Players of Claim who see hidden cards: how much can be won at all?

`cheat` is an entrant of `tools/match.py` (with `cheat:sees=1`, only the others' cards). It searches
as expert does, but in the one world that is true. With two players, phase 2 and the last tricks of
phase 1 are proven. What it wins against a level is about the most that any honest player can hope
for. It gets the state instead of a view, and so it is not a bot and must not become one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from claimant.bots import UNHURRIED
from claimant.bots.time_limit import TimeLimit
from claimant.game import State
from claimant.games.claim.bots import PARAMETERS, BotParameters, WorldSearch, decision_seed
from claimant.games.claim.endgame import EndgameSolver
from claimant.games.claim.game import ClaimState
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.search.redeal import IN_PILE, LAID
from claimant.games.claim.solver import solve
from claimant.games.claim.solver.bounds import PLIES, SEARCH
from claimant.games.claim.solver.transpositions import new_transpositions
from claimant.games.claim.view import ClaimView

ALL: Final = 2
HELD: Final = 1


@dataclass(frozen=True)
class CheatParameters:
    sees: int = ALL
    """ALL cards, or those HELD by the others, but not the draw pile."""
    simulations: int = 60_000
    tricks: int = 3
    """The number of tricks before the end of phase 1 that are proven, if everything is seen."""
    positions: int = 20_000_000
    """The most positions that are searched for a proof."""
    seconds: float = 20.0
    """The most time for a proof."""
    exploration: float = 0.6
    margin: float = 0.1


class Cheat:
    """Chooses an action in a state."""

    def __init__(self, parameters: CheatParameters, seed: int) -> None:
        self._parameters = parameters
        self._seed = seed
        self._search: Final[BotParameters] = _search_parameters(parameters)

    def choose(self, state: State) -> str:
        assert isinstance(state, ClaimState)
        view = state.view(state.actor)
        assert isinstance(view, ClaimView)
        seed = decision_seed(self._seed, view)
        search = WorldSearch(view, state, self._search, seed)
        self._reveal(search, state, view)
        values = self._proof(search, state, view)
        known = values is not None and max(values) in (0.0, 1.0)
        search.run(self._parameters.simulations // (10 if known else 1), TimeLimit(UNHURRIED))
        return search.best(values)

    def _reveal(self, search: WorldSearch, state: ClaimState, view: ClaimView) -> None:
        """Make what is seen part of every world of the search."""
        hidden = search.hidden
        if self._parameters.sees == ALL or view.phase == 2:
            hidden.base[:] = np.frombuffer(state.data, STATE)
            hidden.cards[0].count = 0
            return
        for i in range(int(hidden.cards[0].count)):
            where = int(hidden.cards[0].where[i])
            in_pile = IN_PILE <= where < LAID and view.places[where - IN_PILE].seat is None
            if where < LAID and not in_pile:
                hidden.cards[0].fits[i] = 0  # so that it is never swapped with another

    def _proof(self, search: WorldSearch, state: ClaimState, view: ClaimView) -> list[float] | None:
        """The proven share of the win of each action; None if nothing is proven."""
        if view.players != 2:
            return None
        parameters = self._parameters
        limit = TimeLimit(parameters.seconds)
        if view.phase == 2:
            solver = EndgameSolver(search.hidden, search.legal, search.random, new_transpositions())
            return solver.chances(1, parameters.positions, limit)
        if parameters.sees == ALL and view.tricks - view.trick < parameters.tricks:
            proof = Proof(parameters.positions, limit)
            return [proof.share(state, action) for action in search.legal]
        return None


def _search_parameters(parameters: CheatParameters) -> BotParameters:
    weights = PARAMETERS["expert"].weights
    return BotParameters(
        weights, 0.5, parameters.simulations, solve_tricks=13, exploration=parameters.exploration,
        margin=parameters.margin,
    )  # fmt: skip


class Proof:
    """Who wins with open cards from the last tricks of phase 1 on, if nobody errs."""

    def __init__(self, positions: int, limit: TimeLimit) -> None:
        self._left = positions
        self._limit = limit
        self._transpositions = new_transpositions(20)
        self._states = np.zeros(PLIES, STATE)
        self._record = np.zeros(1, SEARCH)

    def share(self, state: ClaimState, action: int) -> float:
        """The share of the win that an action brings the actor; 0.5 if it is not known."""
        after = self._value(state.apply(action), -1, 1)
        return 0.5 + 0.5 * (-after if state.actor == 1 else after)

    def _value(self, state: ClaimState, least: int, most: int) -> int:
        """1 if seat 0 wins, -1 if seat 1 does, 0 otherwise; outside the bounds, on which side."""
        if int(state.record().phase) == 2:
            return self._solved(state)
        first = state.actor == 0
        best = -1 if first else 1
        for action in state.legal():
            found = self._value(state.apply(action), least, most)
            best = max(best, found) if first else min(best, found)
            least, most = (max(least, best), most) if first else (least, min(most, best))
            if least >= most:
                break
        return best

    def _solved(self, state: ClaimState) -> int:
        if self._left <= 0 or self._limit.is_up:
            return 0
        self._states[0] = np.frombuffer(state.data, STATE)[0]
        value = solve.value_of(
            self._states, state.game.deck, self._record, self._transpositions, 1,
            min(self._left, 2_000_000), True,
        )  # fmt: skip
        self._left -= int(self._record[0].nodes)
        return 0 if value == solve.UNKNOWN else value
