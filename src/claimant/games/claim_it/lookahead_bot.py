"""Claim It! with thought: every roll of the rest of the turn, judged by what play has taught."""

from __future__ import annotations

import json
import random
from functools import cache
from importlib.resources import files
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from claimant.bots.time_limit import Clock, TimeLimit
from claimant.game import View
from claimant.games.claim_it import odds, turn_search
from claimant.games.claim_it.from_view import record
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItView

_NUMBER: Final = {name: i for i, name in enumerate(NAMES)}
_CHAPTERS: Final = turn.MOST_CHOICES + 1
"""Of notes a decision: the turn itself, and what may follow after each choice."""
_PRUDENCE: Final = 0.3
"""The part of the time left that a deeper look is given, by how quickly the last one went."""


class Thought(NamedTuple):
    """How far a player thinks, in rolls."""

    placing: int
    """Ahead of a placement; 0: what stopping right after it would give."""
    rolling: int
    """Ahead of the choice between rolling and stopping, at least 1."""
    answer: int
    """Into the next player's turn; 0: not at all."""
    blur: float = 0.0
    """How far it is off, usually, in the chance of winning that it gives to a choice."""
    effort: int = 60_000
    """How many tables and rolls it looks at for a decision, about: where that is not enough, it
    looks less deep."""


THOUGHTS: Final = {
    "hard": Thought(placing=0, rolling=1, answer=0, blur=0.008),
    "expert": Thought(placing=turn_search.DEEPEST, rolling=turn_search.DEEPEST, answer=2),
}


@cache
def values() -> Any:
    """The network's weights; `value_net.json` also says how they were made."""
    text = files("claimant.games.claim_it").joinpath("value_net.json").read_text()
    return np.array(json.loads(text)["weights"], np.float64)


@cache
def _load() -> None:
    """Have the kernels loaded before a clock runs."""
    thinker = Thinker(Thought(1, 1, 1), 0, 0.0)
    table = ClaimIt(2).start()
    for event in ("first 0", "roll", "dice 1 2 3", "1,2"):
        table = table.play(event)
        if event in ("dice 1 2 3", "1,2"):
            thinker.weigh(table.view(0))


class Thinker:
    """Knows each choice's chance of winning the game, by a look that goes deeper while the clock
    allows it."""

    def __init__(
        self, thought: Thought, seed: int, budget: float, clock: Clock = monotonic
    ) -> None:
        self._random = random.Random(seed)
        self._thought = thought
        self._budget = budget
        self._clock = clock
        self._mind = turn_search.mind(values())
        self._chapter = 0

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimItView)
        if len(view.legal) == 1:
            return view.legal[0]
        _load()
        worth = self.weigh(view)
        # In the game's last turn some choices are surely won or lost, and anyone sees that.
        blur = 0.0 if {0.0, 1.0} & {*worth.values()} else self._thought.blur
        return max(view.legal, key=lambda choice: worth[choice] + self._random.gauss(0.0, blur))

    def weigh(self, view: ClaimItView) -> dict[str, float]:
        """Each choice and the chance of winning with it."""
        limit = TimeLimit(self._budget, self._clock)
        work = self._mind.work[0]
        work.looked, work.limit = 0, 1 << 62
        self._chapter += _CHAPTERS
        self._mind.path[0] = np.frombuffer(record(view), turn.STATE)[0]
        seat = int(self._mind.path[0].actor)
        ahead = self._thought.placing if view.stage == "place" else self._thought.rolling
        worth: dict[str, float] = {}
        for deep in range(1, max(ahead, self._thought.answer, 1) + 1):
            work.cut = 0
            found = self._look(view, seat, min(deep, ahead))
            whole = not work.cut
            if self._thought.answer:
                change = self._answered(view, seat, min(deep, self._thought.answer))
                found = {choice: found[choice] + change[choice] for choice in view.legal}
            if work.looked >= work.limit:
                break
            worth = found
            if whole and deep >= self._thought.answer:
                break
            spent = max(limit.spent, 1e-6)
            swift = int(work.looked * (1 + _PRUDENCE * (self._budget - spent) / spent))
            work.limit = min(self._thought.effort, swift)
        return worth

    def _look(self, view: ClaimItView, seat: int, deep: int) -> dict[str, float]:
        """The same by what this turn may bring, that many rolls looked ahead."""
        chapter = turn_search.chapter(self._chapter)
        if view.stage == "decide":
            return {
                "stop": turn_search.stopping(self._mind, 0, seat, chapter)[0],
                "roll": turn_search.rolling(self._mind, 0, deep, seat, chapter)[0],
            }
        worth = {}
        for choice in view.legal:
            turn_search.placing(self._mind, _NUMBER[choice])
            worth[choice] = turn_search.stopping(self._mind, 1, seat, chapter)[0]
            if deep:
                roll = turn_search.rolling(self._mind, 1, deep, seat, chapter)[0]
                worth[choice] = max(worth[choice], roll)
        return worth

    def _answered(self, view: ClaimItView, seat: int, deep: int) -> dict[str, float]:
        """How the next player's turn changes the worth of each choice."""
        if view.stage == "decide":
            stop = self._answer(0, seat, deep, 1)
            turn_search.busting(self._mind)
            bust = self._answer(1, seat, deep, 2)
            risk = float(odds.bust(view))
            return {"stop": stop, "roll": (1 - risk) * stop + risk * bust}
        change = {}
        for n, choice in enumerate(view.legal, 1):
            turn_search.placing(self._mind, _NUMBER[choice])
            change[choice] = self._answer(1, seat, deep, n)
        return change

    def _answer(self, at: int, seat: int, deep: int, n: int) -> float:
        """How the next player's turn changes the worth of stopping at `path[at]`."""
        now = turn_search.stopping(self._mind, at, seat, turn_search.chapter(self._chapter))[0]
        if not turn_search.passing(self._mind, at):
            return 0.0
        chapter = turn_search.chapter(self._chapter + n)
        then = turn_search.rolling(self._mind, at + 1, deep, seat, chapter)[1]
        return float(then - now)
