"""Learn what a table of Claim It! is worth, by playing against oneself.

    python tools/tune_claim_it.py --games 60000 --seed 1

Every game is played by the network as it is so far, which looks one roll ahead. Then each end of a
turn is taught what came of it: partly how the game ended, partly what the next end of a turn was
thought to be worth (temporal differences). All numbers of players and both variants take part.
About 7 milliseconds a game on one core; the weights are written where the bots find them.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from claimant.games.claim_it import turn_search
from claimant.games.claim_it.rules.turn import (
    BEGIN,
    DICE,
    MOST_PLAYERS,
    NOBODY,
    OVER,
    PLACE,
    ROLL,
    STATE,
    STOP,
    begin,
    decide,
    throw,
)
from claimant.games.claim_it.value_net import HIDDEN, INPUTS, WEIGHTS, judge
from claimant.kernels.bits import lowest
from claimant.kernels.random import random_below, random_numbers

LONGEST: Final = 600
"""Turns of a game at most; it is broken off there."""
RECALL: Final = 0.8
"""How much of a lesson is the end of the game, rather than the next opinion (lambda)."""
STEP: Final = 0.002
LAST_STEP: Final = STEP / 50
VALUES: Final = Path(__file__).parent.parent / "src/claimant/games/claim_it/value_net.json"


@numba.njit(error_model="numpy")
def placed(m: Any, chapter: int) -> int:
    """The placement that would be best to stop with."""
    s = m.path[0]
    best = -1.0
    chosen = 0
    spaces = s.open
    while spaces:
        where = lowest(spaces)
        spaces &= spaces - 1
        turn_search.placing(m, where)
        value = turn_search.stopping(m, 1, int(s.actor), chapter)[0]
        if value > best:
            best = value
            chosen = where
    return chosen


@numba.njit(error_model="numpy")
def played(m: Any, rng: Any, chapter: int, lessons: Any, opinions: Any) -> Any:
    """Play a game to its end: how many turns it took, each with what was seen and thought of it."""
    s = m.path[0]
    turns = 0
    while True:
        chapter = (chapter + 0xF1BBCDC00) & ((1 << 60) - 1)
        if s.stage == BEGIN:
            decide(s, ROLL)
            continue
        if s.stage == PLACE:
            decide(s, placed(m, chapter))
            continue
        if s.stage == DICE:
            throw(s, random_below(6, rng) + 1, random_below(6, rng) + 1, random_below(6, rng) + 1)
            if s.stage == PLACE:
                continue
        else:
            seat = int(s.actor)
            stop = turn_search.stopping(m, 0, seat, chapter)[0]
            if turn_search.rolling(m, 0, 1, seat, chapter)[0] > stop:
                decide(s, ROLL)
                continue
            decide(s, STOP)
        # A turn is over.
        judge(s, m.net, m.desk[0])
        for seat in range(s.players):
            opinions[turns, seat] = m.desk[0].chances[seat]
            for i in range(INPUTS):
                lessons[turns, seat, i] = m.desk[0].inputs[seat, i]
        if s.stage == OVER or turns == LONGEST - 1:
            return turns, chapter
        turns += 1


@numba.njit(error_model="numpy")
def learn(
    turns: int, players: int, net: Any, slope: Any, hidden: Any, lessons: Any, opinions: Any
) -> float:
    """The slope of all weights along a game's lessons, and how surprising its end was."""
    slope[:] = 0.0
    target = opinions[turns].copy()
    surprise = 0.0
    chances = np.zeros(players)
    for t in range(turns - 1, -1, -1):
        for seat in range(players):
            hidden[seat] = 0.0
            for i in range(INPUTS):
                hidden[seat] += lessons[t, seat, i] * net[i]
            hidden[seat] = np.maximum(hidden[seat], 0.0)
            chances[seat] = np.sum(hidden[seat] * net[INPUTS])
        chances = np.exp(chances - chances.max())
        chances /= chances.sum()
        for seat in range(players):
            surprise -= opinions[turns, seat] * np.log(chances[seat] + 1e-9) / turns
            error = chances[seat] - target[seat]
            slope[INPUTS] += error * hidden[seat]
            back = np.where(hidden[seat] > 0.0, error * net[INPUTS], 0.0)
            for i in range(INPUTS):
                slope[i] += lessons[t, seat, i] * back
        target = RECALL * target + (1.0 - RECALL) * opinions[t]
    return surprise


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--games", type=int, default=60000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--out", type=Path, default=VALUES)
    given = ask.parse_args()
    chance = np.random.default_rng(given.seed)
    net = chance.normal(0.0, 0.2, WEIGHTS)
    mind = turn_search.mind(net)
    slope, first, second = np.zeros(WEIGHTS), np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    hidden = np.zeros((MOST_PLAYERS, HIDDEN))
    lessons = np.zeros((LONGEST, MOST_PLAYERS, INPUTS))
    opinions = np.zeros((LONGEST, MOST_PLAYERS))
    rng = random_numbers(given.seed)
    chapter = 0
    said: list[tuple[float, int]] = []
    began = time.process_time()
    for game in range(1, given.games + 1):
        players = int(chance.choice([2, 2, 3, 4, 5]))
        mind.path[:1] = np.zeros(1, STATE)
        mind.path[0].players = players
        mind.path[0].squatters_return = int(chance.integers(2))
        mind.path[0].caller = NOBODY
        begin(mind.path[0], int(chance.integers(players)))
        turns, chapter = played(mind, rng[0], chapter, lessons, opinions)
        surprise = learn(turns, players, net, slope, hidden, lessons, opinions)
        # Adam: Kingma and Ba, https://arxiv.org/abs/1412.6980
        first += 0.1 * (slope - first)
        second += 0.001 * (slope * slope - second)
        step = STEP * (LAST_STEP / STEP) ** (game / given.games)
        net -= step * (first / (1 - 0.9**game)) / (np.sqrt(second / (1 - 0.999**game)) + 1e-8)
        if players == 2:
            said.append((surprise, turns))
        if game % 2000 == 0 or game == given.games:
            surprised, long = np.mean(said, axis=0)
            print(
                f"{game} games, {time.process_time() - began:.0f} s: with two players "
                f"{long:.0f} turns, surprise {surprised:.3f}",
                flush=True,
            )
            said.clear()
    rows = ",\n".join(f"  {json.dumps([round(w, 4) for w in row])}" for row in net.tolist())
    made = f"tools/tune_claim_it.py --games {given.games} --seed {given.seed}"
    given.out.write_text(f'{{\n "made": "{made}",\n "weights": [\n{rows}\n ]\n}}\n')


if __name__ == "__main__":
    main()
