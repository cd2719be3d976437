"""The decorators of kernels: one function, compiled for the CPU, for a GPU, or plain Python.

With `NUMBA_DISABLE_JIT=1` kernels are ordinary Python functions that a debugger can step into.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

from claimant import registry

F = TypeVar("F", bound=Callable[..., object])

_config: Final = cast(Any, numba).config
COMPILER_OFF: Final = bool(_config.DISABLE_JIT)


def kernel(function: F) -> F:
    """Compile a function of the rules.

    A kernel gets integers, records and fixed-size arrays from its caller. It allocates nothing,
    raises nothing and reads no globals except constants, so that it also compiles for a GPU. It is
    inlined into its callers: calls between kernels would take a third of the time of a playout.
    """
    return cast(F, numba.njit(error_model="numpy", forceinline=True)(function))


def part(function: F) -> F:
    """A kernel with a single caller: inlined before that caller is compiled, which is quicker.

    With several callers it would be compiled once per call site.
    """
    return cast(F, numba.njit(error_model="numpy", inline="always")(function))


def entry(function: F) -> F:
    """A kernel that Python calls. Only these are cached on disk, with what they call inlined."""
    with _cache_folder(function.__module__):
        return cast(F, numba.njit(cache=True, error_model="numpy")(function))


def direct(function: F, *arguments: object) -> F:
    """An entry without numba's dispatch on argument types, which takes as long as a move.

    From then on it must get arguments of the same types as these.
    """
    if COMPILER_OFF:
        return function
    compiled = cast(Any, function)
    kinds = tuple(cast(Any, numba).typeof(argument) for argument in arguments)
    compiled.compile(kinds)
    return cast(F, compiled.get_overload(kinds))


@contextmanager
def _cache_folder(module: str) -> Iterator[None]:
    """Have numba cache what is decorated here in a folder named after the sources it depends on.

    numba recognises a stale cache entry by the function's own file alone, but an entry has kernels
    of other files inlined. A change to any of them gives another folder, hence a fresh compile.
    """
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_root() / _stamp(registry.kernel_packages(module)))
    try:
        yield
    finally:
        _config.CACHE_DIR = before


@cache
def cache_root() -> Path:
    """Where compiled kernels are cached: beside the package if it can be written to."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    beside = Path(__file__).parent / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        if os.access(beside, os.W_OK):
            return beside
    except OSError:
        pass  # installed where this user may not write
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "claimant"


@cache
def _stamp(packages: tuple[str, ...]) -> str:
    """A hash of every source file of these packages."""
    stamp = hashlib.sha256()
    for package in packages:
        for source in registry.sources(package):
            stamp.update(source.read_bytes())
    return f"kernels-{stamp.hexdigest()[:16]}"


def offset(record: np.dtype[Any], field: str) -> int:
    """Where a field starts in the bytes of a record."""
    assert record.fields is not None
    return int(record.fields[field][1])
