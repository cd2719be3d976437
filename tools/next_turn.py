"""Does a look into a part of the next player's turn say more than the network? (PyTorch)

    python tools/next_turn.py --players 2 --games 128 --steps 300 --seconds 100

Plays games of Claim It! as in training, without carelessness. At the start of every turn, the
change is by how much a search of some rolls into that turn corrects the chance of the player who
has just stopped. Its slope says how much of the change is found in the result less the luck that
followed: 1 if the search is right, 0 if the network alone is as good without it.
"""

# mypy: ignore-errors
# (PyTorch and numba-cuda have no types, and need not be installed to work on claimant.)

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
import train_claim_it

from claimant.games.claim_it import board_net, turn_search
from claimant.games.claim_it.lookahead_bot import load_network

DEPTHS = (1, 2, 3)


def play(options: argparse.Namespace) -> tuple[list[Any], Any, Any, Any]:
    """The states of every step, the results less the luck, where they are known, and the
    network's values."""
    net = train_claim_it.Net(train_claim_it.WIDTH, train_claim_it.SECOND)
    train_claim_it.fit(net, train_claim_it.read_weights(options.weights)[0])
    net.prepare()
    device = train_claim_it.Device(False)
    games = train_claim_it.Games(
        device, options.players, options.games, options.steps, options.seed
    )
    states = []
    with torch.no_grad():
        for t in range(options.steps):
            games.judge(net)
            states.append(games._states.copy())
            games.step(t, 0)
            games.now[t] = games.values[:, train_claim_it.NOW]
        target, usable = games.targets(1.0)
    return states, target.numpy(), usable.numpy(), games.now.numpy()


def look(options: argparse.Namespace) -> np.ndarray:
    """A row per position: whether the last round was called, the result less the luck, the
    network's value, and the values of the searches."""
    states, target, usable, now = play(options)
    search = turn_search.new_search(load_network(), board=board_net.load_network())
    places = np.argwhere(usable)
    np.random.default_rng(options.seed).shuffle(places)
    rows = []
    end = time.process_time() + options.seconds
    for k, (t, i) in enumerate(places):
        if time.process_time() > end:
            break
        search.states[1] = states[t][i]
        seat = (int(search.states[1].actor) - 1) % options.players
        called = search.states[1].turns_left > 0
        if options.last and not called:
            continue
        found = [
            turn_search.roll_value(search, 1, depth, seat, turn_search.salt(k * 4 + depth))[1]
            for depth in DEPTHS
        ]
        rows.append([float(called), target[t, i, seat], now[t, i, seat], *found])
    return np.array(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--steps", type=int, default=300, help="decisions of every game")
    parser.add_argument("--seconds", type=float, default=100, help="of processor time to search")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--last", action="store_true", help="the last round only")
    parser.add_argument("--weights", default="src/claimant/games/claim_it/board_net.npz")
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = look(options)
    for called in (0.0, 1.0):
        rows = found[found[:, 0] == called]
        if len(rows) < 2:
            continue
        missed = rows[:, 1] - rows[:, 2]
        print(f"{'last round' if called else 'before'}: {len(rows)} positions")
        for n, depth in enumerate(DEPTHS):
            change = rows[:, 3 + n] - rows[:, 2]
            apart = change - change.mean()
            total = (apart**2).sum()
            print(
                f"{depth} rolls: change {change.mean():.4f}, deviation {change.std():.4f}, "
                f"slope {(apart * missed).sum() / total:.2f} "
                f"+- {1.96 * missed.std() / np.sqrt(total):.2f}, squared error "
                f"{((missed - change) ** 2).mean():.5f} against {(missed**2).mean():.5f}"
            )


if __name__ == "__main__":
    main()
