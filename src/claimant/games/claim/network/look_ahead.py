"""The network's choice, checked by looking ahead in many worlds (kernel).

The actions that the network likes best are tried in worlds that fit the view. In each world
everyone goes on as the network would, each with what their seat knows, until the player has to
decide again or the game is over; then the network values the position for that player. The mean
over the worlds is a better value than the first one, because it sees what the others may answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

import numpy as np

from claimant.bots.time_limit import TimeLimit
from claimant.games.claim.game import ClaimState
from claimant.games.claim.network.features import CODES, card_codes, chosen_option
from claimant.games.claim.network.net import (
    Net,
    Room,
    action_values,
    best_action,
    evaluate,
    load_net,
    new_room,
)
from claimant.games.claim.rules import scoring, table, tricks
from claimant.games.claim.rules.cards import NUMBERS
from claimant.games.claim.search import redeal
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.view import ClaimView
from claimant.kernels.compile import entry, kernel
from claimant.kernels.random import random_numbers

_CLOSE: Final = 0.1
"""Actions whose chance to win is further behind the best are not tried."""
_CHUNK: Final = 10
"""Worlds between two looks at the clock."""


@kernel
def share(s: Any, d: Any, seat: int) -> float:
    """A seat's share of the win at the end."""
    won = scoring.winners(s, d)
    winners = (won & 1) + ((won >> 1) & 1) + ((won >> 2) & 1)
    return float(((won >> table.side(d, seat)) & 1) / winners)


@kernel
def value_after(s: Any, d: Any, codes: Any, net: Net, room: Room, action: int, me: int) -> float:
    """The value of an action in a world for the seat `me`; the state is played on."""
    tricks.decide(s, d, action)
    while s.stage != table.OVER:
        evaluate(s, d, codes, net, room)
        best = best_action(room)
        if s.actor == me:
            return float(1.0 / (1.0 + exp(-room.values[best])))
        tricks.decide(s, d, chosen_option(s, d, codes, best))
    return share(s, d, me)


@entry
def try_actions(
    base: np.ndarray, worlds: np.ndarray, decks: np.ndarray, codes: np.ndarray, hidden: np.ndarray,
    net: Any, room: Any, actions: np.ndarray, sums: np.ndarray, games: int, random: np.ndarray,
) -> None:  # fmt: skip
    """Add the values of the actions in `games` more worlds. `worlds` are two states."""
    d = decks[0]
    me = int(base[0].actor)
    for _ in range(games):
        redeal.deal_world(base, worlds, decks, hidden, random)
        for n in range(len(actions)):
            worlds[1] = worlds[0]
            sums[n] += value_after(worlds[1], d, codes, net, room, int(actions[n]), me)


class NetworkSearch:
    """The choice of an action in a view, which can be continued with more worlds."""

    def __init__(
        self, view: ClaimView, world: ClaimState, candidates: int, seed: int, net: Net | None = None
    ) -> None:
        self.world = world
        self.hidden = HiddenCards(view, world)
        self.random = random_numbers(seed)
        self.legal: Sequence[int] = world.legal()
        self._net = load_net() if net is None else net
        self._room = new_room(self._net)
        self._codes = card_codes(world.game)
        self._deck = world.game.deck
        state = np.frombuffer(bytearray(world.data), table.STATE)
        action_values(state, self._deck, self._codes, self._net, self._room)
        self._values = [self._value(action) for action in self.legal]
        self._candidates = candidates
        self._tried: dict[int, float] = {}
        """By index of the action: the mean value found by looking ahead."""

    def _value(self, action: int) -> float:
        code = int(self._codes[action])
        if action >= scoring.LOOT_FOR:
            code = CODES + int(self._codes[NUMBERS + action - scoring.LOOT_FOR])
        return 1.0 / (1.0 + exp(-float(self._room.values[code])))

    def run(self, worlds: int, limit: TimeLimit) -> None:
        """Try the actions that the network likes best in this many worlds, or fewer if the time is
        up first."""
        order = sorted(range(len(self.legal)), key=lambda n: -self._values[n])
        order = [n for n in order if self._values[n] >= self._values[order[0]] - _CLOSE]
        order = order[: self._candidates]
        if len(order) < 2:
            return
        actions = np.array([self._held(self.legal[n]) for n in order])
        sums = np.zeros(len(order))
        states = np.zeros(2, table.STATE)
        done = 0
        while done < worlds and not limit.is_up:
            try_actions(
                self.hidden.base, states, self._deck, self._codes, self.hidden.cards, self._net,
                self._room, actions, sums, _CHUNK, self.random,
            )  # fmt: skip
            done += _CHUNK
        if done:
            self._tried = {n: float(total) / done for n, total in zip(order, sums, strict=True)}

    def values(self) -> list[float]:
        """What each action is worth, as far as is known by now."""
        return [self._tried.get(n, value) for n, value in enumerate(self._values)]

    def _held(self, action: int) -> int:
        """Of equal cards the one that is really there."""
        state = np.frombuffer(bytearray(self.world.data), table.STATE)[0]
        low, high = tricks.options(state, self._deck[0])
        while action < NUMBERS and not ((low if action < 64 else high) >> (action & 63)) & 1:
            action += 1
        return action

    def best(self, values: Sequence[float] | None = None) -> str:
        """The best action; if something is proven, among the best of those."""
        among = list(range(len(self.legal)))
        if values is not None:
            among = [n for n in among if values[n] >= max(values) - 0.005]
        tried = [n for n in among if n in self._tried]
        found = (
            max(tried, key=lambda n: round(self._tried[n], 6))
            if tried
            else max(among, key=lambda n: round(self._values[n], 6))
        )
        return self.world.write(self.legal[found])
