"""The judge of Claim: a search over the worlds that fit a view, and the exact solver.

Phase 2 with two players is solved, as far as that takes no more than a fixed number of positions;
if something is hidden, in several worlds. Everything else is searched: half of the simulations try
every decision equally often, so that bad ones have a figure too, and the rest look for the best.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from claimant.bots import UNHURRIED
from claimant.bots.time_limit import TimeLimit
from claimant.game import View
from claimant.games.claim.bots import BotParameters, WorldSearch, decision_seed
from claimant.games.claim.endgame import EndgameSolver
from claimant.games.claim.game import Claim
from claimant.games.claim.reasons import reasons
from claimant.games.claim.solver.transpositions import new_transpositions
from claimant.games.claim.view import UNKNOWN, ClaimView
from claimant.games.claim.worlds import sample
from claimant.judge import Judgement
from claimant.luck import Seeded

SIMULATIONS: Final = 20_000
"""Simulations per judgement."""
WORLDS: Final = 16
"""The worlds solved if not everything is known."""
POSITIONS: Final = 400_000
"""The most positions that the solver searches per judgement."""
_BRANCHES: Final = 14
"""The most decisions that there can be."""


class ClaimJudge:
    def judge(self, view: View, seed: int = 0, effort: float = 1.0) -> Judgement:
        assert isinstance(view, ClaimView)
        return _Position(view, seed, effort).judgement()

    def chances(self, view: View, seed: int = 0, effort: float = 1.0) -> tuple[float, ...]:
        """Each seat's share of the win; partners have the same."""
        assert isinstance(view, ClaimView)
        if view.outcome is not None:
            winners = view.outcome.winners
            return tuple((seat in winners) / len(winners) for seat in range(view.players))
        if view.stage in ("first", "deal"):
            return (1 / view.players,) * view.players
        game = Claim(view.players, view.factions, view.raccoons)
        by_side = _Position(view, seed, effort).chances()
        return tuple(
            by_side[game.sides[seat]] / len(game.teams[game.sides[seat]])
            for seat in range(view.players)
        )


JUDGE: Final = ClaimJudge()


class _Position:
    """A view, one world that fits it, and what can be said about its decision."""

    def __init__(self, view: ClaimView, seed: int, effort: float) -> None:
        view = _with_peek(view)
        self._seed = decision_seed(seed, view)
        self._world = sample(view, Seeded(self._seed))
        assert view.actor is not None, "nobody decides"
        self._knows = UNKNOWN not in view.hands[view.actor]
        """Whether the actor's hand is known, and so are the decisions."""
        actor = view.actor
        if self._knows and not view.legal:
            view = view.replace(legal=tuple(self._world.choices()))
        self.view = view
        self._effort = effort
        self._side = self._world.game.sides[actor]
        self._limit = TimeLimit(UNHURRIED, lambda: 0.0)

    def judgement(self) -> Judgement:
        if not self._knows:
            raise ValueError("the view does not show the cards of the player who decides")
        legal = [self._world.write(action) for action in self._world.legal()]
        margins, exact = self._solved(WORLDS)
        if margins is None:
            values, best, _ = self._searched()
        else:
            values = _shares_of(margins)
            best = max(range(len(legal)), key=lambda n: (values[n], margins[n]))
        found = dict(zip(legal, values, strict=True))
        found = {choice: found[choice] for choice in sorted(found)}
        why = reasons(self.view, self._world, found, legal[best], exact)
        return Judgement(found, legal[best], why, exact)

    def chances(self) -> tuple[float, ...]:
        """Each side's share of the win."""
        sides = len(self._world.game.teams)
        if self._knows:
            margins, _ = self._solved(WORLDS)
            if margins is not None:
                mine = max(_shares_of(margins))
                return (mine, 1 - mine) if self._side == 0 else (1 - mine, mine)
        return self._searched()[2][:sides]

    def _solved(self, worlds: int) -> tuple[list[list[int]] | None, bool]:
        """The solver's value of every decision in each world, and whether that is the whole truth.
        None if its limit is reached before."""
        view = self.view
        if view.players != 2 or view.phase != 2:
            return None, False
        search = self._world_search(0)
        # A table of its own: what fits into the budget must not depend on what was solved before.
        table = new_transpositions()
        solver = EndgameSolver(search.hidden, search.legal, search.random, table)
        budget = max(1, round(POSITIONS * self._effort))
        found = solver.margins(worlds, budget, self._limit)
        if len(found) < (1 if solver.certain else worlds):
            return None, False
        return [list(column) for column in zip(*found, strict=True)], solver.certain

    def _world_search(self, simulations: int) -> WorldSearch:
        parameters = BotParameters(
            "tuned", 0.5, simulations, opponent_temperature=3.0 if self._knows else 0.0
        )
        return WorldSearch(self.view, self._world, parameters, self._seed)

    def _searched(self) -> tuple[list[float], int, tuple[float, ...]]:
        """The values of all decisions, the best one, and the chances of the sides with it."""
        simulations = max(_BRANCHES, round(SIMULATIONS * self._effort))
        search = self._world_search(simulations)
        results, count = search.results, len(search.legal)
        if not self._knows:
            results.count = count = 0
        if count > 1:
            each = max(1, simulations // (2 * count))
            for action in range(count):
                results.forced = action + 1
                search.run(each, self._limit)
            results.forced = 0
            simulations -= each * count
        search.run(max(simulations, 1), self._limit)
        rows = max(count, 1)
        tried = results.tried[:rows]
        best = int(np.argmax(tried))
        shares = results.shares[:rows] / np.maximum(tried, 1)[:, None]
        # What the search tries less often has not been found to be better.
        values = np.minimum(shares[:, self._side], shares[best, self._side])
        return values.tolist(), best, tuple(shares[best].tolist())


def _shares_of(margins: list[list[int]]) -> list[float]:
    """The share of the win that each decision gets, from its values in all worlds."""
    return [sum((v > 0) + 0.5 * (v == 0) for v in column) / len(column) for column in margins]


def _with_peek(view: ClaimView) -> ClaimView:
    """A full view with the card that a seer looks at in its place, where only the seer's own view
    has it."""
    if view.peek is None:
        return view
    top = len(view.places) - view.pile
    places = list(view.places)
    places[top] = replace(places[top], card=view.peek)
    return view.replace(places=tuple(places))
