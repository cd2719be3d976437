"""The judge of Claim It!: the turn searched to its end, evaluated by the network.

It sees what the level expert sees, without its clock. The last turn of a game is
searched by exact odds, down to the results themselves.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from claimant.bots import UNHURRIED
from claimant.game import View
from claimant.games.claim_it import turn_search
from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.lookahead_bot import (
    DEPTHS,
    LookaheadBot,
    LookaheadDepth,
    load_network,
)
from claimant.games.claim_it.reasons import reasons
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES, NUMBERS
from claimant.games.claim_it.view import ClaimItView
from claimant.judge import Judgement

POSITIONS: Final = 40_000
"""About how many tables and rolls a judgement evaluates."""
_EXACT: Final = 40_000
"""How many it evaluates at most to prove the values of the last turn of a game."""
_SHARES_DEPTH: Final = 2
"""How many rolls ahead the chances of the players whose turn it is not are searched."""


class ClaimItJudge:
    def judge(self, view: View, seed: int = 0, effort: float = 1.0) -> Judgement:
        """The values of all decisions. The search draws no random numbers, so that every seed gives
        the same judgement."""
        assert isinstance(view, ClaimItView)
        view = _to_decide(view)
        values = _proven(view, effort)
        exact = values is not None
        if values is None:
            values = _estimated(view, effort)
        best = max(view.legal, key=values.__getitem__)
        return Judgement(values, best, reasons(view, values, best), exact)

    def chances(self, view: View, seed: int = 0, effort: float = 1.0) -> tuple[float, ...]:
        """Each seat's share of the win, if the player whose turn it is plays it well."""
        assert isinstance(view, ClaimItView)
        if view.outcome is not None:
            winners = view.outcome.winners
            return tuple((seat in winners) / len(winners) for seat in range(view.players))
        if view.turn is None:
            return (1 / view.players,) * view.players
        view = _to_decide(view)
        values = _proven(view, effort) or _estimated(view, effort)
        best = max(view.legal, key=values.__getitem__)
        mine = values[best]
        others = [seat for seat in range(view.players) if seat != view.turn]
        shares = [1.0] if len(others) == 1 else [_share(view, best, seat) for seat in others]
        total = sum(shares)
        found = dict(zip(others, shares, strict=True))
        return tuple(
            mine if seat == view.turn
            else (1 - mine) * (found[seat] / total if total else 1 / len(others))
            for seat in range(view.players)
        )  # fmt: skip


JUDGE: Final = ClaimItJudge()


def _to_decide(view: ClaimItView) -> ClaimItView:
    """The view of the seat whose turn it is, with its decisions. While the dice roll, the only one
    is to have rolled them."""
    assert view.turn is not None
    if view.legal:
        return view
    legal: tuple[str, ...] = ("roll",)
    if view.stage == "decide":
        legal = ("roll", "stop")
    elif view.stage == "place":
        s = np.frombuffer(state_data(view), turn.STATE)[0]
        legal = tuple(sorted(NAMES[space] for space in s.legal[: s.choices]))
    return view.replace(seat=view.turn, legal=legal)


def _estimated(view: ClaimItView, effort: float) -> dict[str, float]:
    """The values of all decisions by the search of the strongest bot."""
    expert = DEPTHS["expert"]
    positions = max(1, round(POSITIONS * effort))
    depth = LookaheadDepth(expert.placing, expert.rolling, expert.reply, positions=positions)
    found = LookaheadBot(depth, 0, UNHURRIED, lambda: 0.0).evaluate(view)
    return {choice: min(1.0, max(0.0, found[choice])) for choice in view.legal}


def _proven(view: ClaimItView, effort: float) -> dict[str, float] | None:
    """The values of all decisions in the last turn of a game, if the rest of it can be searched
    exhaustively."""
    if view.turns_left != 1:
        return None
    search = turn_search.new_search(load_network(), width=2.0, reach=0.0)
    stats = search.stats[0]
    stats.limit = max(1, round(_EXACT * effort))
    search.states[0] = np.frombuffer(state_data(view), turn.STATE)[0]
    values = {}
    for choice in view.legal:
        value = _value(search, view, choice, view.turn, turn_search.MAX_DEPTH)[0]
        if value < 0.0 or stats.cut:
            return None
        values[choice] = value
    return values


def _value(
    search: turn_search.TurnSearch, view: ClaimItView, choice: str, seat: int | None, depth: int
) -> tuple[float, float]:
    """What a decision is worth to the actor and to a seat, playing the turn as the actor would; -1
    if the search was broken off."""
    assert seat is not None
    found: tuple[float, float]
    if view.stage != "place":
        roll = choice == "roll"
        found = (
            turn_search.roll_value(search, 0, depth, seat, 1) if roll
            else turn_search.stop_value(search, 0, seat, 1)
        )  # fmt: skip
        return found
    turn_search.apply_placement(search, NUMBERS[choice])
    stop: tuple[float, float] = turn_search.stop_value(search, 1, seat, 1)
    if stop[0] >= 1.0:  # a certain win
        return stop
    found = turn_search.roll_value(search, 1, depth, seat, 1)
    return found if found[0] < 0.0 else max(stop, found)


def _share(view: ClaimItView, choice: str, seat: int) -> float:
    """What a decision of the player whose turn it is leaves another seat."""
    search = turn_search.new_search(load_network())
    search.states[0] = np.frombuffer(state_data(view), turn.STATE)[0]
    return _value(search, view, choice, seat, _SHARES_DEPTH)[1]
