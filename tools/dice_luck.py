"""How lucky a seat was in a game of Claim It!, to take the luck out of the results of matches.

Every random draw of a game is one of several that could have happened, and the value network says
what each would have been worth to a seat: for the dice, the chance of winning after the placement
that is best for the player who rolled, if they stop then. The luck of a draw is the value of what
happened less the mean over everything that could have happened, each weighed by its probability.

The mean of that is zero whatever the network thinks and however the players decide, because nobody
knows a draw before it is made. A seat's result less the luck of all draws of its game therefore has
the same expected value as the result. It varies less, the more so the better the network judges.
(These are control variates; in poker the method is called AIVAT.)
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from claimant.game import State
from claimant.games.claim_it import board_net, turn_search
from claimant.games.claim_it.game import ClaimItState
from claimant.games.claim_it.lookahead_bot import load_network
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import SPACES
from claimant.kernels.compile import offset

_STAGE_AT: Final = offset(turn.STATE, "stage")
WAYS: Final = 216


class DiceLuck:
    """The luck of one seat, draw by draw."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._search = turn_search.new_search(load_network(), board=board_net.load_network())
        self._salt = 0

    def of(self, before: State, after: State) -> float:
        """By how much a draw was better for the seat than the mean of all possible ones."""
        assert isinstance(before, ClaimItState)
        assert isinstance(after, ClaimItState)
        if before.data[_STAGE_AT] == turn.FIRST:
            return self._first(before, after)
        values = self._rolls(before)
        dice = sorted(int(one) for one in np.frombuffer(after.data, turn.STATE)[0].dice)
        if after.data[_STAGE_AT] != turn.PLACE:  # a bust, which clears the dice
            return self._bust - self._mean(values)
        rolled = next(n for n, roll in enumerate(turn_search.ROLLS) if dice == list(roll[:3]))
        return float(values[rolled]) - self._mean(values)

    def _first(self, before: ClaimItState, after: ClaimItState) -> float:
        """The luck of the draw for who begins."""
        players = before.game.players
        values = [self._value(before.happen((seat,))) for seat in range(players)]
        return self._value(after) - sum(values) / players

    def _value(self, state: ClaimItState) -> float:
        """The value of the start of a turn for the seat."""
        table = self._search.scratch
        table[0] = np.frombuffer(state.data, turn.STATE)[0]
        board_net.evaluate(table[0], self._search.net, self._search.board, self._search.buffers[0])
        return float(self._search.buffers[0].chances[self._seat])

    def _rolls(self, before: ClaimItState) -> Any:
        """The value of each of the 56 distinct rolls for the seat."""
        search, seat = self._search, self._seat
        self._salt += 1
        salt = turn_search.salt(self._salt)
        table = np.frombuffer(before.data, turn.STATE)[0]
        search.states[0] = table
        turn_search.apply_bust(search)
        self._bust = float(turn_search.stop_value(search, 1, seat, salt)[1])
        allowed = np.zeros(len(turn_search.ROLLS), np.int64)
        turn.allowed(bytearray(before.data), turn_search.ROLLS, allowed)
        found = np.full(len(allowed), self._bust)
        for n, spaces in enumerate(allowed.tolist()):
            search.states[0].dice = turn_search.ROLLS[n, :3]
            best = -1.0
            for where in range(SPACES):
                if (spaces >> where) & 1:
                    turn_search.apply_placement(search, where)
                    mine, value = turn_search.stop_value(search, 1, seat, salt)
                    if mine > best:
                        best, found[n] = mine, value
        return found

    def _mean(self, values: Any) -> float:
        return float(values @ turn_search.ROLLS[:, 3]) / WAYS
