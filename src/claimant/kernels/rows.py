"""Rows of observations and masks, and what the rules write to them (kernel).

A row consists of flags, which are 0 or 1, and of numbers. Rules write what is not 0; a number may
replace a flag that was written before. What is written depends on the type of the row:

- to an array of bytes, everything;
- to `Flags`, which are bits, the flags only;
- to `Numbers`, an array of bytes in which the flags are already, the numbers only.

On the CPU a row is an array of bytes. On a GPU, threads that each wrote a row of bytes would write
to as many lines of the cache at a time as there are threads. There they write `Flags` into memory
that they share, then the bytes for them together (`write_chunk`), and last the few `Numbers`.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, NamedTuple, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import errors
from numba.extending import intrinsic

from claimant.kernels.bits import lowest
from claimant.kernels.compile import COMPILER_OFF, kernel

CHUNK: Final = 16
"""The number of bytes that `write_chunk` writes."""
_LOCK: Final = Lock()


class Flags(NamedTuple):
    """A row of bits in an array of words of 32 bits, where other rows come before and after it."""

    words: Any
    start: int
    """The number of its first bit."""


class Numbers(NamedTuple):
    """An array of bytes to which only numbers are written."""

    row: Any


@kernel
def write_bytes(out: Any, at: int, word: int) -> None:
    """Write the bytes of a word that are not 0, the lowest one first."""
    word = int(word)
    while word:
        byte = lowest(word) >> 3
        out[at + byte] = (word >> (8 * byte)) & 0xFF
        word &= ~(0xFF << (8 * byte))


# What is done for each type of row.


def _clear_bytes(out: Any) -> None:
    for i in range(len(out)):
        out[i] = 0


def _flag_to_bytes(out: Any, at: int) -> None:
    out[at] = 1


def _flags_to_bytes(out: Any, at: int, bits: int, n: int) -> None:
    for i in range(n):
        out[at + i] = (bits >> i) & 1


def _number_to_bytes(out: Any, at: int, number: int) -> None:
    out[at] = number


def _word_to_bytes(out: Any, at: int, word: int) -> None:
    write_bytes(out, at, word)


def _flag_to_bits(out: Any, at: int) -> None:
    at += out.start
    set_bits(out.words, at >> 5, 1 << (at & 31))


def _flags_to_bits(out: Any, at: int, bits: int, n: int) -> None:
    if bits:
        at += out.start
        word, shift = at >> 5, at & 31
        bits = int(bits)
        above = bits >> (32 - shift)
        set_bits(out.words, word, (bits << shift) & 0xFFFFFFFF)
        if above:
            set_bits(out.words, word + 1, above & 0xFFFFFFFF)
            if above >> 32:
                set_bits(out.words, word + 2, above >> 32)


def _number_to_numbers(out: Any, at: int, number: int) -> None:
    if number:
        out.row[at] = number


def _word_to_numbers(out: Any, at: int, word: int) -> None:
    write_bytes(out.row, at, word)


def _nothing(*arguments: Any) -> None:
    pass


def _chosen_by_row(
    on_bytes: Callable[..., None],
    on_flags: Callable[..., None],
    on_numbers: Callable[..., None],
    on_x86: Callable[..., None] | None = None,
) -> Any:
    """One of these functions, by the type of the row. `on_x86` generates instructions of its own,
    for an array of bytes without gaps."""
    functions: dict[Any, Callable[..., None]] = {Flags: on_flags, Numbers: on_numbers}

    def write(out: Any, *arguments: int) -> None:
        functions.get(type(out), on_bytes)(out, *arguments)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        row = signature.args[0]
        function = functions.get(getattr(row, "instance_class", None), on_bytes)
        if on_x86 and function is on_bytes and row.layout == "C" and _on_x86(context):
            on_x86(builder, _place(context, builder, signature, values), signature, values)
        elif function is not _nothing:
            context.compile_internal(builder, function, signature, values)
        return context.get_dummy_value()

    def clear(_: Any, out: Any) -> Any:
        return types.void(out), generate

    def flag(_: Any, out: Any, at: Any) -> Any:
        return types.void(out, types.int64), generate

    def flags(_: Any, out: Any, at: Any, bits: Any, n: Any) -> Any:
        return types.void(out, types.int64, types.int64, n), generate

    def number(_: Any, out: Any, at: Any, number: Any) -> Any:
        return types.void(out, types.int64, types.int64), generate

    if COMPILER_OFF:
        return write
    by_arguments = {1: clear, 2: flag, 3: number, 4: flags}
    return intrinsic(prefer_literal=True)(by_arguments[on_bytes.__code__.co_argcount])


def _on_x86(context: Any) -> bool:
    return "+bmi2" in str(context.codegen().magic_tuple())


def _place(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """A pointer to a place in an array: the first two of the values."""
    array = context.make_array(signature.args[0])(context, builder, values[0])
    return builder.gep(array.data, [values[1]])


def _store(builder: Any, place: Any, word: Any) -> None:
    builder.store(word, builder.bitcast(place, word.type.as_pointer()), align=1)


def _store_flag(builder: Any, place: Any, signature: Any, values: Any) -> None:
    builder.store(ir.IntType(8)(1), place)


def _store_number(builder: Any, place: Any, signature: Any, values: Any) -> None:
    builder.store(builder.trunc(values[2], ir.IntType(8)), place)


def _store_word(builder: Any, place: Any, signature: Any, values: Any) -> None:
    _store(builder, place, values[2])


def _store_flags(builder: Any, place: Any, signature: Any, values: Any) -> None:
    """Eight flags at a time: each becomes the lowest bit of a byte."""
    word = ir.IntType(64)
    kind = ir.FunctionType(word, (word, word))
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
    flags = signature.args[3].literal_value
    for first in [*range(0, flags - 8, 8), flags - 8]:
        eight = builder.lshr(values[2], word(first))
        spread = builder.call(deposit, (eight, word(0x0101010101010101)))
        _store(builder, builder.gep(place, [word(first)]), spread)


clear_row = cast(Callable[[Any], None], _chosen_by_row(_clear_bytes, _nothing, _nothing))
"""Begin an array of bytes with zeros. (The others are in memory that was cleared.)"""

write_flag = cast(
    Callable[[Any, int], None], _chosen_by_row(_flag_to_bytes, _flag_to_bits, _nothing, _store_flag)
)
"""Write a 1 at place `at`."""

write_flags = cast(
    Callable[[Any, int, int, int], None],
    _chosen_by_row(_flags_to_bytes, _flags_to_bits, _nothing, _store_flags),
)
"""Write the lowest `n` bits of a number from place `at`; the others must be 0. `n` is a constant
from 8 to 64."""

write_number = cast(
    Callable[[Any, int, int], None],
    _chosen_by_row(_number_to_bytes, _nothing, _number_to_numbers, _store_number),
)
"""Write a number at place `at`."""

write_numbers = cast(
    Callable[[Any, int, int], None],
    _chosen_by_row(_word_to_bytes, _nothing, _word_to_numbers, _store_word),
)
"""Write eight numbers from place `at`: the bytes of a word, the lowest one first."""


def _set_bits(words: Any, at: int, bits: int) -> None:
    with _LOCK:  # the threads of numba's simulator are real ones
        words[at] |= bits


def _write_chunk(rows: Any, at: int, bits: int) -> None:
    size = rows.shape[1]
    for i in range(at, at + CHUNK):
        rows[i // size, i % size] = bits & 1
        bits >>= 1


@intrinsic
def _set_bits_at_once(_: Any, words: Any, at: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        bits = builder.trunc(values[2], ir.IntType(32))
        place = _place(context, builder, signature, values)
        builder.atomic_rmw("or", place, bits, "monotonic")
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), generate


@intrinsic
def _write_chunk_at_once(_: Any, rows: Any, at: Any, bits: Any) -> Any:
    """A store of sixteen bytes: four flags are spread over four bytes by a multiplication."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word = ir.IntType(32)
        bits = builder.trunc(values[2], word)
        chunk = ir.Constant(ir.VectorType(word, 4), ir.Undefined)
        for n in range(4):
            four = builder.and_(builder.lshr(bits, word(4 * n)), word(0xF))
            spread = builder.and_(builder.mul(four, word(0x00204081)), word(0x01010101))
            chunk = builder.insert_element(chunk, spread, word(n))
        place = _place(context, builder, signature, values)
        builder.store(chunk, builder.bitcast(place, chunk.type.as_pointer()), align=CHUNK)
        return context.get_dummy_value()

    if rows.layout != "C":
        raise errors.TypingError("rows must lie next to each other, without gaps")
    return types.void(rows, types.int64, types.int64), generate


set_bits = cast(Callable[[Any, int, int], None], _set_bits if COMPILER_OFF else _set_bits_at_once)
"""Set bits of word `at` of an array, to which other threads may write at the same time."""

write_chunk = cast(
    Callable[[Any, int, int], None], _write_chunk if COMPILER_OFF else _write_chunk_at_once
)
"""Write sixteen flags to rows of bytes without gaps between them, from byte `at` of all of them,
which is a multiple of sixteen."""
