"""Reads a kernel's record into plain numbers, because reading a field of a NumPy record takes a
microsecond and a view needs hundreds of them."""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Collection
from operator import itemgetter
from typing import Any, Final

import numpy as np

_FORMATS: Final = {"int8": "b", "int16": "h", "int64": "q"}


class Layout:
    """The layout of a record's bytes: `Layout(STATE).read(data).actor`."""

    def __init__(self, record: np.dtype[Any], raw: Collection[str] = ()) -> None:
        """`raw` are fields that are left as bytes, because few of those who read the record need
        them."""
        assert record.fields is not None
        names = record.names or ()
        at = 0
        numbers = 0
        form = "<"
        where: list[int | slice] = []
        self._widths: list[tuple[int, int]] = []
        for n, name in enumerate(names):
            kind, start = record.fields[name][:2]
            shape = kind.shape
            at, before = start + kind.itemsize, at
            if name in raw:
                form += f"{start - before}x{kind.itemsize}s"
                where.append(numbers)
                numbers += 1
                continue
            count = int(np.prod(shape)) if shape else 1
            form += f"{start - before}x{count}{_FORMATS[kind.base.name]}"
            where.append(slice(numbers, numbers + count) if shape else numbers)
            if len(shape) == 2:
                self._widths.append((n, shape[1]))
            numbers += count
        self._struct = struct.Struct(f"{form}{record.itemsize - at}x")
        self._fields = itemgetter(*where)
        self._record: Any = namedtuple("_record", names)  # type: ignore[misc]

    def read(self, data: bytes) -> Any:
        """The fields as numbers, tuples of numbers, and tuples of such tuples."""
        fields = list(self._fields(self._struct.unpack(data)))
        for n, width in self._widths:
            fields[n] = tuple(zip(*(iter(fields[n]),) * width, strict=True))
        return self._record._make(fields)
