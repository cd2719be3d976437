"""Random numbers for kernels: fast, for playouts and searches, never for a table's luck."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np

from claimant.kernels.bits import count, nth
from claimant.kernels.compile import kernel

# A record, not an array: numba counts references to arrays, which costs more than a random number.
RANDOM: Final = np.dtype((np.record, [("state", np.uint64)]))


def random_numbers(seed: int) -> Any:
    """A generator of random numbers for kernels, as an array of one record of RANDOM."""
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
    """A random number as one from 0 to n - 1."""
    # (The `int` of an unsigned number stays unsigned in numba, and less a signed one is a float.)
    return int(np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)))


@kernel
def random_below(n: int, rng: Any) -> int:
    """A number from 0 to n - 1 for playouts: fast, not for a table's luck (see `chance.py`).

    `rng` is a record of RANDOM.
    """
    x = next_random(rng.state)
    rng.state = x
    return scaled(x, n)


@kernel
def random_bit(bits: int, most: int, rng: Any) -> int:
    """The number of one of the bits that are set, each as likely: of 1 to `most` of them."""
    return nth(bits, random_below(count(bits), rng), most)
