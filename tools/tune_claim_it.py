"""Train the value network of Claim It! by self-play.

    python tools/tune_claim_it.py --games 60000 --seed 1

Every game is played by the current network, which looks one roll ahead. Then the network learns at
every end of a turn, partly from the result of the game and partly from its own evaluation of the
next end of a turn (temporal differences). Covers all numbers of players, with and without the
variant. A game takes about 7 milliseconds on one core; the weights are written to where the bots
load them.
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
    MAX_PLAYERS,
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
from claimant.games.claim_it.value_net import HIDDEN_UNITS, INPUTS, SHAPE, win_chances
from claimant.kernels.bits import lowest
from claimant.kernels.random import random_below, random_numbers

MAX_TURNS: Final = 600
"""Games are cut off after this many turns."""
TRACE_DECAY: Final = 0.8
"""Lambda: the weight of the game's result against that of the next evaluation."""
STEP: Final = 0.002
LAST_STEP: Final = STEP / 50
NETWORK: Final = Path(__file__).parent.parent / "src/claimant/games/claim_it/value_net.json"


@numba.njit(error_model="numpy")
def best_placement(m: Any, salt: int) -> int:
    """The placement after which stopping is best."""
    s = m.states[0]
    best = -1.0
    chosen = 0
    spaces = s.open
    while spaces:
        where = lowest(spaces)
        spaces &= spaces - 1
        turn_search.apply_placement(m, where)
        value = turn_search.stop_value(m, 1, int(s.actor), salt)[0]
        if value > best:
            best = value
            chosen = where
    return chosen


@numba.njit(error_model="numpy")
def play_game(m: Any, rng: Any, salt: int, inputs: Any, evaluations: Any) -> Any:
    """Play a game to its end and fill in the inputs and evaluations of every turn; returns the
    number of turns and the next salt."""
    s = m.states[0]
    turns = 0
    while True:
        salt = (salt + 0xF1BBCDC00) & ((1 << 60) - 1)
        if s.stage == BEGIN:
            decide(s, ROLL)
            continue
        if s.stage == PLACE:
            decide(s, best_placement(m, salt))
            continue
        if s.stage == DICE:
            throw(s, random_below(6, rng) + 1, random_below(6, rng) + 1, random_below(6, rng) + 1)
            if s.stage == PLACE:
                continue
        else:
            seat = int(s.actor)
            stop = turn_search.stop_value(m, 0, seat, salt)[0]
            if turn_search.roll_value(m, 0, 1, seat, salt)[0] > stop:
                decide(s, ROLL)
                continue
            decide(s, STOP)
        # A turn is over.
        win_chances(s, m.net, m.buffers[0])
        for seat in range(s.players):
            evaluations[turns, seat] = m.buffers[0].chances[seat]
            for i in range(INPUTS):
                inputs[turns, seat, i] = m.buffers[0].inputs[seat, i]
        if s.stage == OVER or turns == MAX_TURNS - 1:
            return turns, salt
        turns += 1


@numba.njit(error_model="numpy")
def backpropagate(
    turns: int, players: int, net: Any, gradient: Any, hidden: Any, inputs: Any, evaluations: Any
) -> float:
    """Fill in the gradient of the weights over a game's turns; returns the cross-entropy loss."""
    gradient[:] = 0.0
    target = evaluations[turns].copy()
    loss = 0.0
    chances = np.zeros(players)
    for t in range(turns - 1, -1, -1):
        for seat in range(players):
            hidden[seat] = 0.0
            for i in range(INPUTS):
                hidden[seat] += inputs[t, seat, i] * net[i]
            hidden[seat] = np.maximum(hidden[seat], 0.0)
            chances[seat] = np.sum(hidden[seat] * net[INPUTS])
        chances = np.exp(chances - chances.max())
        chances /= chances.sum()
        for seat in range(players):
            loss -= evaluations[turns, seat] * np.log(chances[seat] + 1e-9) / turns
            error = chances[seat] - target[seat]
            gradient[INPUTS] += error * hidden[seat]
            back = np.where(hidden[seat] > 0.0, error * net[INPUTS], 0.0)
            for i in range(INPUTS):
                gradient[i] += inputs[t, seat, i] * back
        target = TRACE_DECAY * target + (1.0 - TRACE_DECAY) * evaluations[t]
    return loss


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=60000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=NETWORK)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    net = random.normal(0.0, 0.2, SHAPE)
    search = turn_search.new_search(net)
    gradient, first, second = np.zeros(SHAPE), np.zeros(SHAPE), np.zeros(SHAPE)
    hidden = np.zeros((MAX_PLAYERS, HIDDEN_UNITS))
    inputs = np.zeros((MAX_TURNS, MAX_PLAYERS, INPUTS))
    evaluations = np.zeros((MAX_TURNS, MAX_PLAYERS))
    rng = random_numbers(options.seed)
    salt = 0
    progress: list[tuple[float, int]] = []
    began = time.process_time()
    for game in range(1, options.games + 1):
        players = int(random.choice([2, 2, 3, 4, 5]))
        search.states[:1] = np.zeros(1, STATE)
        search.states[0].players = players
        search.states[0].squatters_return = int(random.integers(2))
        search.states[0].caller = NOBODY
        begin(search.states[0], int(random.integers(players)))
        turns, salt = play_game(search, rng[0], salt, inputs, evaluations)
        loss = backpropagate(turns, players, net, gradient, hidden, inputs, evaluations)
        # Adam: Kingma and Ba, https://arxiv.org/abs/1412.6980
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient * gradient - second)
        step = STEP * (LAST_STEP / STEP) ** (game / options.games)
        net -= step * (first / (1 - 0.9**game)) / (np.sqrt(second / (1 - 0.999**game)) + 1e-8)
        if players == 2:
            progress.append((loss, turns))
        if game % 2000 == 0 or game == options.games:
            mean_loss, long = np.mean(progress, axis=0)
            print(
                f"{game} games, {time.process_time() - began:.0f} s: with two players "
                f"{long:.0f} turns, loss {mean_loss:.3f}",
                flush=True,
            )
            progress.clear()
    rows = ",\n".join(f"  {json.dumps([round(w, 4) for w in row])}" for row in net.tolist())
    made = f"tools/tune_claim_it.py --games {options.games} --seed {options.seed}"
    options.out.write_text(f'{{\n "made": "{made}",\n "weights": [\n{rows}\n ]\n}}\n')


if __name__ == "__main__":
    main()
