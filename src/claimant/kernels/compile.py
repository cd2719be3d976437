"""The decorators of kernels: a function is compiled for the CPU or a GPU, or stays plain Python.

With `NUMBA_DISABLE_JIT=1` kernels are ordinary Python functions that a debugger can step into.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

from claimant import registry
from claimant.kernels.cache import cache_folder

F = TypeVar("F", bound=Callable[..., object])

_config: Final = cast(Any, numba).config
COMPILER_OFF: Final = bool(_config.DISABLE_JIT)


def kernel(function: F) -> F:
    """Compile a function of the rules.

    A kernel gets integers, records and fixed-size arrays from its caller. It does not allocate,
    raise, or read globals other than constants, so it also compiles for a GPU. It is inlined into
    its callers, because calls between kernels would take a third of the time of a playout.
    """
    return cast(F, numba.njit(error_model="numpy", forceinline=True)(function))


def part(function: F) -> F:
    """Compile a kernel with a single caller: it is inlined before that caller is compiled, which is
    faster. With several callers it would be compiled once per call site."""
    return cast(F, numba.njit(error_model="numpy", inline="always")(function))


def entry(function: F) -> F:
    """Compile a kernel that Python calls. Only these are cached on disk, with what they call
    inlined."""
    if COMPILER_OFF:
        return function
    folder = cache_folder(registry.kernel_packages(function.__module__))
    if folder is None:
        return cast(F, numba.njit(error_model="numpy")(function))
    # numba reads this setting when a function is decorated; functions of others keep theirs.
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy")(function))
    finally:
        _config.CACHE_DIR = before


def direct(function: F, *arguments: object) -> F:
    """An entry without numba's dispatch on argument types, which takes as long as a move.

    It must be called with arguments of the same types as these.
    """
    if COMPILER_OFF:
        return function
    compiled = cast(Any, function)
    kinds = tuple(cast(Any, numba).typeof(argument) for argument in arguments)
    compiled.compile(kinds)
    return cast(F, compiled.get_overload(kinds))


def offset(record: np.dtype[Any], field: str) -> int:
    """The offset of a field in the bytes of a record."""
    assert record.fields is not None
    return int(record.fields[field][1])
