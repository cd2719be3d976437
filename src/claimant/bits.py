"""Sets of spaces and cards as the bits of a number, and the decorator of all kernels.

All numbers are signed, and of sets the highest of 64 bits is never used: mixing signed and unsigned
numbers makes numba fall back to floating point, and Python and NumPy disagree about overflow.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])

_COMPILER_OFF: Final = bool(cast(Any, numba).config.DISABLE_JIT)


def kernel(function: F) -> F:
    """Compile a function of the rules. The same code is plain Python with NUMBA_DISABLE_JIT=1.

    A kernel gets integers, records and fixed-size arrays from its caller; it allocates nothing,
    raises nothing and reads no globals but constants, so that it also compiles for a GPU. It is
    made part of its callers: calls between them would take a third of the time of a playout.
    """
    return cast(F, numba.njit(error_model="numpy", forceinline=True)(function))


def part(function: F) -> F:
    """A kernel that one other calls: built into it before it is compiled, which is quicker.

    With several callers it would be compiled as often as it is called.
    """
    return cast(F, numba.njit(error_model="numpy", inline="always")(function))


def entry(function: F) -> F:
    """A kernel that Python calls. Only these are kept on disk: with what they call built in.

    numba knows a kept function to be stale by its own file alone. A change to a rule in another
    file must count as well, so the stamp is one of all the rules.
    """
    compiled: Any = numba.njit(cache=True, error_model="numpy")(function)
    if not _COMPILER_OFF:
        compiled._cache._cache_file._source_stamp = _stamp()
    return cast(F, compiled)


def direct(function: F, *arguments: object) -> F:
    """An entry past numba's look at the types of its arguments, which takes as long as a move.

    From then on it must get arguments of the same types as these.
    """
    if _COMPILER_OFF:
        return function
    compiled = cast(Any, function)
    kinds = tuple(cast(Any, numba).typeof(argument) for argument in arguments)
    compiled.compile(kinds)
    return cast(F, compiled.get_overload(kinds))


@cache
def _stamp() -> str:
    package = Path(__file__).parent
    sources = [Path(__file__), *package.glob("claim/*.py"), *package.glob("claim_it/*.py")]
    stamp = hashlib.sha256()
    for source in sorted(sources):
        stamp.update(source.read_bytes())
    return stamp.hexdigest()


def offset(record: np.dtype[Any], field: str) -> int:
    """Where a field starts in the bytes of a record."""
    assert record.fields is not None
    return int(record.fields[field][1])


@kernel
def count(bits: int) -> int:
    """How many bits are set. LLVM knows this idiom and makes it one instruction."""
    bits = int(bits)
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) >> 56) & 0x7F


@kernel
def lowest(bits: int) -> int:
    """The number of the lowest bit that is set (there must be one)."""
    return count((bits & -bits) - 1)


@kernel
def highest(bits: int) -> int:
    """The highest bit alone, of at most sixteen."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    return bits ^ (bits >> 1)


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


def _nth(bits: int, n: int, most: int) -> int:
    # A loop of fixed length: one that ends at random costs a wrong guess of the processor a time.
    for i in range(most - 1):
        bits = bits & (bits - 1) if i < n else bits
    return lowest(bits)


@intrinsic
def _nth_instruction(_: Any, bits: Any, n: Any, most: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if "+bmi2" not in str(context.codegen().magic_tuple()):
            return context.compile_internal(builder, _nth, signature, values)
        # Spread a number over the set: its bit n lands on the nth bit that is set.
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word))
        )
        bit = builder.call(deposit, (builder.shl(word(1), values[1]), values[0]))
        return builder.cttz(bit, ir.IntType(1)(1))

    return types.int64(types.int64, types.int64, types.int64), generate


nth = cast(Callable[[int, int, int], int], _nth if _COMPILER_OFF else _nth_instruction)
"""The number of the nth bit that is set, from 0, in a set of at most `most`.

Every random decision asks for it, so where the processor has an instruction for it (x86) a kernel
uses that: it makes playouts a third faster. Elsewhere, and on a GPU, it is a short loop.
"""


def _gather(bits: int, places: int) -> int:
    gathered = 0
    at = 0
    while places:
        gathered |= ((bits >> lowest(places)) & 1) << at
        places &= places - 1
        at += 1
    return gathered


def _spread(bits: int, places: int) -> int:
    spread = 0
    while places:
        spread |= (places & -places) & -(bits & 1)
        places &= places - 1
        bits >>= 1
    return spread


def _instruction(name: str, otherwise: Callable[[int, int], int]) -> Any:
    """An instruction of x86 that moves bits, elsewhere a loop."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if "+bmi2" not in str(context.codegen().magic_tuple()):
            return context.compile_internal(builder, otherwise, signature, values)
        word = ir.IntType(64)
        move = builder.module.declare_intrinsic(name, (), ir.FunctionType(word, (word, word)))
        return builder.call(move, values)

    @intrinsic
    def moved(_: Any, bits: Any, places: Any) -> Any:
        return types.int64(types.int64, types.int64), generate

    return moved


gather = cast(
    Callable[[int, int], int],
    _gather if _COMPILER_OFF else _instruction("llvm.x86.bmi.pext.64", _gather),
)
"""The bits that stand at these places, side by side: what is left when the others are gone."""

spread = cast(
    Callable[[int, int], int],
    _spread if _COMPILER_OFF else _instruction("llvm.x86.bmi.pdep.64", _spread),
)
"""The reverse: bits that lie side by side, put at these places."""


@kernel
def mix(into: int, word: int) -> int:
    """A hash of 63 bits with one more word in it; the same with the compiler off."""
    into = ((int(into) ^ int(word)) * 0x2545F4914F6CDD1D) & 0x7FFFFFFFFFFFFFFF
    return into ^ (into >> 29)


@kernel
def random_bit(bits: int, most: int, rng: Any) -> int:
    """The number of one of the bits that are set, each as likely: of 1 to `most` of them."""
    return nth(bits, random_below(count(bits), rng), most)
