"""The layout shows the architecture: imports go one way only, and files stay small."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "claimant"

# A part may import what stands on an earlier line, and its own.
ARROW = [
    {"i18n"},
    {"game"},
    {"registry"},
    {"kernels", "record", "rulebook"},
    {"luck"},
    {"bots", "play"},
    {"laws"},
    {"art"},
    {"presentation"},
    {"components", "environment"},
    {"games"},
    {"envs"},
    {"arena"},
    {"web"},
    {"chaos"},
    {"cli"},
    {"__init__", "__main__"},
]
LEVEL = {part: level for level, parts in enumerate(ARROW) for part in parts}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The parts of the package that a file imports, anywhere in it."""
    parts = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: say from where you import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            if package == "claimant" and rest:
                parts.add(rest.split(".")[0])
    return parts


FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_follow_the_arrow(path: Path) -> None:
    part = part_of(path)
    assert part in LEVEL, f"{part} has no place in the architecture yet"
    for other in imported(path) - {part}:
        if other in LEVEL:
            assert LEVEL[other] < LEVEL[part], f"{part} uses {other}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_fits_in_a_head(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 430
