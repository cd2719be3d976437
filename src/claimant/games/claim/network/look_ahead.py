"""The network's choice, checked by looking ahead in many worlds (kernel).

Worlds that fit the view are dealt, and weighed by how well they explain what the others have done
(`replay.py`). In each world the actions that the network likes best are tried: everyone goes on as
the network would, each with what their seat knows, until the player has to decide again or the game
is over; then the network values the position for that player. The mean over the worlds is a better
value than the first one, because it sees what the others may answer. Actions that are clearly worse
than the best are dropped on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, Final

import numpy as np

from claimant.bots.time_limit import TimeLimit
from claimant.games.claim.game import ClaimState
from claimant.games.claim.network import replay
from claimant.games.claim.network.features import CODES, card_codes, chosen_option
from claimant.games.claim.network.net import (
    Net,
    Room,
    action_values,
    best_action,
    evaluate,
    load_net,
    new_room,
    observe,
)
from claimant.games.claim.rules import scoring, table, tricks
from claimant.games.claim.rules.cards import NUMBERS
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.view import ClaimView
from claimant.kernels.bits import lowest
from claimant.kernels.compile import entry, kernel
from claimant.kernels.random import random_below, random_numbers

_CLOSE: Final = 0.15
"""Actions whose chance to win is further behind the best are not tried."""
_ROWS: Final = 256
"""Positions evaluated at a time."""
_ERRORS: Final = 2.5
"""An action is dropped once it is this many standard errors behind the best."""
_MOST_REPLAYED: Final = 20_000
"""The most decisions of others that are replayed to weigh worlds, in about 0.2 seconds."""
_SHARE_OF_DEALS: Final = 0.6
"""The share of the time in which worlds are weighed at most."""
FINISHED: Final = -1
RUNNING: Final = -2


@kernel
def share(s: Any, d: Any, seat: int) -> float:
    """A seat's share of the win at the end."""
    won = scoring.winners(s, d)
    winners = (won & 1) + ((won >> 1) & 1) + ((won >> 2) & 1)
    return float(((won >> table.side(d, seat)) & 1) / winners)


@entry
def values_after(
    worlds: np.ndarray, states: np.ndarray, decks: np.ndarray, codes: np.ndarray, net: Any,
    room: Room, actions: np.ndarray, ahead: int, next_action: np.ndarray, left: np.ndarray,
    rows: np.ndarray, found: np.ndarray,
) -> None:  # fmt: skip
    """Fill in the values of all actions in all worlds for the actor, action by action within a
    world. `ahead` is the number of the actor's own decisions that the network makes on the way.

    The other arrays are scratch space, with room for every action in every world.
    """
    d = decks[0]
    me = int(worlds[0].actor)
    count = len(worlds) * len(actions)
    for i in range(count):
        states[i] = worlds[i // len(actions)]
        next_action[i] = actions[i % len(actions)]
        left[i] = ahead
    running = count
    while running > 0:
        running = 0
        for i in range(count):
            if next_action[i] == FINISHED:
                continue
            s = states[i]
            action = int(next_action[i])
            while action >= 0:
                tricks.decide(s, d, action)
                action = FINISHED
                if s.stage == table.OVER:
                    found[i] = share(s, d, me)
                elif replay.has_choice(s, d):
                    observe(s, d, codes, room, running)
                    rows[running] = i
                    running += 1
                    action = RUNNING
                else:
                    low, high = tricks.options(s, d)
                    action = lowest(low) if low else 64 + lowest(high)
            next_action[i] = action
        evaluate(net, room, running)
        for row in range(running):
            i = rows[row]
            s = states[i]
            best = best_action(room.values[row])
            if s.actor == me and left[i] == 0:
                found[i] = 1.0 / (1.0 + exp(-room.values[row, best]))
                next_action[i] = FINISHED
            else:
                left[i] -= 1 if s.actor == me else 0
                next_action[i] = chosen_option(s, d, codes, best)


def _promising(found: Any, weights: Any, left: list[int]) -> list[int]:
    """Which of the columns that are left are not clearly worse than the best of them. In a world,
    luck is the same for all actions, so their differences are compared."""
    total = weights.sum()
    best = max(left, key=lambda n: float(weights @ found[:, n]))
    kept = []
    for n in left:
        behind = found[:, best] - found[:, n]
        mean = float(weights @ behind) / total
        spread = float(weights @ (behind - mean) ** 2) + 1e-3
        if mean * total <= _ERRORS * sqrt(spread):
            kept.append(n)
    return kept


class NetworkSearch:
    """The choice of an action in a view, which can be continued with more worlds."""

    def __init__(
        self,
        view: ClaimView,
        world: ClaimState,
        candidates: int,
        seed: int,
        net: Net | None = None,
        *,
        deals: int = 0,
        temperature: float = 0.03,
        ahead: int = 0,
    ) -> None:
        """With `deals`, this number of worlds is dealt, and those to look at are drawn from them in
        proportion to their likelihood, given this temperature of the others' play. The network
        makes `ahead` more decisions of its own before it values a position."""
        self.world = world
        self.hidden = HiddenCards(view, world)
        self.random = random_numbers(seed)
        self.legal: Sequence[int] = world.legal()
        self._net = load_net() if net is None else net
        self._room = new_room(self._net, _ROWS)
        self._codes = card_codes(world.game)
        self._deck = world.game.deck
        state = np.frombuffer(bytearray(world.data), table.STATE)
        action_values(state, self._deck, self._codes, self._net, self._room)
        self._values = [self._value(action) for action in self.legal]
        self._candidates = candidates
        tricks_played = view.trick - 1 + (view.tricks if view.phase == 2 else 0)
        replayed = (view.players - 1) * max(1, tricks_played)
        self._deals = min(deals, _MOST_REPLAYED // replayed)
        self._temperature = temperature
        self._ahead = ahead
        self._tried: dict[int, float] = {}
        """By index of the action: the mean value found by looking ahead."""
        self._chosen: list[int] = []
        """The actions that were never dropped."""

    def _value(self, action: int) -> float:
        code = int(self._codes[action])
        if action >= scoring.LOOT_FOR:
            code = CODES + int(self._codes[NUMBERS + action - scoring.LOOT_FOR])
        return 1.0 / (1.0 + exp(-float(self._room.values[0, code])))

    def run(self, worlds: int, limit: TimeLimit) -> None:
        """Try the actions that the network likes best in this many worlds, or fewer if the time is
        up first."""
        order = sorted(range(len(self.legal)), key=lambda n: -self._values[n])
        order = [n for n in order if self._values[n] >= self._values[order[0]] - _CLOSE]
        order = order[: self._candidates]
        if len(order) < 2 or worlds <= 0:
            return
        dealt, weights = self._deal(worlds, limit)
        found = np.zeros((len(dealt), len(order)))
        left = list(range(len(order)))
        done = 0
        while done < len(dealt) and len(left) > 1 and not limit.is_up:
            part = slice(done, min(done + _ROWS // len(left), len(dealt)))
            found[part, left] = self._look_ahead(dealt[part], [order[n] for n in left])
            done = part.stop
            left = _promising(found[:done], weights[:done], left)
            means = np.average(found[:done], axis=0, weights=weights[:done])
            self._tried |= {order[n]: float(means[n]) for n in left}
            self._chosen = [order[n] for n in left]

    def _deal(self, worlds: int, limit: TimeLimit) -> tuple[Any, Any]:
        """Worlds, and how often each counts."""
        count = max(worlds, self._deals)
        dealt = np.zeros(count, table.STATE)
        replay.deal_worlds(self.hidden.base, dealt, self._deck, self.hidden.cards, self.random)
        if not self._deals or not self.hidden.cards[0].count:
            return dealt[:worlds], np.ones(worlds)
        logs = np.zeros(count)
        known = np.zeros(_ROWS, np.int64)
        done = 0
        me = int(dealt[0].actor)
        while done < count and limit.spent < _SHARE_OF_DEALS * limit.seconds:
            part = slice(done, min(done + _ROWS, count))
            states = np.zeros(part.stop - done, table.STATE)
            replay.log_likelihoods(
                dealt[part], states, self._deck, self._codes, me, self._temperature, self._net,
                self._room, known, logs[part],
            )  # fmt: skip
            done = part.stop
        if not done:
            return dealt[:worlds], np.ones(worlds)
        chances = np.exp(logs[:done] - logs[:done].max())
        steps = (np.arange(worlds) + random_below(1 << 20, self.random[0]) / (1 << 20)) / worlds
        drawn = np.searchsorted(np.cumsum(chances) / chances.sum(), steps).clip(0, done - 1)
        found, counts = np.unique(drawn, return_counts=True)
        return dealt[found], counts.astype(np.float64)

    def _look_ahead(self, worlds: Any, order: list[int]) -> Any:
        """The values of these actions in each world, a row each."""
        actions = np.array([self._held(self.legal[n]) for n in order])
        many = len(worlds) * len(actions)
        found = np.zeros(many)
        next_action, left, rows = np.zeros((3, many), np.int64)
        values_after(
            worlds, np.zeros(many, table.STATE), self._deck, self._codes, self._net, self._room,
            actions, self._ahead, next_action, left, rows, found,
        )  # fmt: skip
        return found.reshape(len(worlds), len(actions))

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
        tried = [n for n in tried if n in self._chosen] or tried
        found = (
            max(tried, key=lambda n: round(self._tried[n], 6))
            if tried
            else max(among, key=lambda n: round(self._values[n], 6))
        )
        return self.world.write(self.legal[found])
