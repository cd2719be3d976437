"""Information-set Monte Carlo tree search over worlds (kernel).

Every simulation deals the hidden cards anew and plays the game to its end: first down a tree of
what the searching seat sees, in which actions that did well or look good to the heuristics are
tried more often, then by the rollout policy. (Rollouts by the heuristics take three times as long
and play worse in the same time.) With a world network there are no rollouts: it values the position
where the tree is left. The tree is a hash table of nodes, keyed by what has been seen since the
root, so nothing is allocated; every player in it plays for their own side.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np

from claimant.games.claim.network.world_net import WorldNet, WorldRoom, judge_world
from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.cards import NUMBERS
from claimant.games.claim.rules.table import OVER, PLAY, side, sides
from claimant.games.claim.search import heuristics, likelihood, redeal, rollout_policy
from claimant.kernels.compile import entry, kernel, part
from claimant.kernels.random import next_random, random_below

NODE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),  # 0: empty
                ("visits", np.int64),
                ("won", np.float64),  # the payoff to the side that chose this node
            ],
            align=True,
        ),
    )
)
ROOT: Final = 1
"""The key of the root."""
MAX_DEPTH: Final = 40
TREE_SEARCH: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Parameters.
                ("exploration", np.float64),  # the weight of the prior against the results
                ("temperature", np.float64),  # of the prior: how evenly actions are tried
                ("margin", np.float64),  # the weight of factions, in addition to the win itself
                ("opponent_temperature", np.float64),  # how freely others play; 0: no inference
                ("forced", np.int64),  # the number of the action to try at the root; 0 for any
                ("judged", np.int64),  # whether the network values positions; otherwise rollouts do
                # The state of the search.
                ("likelihood", np.float64),  # of the current world
                ("nodes", np.int64),  # in use
                ("depth", np.int64),  # of the current path
                ("path", np.int64, MAX_DEPTH),
                ("side", np.int64, MAX_DEPTH),  # the side that chose each step of the path
                ("children", np.int64, 14),  # scratch: the positions of child nodes
                ("chosen", np.int64),  # the index of the action at the root of the current path
                ("share", np.float64, 3),  # of the win, by side, in the current simulation
                ("payoff", np.float64, 3),
                # The actions at the root, how often each was tried, and their payoffs.
                ("count", np.int64),
                ("action", np.int64, 14),
                ("visits", np.int64, 14),
                ("won", np.float64, 14),
                # By action at the root: how often it was tried, and the sums of each side's share
                # of the win. If the actions are not known, everything is in the first row.
                ("tried", np.int64, 14),
                ("shares", np.float64, (14, 3)),
            ],
            align=True,
        ),
    )
)
"""The parameters, state and results of a search."""


@kernel
def find_node(nodes: Any, key: Any) -> int:
    """The position of a node in the table, or a free one for it."""
    last = len(nodes) - 1
    at = int(np.int64(key & np.uint64(last)))
    while nodes[at].key != key and nodes[at].key != 0:
        at = (at + 1) & last
    return at


@kernel
def child_key(key: Any, seen: int) -> Any:
    """The key of the node that follows once something was seen."""
    return next_random(next_random(key) ^ np.uint64(seen + 1))


@part
def select(d: Any, moves: Any, p: Any, nodes: Any, key: Any) -> int:
    """The index of the action to try (PUCT): good results, or a good prior and few visits."""
    top = moves.value[0]
    for i in range(1, moves.count):
        top = max(top, moves.value[i])
    slope = 1.0 / (8.0 * p.temperature)
    total = 0.0
    visits = 0
    won = 0.0
    for i in range(moves.count):
        # About exp((value - top) / temperature), which would take a tenth of the search.
        prior = 1.0 + (top - moves.value[i]) * slope
        prior *= prior
        prior *= prior
        prior *= prior
        prior = 1.0 / prior
        moves.value[i] = prior
        total += prior
        at = find_node(nodes, child_key(key, int(d.first_equal[moves.action[i]])))
        p.children[i] = at
        node = nodes[at]
        if node.key != 0:
            visits += node.visits
            won += node.won
    untried = won / visits if visits > 0 else 0.5
    width = p.exploration * sqrt(visits + 1.0)
    best = 0
    best_score = -1.0
    for i in range(moves.count):
        node = nodes[p.children[i]]
        tried = node.visits if node.key != 0 else 0
        score = node.won / tried if tried > 0 else untried
        score += width * (moves.value[i] / total) / (1.0 + tried)
        if score > best_score:
            best_score = score
            best = i
    return best


@kernel
def payoff(d: Any, mine: int, first: int, second: int, third: int, margin: float) -> float:
    """What the end of a game is worth to a side: its share of the win, and its factions."""
    best = max(first, second, third)
    won = 0.0
    if mine == best:
        won = 1.0 / (int(first == best) + int(second == best) + int(third == best))
    own = mine // scoring.FACTION
    owned = first // scoring.FACTION + second // scoring.FACTION + third // scoring.FACTION
    ahead = float(sides(d)) * own - owned
    return float((1.0 - margin) * won + margin * (0.5 + ahead / (4.0 * d.slots)))


@part
def expand(s: Any, d: Any, p: Any, nodes: Any, key: Any) -> bool:
    """Take a step down the tree, adding a node if there is room; whether to stay in the tree."""
    at = find_node(nodes, key)
    known = nodes[at].key != 0
    if not known and 4 * p.nodes < 3 * len(nodes):  # one new node per simulation
        nodes[at].key = key
        nodes[at].visits = 0
        nodes[at].won = 0.0
        p.nodes += 1
    if nodes[at].key != 0:
        p.path[p.depth] = at
        p.side[p.depth] = side(d, int(s.actor))
        p.depth += 1
    return bool(known and p.depth < MAX_DEPTH)


@part
def choose_first(d: Any, moves: Any, p: Any, chosen: int) -> int:
    """The index of the move to try at the root: the forced one, or the one that was chosen."""
    for i in range(moves.count):
        card = int(d.first_equal[moves.action[i]])
        for known in range(p.count):
            if p.action[known] == card and (
                known + 1 == p.forced or (p.forced == 0 and i == chosen)
            ):
                p.chosen = known
                return i
    return chosen


@part
def simulate(s: Any, d: Any, t: Any, moves: Any, p: Any, nodes: Any, me: int, rng: Any) -> None:
    """Play a world down the tree as far as it goes, and with rollouts to its end."""
    key = np.uint64(ROOT)
    in_tree = True
    first = True
    p.depth = 0
    p.chosen = 0
    while s.stage != OVER and (in_tree or not p.judged):
        low, high = tricks.options(s, d)
        # What others lay off or take unseen is not a branch of the tree.
        if in_tree and (s.actor == me or s.stage == PLAY):
            low, high = tricks.distinct(d, low, high)
            heuristics.evaluate(s, d, t, low, high, moves, rng)
            chosen = select(d, moves, p, nodes, key) if moves.count > 1 else 0
            if first:
                chosen = choose_first(d, moves, p, chosen)
            action = int(moves.action[chosen])
            key = child_key(key, int(d.first_equal[action]))
            if moves.count > 1:
                in_tree = expand(s, d, p, nodes, key)
        else:
            action = rollout_policy.choose(s, d, t, low, high, rng)
        first = False
        tricks.decide(s, d, action)
        if in_tree and s.phase == 1 and s.played == 0:
            # Everyone sees what was turned up, and what is left of it.
            for i in range(d.shown):
                up = int(s.face_up[i])
                key = child_key(key, int(s.pile[up]) if up >= 0 else NUMBERS)


@part
def outcome(s: Any, d: Any, codes: Any, net: WorldNet, room: WorldRoom, p: Any) -> None:
    """What a simulation has come to, for each side: its share of the win, and its payoff."""
    if s.stage != OVER:
        judge_world(s, d, codes, net, room)
        for one in range(3):
            p.share[one] = room.shares[one]
            p.payoff[one] = room.shares[one]
        return
    first, second, third = scoring.scores(s, d)
    margin = 0.0 if p.judged else float(p.margin)
    p.payoff[0] = payoff(d, first, first, second, third, margin)
    p.payoff[1] = payoff(d, second, first, second, third, margin)
    p.payoff[2] = payoff(d, third, first, second, third, margin)
    p.share[0] = payoff(d, first, first, second, third, 0.0)
    p.share[1] = payoff(d, second, first, second, third, 0.0)
    p.share[2] = payoff(d, third, first, second, third, 0.0)


@part
def backpropagate(p: Any, nodes: Any) -> None:
    """Add the payoff of a simulation to the nodes of its path."""
    p.tried[p.chosen] += 1
    for one in range(3):
        p.shares[p.chosen, one] += p.share[one]
    for i in range(p.depth):
        node = nodes[p.path[i]]
        node.visits += 1
        node.won += p.payoff[p.side[i]]


@part
def sample_world(
    base: Any, scratch: Any, d: Any, h: Any, t: Any, moves: Any, p: Any, rng: Any
) -> None:
    """Deal a world to scratch[0], or return to the last one if the new one explains less well what
    others played (Metropolis: worlds then come in proportion to their likelihood)."""
    redeal.save(h)
    redeal.shuffle_hidden(h, rng)
    scratch[0] = base[0]
    redeal.place_hidden(scratch[0], d, h)
    if p.opponent_temperature > 0.0:
        temperature = float(p.opponent_temperature)
        new = likelihood.likelihood(scratch[0], scratch[1:], d, t, moves, temperature, rng)
        if new >= p.likelihood * (random_below(1 << 20, rng) / (1 << 20)):
            p.likelihood = new
        else:
            redeal.restore(h)
            scratch[0] = base[0]
            redeal.place_hidden(scratch[0], d, h)


@entry
def search(
    base: np.ndarray,
    scratch: np.ndarray,
    decks: np.ndarray,
    hidden: np.ndarray,
    weights: np.ndarray,
    moves: np.ndarray,
    searches: np.ndarray,
    nodes: np.ndarray,
    games: int,
    random: np.ndarray,
    codes: np.ndarray,
    net: Any,
    room: Any,
) -> None:
    """Add `games` simulations for the actor of `base`; the results are in the search record.

    All arguments are arrays of one record, except `scratch` (two), `weights` (the searcher's, and
    those by which others are assumed to play) and `nodes` (any power of two).
    """
    d = decks[0]
    p = searches[0]
    h = hidden[0]
    rng = random[0]
    me = int(base[0].actor)
    for _ in range(games):
        sample_world(base, scratch, d, h, weights[1], moves[0], p, rng)
        simulate(scratch[0], d, weights[0], moves[0], p, nodes, me, rng)
        outcome(scratch[0], d, codes, net, room, p)
        backpropagate(p, nodes)
    for i in range(p.count):
        node = nodes[find_node(nodes, child_key(np.uint64(ROOT), int(p.action[i])))]
        p.visits[i] = node.visits
        p.won[i] = node.won
