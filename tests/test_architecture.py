"""The architecture, read from the sources: imports go one way, shared code knows no game.

Nothing is run. `KNOWN` lists what breaks a rule today, and may only get shorter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from support.sources import SOURCE, imported, parsed

from claimant import registry
from claimant.games.claim.rules.cards import FACTIONS

GAMES: Final = SOURCE / "games"
TESTS: Final = Path(__file__).parent

# A part may import what is on an earlier line, and its own modules.
LAYERS: Final = [
    {"i18n"},
    {"game"},
    {"registry"},
    {"kernels", "record", "rulebook"},
    {"luck"},
    {"bots", "play"},
    {"laws"},
    {"art"},
    {"presentation"},
    {"components", "environment", "judge", "puzzles", "study", "tally"},
    {"games"},
    {"teaching"},
    {"envs"},
    {"arena"},
    {"web"},
    {"chaos"},
    {"cli"},
    {"__init__", "__main__"},
]
LEVEL: Final = {part: level for level, parts in enumerate(LAYERS) for part in parts}

# The same within a game's folder.
GAME_LAYERS: Final = [
    {"rules"},
    {"names"},
    {"dealt_pile"},
    {"view"},
    {"notation", "redact"},
    {"game"},
    {"from_view", "odds", "worlds"},
    {"value_net"},
    {"board_net"},
    {"network"},
    {"search", "solver", "turn_search"},
    {"heuristic_weights"},
    {"heuristic_bot", "lookahead_bot", "endgame", "last_turn"},
    {"bots", "puzzles"},
    {"batch"},
    {"single"},
    {"observation"},
    {"chance"},
    {"environment"},
    {"trick_words", "headlines"},
    {"words"},
    {"description"},
    {"standing", "result_words"},
    {"loot", "art"},
    {"reasons"},
    {"judge"},
    {"deck", "examples", "study", "tally", "terminal"},
    {"page", "presentation", "commands"},
    {"__init__"},
]
GAME_LEVEL: Final = {part: level for level, parts in enumerate(GAME_LAYERS) for part in parts}
PLAYING: Final = {
    "bots", "heuristic_bot", "lookahead_bot", "endgame", "search", "solver", "turn_search",
    "value_net", "last_turn", "board_net", "network",
}  # fmt: skip
SHOWING: Final = {
    "names", "words", "trick_words", "headlines", "result_words", "standing", "loot", "art",
    "description", "tally", "terminal", "page",
}  # fmt: skip
"""Bots do not know how a game is shown, and what shows it knows no bot."""

MAX_FILE_LINES: Final = 400
MAX_FUNCTION_LINES: Final = 80

KNOWN: Final[dict[str, set[str]]] = {"long file": {"tools/train_claim_it.py"}}

FILES: Final = sorted(SOURCE.rglob("*.py"))
SHARED: Final = [
    file
    for file in FILES
    # (The package itself is a shop window: it exports each game's class under one roof.)
    if GAMES not in file.parents and file != SOURCE / "__init__.py"
]
OURS: Final = [
    *FILES,
    *(
        file
        for folder in ("tests", "tools", "bench", "examples")
        for file in sorted((TESTS.parent / folder).rglob("*.py"))
    ),
]


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE if SOURCE in path.parents else TESTS.parent))


def each(files: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", files, ids=name_of)


def forbid(rule: str, path: Path, broken: object) -> None:
    """Fail if a file breaks a rule, unless it is known to."""
    if name_of(path) not in KNOWN.get(rule, set()):
        assert not broken, f"{rule}: {broken}"


def part_of(path: Path, root: Path = SOURCE) -> str:
    return path.relative_to(root).parts[0].removesuffix(".py")


def upward(path: Path, root: Path, levels: dict[str, int], *, types: bool) -> list[str]:
    """What a file imports from its own layer or above, other than its own part."""
    package = ".".join(("claimant", *root.relative_to(SOURCE).parts))
    part = part_of(path, root)
    assert part in levels, f"{part} has no place in the architecture yet"
    others = {
        name.removeprefix(f"{package}.").split(".")[0]
        for name in imported(path, types=types)
        if name.startswith(f"{package}.")
    }
    return sorted(
        f"{part} uses {other}"
        for other in others & {*levels} - {part}
        if levels[other] >= levels[part]
    )


@each(FILES)
def test_imports_go_one_way(path: Path) -> None:
    forbid("imports", path, upward(path, SOURCE, LEVEL, types=True))


GAME_FILES: Final = [file for file in FILES if GAMES in file.parents and file.parent != GAMES]


@each(GAME_FILES)
def test_imports_within_a_game_go_one_way(path: Path) -> None:
    game = GAMES / path.relative_to(GAMES).parts[0]
    # (A view and a game need each other's types, but not each other's code.)
    forbid("imports in a game", path, upward(path, game, GAME_LEVEL, types=False))


@each(GAME_FILES)
def test_bots_and_pictures_do_not_know_each_other(path: Path) -> None:
    game = GAMES / path.relative_to(GAMES).parts[0]
    part = part_of(path, game)
    foreign = SHOWING if part in PLAYING else PLAYING if part in SHOWING else set()
    package = f"claimant.games.{game.name}."
    used = {name.removeprefix(package).split(".")[0] for name in imported(path)}
    forbid("bots and pictures", path, used & foreign)


@each(GAME_FILES)
def test_a_game_does_not_know_another(path: Path) -> None:
    game = path.relative_to(GAMES).parts[0]
    others = [f"claimant.games.{other.name}." for other in GAMES.iterdir() if other.name != game]
    forbid("other games", path, [n for n in imported(path) if n.startswith(tuple(others))])


# Shared code knows no game.

WORDS: Final = {
    "claim-it", "claim_it", "claimit", "claim it!", "claim", "squatter", "squatters",
    *(faction.name for faction in FACTIONS), *(faction.singular for faction in FACTIONS),
}  # fmt: skip
_ANY: Final = "|".join(re.escape(word) for word in sorted(WORDS, reverse=True))
MENTION: Final = re.compile(
    # (`.claim` is the suffix of records of any game, and the site's motto is an ordinary sentence.)
    rf"(?i:(?<![\w.])(?<!stake your )(?<!steck deinen )(?:{_ANY})(?!\w))"
    r"|Claim(?:It|[A-Z]\w+)"
)
TEXTS: Final = sorted(
    file
    for suffix in ("py", "html", "css", "js", "toml", "md", "po")
    for file in SOURCE.rglob(f"*.{suffix}")
    if GAMES not in file.parents
    and SOURCE / "documentation" not in file.parents  # the site that `make docs` builds
    and file != SOURCE / "__init__.py"
)


@each(SHARED)
def test_shared_code_imports_no_game(path: Path) -> None:
    forbid("games", path, [name for name in imported(path) if name.startswith("claimant.games.")])


@each(TEXTS)
def test_shared_code_names_no_game(path: Path) -> None:
    lines = path.read_text().splitlines()
    found = {
        f"line {number}: {match[0]}"
        for number, line in enumerate(lines, 1)
        for match in MENTION.finditer(line)
    }
    forbid("names of games", path, found)


@pytest.mark.parametrize(
    "text", ["Claim It!", "squatters", "a raccoon", "isinstance(x, ClaimView)"]
)
def test_a_mention_is_found(text: str) -> None:
    assert MENTION.search(text)


@pytest.mark.parametrize("text", ["claimant", "game.claim", "*.claim", "reclaim", "thinking"])
def test_other_words_do_not_count_as_a_mention(text: str) -> None:
    assert not MENTION.search(text)


# Sizes and sources.


@each([*OURS, *sorted(SOURCE.rglob("static/*.js"))])
def test_a_file_fits_in_your_head(path: Path) -> None:
    forbid("long file", path, len(path.read_text().splitlines()) > MAX_FILE_LINES)


@each(OURS)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    functions = [
        f"{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > MAX_FUNCTION_LINES
    ]
    forbid("long function", path, functions)


@pytest.mark.parametrize("entry", registry.entries().values(), ids=lambda entry: entry.name)
def test_every_module_with_kernels_is_listed(entry: registry.GameEntry) -> None:
    """The compile cache would not notice a change in a module that is not."""
    spec = find_spec(entry.package)
    assert spec is not None
    assert spec.origin is not None
    decorators = ("kernel", "part", "entry")
    using = {
        file
        for file in Path(spec.origin).parent.rglob("*.py")
        if any(
            name in {f"claimant.kernels.compile.{decorator}" for decorator in decorators}
            for name in imported(file)
        )
    }
    listed = {source for name in entry.kernels for source in registry.sources(name)}
    assert using <= listed


# Private names of others.


def outside(name: str) -> bool:
    return name.split(".")[0] not in ("claimant", "__future__")


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def own_private_names() -> frozenset[str]:
    """Every private name that our own sources define; the sources do not change meanwhile."""
    names = set()
    for path in OURS:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                names.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.add(node.value)  # `__slots__`
    return frozenset(filter(private, names))


DOCUMENTED: Final = {
    *("_replace", "_asdict", "_fields", "_make"),  # collections.namedtuple
    "_exit",  # os
    *("_was_dead_step", "_clear_rewards", "_accumulate_rewards", "_deads_step_first"),
    # PettingZoo: what an environment calls in its own `step`
}
"""Public in spite of their names: documented so."""


def borrowed(path: Path) -> Iterator[str]:
    """The private names of other packages, the standard library's included, that a file uses."""
    bound: dict[str, str] = {}
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            for alias in node.names:
                name = alias.name if module is None else f"{module}.{alias.name}"
                if outside(name):
                    bound[alias.asname or alias.name.split(".")[0]] = name
                    if any(map(private, name.split("."))):
                        yield name
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Attribute) and private(node.attr):
            root: ast.expr = node.value
            while isinstance(root, ast.Attribute | ast.Call | ast.Subscript):
                root = root.func if isinstance(root, ast.Call) else root.value
            of_others = isinstance(root, ast.Name) and root.id in bound
            if node.attr not in DOCUMENTED and (of_others or node.attr not in own_private_names()):
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "setattr"):
            asked = node.args[1]
            if isinstance(asked, ast.Constant) and private(str(asked.value)):
                yield f"line {node.lineno}: {ast.unparse(node)}"


@each(OURS)
def test_no_private_names_of_other_packages(path: Path) -> None:
    forbid("private names", path, [*borrowed(path)])


# Caches.

BOUND: Final = re.compile(r"\b(per|once|bounded|at most|entries|entry|nothing invalidates)\b", re.I)


def caches(path: Path) -> Iterator[tuple[str, bool, str]]:
    """The functions with parameters whose results are cached: the name, whether the cache has a
    size, and all that is said about it."""
    lines = path.read_text().splitlines()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.args.args:
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            if not any(re.match(r"(functools\.)?(lru_)?cache\b", each) for each in decorators):
                continue
            first = node.decorator_list[0].lineno - 1
            while first and lines[first - 1].lstrip().startswith("#"):
                first -= 1
            comments = [line.partition("#")[2] for line in lines[first : node.lineno - 1]]
            sized = any(re.search(r"lru_cache\((maxsize=)?\w", each) for each in decorators)
            yield node.name, sized, f"{ast.get_docstring(node) or ''} {' '.join(comments)}"


@each(FILES)
def test_every_cache_says_what_bounds_it(path: Path) -> None:
    """A size does, with a word about what is cached; without a size, the docstring or a comment."""
    silent = [
        name
        for name, sized, said in caches(path)
        if not said.strip() or not (sized or BOUND.search(said))
    ]
    forbid("silent cache", path, silent)


# Names and tests.


def test_no_two_classes_share_a_name() -> None:
    places: dict[str, set[str]] = {}
    for path in FILES:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not private(node.name):
                places.setdefault(node.name, set()).add(name_of(path))
    twice = {name: sorted(where) for name, where in places.items() if len(where) > 1}
    assert twice.keys() <= KNOWN.get("classes", set()), twice


TEST_FILES: Final = sorted(TESTS.rglob("*.py"))


@each(TEST_FILES)
def test_no_test_imports_another(path: Path) -> None:
    names = [name for name in imported(path) if re.search(r"(^|\.)test_\w+", name)]
    forbid("tests import tests", path, names)


@each(TEST_FILES)
def test_no_test_is_skipped(path: Path) -> None:
    forbid("skipped tests", path, re.findall(r"\.(?:skip|skipif|importorskip)\(", path.read_text()))


def test_known_exceptions_still_exist() -> None:
    """A file that is gone has no place in `KNOWN`."""
    paths = {name for rule, files in KNOWN.items() if rule != "classes" for name in files}
    assert paths <= {name_of(path) for path in [*TEXTS, *OURS]}
