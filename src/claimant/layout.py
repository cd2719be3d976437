"""A kernel's record as plain numbers: reading a field of a NumPy record costs a microsecond, and
a view needs hundreds."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

_FORMATS: Final = {"int8": "b", "int16": "h", "int64": "q"}


class Layout:
    """How the bytes of a record are laid out: `Layout(STATE).read(data).actor`."""

    def __init__(self, record: np.dtype[Any]) -> None:
        assert record.fields is not None
        at = 0
        numbers = 0
        form = "<"
        self._fields: list[tuple[str, int, int, int]] = []
        for name in record.names or ():
            kind, start = record.fields[name][:2]
            shape = kind.shape
            count = int(np.prod(shape)) if shape else 1
            form += f"{start - at}x{count}{_FORMATS[kind.base.name]}"
            at = start + kind.itemsize
            width = shape[1] if len(shape) == 2 else 0
            self._fields.append((name, numbers, numbers + count if shape else -1, width))
            numbers += count
        self._struct = struct.Struct(f"{form}{record.itemsize - at}x")

    def read(self, data: bytes) -> Any:
        """The fields as numbers, tuples of numbers, and tuples of such tuples."""
        numbers = self._struct.unpack(data)
        fields: dict[str, Any] = {}
        for name, start, end, width in self._fields:
            if end < 0:
                fields[name] = numbers[start]
            elif width == 0:
                fields[name] = numbers[start:end]
            else:
                fields[name] = tuple(zip(*(iter(numbers[start:end]),) * width, strict=True))
        return SimpleNamespace(**fields)
