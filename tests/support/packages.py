"""Packages that look installed to Python: how other people's games and bots are found."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from claimant import bots, registry

SOURCE = Path(__file__).parents[2] / "src"
TESTS = Path(__file__).parents[1]


def install(
    folder: Path, name: str, games: Mapping[str, str], bots: Mapping[str, str] | None = None
) -> Path:
    """Announce games and bots, each `package.module:name`, the way pip does for a package."""
    announced = folder / f"{name}-1.0.dist-info"
    announced.mkdir(parents=True)
    (announced / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = {registry.GROUP: games, "claimant.bots": bots or {}}
    lines = [
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{point} = {value}" for point, value in points.items()), "")
    ]
    (announced / "entry_points.txt").write_text("\n".join(lines))
    return folder


@contextmanager
def found(*folders: Path) -> Iterator[None]:
    """Have this process and those it starts find the packages in these folders."""
    added = [str(folder) for folder in folders]
    inherited = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(
        (*added, str(SOURCE), str(TESTS), *filter(None, [inherited]))
    )
    sys.path[:0] = added
    look_again()
    try:
        yield
    finally:
        for path in added:
            sys.path.remove(path)
        del os.environ["PYTHONPATH"]
        if inherited is not None:
            os.environ["PYTHONPATH"] = inherited
        look_again()


def look_again() -> None:
    registry.refresh()
    bots.installed.cache_clear()
