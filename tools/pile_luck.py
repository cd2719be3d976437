"""How lucky a side was with the draw pile of Claim, to take the luck out of the results of matches.

The order of the pile is the only luck after the deal, and nobody knows it before the cards are
turned up or drawn. Whenever that happens, what came is compared with other orders of the same cards
that could have come as well: the luck is the value of the position for the side less its mean over
those orders. The world network gives the values; it does not look at the order of the pile.

As in Claim It! (`dice_luck.py`), the mean of that is zero whatever the network thinks and however
the players decide, so a side's result less its luck has the same expected value as the result and
varies less. The deal itself cancels out: in a set of games everyone has every hand. A player who
sees the pile, such as a cheat, breaks the assumption.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from claimant.game import State
from claimant.games.claim.game import ClaimState
from claimant.games.claim.network.cards import card_codes
from claimant.games.claim.network.world_net import load_world_net, new_world_room, world_value
from claimant.games.claim.rules import table

ORDERS: Final = 40
"""How many other orders of the pile are compared with."""


class PileLuck:
    """The luck of one side, decision by decision."""

    def __init__(self, side: int, seed: int) -> None:
        self._side = side
        self._random = np.random.default_rng(seed)
        self._net = load_world_net()
        self._room = new_world_room(self._net)

    def of(self, before: State, choice: str, after: State) -> float:
        """By how much what a decision has turned up was better for the side than the mean of what
        could have come."""
        assert isinstance(before, ClaimState)
        assert isinstance(after, ClaimState)
        was, now = before.record(), after.record()
        seen = int(now.top) < table.PILE and int(now.seer[now.top]) != int(was.seer[now.top])
        if now.stage == table.OVER or (now.top == was.top and not seen):
            return 0.0
        mean = sum(self._value(other.play(choice)) for other in self._others(before)) / ORDERS
        return self._value(after) - mean

    def _others(self, before: ClaimState) -> list[ClaimState]:
        """The state with other orders of the cards of the pile that nobody has seen."""
        record = np.frombuffer(bytearray(before.data), table.STATE)
        s = record[0]
        game = before.game
        places = [
            place
            for place in range(int(s.top), game.players * int(game.deck[0].tricks))
            if s.seer[place] == table.NOBODY
        ]
        cards = s.pile[places].copy()
        found = []
        for _ in range(ORDERS):
            s.pile[places] = self._random.permutation(cards)
            found.append(ClaimState(game, record.tobytes()))
        return found

    def _value(self, state: ClaimState) -> float:
        states = np.frombuffer(bytearray(state.data), table.STATE)
        world_value(states, state.game.deck, card_codes(state.game), self._net, self._room)
        return float(self._room.shares[self._side])
