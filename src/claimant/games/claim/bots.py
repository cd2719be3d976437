"""Players of Claim, by level.

Novice and easy decide by rules of thumb (`claim_thumb.py`). The others search: they deal the
hidden cards in ways that fit what they know, thousands of times, and see what comes of each
decision (`claim/search.py`). What a bot chooses follows from its seed and the view alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from time import monotonic
from typing import Any, Final

import numpy as np

from claimant.bots import Bot, Levels
from claimant.bots.time_limit import Clock, TimeLimit
from claimant.game import CHANCE, View
from claimant.games.claim import heuristic_weights
from claimant.games.claim.endgame_bot import Exact
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import table
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.search import heuristics, world_search
from claimant.games.claim.search.redeal import Hidden
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded

POSITIONS: Final = 1_000_000
"""What the solver looks at for a decision at most, less where the budget is below a second."""
WORLDS: Final = 16
"""How many worlds are solved where not all is known."""
_ALIKE: Final = 0.005
_AGES: Final = 1e9
_MOST_NODES: Final = 1 << 20
"""The largest tree; a longer search goes on in it."""
_PART: Final = 0.9
"""Of its time a bot uses this part at most: the rest is for what surrounds the search."""


@dataclass(frozen=True)
class Skill:
    """How well a level plays."""

    weights: str
    """Of the rules of thumb."""
    noise: float
    """How much chance decides at first sight."""
    games: int = 0
    """Simulations a decision; 0: it decides at first sight."""
    exact: int = 0
    """With two players: how many tricks before the end it begins to solve the game."""
    explore: float = 0.6
    heat: float = 1.0
    margin: float = 0.1
    heat_of_others: float = 0.0
    """How freely it thinks that others play, where their plays tell it what they hold; 0: they
    tell it only what they lack for certain."""


SKILLS: Final = {
    "novice": Skill("beginner", 2.0),
    "easy": Skill("simple", 1.0),
    "normal": Skill("tuned", 0.5, 40),
    "hard": Skill("tuned", 0.5, 400, exact=4),
    "expert": Skill("tuned", 0.5, 30_000, exact=13, heat_of_others=3.0),
}


def create(level: str, seed: int, budget: float, clock: Clock = monotonic) -> Bot:
    """A bot of a level that computes for at most `budget` seconds per decision."""
    skill = SKILLS[level]
    _compile(skill.games > 0, skill.exact > 0)
    return Searcher(skill, seed, budget, clock) if skill.games else FirstSight(skill, seed)


def warm_up() -> None:
    """Compile every kernel that a level uses, before any clock runs."""
    create("expert", 0, 0.0)


LEVELS: Final = Levels(create, warm_up)


@cache
def _compile(searches: bool, solves: bool) -> None:
    """Have the kernels ready before the clock of a decision runs: decide once in each phase."""
    skill = Skill("tuned", 0.0, int(searches), int(solves))
    bot: Bot = Searcher(skill, 0, _AGES) if searches else FirstSight(skill, 0)
    state = Claim(2, SCENARIOS["the old kingdom"].deck(2)).start()
    luck = Seeded(0)
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        view = state.view(state.actor)
        if (view.phase, view.trick) in ((1, 1), (2, 13)):
            bot.choose(view)
        state = state.apply(state.legal()[0])


@lru_cache(64)
def thumbs(game: Claim, weights: str, noise: float) -> Any:
    return heuristic_weights.table(game, heuristic_weights.weights(weights), noise)


class FirstSight:
    """Decides by rules of thumb."""

    def __init__(self, skill: Skill, seed: int) -> None:
        self._skill = skill
        self._seed = seed

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimView)
        luck = _luck(self._seed, view)
        world = sample(view, Seeded(luck))
        return at_first_sight(world, self._skill, random_numbers(luck))


class Searcher:
    """Searches worlds that fit the view."""

    def __init__(self, skill: Skill, seed: int, budget: float, clock: Clock = monotonic) -> None:
        self._skill = skill
        self._seed = seed
        self._budget = budget
        self._clock = clock

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimView)
        limit = TimeLimit(_PART * self._budget, self._clock)
        luck = _luck(self._seed, view)
        world = sample(view, Seeded(luck))
        if limit.is_up:
            return at_first_sight(world, self._skill, random_numbers(luck))
        search = Search(view, world, self._skill, luck)
        left = view.tricks - view.trick + 1
        if view.players == 2 and view.phase == 2 and left <= self._skill.exact:
            exact = Exact(search.hidden, search.legal, search.random)
            positions = int(min(1.0, self._budget) * POSITIONS)
            values = exact.values(WORLDS, positions, limit)
            if values is not None:
                # Of decisions that are equally good, the one that is hardest to answer.
                search.run(self._skill.games // 10, limit)
                return search.best(values)
        search.run(self._skill.games, limit)
        return search.best()


class Search:
    """A search for the decision of a view, which can be continued."""

    chunk: Final = 500

    def __init__(self, view: ClaimView, world: ClaimState, skill: Skill, luck: int) -> None:
        game = world.game
        self.world = world
        self.hidden = Hidden(view, world)
        self._thumbs = np.concatenate(
            [thumbs(game, skill.weights, skill.noise), thumbs(game, skill.weights, 0.0)]
        )
        self._scratch = np.zeros(2, table.STATE)
        self._options = np.zeros(1, heuristics.OPTIONS)
        size = min(1 << max(10, (2 * skill.games).bit_length()), _MOST_NODES)
        self._nodes = np.zeros(size, world_search.NODE)
        self.random = random_numbers(luck)
        self._plans = np.zeros(1, world_search.PLAN)
        self.plan = self._plans[0]
        self.plan.explore, self.plan.heat, self.plan.margin = (
            skill.explore,
            skill.heat,
            skill.margin,
        )
        self.plan.heat_of_others = skill.heat_of_others
        self.legal = world.legal()
        self.plan.count = len(self.legal)
        self.plan.action[: len(self.legal)] = self.legal

    def run(self, games: int, limit: TimeLimit) -> None:
        """Add `games` simulations, or fewer if the time is up first."""
        while games > 0 and not limit.is_up:
            now = min(self.chunk, games)
            world_search.search(
                self.hidden.base,
                self._scratch,
                self.world.game.deck,
                self.hidden.cards,
                self._thumbs,
                self._options,
                self._plans,
                self._nodes,
                now,
                self.random,
            )
            games -= now

    def best(self, values: Sequence[float] | None = None) -> str:
        """The decision that was tried most; where their values are known, of the best ones."""
        tried = [float(n) for n in self.plan.visits[: len(self.legal)]]
        if values is not None:
            # Nobody cares by how much a game is lost: then all decisions are as good.
            least = max(values) - _ALIKE if max(values) > 0.0 else min(values)
            tried = [n if v >= least else -1.0 for n, v in zip(tried, values, strict=True)]
        return self.world.write(self.legal[tried.index(max(tried))])


def at_first_sight(world: ClaimState, skill: Skill, random: Any) -> str:
    """What the rules of thumb say, who look at nothing that the actor does not know."""
    states = np.frombuffer(bytearray(world.data), table.STATE)
    game = world.game
    choice = heuristics.first_sight(
        states,
        game.deck,
        thumbs(game, skill.weights, skill.noise),
        np.zeros(1, heuristics.OPTIONS),
        random,
    )
    return world.write(choice)


def _luck(seed: int, view: ClaimView) -> int:
    """A number that follows from the seed and the view: so a choice can be had again."""
    digest = hashlib.sha256(f"{seed} {view!r}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
