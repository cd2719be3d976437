"""The levels of Claim.

Novice and easy decide by heuristics. The others search: thousands of times they deal the hidden
cards in ways that fit what they know and play the game to its end, and near the end of a game for
two they solve it exactly. A bot's choice depends only on its seed and the view.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from time import monotonic
from typing import Any, Final

import numpy as np

from claimant.bots import LEVELS as ALL_LEVELS
from claimant.bots import UNHURRIED, Bot, Levels
from claimant.bots.time_limit import Clock, TimeLimit
from claimant.game import State, View
from claimant.games.claim import heuristic_weights
from claimant.games.claim.endgame import EndgameSolver
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.network.cards import card_codes
from claimant.games.claim.network.world_net import (
    is_trained,
    load_world_net,
    new_world_room,
    no_net,
)
from claimant.games.claim.rules import table
from claimant.games.claim.rules.cards import SCENARIOS, is_by_the_book
from claimant.games.claim.search import heuristics, world_search
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.solver.transpositions import new_transpositions
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded
from claimant.play import drawing, play

_POSITIONS: Final = 12_000_000
"""The most positions that are searched for a proof per decision, in about 1.7 seconds; fewer for
budgets below a second."""
_SHARE_OF_PROOF: Final = 0.6
"""The share of the time that may go into a proof; the rest is for a search if there is none."""
_EARLIER_POSITIONS: Final = 300_000
"""The same for the earlier expert, which wants to know by how much an action wins or loses. It used
to search a million, with a solver that needed as many for what 300,000 prove today."""
_WORLDS: Final = 16
"""The number of worlds solved if not everything is known."""
_NEGLIGIBLE: Final = 0.005
"""A difference in value that does not count."""
_MAX_NODES: Final = 1 << 20
"""The size of the largest tree; a longer search continues in it."""
_SHARE_OF_BUDGET: Final = 0.9
"""The share of its budget that a bot searches for; the rest covers the work around the search."""


@dataclass(frozen=True)
class BotParameters:
    """How a level plays."""

    weights: str
    """The name of the heuristic weights."""
    noise: float
    """The range of random noise on the heuristics."""
    simulations: int = 0
    """Simulations per decision; with 0 the heuristics decide."""
    solve_tricks: int = 0
    """With two players: the number of tricks before the end from which the game is solved."""
    judged: bool = False
    """Whether a network values the positions at the leaves of a search, instead of rollouts."""
    positions: int = _POSITIONS
    """The most positions that are searched for a proof."""
    proves: bool = True
    """Whether it keeps what was proven when the solver runs out of time; the earlier expert did
    not."""
    exploration: float = 0.6
    temperature: float = 1.0
    margin: float = 0.1
    opponent_temperature: float = 0.0
    """How freely others are assumed to play when their plays say something about their hands; with
    0 only what they certainly lack is taken into account."""


PARAMETERS: Final[dict[str, BotParameters]] = {
    "novice": BotParameters("beginner", 2.0),
    "easy": BotParameters("simple", 1.0),
    "normal": BotParameters("tuned", 0.5, 40),
    "hard": BotParameters("tuned", 0.5, 400, solve_tricks=4),
    "expert": BotParameters("tuned", 0.5, 30_000, solve_tricks=13, opponent_temperature=3.0),
}
PARAMETERS["expert-1"] = replace(PARAMETERS["expert"], proves=False)
PARAMETERS["master"] = replace(
    PARAMETERS["expert"], positions=4_000_000, simulations=60_000, judged=True
)


def create(level: str, seed: int, budget: float, clock: Clock = monotonic) -> Bot:
    """A bot of a level that computes for at most `budget` seconds per decision."""
    parameters = PARAMETERS[level]
    _compile(parameters.simulations > 0, parameters.solve_tricks > 0)
    if parameters.simulations:
        return SearchBot(parameters, seed, budget, clock)
    return ClaimHeuristicBot(parameters, seed)


def warm_up() -> None:
    """Compile every kernel that a level uses, before any clock runs."""
    create("master", 0, 0.0)


LEVELS: Final = Levels(create, warm_up, earlier=("expert-1",), levels=tuple(ALL_LEVELS))


@cache
def _compile(searches: bool, solves: bool) -> None:
    """Compile the kernels before a decision is timed, by deciding once in each phase.

    The cache makes that happen once per process; it has at most four entries.
    """
    parameters = BotParameters("tuned", 0.0, int(searches), int(solves))
    bot: Bot = SearchBot(parameters, 0, UNHURRIED) if searches else ClaimHeuristicBot(parameters, 0)

    def decide(state: State, _: int) -> str:
        view = state.view(state.actor)
        assert isinstance(view, ClaimView)
        if (view.phase, view.trick) in ((1, 1), (2, 13)):
            bot.choose(view)
        return view.legal[0]

    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    for _ in play(game, decide, drawing(Seeded(0))):
        pass


@lru_cache(64)
def _card_weights(game: Claim, weights: str, noise: float) -> Any:
    """Cached for the decks in play, 64 at most: they take as long as the heuristics themselves."""
    return heuristic_weights.card_weights(game, heuristic_weights.load_weights(weights), noise)


def level_weights(game: Claim, parameters: BotParameters) -> Any:
    """The weights of a level for the cards of a deck: an array of one record."""
    return _card_weights(game, parameters.weights, parameters.noise)


class ClaimHeuristicBot:
    """Decides by heuristics."""

    def __init__(self, parameters: BotParameters, seed: int) -> None:
        self._parameters = parameters
        self._seed = seed

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimView)
        seed = decision_seed(self._seed, view)
        world = sample(view, Seeded(seed))
        return _heuristic_choice(world, self._parameters, random_numbers(seed))


class SearchBot:
    """Searches worlds that fit the view, and solves the end of a game for two."""

    def __init__(
        self, parameters: BotParameters, seed: int, budget: float, clock: Clock = monotonic
    ) -> None:
        self._parameters = parameters
        self._seed = seed
        self._budget = budget
        self._clock = clock

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimView)
        limit = TimeLimit(_SHARE_OF_BUDGET * self._budget, self._clock)
        seed = decision_seed(self._seed, view)
        world = sample(view, Seeded(seed))
        if limit.is_up:
            return _heuristic_choice(world, self._parameters, random_numbers(seed))
        parameters = self._parameters
        if parameters.judged and not (is_by_the_book(view.factions) and is_trained()):
            parameters = PARAMETERS["expert"]  # the network has not played such decks
        search = WorldSearch(view, world, parameters, seed)
        values = None
        tricks_left = view.tricks - view.trick + 1
        if view.players == 2 and view.phase == 2 and tricks_left <= parameters.solve_tricks:
            values = self._solve(search, parameters, limit)
        # Of equally good actions, choose the one that is hardest to answer.
        known = values is not None and (not parameters.proves or max(values) in (0.0, 1.0))
        search.run(parameters.simulations // (10 if known else 1), limit)
        return search.best(values)

    def _solve(
        self, search: WorldSearch, parameters: BotParameters, limit: TimeLimit
    ) -> list[float] | None:
        """What is proven about the actions."""
        table = new_transpositions() if parameters.proves else None
        solver = EndgameSolver(search.hidden, search.legal, search.random, table)
        share = min(1.0, self._budget)
        if not parameters.proves:
            return solver.values(_WORLDS, int(share * _EARLIER_POSITIONS), limit)
        proof = TimeLimit(_SHARE_OF_PROOF * limit.seconds - limit.spent, self._clock)
        return solver.chances(_WORLDS, int(share * parameters.positions), proof)


class WorldSearch:
    """A search for the best action in a view, which can be continued."""

    chunk: Final = 500
    """Simulations between two looks at the clock."""

    def __init__(
        self, view: ClaimView, world: ClaimState, parameters: BotParameters, seed: int
    ) -> None:
        game = world.game
        self.world = world
        self.hidden = HiddenCards(view, world)
        self._weights = np.concatenate(
            [
                _card_weights(game, parameters.weights, parameters.noise),
                _card_weights(game, parameters.weights, 0.0),
            ]
        )
        self._scratch = np.zeros(2, table.STATE)
        self._moves = np.zeros(1, heuristics.MOVES)
        size = min(1 << max(10, (2 * parameters.simulations).bit_length()), _MAX_NODES)
        self._nodes = np.zeros(size, world_search.NODE)
        self.random = random_numbers(seed)
        self._searches = np.zeros(1, world_search.TREE_SEARCH)
        self.results = self._searches[0]
        self.results.exploration = parameters.exploration
        self.results.temperature = parameters.temperature
        self.results.margin = parameters.margin
        self.results.opponent_temperature = parameters.opponent_temperature
        self.results.judged = parameters.judged
        self._codes = card_codes(game)
        self._net = load_world_net() if parameters.judged else no_net()
        self._room = new_world_room(self._net)
        self.legal = world.legal()
        self.results.count = len(self.legal)
        self.results.action[: len(self.legal)] = self.legal

    def run(self, simulations: int, limit: TimeLimit) -> None:
        """Add simulations, or fewer if the time is up first."""
        while simulations > 0 and not limit.is_up:
            now = min(self.chunk, simulations)
            world_search.search(
                self.hidden.base,
                self._scratch,
                self.world.game.deck,
                self.hidden.cards,
                self._weights,
                self._moves,
                self._searches,
                self._nodes,
                now,
                self.random,
                self._codes,
                self._net,
                self._room,
            )
            simulations -= now

    def best(self, values: Sequence[float] | None = None) -> str:
        """The action tried most often; if exact values are known, among the best of those."""
        tried = [float(n) for n in self.results.visits[: len(self.legal)]]
        if values is not None:
            # The margin of a lost game does not matter: then all actions are equally good.
            least = max(values) - _NEGLIGIBLE if max(values) > 0.0 else min(values)
            tried = [n if v >= least else -1.0 for n, v in zip(tried, values, strict=True)]
        return self.world.write(self.legal[tried.index(max(tried))])


def _heuristic_choice(world: ClaimState, parameters: BotParameters, random: Any) -> str:
    """The heuristics' choice, which uses nothing that the actor does not know."""
    game = world.game
    action = heuristics.best_action(
        np.frombuffer(bytearray(world.data), table.STATE),
        game.deck,
        _card_weights(game, parameters.weights, parameters.noise),
        np.zeros(1, heuristics.MOVES),
        random,
    )
    return world.write(action)


def decision_seed(seed: int, view: ClaimView) -> int:
    """A seed derived from the bot's seed and the view, so that a choice can be reproduced."""
    digest = hashlib.sha256(f"{seed} {view!r}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
