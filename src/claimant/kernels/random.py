"""Fast random numbers for playouts and searches in kernels, never for the luck of a table."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np

from claimant.kernels.bits import count, nth
from claimant.kernels.compile import kernel

# A record rather than an array: numba counts references to arrays, which costs more than a number.
RANDOM: Final = np.dtype((np.record, np.dtype([("state", np.uint64)], align=True)))


def random_numbers(seed: int) -> Any:
    """A seeded generator for kernels: an array of one record of RANDOM."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return np.array([(int.from_bytes(digest[:8], "big") | 1,)], RANDOM)


@kernel
def next_random(x: Any) -> Any:
    """Marsaglia's xorshift."""
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    return x


@kernel
def scaled(x: Any, n: int) -> int:
    """A random word scaled to a number from 0 to n - 1."""
    # In numba `int` keeps an unsigned number unsigned, and subtracting a signed one gives a float.
    return int(np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)))


@kernel
def random_below(n: int, rng: Any) -> int:
    """A number from 0 to n - 1; `rng` is a record of RANDOM."""
    x = next_random(rng.state)
    rng.state = x
    return scaled(x, n)


@kernel
def random_bit(bits: int, most: int, rng: Any) -> int:
    """The number of one of the 1 to `most` bits that are set, each equally likely."""
    return nth(bits, random_below(count(bits), rng), most)
