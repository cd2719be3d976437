"""Where compiled kernels are cached: a folder per version of their sources.

numba recognises a stale cache entry only by the file of the function itself, but an entry has
kernels of other files inlined. So each set of sources has its own folder, named after their hash:
a change to any of them leads to another folder, and to a fresh compile. Folders that have not been
used for a month are removed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from claimant import registry

PREFIX: Final = "kernels-"
DAY: Final = 24 * 3600.0
STALE: Final = 30 * DAY
"""The seconds without use after which a folder is removed. Several versions of the program may
share a root, so a folder that others still use must stay."""


@lru_cache(16)
def cache_folder(packages: tuple[str, ...]) -> Path | None:
    """The folder for kernels of these packages; None if nothing can be written anywhere.

    Cached per process, with one entry per game: sources that change while it runs do not matter,
    because their kernels are loaded already.
    """
    return prepare_folder(roots(), PREFIX + source_hash(packages))


def source_hash(packages: Iterable[str]) -> str:
    """A hash of every source file of these packages."""
    sources = hashlib.sha256()
    for package in packages:
        for source in registry.sources(package):
            sources.update(source.read_bytes())
    return sources.hexdigest()[:16]


def roots() -> list[Path]:
    """The folders to try: NUMBA_CACHE_DIR alone if it is set; otherwise next to this package, then
    the user's cache, in case the package is installed where the user may not write."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    user_cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return [Path(__file__).parent / "__pycache__", user_cache / "claimant"]


def prepare_folder(roots: Iterable[Path], name: str) -> Path | None:
    """The folder of this name in the first root that can be written to, marked as in use."""
    for root in roots:
        folder = root / name
        try:
            if not folder.is_dir():
                folder.mkdir(parents=True)
                remove_stale(root)
            if not os.access(folder, os.W_OK):
                continue
            if time.time() - folder.stat().st_mtime > DAY:
                os.utime(folder)
        except FileExistsError:
            pass  # another process has just created it
        except OSError:
            continue
        return folder
    return None


def remove_stale(root: Path) -> None:
    """Remove the folders of sources that have not been used for a month."""
    for folder in root.glob(f"{PREFIX}*"):
        if time.time() - folder.stat().st_mtime > STALE:
            shutil.rmtree(folder, ignore_errors=True)
