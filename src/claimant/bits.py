"""Sets of spaces and cards as the bits of a number, and the decorator of all kernels.

All numbers are signed, and of sets the highest of 64 bits is never used: mixing signed and unsigned
numbers makes numba fall back to floating point, and Python and NumPy disagree about overflow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Compile a function of the rules. The same code is plain Python with NUMBA_DISABLE_JIT=1.

    A kernel gets integers, records and fixed-size arrays from its caller; it allocates nothing,
    raises nothing and reads no globals but constants, so that it also compiles for a GPU.
    """
    compiled: F = numba.njit(cache=True, error_model="numpy")(function)
    return compiled


def offset(record: np.dtype[Any], field: str) -> int:
    """Where a field starts in the bytes of a record."""
    assert record.fields is not None
    return int(record.fields[field][1])


@kernel
def count(bits: int) -> int:
    """How many bits are set. Adds neighbours in ever wider fields; LLVM knows the idiom."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits = bits + (bits >> 8)
    bits = bits + (bits >> 16)
    bits = bits + (bits >> 32)
    return bits & 0x7F


@kernel
def lowest(bits: int) -> int:
    """The number of the lowest bit that is set (there must be one)."""
    return count((bits & -bits) - 1)


@kernel
def random_below(n: int, rng: np.ndarray) -> int:
    """A number from 0 to n - 1 for playouts: fast, not for a table's luck (see `chance.py`).

    `rng` is an array of one unsigned 64-bit number, not zero: Marsaglia's xorshift.
    """
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return int(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def random_bit(bits: int, rng: np.ndarray) -> int:
    """The number of one of the bits that are set, each as likely (there must be one)."""
    for _ in range(random_below(count(bits), rng)):
        bits &= bits - 1
    return lowest(bits)
