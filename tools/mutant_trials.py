"""Trying mutants: which tests execute a line, and does one of them fail if the line is altered?

A *warm* trial forks from a process that has imported everything and collected the tests, and
replaces the code of the mutated function there, so it costs only the tests. A *cold* trial imports
everything anew from the mutated text, which also alters what is computed on import.
"""

from __future__ import annotations

import functools
import gc
import importlib.abc
import importlib.util
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import coverage
import pytest
from mutation import CONSTANTS, Mutant

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src"
SLOW: Final = 3.0
"""Seconds, while coverage is measured, above which a test is left out."""
IMPORT: Final = ""
"""What coverage calls everything before the first test."""
NOTICED: Final = 1
SURVIVED: Final = 0
ENDLESS: Final = 10
"""A test that takes this many times as long as usual does not end: the mutant is noticed."""
MIN_LIMIT: Final = 3.0
"""Seconds of processor time that every test may take."""
GOLDEN: Final = "tests/test_golden.py"
UNUSED: Final = ("anyio", "cacheprovider", "faker", "pytest_cov", "schemathesis", "xdist")
"""Plugins that take longer to load than most mutants take to be noticed."""
OPTIONS: Final = (
    "-q",
    "-x",
    *(f"-pno:{name}" for name in UNUSED),
    "--hypothesis-profile=mutants",
    "--no-header",
    "--tb=no",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",  # hypothesis is loaded before the fork
)


CACHE: Final = type(functools.cache(len))


@dataclass(frozen=True)
class Measured:
    """The tests on the rules as they are."""

    seconds: dict[str, float]
    """By test."""
    lines: dict[str, dict[str, list[str]]]
    """By file and line: the tests that execute it, and `""` if it is executed on import."""

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that execute a mutant's line, the fastest first; all if import does."""
        found = self._executed_by(mutant)
        if IMPORT in found:
            found = list(self.seconds)
        fast = (test for test in found if self.seconds[test] < SLOW)
        return sorted(fast, key=self.seconds.__getitem__)

    def matters_on_import(self, mutant: Mutant) -> bool:
        return IMPORT in self._executed_by(mutant)

    def _executed_by(self, mutant: Mutant) -> list[str]:
        if mutant.function == CONSTANTS:
            return [IMPORT]
        tests = self.lines[str(mutant.path.relative_to(ROOT))]
        return list({test for line in mutant.lines for test in tests.get(str(line), [])})

    def limit(self, test: str) -> float:
        return MIN_LIMIT + ENDLESS * self.seconds.get(test, SLOW)


class Measuring:
    """A plugin that notes which test executes which lines, and how long each test takes."""

    def __init__(self, rules: Sequence[Path], to: Path) -> None:
        self._rules = rules
        self._to = to
        self._measured = coverage.Coverage(data_file=None, include=[str(path) for path in rules])
        self._seconds: dict[str, float] = {}
        self._caches: list[Any] = []

    def pytest_sessionstart(self) -> None:
        self._measured.start()

    def pytest_collection_finish(self) -> None:
        self._caches = _caches()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for cache in self._caches:  # a line whose result is cached matters to this test as well
            cache.cache_clear()
        self._measured.switch_context(item.nodeid)
        began = time.process_time()
        yield
        self._seconds[item.nodeid] = time.process_time() - began

    def pytest_sessionfinish(self) -> None:
        self._measured.stop()
        data = self._measured.get_data()
        lines = {
            str(path.relative_to(ROOT)): {
                str(line): tests for line, tests in data.contexts_by_lineno(str(path)).items()
            }
            for path in self._rules
        }
        self._to.write_text(json.dumps({"seconds": self._seconds, "lines": lines}))


def measure(tests: Sequence[str], rules: Sequence[Path], to: Path) -> int:
    """Run all tests on the rules as they are."""
    return int(pytest.main([*OPTIONS, *tests], plugins=[Measuring(rules, to)]))


class ColdTests:
    """A plugin that runs the tests of a mutant, the fastest first, and ends the process, which
    counts as noticed, if one takes far too long."""

    def __init__(self, measured: Measured) -> None:
        self._measured = measured

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        seconds = self._measured.seconds  # a mutant may have changed the name of a test
        items[:] = [item for item in items if seconds.get(item.nodeid, 0.0) < SLOW]
        items.sort(key=lambda item: seconds.get(item.nodeid, SLOW))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        signal.setitimer(signal.ITIMER_PROF, self._measured.limit(item.nodeid))


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a mutated text."""

    def __init__(self, mutant: Mutant) -> None:
        self.module = ".".join(mutant.path.relative_to(SOURCE).with_suffix("").parts)
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.text, str(self.mutant.path), "exec"), module.__dict__)


def cold_trial(mutant: Mutant, measured: Measured) -> int:
    """Run all tests, first those of the golden games: few mutants get past them, and importing all
    other tests takes longer."""
    if os.waitpid(forked(_run_cold, mutant, measured, [GOLDEN]), 0)[1]:
        return NOTICED
    return _run_cold(mutant, measured, sorted({test.split("::")[0] for test in measured.seconds}))


def _run_cold(mutant: Mutant, measured: Measured, files: Sequence[str]) -> int:
    # Importing a mutant may not end either, and reads no faster than a test.
    signal.setitimer(signal.ITIMER_PROF, 60.0)
    sys.meta_path.insert(0, Mutated(mutant))
    return int(pytest.main([*OPTIONS, *files], plugins=[ColdTests(measured)]))


class WarmTrials:
    """A plugin that tries mutants instead of running the tests that pytest has collected."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        measured: Measured,
        jobs: int,
        result: Callable[[Mutant, bool], None],
    ) -> None:
        self._mutants = mutants
        self._measured = measured
        self._jobs = jobs
        self._result = result

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions, caches = _functions(), _caches()
        gc.freeze()  # a collection would copy every page of this process into every fork
        gc.disable()

        def trial(mutant: Mutant) -> int:
            put_in_place(mutant, functions)
            for cache in caches:
                cache.cache_clear()
            tests = [items[test] for test in self._measured.tests_for(mutant)]
            for item, following in zip(tests, [*tests[1:], None], strict=True):
                signal.setitimer(signal.ITIMER_PROF, self._measured.limit(item.nodeid))
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return NOTICED
            return SURVIVED

        in_forks(trial, self._mutants, self._jobs, self._result)
        return True


def put_in_place(mutant: Mutant, functions: Sequence[FunctionType]) -> None:
    """Replace the code of the functions that a mutant changes, in every place that uses them."""
    filename = str(mutant.path)
    new = {
        (code.co_name, code.co_firstlineno): code
        for code in _codes(compile(mutant.text, filename, "exec"))
    }
    for function in functions:
        old = function.__code__
        if old.co_filename == filename:
            function.__code__ = new[old.co_name, old.co_firstlineno]


def _functions() -> list[FunctionType]:
    """All functions of the games."""
    games = str(SOURCE / "claimant" / "games")
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(games)
    ]


def _caches() -> list[Any]:
    return [one for one in gc.get_objects() if isinstance(one, CACHE)]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def warm_trials(
    tests: Sequence[str],
    mutants: Sequence[Mutant],
    measured: Measured,
    jobs: int,
    result: Callable[[Mutant, bool], None],
) -> int:
    return int(
        pytest.main([*OPTIONS, "-s", *tests], plugins=[WarmTrials(mutants, measured, jobs, result)])
    )


def forked(task: Callable[..., int], *arguments: Any, silent: bool = True) -> int:
    """Run a function in a process of its own; its process id."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    status = 99
    try:
        os.chdir(ROOT)
        if silent:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
        status = task(*arguments)
    finally:
        os._exit(status)


def in_forks(
    task: Callable[[Mutant], int],
    mutants: Sequence[Mutant],
    jobs: int,
    result: Callable[[Mutant, bool], None],
) -> None:
    """Run a task per mutant, several at a time; report whether each was noticed."""
    waiting = list(reversed(mutants))
    running: dict[int, Mutant] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[forked(task, mutant)] = mutant
        child, status = os.wait()
        result(running.pop(child), os.waitstatus_to_exitcode(status) != SURVIVED)
