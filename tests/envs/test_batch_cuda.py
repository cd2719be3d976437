"""Batch environments on a GPU, in numba's simulator: bit for bit the games of the CPU."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from claimant.envs.batch import make
from claimant.record import dumps

STEPS = 65  # enough for a game of Claim to end
MANY = {"games": 37, "steps": 3}
"""More games than a block has, and not a whole number of blocks."""
ARRAYS = ("observations", "masks", "rewards", "dones", "actors")


def digests(
    name: str, device: str, games: int = 3, steps: int = STEPS, **parameters: Any
) -> list[str]:
    """A hash of everything that can be seen after each step, and the records at the end."""
    env = make(name, games, seed=5, device=device, log=True, **parameters)
    env.reset()
    found = []
    for _ in range(steps):
        env.step(env.random_actions())
        seen = hashlib.sha256()
        for name in ARRAYS:
            array = getattr(env, name)
            copied = array.copy_to_host() if device == "cuda" else array
            seen.update(copied.tobytes())
        found.append(seen.hexdigest())
    return found + [dumps(env.record(i)) for i in range(env.n)]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("claim-it", {"players": 5, "squatters_return": True}),
        ("claim", {"players": 2, "decks": ["clockwork-war", "hungry-court"]}),
        ("claim", {"players": 4}),
        ("claim-it", {"players": 3, **MANY}),
        ("claim", {"players": 3, **MANY}),
    ],
)
def test_a_gpu_plays_the_same_games(name: str, parameters: dict[str, Any]) -> None:
    simulated = subprocess.run(
        [sys.executable, __file__, name, json.dumps(parameters)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        check=True,
        stdout=subprocess.PIPE,
    )
    assert json.loads(simulated.stdout) == digests(name, "cpu", **parameters)


SHARED = """
from bench.gpu_playouts import KERNELS, Playouts
for name in KERNELS:
    games = Playouts(KERNELS[name](), name, {"players": 2})
    assert games.digest("cuda", 2, 1) == games.digest("cpu", 2, 1)
"""


def test_random_games_of_the_benchmark_are_those_of_the_cpu() -> None:
    subprocess.run(
        [sys.executable, "-c", SHARED],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        check=True,
    )


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1], "cuda", **json.loads(sys.argv[2]))))
