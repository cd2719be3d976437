"""Our sources as syntax trees, for tests that read them without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[2] / "src" / "claimant"


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file; one per source file, which does not change while tests run."""
    return ast.parse(path.read_text())


def imported(path: Path, *, types: bool = True) -> Iterator[str]:
    """Everything that a file imports, anywhere in it, by its full name; perhaps without what it
    imports for type checkers alone."""
    left: list[ast.AST] = [parsed(path)]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif types or not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            left += ast.iter_child_nodes(node)
