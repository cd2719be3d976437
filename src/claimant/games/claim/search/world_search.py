"""Search over worlds: information-set tree search with playouts at a glance (kernel).

Every simulation deals the hidden cards anew and plays the game to its end: first down a tree of
what the searching seat sees, where decisions that did well or look good by rules of thumb are tried
more often, then as `glance.py` says. (Playouts by rules of thumb take three times as long, and in
the same time play worse.) The tree is a table of nodes found by a hash of what has been seen since
the root, so nothing is allocated; each player in it plays for their own side.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np

from claimant.games.claim.rules import scoring, tricks
from claimant.games.claim.rules.cards import NUMBERS
from claimant.games.claim.rules.table import OVER, PLAY
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
                ("won", np.float64),  # by the side that chose to come here
            ],
            align=True,
        ),
    )
)
ROOT: Final = 1
"""The key of the root."""
DEEPEST: Final = 40
PLAN: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("explore", np.float64),  # how much more is tried what did not do best so far
                ("heat", np.float64),  # how evenly decisions are tried that look different
                ("margin", np.float64),  # how much factions count beside the win itself
                ("heat_of_others", np.float64),  # how freely others play; 0: not thought of
                ("likely", np.float64),  # how likely their plays are in the last world
                ("nodes", np.int64),  # in use
                ("depth", np.int64),  # of the current path
                ("path", np.int64, DEEPEST),
                ("seen", np.int64, 14),  # the places of the nodes that may follow
                ("side", np.int64, DEEPEST),  # who chose each step of the path
                # The decisions at the root, how often each was tried and what came of it.
                ("count", np.int64),
                ("action", np.int64, 14),
                ("visits", np.int64, 14),
                ("won", np.float64, 14),
            ],
            align=True,
        ),
    )
)
"""How to search, and what is going on."""


@kernel
def find(nodes: Any, key: Any) -> int:
    """The place of a node in the table, or an empty place for it."""
    last = len(nodes) - 1
    at = int(np.int64(key & np.uint64(last)))
    while nodes[at].key != key and nodes[at].key != 0:
        at = (at + 1) & last
    return at


@kernel
def child(key: Any, seen: int) -> Any:
    """The key of what follows when something was seen."""
    return next_random(next_random(key) ^ np.uint64(seen + 1))


@part
def select(d: Any, o: Any, p: Any, nodes: Any, key: Any) -> int:
    """The decision to try: what did best so far, and what looks good and was tried little."""
    top = o.worth[0]
    for i in range(1, o.count):
        top = max(top, o.worth[i])
    cool = 1.0 / (8.0 * p.heat)
    total = 0.0
    visits = 0
    won = 0.0
    for i in range(o.count):
        # About exp((worth - top) / heat), which would take a tenth of the search.
        look = 1.0 + (top - o.worth[i]) * cool
        look *= look
        look *= look
        look *= look
        look = 1.0 / look
        o.worth[i] = look
        total += look
        place = find(nodes, child(key, int(d.first_equal[o.action[i]])))
        p.seen[i] = place
        node = nodes[place]
        if node.key != 0:
            visits += node.visits
            won += node.won
    first = won / visits if visits > 0 else 0.5  # what is expected of an untried decision
    wide = p.explore * sqrt(visits + 1.0)
    best = 0
    best_worth = -1.0
    for i in range(o.count):
        node = nodes[p.seen[i]]
        tried = node.visits if node.key != 0 else 0
        worth = node.won / tried if tried > 0 else first
        worth += wide * (o.worth[i] / total) / (1.0 + tried)
        if worth > best_worth:
            best_worth = worth
            best = i
    return best


@kernel
def result(d: Any, mine: int, first: int, second: int, third: int, margin: float) -> float:
    """What the end of a game is worth to a side: a win, a shared one in parts, and factions."""
    best = max(first, second, third)
    worth = 0.0
    if mine == best:
        worth = 1.0 / (int(first == best) + int(second == best) + int(third == best))
    won = (first >> 20) + (second >> 20) + (third >> 20)
    ahead = 2.0 * (mine >> 20) - won if scoring.sides(d) == 2 else 3.0 * (mine >> 20) - won
    return float((1.0 - margin) * worth + margin * (0.5 + ahead / (4.0 * d.slots)))


@part
def step(s: Any, d: Any, p: Any, nodes: Any, key: Any) -> bool:
    """One step further down the tree, which may grow by it; whether it goes on from there."""
    place = find(nodes, key)
    known = nodes[place].key != 0
    if not known and 4 * p.nodes < 3 * len(nodes):  # one more node a simulation
        nodes[place].key = key
        nodes[place].visits = 0
        nodes[place].won = 0.0
        p.nodes += 1
    if nodes[place].key != 0:
        p.path[p.depth] = place
        p.side[p.depth] = scoring.side(d, int(s.actor))
        p.depth += 1
    return bool(known and p.depth < DEEPEST)


@part
def simulate(s: Any, d: Any, t: Any, o: Any, p: Any, nodes: Any, me: int, rng: Any) -> None:
    """Play a dealt world to its end, the first decisions down the tree."""
    key = np.uint64(ROOT)
    in_tree = True
    p.depth = 0
    while s.stage != OVER:
        low, high = tricks.options(s, d)
        # What others lay off or choose unseen is no branch of the tree.
        if in_tree and (s.actor == me or s.stage == PLAY):
            low, high = tricks.distinct(d, low, high)
            heuristics.consider(s, d, t, low, high, o, rng)
            chosen = select(d, o, p, nodes, key) if o.count > 1 else 0
            action = int(o.action[chosen])
            key = child(key, int(d.first_equal[action]))
            if o.count > 1:
                in_tree = step(s, d, p, nodes, key)
        else:
            action = rollout_policy.decide(s, d, t, low, high, rng)
        tricks.decide(s, d, action)
        if in_tree and s.phase == 1 and s.played == 0:
            # What was turned up, and what of it is left, everyone sees.
            for i in range(d.shown):
                up = int(s.face_up[i])
                key = child(key, int(s.pile[up]) if up >= 0 else NUMBERS)


@part
def learn(s: Any, d: Any, p: Any, nodes: Any) -> None:
    """Tell the nodes of the path how the game ended."""
    first, second, third = scoring.scores(s, d)
    margin = float(p.margin)
    for_first = result(d, first, first, second, third, margin)
    for_second = result(d, second, first, second, third, margin)
    for_third = result(d, third, first, second, third, margin)
    for i in range(p.depth):
        node = nodes[p.path[i]]
        node.visits += 1
        side = int(p.side[i])
        node.won += for_first if side == 0 else (for_second if side == 1 else for_third)


@part
def imagine(base: Any, scratch: Any, d: Any, h: Any, t: Any, o: Any, p: Any, rng: Any) -> None:
    """Deal a world to scratch[0]: the last one again where what others played is less likely in
    the new one, as often as that (Metropolis: then worlds come as often as they are likely)."""
    redeal.keep(h)
    redeal.mix(h, rng)
    scratch[0] = base[0]
    redeal.lay(scratch[0], d, h)
    if p.heat_of_others > 0.0:
        chance = likelihood.weight(scratch[0], scratch[1:], d, t, o, float(p.heat_of_others), rng)
        if chance >= p.likely * (random_below(1 << 20, rng) / (1 << 20)):
            p.likely = chance
        else:
            redeal.bring_back(h)
            scratch[0] = base[0]
            redeal.lay(scratch[0], d, h)


@entry
def search(
    base: np.ndarray,
    scratch: np.ndarray,
    decks: np.ndarray,
    hidden: np.ndarray,
    thumbs: np.ndarray,
    options: np.ndarray,
    plans: np.ndarray,
    nodes: np.ndarray,
    games: int,
    random: np.ndarray,
) -> None:
    """That many more simulations for the actor of `base`; what came of it is in the plan.

    All are arrays of one record, but for `scratch`, two, `thumbs`, those of the searcher and those
    by which others are thought to play, and `nodes`, of which there are a power of two.
    """
    d = decks[0]
    t = thumbs[0]
    o = options[0]
    p = plans[0]
    h = hidden[0]
    rng = random[0]
    me = int(base[0].actor)
    for _ in range(games):
        imagine(base, scratch, d, h, thumbs[1], o, p, rng)
        simulate(scratch[0], d, t, o, p, nodes, me, rng)
        learn(scratch[0], d, p, nodes)
    for i in range(p.count):
        node = nodes[find(nodes, child(np.uint64(ROOT), int(p.action[i])))]
        p.visits[i] = node.visits
        p.won[i] = node.won
