"""Sets of spaces and cards as the bits of a number (kernel).

All numbers are signed, and the highest of the 64 bits is never used: mixing signed and unsigned
numbers makes numba fall back to floating point, and Python and NumPy disagree about overflow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from claimant.kernels.compile import COMPILER_OFF, kernel


@intrinsic
def _count_instruction(_: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), generate


_count = cast(Callable[[int], int], int.bit_count if COMPILER_OFF else _count_instruction)


@kernel
def count(bits: int) -> int:
    """The number of bits that are set."""
    return _count(int(bits))


@kernel
def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; there must be one."""
    return count((bits & -bits) - 1)


@kernel
def highest(bits: int) -> int:
    """The highest bit on its own, of at most sixteen; 0 if there is none."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    return bits ^ (bits >> 1)


def _nth(bits: int, n: int, most: int) -> int:
    # A loop of fixed length: one of random length would cost a branch misprediction per call.
    for i in range(most - 1):
        bits = bits & (bits - 1) if i < n else bits
    return lowest(bits)


@intrinsic
def _nth_instruction(_: Any, bits: Any, n: Any, most: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if "+bmi2" not in str(context.codegen().magic_tuple()):
            return context.compile_internal(builder, _nth, signature, values)
        # Spread a number over the set: its bit n is moved to the nth bit that is set.
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word))
        )
        bit = builder.call(deposit, (builder.shl(word(1), values[1]), values[0]))
        return builder.cttz(bit, ir.IntType(1)(1))

    return types.int64(types.int64, types.int64, types.int64), generate


nth = cast(Callable[[int, int, int], int], _nth if COMPILER_OFF else _nth_instruction)
"""The number of the nth bit that is set, from 0, in a set of at most `most`.

Every random decision needs it, so on x86 a kernel uses the processor's instruction for it, which
makes playouts a third faster. Elsewhere, and on a GPU, it is a short loop.
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
    """An x86 instruction that moves bits; elsewhere a loop."""

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
    _gather if COMPILER_OFF else _instruction("llvm.x86.bmi.pext.64", _gather),
)
"""The bits at these places, moved together: the others are left out."""

spread = cast(
    Callable[[int, int], int],
    _spread if COMPILER_OFF else _instruction("llvm.x86.bmi.pdep.64", _spread),
)
"""The reverse of `gather`: adjacent bits, moved to these places."""


@kernel
def mix(into: int, word: int) -> int:
    """A hash of 63 bits with another word mixed in; the same with the compiler off."""
    into = ((int(into) ^ int(word)) * 0x2545F4914F6CDD1D) & 0x7FFFFFFFFFFFFFFF
    return into ^ (into >> 29)
