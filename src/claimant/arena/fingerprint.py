"""A fingerprint of the program that played: results of different programs are not mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from claimant import __version__, registry

_MODULES: Final = (
    "claimant.bots",
    "claimant.environment",
    "claimant.envs",
    "claimant.kernels",
    "claimant.luck",
)
"""What decides how a game is played, besides the games themselves."""
_COMPILED: Final = "__pycache__"


@cache  # One text per process, whose program does not change.
def fingerprint() -> str:
    """The version and a hash of the rules, the bots and their data: `0.1.0+1f6f8a3b`."""
    digest = hashlib.sha256()
    games = sorted(entry.package for entry in registry.entries().values())
    for module in (*_MODULES, *games):
        for name, file in _files(module):
            digest.update(f"{module}/{name}".encode() + b"\0" + file.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:8]}"


def _files(module: str) -> list[tuple[str, Path]]:
    """The files of a module or package with their names inside it."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    origin = Path(spec.origin)
    if spec.submodule_search_locations is None:
        return [(origin.name, origin)]
    return [
        (file.relative_to(origin.parent).as_posix(), file)
        for file in sorted(origin.parent.rglob("*"))
        if file.is_file() and _COMPILED not in file.parts
    ]
