"""What is written to a row of bytes is what the flags of `Flags` and then `Numbers` make of it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from claimant.kernels.compile import entry, kernel
from claimant.kernels.rows import (
    CHUNK,
    Flags,
    Numbers,
    clear_row,
    write_chunk,
    write_flag,
    write_flags,
    write_number,
    write_numbers,
)

SIZE = 150


@kernel
def write(out: Any, place: int, flags: int, word: int) -> None:
    clear_row(out)
    write_flag(out, place)
    write_flag(out, place + 1)
    write_flags(out, place + 30, flags, 45)
    write_flags(out, place + 75, flags >> 37, 8)
    write_number(out, place, 7)
    write_number(out, place + 2, 0)
    write_numbers(out, place + 84, word)


@entry
def write_everything(out: Any, place: int, flags: int, word: int) -> None:
    write(out, place, flags, word)


@entry
def write_in_parts(words: Any, start: int, out: Any, place: int, flags: int, word: int) -> None:
    """The flags to the bits from `start` on, then the numbers to a row that has the flags."""
    write(Flags(words, start), place, flags, word)
    for i in range(len(out)):
        bit = start + i
        out[i] = (int(words[bit >> 5]) >> (bit & 31)) & 1
    write(Numbers(out), place, flags, word)


@pytest.mark.parametrize("seed", range(40))
def test_flags_and_numbers_make_a_row(seed: int) -> None:
    luck = random.Random(seed)
    start, place, flags = luck.randrange(100), luck.randrange(55), luck.getrandbits(45)
    eight = [luck.choice((0, 0, 1, 26)) for _ in range(8)]
    word = int.from_bytes(bytes(eight), "little")
    expected = np.zeros(SIZE, np.int8)
    expected[place : place + 2] = 7, 1
    expected[place + 30 : place + 75] = [flags >> n & 1 for n in range(45)]
    expected[place + 75 : place + 83] = [flags >> n & 1 for n in range(37, 45)]
    expected[place + 84 : place + 92] = eight
    everything = np.full(SIZE, 99, np.int8)
    write_everything(everything, place, flags, word)
    assert everything.tolist() == expected.tolist()
    words, parts = np.zeros(8, np.uint32), np.full(SIZE, 99, np.int8)
    write_in_parts(words, start, parts, place, flags, word)
    assert parts.tolist() == expected.tolist()


def test_rows_side_by_side_leave_each_other_alone() -> None:
    words, ones = np.zeros(8, np.uint32), (1 << 45) - 1
    for start in (0, 128):
        write_in_parts(words, start, np.zeros(100, np.int8), 0, ones, 0)
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    row = [1] * 2 + [0] * 28 + [1] * 53 + [0] * 45
    assert bits.tolist() == row + row


@entry
def write_two(rows: Any, bits: int) -> None:
    write_chunk(rows, CHUNK, bits)
    write_chunk(rows, 3 * CHUNK, ~bits)


def test_a_chunk_runs_over_the_ends_of_rows() -> None:
    rows = np.full((10, 7), 9, np.int8)
    write_two(rows, 0b1010_0000_1111_0001)
    first = [1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1]
    nine = [9] * CHUNK
    assert rows.ravel().tolist() == nine + first + nine + [1 - bit for bit in first] + [9] * 6
