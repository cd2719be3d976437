"""Which claimant played: matches of another must not be counted together."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from claimant import __version__

_PARTS: Final = ("kernels", "bots", "luck.py", "games", "envs")


@cache
def edition() -> str:
    """The version, and a mark of all that bots and rules consist of: `0.1.0+1f6f8a3b`."""
    package = Path(__file__).parent.parent
    mark = hashlib.sha256()
    for part in _PARTS:
        for file in (package / part, *sorted((package / part).rglob("*"))):
            if file.is_file() and file.suffix not in (".pyc", ".nbc", ".nbi"):
                mark.update(str(file.relative_to(package)).encode() + b"\0" + file.read_bytes())
    return f"{__version__}+{mark.hexdigest()[:8]}"
