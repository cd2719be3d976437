"""The lookahead levels of Claim It!: every roll of the rest of the turn, evaluated by a network."""

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
from claimant.games.claim_it import board_net, odds, turn_search
from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NUMBERS
from claimant.games.claim_it.view import ClaimItView

_SALTS: Final = turn.MAX_CHOICES + 1
"""Salts used per decision: one for the turn itself, and one per choice for the next player's."""
_CAUTION: Final = 0.3
"""The share of the remaining time that a deeper search may be expected to take, judging by how
fast the last one was."""
_WORTHWHILE: Final = 3
"""How deep a `last_reply` is at least: less misleads."""


class LookaheadDepth(NamedTuple):
    """How many rolls ahead a level looks."""

    placing: int
    """Before a placement; 0 evaluates stopping right after it."""
    rolling: int
    """Before the choice between rolling and stopping, at least 1."""
    reply: int
    """Into the next player's turn; 0 for not at all."""
    noise: float = 0.0
    """The standard deviation of its errors in a choice's chance of winning."""
    positions: int = 60_000
    """About how many tables and rolls it evaluates per decision before it searches less deeply."""
    board: bool = False
    """Whether it uses the larger network."""
    last_reply: int = 0
    """Into the next player's turn once the last round has been called, if that is deeper."""


DEPTHS: Final[dict[str, LookaheadDepth]] = {
    "hard": LookaheadDepth(placing=0, rolling=1, reply=0, noise=0.008),
    "expert": LookaheadDepth(placing=turn_search.MAX_DEPTH, rolling=turn_search.MAX_DEPTH, reply=2),
}
# Master does not look into a part of the next turn: what a player can do in two rolls says less
# about a turn than the network does (docs/strength.md). In the last round it looks into all of it.
DEPTHS["master"] = DEPTHS["expert"]._replace(board=True, reply=0, last_reply=turn_search.MAX_DEPTH)


@cache
def load_network() -> Any:
    """The network's weights, read once; `value_net.json` also says how they were made."""
    text = files("claimant.games.claim_it").joinpath("value_net.json").read_text()
    return np.array(json.loads(text)["weights"], np.float64)


@cache
def _compile() -> None:
    """Compile the kernels before a decision is timed, once per process."""
    bot = LookaheadBot(LookaheadDepth(1, 1, 1), 0, 0.0)
    table = ClaimIt(2).start()
    for event in ("first 0", "roll", "dice 1 2 3", "1,2"):
        table = table.play(event)
        if event in ("dice 1 2 3", "1,2"):
            bot.evaluate(table.view(0))


class LookaheadBot:
    """Estimates each choice's chance of winning by a search that deepens while there is time."""

    def __init__(
        self, depth: LookaheadDepth, seed: int, budget: float, clock: Clock = monotonic
    ) -> None:
        self._random = random.Random(seed)
        self._depth = depth
        self._budget = budget
        self._clock = clock
        self._search = turn_search.new_search(
            load_network(), board=board_net.load_network() if depth.board else None
        )
        self._salt = 0

    def choose(self, view: View) -> str:
        assert isinstance(view, ClaimItView)
        if len(view.legal) == 1:
            return view.legal[0]
        _compile()
        values = self.evaluate(view)
        # In the last turn of the game some choices certainly win or lose, which anyone can see.
        noise = 0.0 if {0.0, 1.0} & {*values.values()} else self._depth.noise
        return max(view.legal, key=lambda choice: values[choice] + self._random.gauss(0.0, noise))

    def evaluate(self, view: ClaimItView) -> dict[str, float]:
        """Each choice's chance of winning."""
        limit = TimeLimit(self._budget, self._clock)
        stats = self._search.stats[0]
        stats.evaluated, stats.limit = 0, 1 << 62
        self._salt += _SALTS
        self._search.states[0] = np.frombuffer(state_data(view), turn.STATE)[0]
        seat = int(self._search.states[0].actor)
        ahead = self._depth.placing if view.stage == "place" else self._depth.rolling
        values: dict[str, float] = {}
        reply, last_reply = self._depth.reply, self._depth.last_reply
        for depth in range(1, max(ahead, reply, last_reply, 1) + 1):
            stats.cut = 0
            found = self._own_turn(view, seat, min(depth, ahead))
            complete = not stats.cut
            stats.cut = 0
            if reply or last_reply:
                change = self._replies(view, seat, depth)
                found = {choice: found[choice] + change[choice] for choice in view.legal}
            if stats.evaluated >= stats.limit:
                break
            values = found
            if complete and depth >= reply and (not stats.cut or depth >= last_reply):
                break
            spent = max(limit.spent, 1e-6)
            in_time = int(stats.evaluated * (1 + _CAUTION * (self._budget - spent) / spent))
            stats.limit = min(self._depth.positions, in_time)
        return values

    def _own_turn(self, view: ClaimItView, seat: int, depth: int) -> dict[str, float]:
        """Each choice's chance of winning, looking `depth` rolls ahead in this turn."""
        salt = turn_search.salt(self._salt)
        if view.stage != "place":
            roll = turn_search.roll_value(self._search, 0, depth, seat, salt)[0]
            if view.stage != "decide":  # the first roll of a turn, or one on its way
                return {"roll": roll}
            return {"stop": turn_search.stop_value(self._search, 0, seat, salt)[0], "roll": roll}
        values = {}
        for choice in view.legal:
            turn_search.apply_placement(self._search, NUMBERS[choice])
            values[choice] = turn_search.stop_value(self._search, 1, seat, salt)[0]
            if depth:
                roll = turn_search.roll_value(self._search, 1, depth, seat, salt)[0]
                values[choice] = max(values[choice], roll)
        return values

    def _replies(self, view: ClaimItView, seat: int, depth: int) -> dict[str, float]:
        """How the next player's turn changes the value of each choice."""
        if view.stage != "place":
            stop = self._reply(0, seat, depth, 1)
            turn_search.apply_bust(self._search)
            bust = self._reply(1, seat, depth, 2)
            risk = float(odds.bust(view))
            return {"stop": stop, "roll": (1 - risk) * stop + risk * bust}
        change = {}
        for n, choice in enumerate(view.legal, 1):
            turn_search.apply_placement(self._search, NUMBERS[choice])
            change[choice] = self._reply(1, seat, depth, n)
        return change

    def _reply(self, at: int, seat: int, depth: int, n: int) -> float:
        """How the next player's turn changes the value of stopping at `states[at]`."""
        salt = turn_search.salt(self._salt)
        now = turn_search.stop_value(self._search, at, seat, salt)[0]
        if not turn_search.apply_stop(self._search, at):
            return 0.0
        called = self._search.states[at + 1].turns_left > 0
        reply, last_reply = self._depth.reply, self._depth.last_reply if called else 0
        depth = min(max(depth, min(_WORTHWHILE, last_reply)), max(reply, last_reply))
        if depth == 0:
            return 0.0
        next_salt = turn_search.salt(self._salt + n)
        then = turn_search.roll_value(self._search, at + 1, depth, seat, next_salt)[1]
        return float(then - now)
