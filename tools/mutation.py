"""Mutants of a Python file: copies with one small change each that alters what a rule says.

Functions and module constants are mutated, except for docstrings, annotations, decorators and
`np.dtype` definitions. Every mutant is the text of the file with one expression replaced or one
statement removed, without a change to the line numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CONSTANTS: Final = "(constants)"
"""The function that mutants of module constants name."""
COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "&",
}


@dataclass(frozen=True)
class Edit:
    """Text that takes the place of what is between two offsets of a file."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Mutant:
    path: Path
    function: str
    lines: tuple[int, ...]
    """Of the statements that were changed: coverage knows no other lines."""
    before: str
    after: str
    text: str
    """The whole file, mutated."""
    edits: tuple[Edit, ...]
    parts: tuple[Mutant, ...] = ()
    """The mutants whose changes this one makes, if it makes several."""

    @property
    def name(self) -> str:
        """Says what was changed where, without line numbers, which move too easily."""
        return (
            f"{self.path.parts[-3]}/{self.path.name} {self.function}: {self.before} → {self.after}"
        )


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of a file; those that only repeat another are left out."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    found: dict[str, Mutant] = {}
    for node, function in _targets(tree):
        for start, end, before, after in _changes(source, node):
            after += "\n" * source.count("\n", start, end)
            edits = (Edit(start, end, after),)
            text = _edited(source, edits)
            one_line = " ".join(before.split()), " ".join(after.split()) or "(removed)"
            line = _statement_line(statements, source.count("\n", 0, start) + 1)
            found.setdefault(text, Mutant(path, function, (line,), *one_line, text, edits))
    return list(found.values())


def joined(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Mutants of one file joined into as few as possible that make all their changes; those that
    change the same text are kept apart."""
    groups: list[list[Mutant]] = []
    for mutant in mutants:
        for group in groups:
            if not any(_overlap(mutant, other) for other in group):
                group.append(mutant)
                break
        else:
            groups.append([mutant])
    return [_join(group) for group in groups]


def _overlap(one: Mutant, other: Mutant) -> bool:
    return any(a.start < b.end and b.start < a.end for a in one.edits for b in other.edits)


def _join(mutants: Sequence[Mutant]) -> Mutant:
    path = mutants[0].path
    edits = tuple(edit for one in mutants for edit in one.edits)
    lines = tuple(line for one in mutants for line in one.lines)
    functions = {one.function for one in mutants}
    function = CONSTANTS if CONSTANTS in functions else ", ".join(sorted(functions))
    text = _edited(path.read_text("utf-8"), edits)
    return Mutant(path, function, lines, "", "", text, edits, tuple(mutants))


def _edited(source: str, edits: Sequence[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        source = source[: edit.start] + edit.text + source[edit.end :]
    return source


def _statement_line(statements: list[ast.stmt], line: int) -> int:
    """The first line of the innermost statement that a line belongs to."""
    return max(one.lineno for one in statements if one.lineno <= line <= (one.end_lineno or 0))


def _targets(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """The nodes of functions and of module constants, each with the name it belongs to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                if not _is_docstring(statement):
                    yield from ((inner, node.name) for inner in _inner(statement))
    for statement in tree.body:
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        if "np.dtype" not in ast.unparse(statement):
            yield from ((inner, CONSTANTS) for inner in ast.walk(statement.value))


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, without annotations and nested functions."""
    if isinstance(node, ast.FunctionDef):
        return
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _inner(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(source: str, node: ast.AST) -> Iterator[tuple[int, int, str, str]]:
    """The changes to a node: from and to which offset, and the text before and after."""

    def change(at: ast.expr | ast.stmt, after: str) -> tuple[int, int, str, str]:
        start, end = _span(source, at)
        return start, end, source[start:end], after

    def code(part: ast.expr) -> str:
        return f"({ast.unparse(part)})"

    match node:
        case ast.Compare(left, [operator], [right]):
            yield change(node, f"{code(left)} {COMPARISONS[type(operator)]} {code(right)}")
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield change(node, f"({code(left)} {OPERATORS[type(operator)]} {code(right)})")
        case ast.AugAssign(target, operator, value) if type(operator) in OPERATORS:
            yield change(node, f"{ast.unparse(target)} {OPERATORS[type(operator)]}= {code(value)}")
        case ast.UnaryOp(ast.Invert() | ast.Not() | ast.USub(), operand):
            yield change(node, code(operand))
        case ast.BoolOp(operator, values):
            other = " or " if isinstance(operator, ast.And) else " and "
            yield change(node, f"({other.join(map(code, values))})")
        case ast.Constant(bool() as value):
            yield change(node, str(not value))
        case ast.Constant(int() as value):
            yield change(node, str(value + 1))
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            yield change(test, f"(not {code(test)})")
    match node:
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise():
            yield change(node, "pass")
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield change(node, "pass")


def _span(source: str, node: ast.expr | ast.stmt) -> tuple[int, int]:
    """The offsets of a node in the text; `ast` counts columns in bytes."""
    lines = source.splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None

    def offset(line: int, column: int) -> int:
        before = sum(map(len, lines[: line - 1]))
        return before + len(lines[line - 1].encode()[:column].decode())

    return offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)
