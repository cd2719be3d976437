"""Files and folders that only their owner may use: they contain the secrets of running games, and
anyone who reads the key of the cookies can act for everyone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def make_private_folder(folder: Path) -> None:
    """Create a folder for its owner alone, or take the access of others to an existing one away."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    exclude_others(folder)


def make_private_file(path: Path, *, new: bool = False) -> None:
    """Create an empty file for its owner alone. Takes the access of others to an existing one away,
    or raises `FileExistsError` if it has to be `new`."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        if new:
            raise
        exclude_others(path)


def exclude_others(path: Path) -> None:
    """Take the access of other users away, if the path exists. Never opens the file: closing it
    again would drop the locks that SQLite has on it in this process."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
    except FileNotFoundError:
        pass


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
