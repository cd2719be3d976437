"""Mutation testing of the rules: how many altered rules do the tests notice?

    python tools/mutants.py [--jobs N] [--only NAME] [--again]

Every rule of both games is altered in one small way at a time (see `mutation.py`), and the tests
that execute the altered line run until one fails. A mutant that passes all of them has survived:
either a test is missing, or the change makes no difference, which docs/mutants.md explains.

Why not an existing tool: mutmut does not mutate decorated functions, and all rules are decorated
kernels. cosmic-ray edits files in place and starts Python anew for each of its some ten thousand
mutants, at three seconds each. This runner mutates in memory, forks from a process that has numba
loaded, and runs the fastest tests first. The compiler is off: mutants are plain Python.

Results are stored in `.mutants/`, so an interrupted run resumes. Mutants that were noticed are not
tried again until their file changes; survivors are tried again every time.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.abc
import importlib.util
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

os.environ["NUMBA_DISABLE_JIT"] = "1"

import coverage
import hypothesis
import numba  # noqa: F401  (loaded once here, for every fork)
import pytest
from mutation import Mutant, mutants_of

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src"
STORED: Final = ROOT / ".mutants"
EXPLAINED: Final = ROOT / "docs" / "mutants.md"
GOAL: Final = 0.95
LIMIT: Final = 300.0
"""Seconds of processor time after which a mutant counts as noticed: it does not end."""
TESTS: Final = (
    "tests/games/claim/test_claim_decks.py",
    "tests/games/claim/test_claim_tricks.py",
    "tests/games/claim/test_claim_phase_1.py",
    "tests/games/claim/test_claim_phase_2.py",
    "tests/games/claim/test_claim_scoring.py",
    "tests/games/claim/test_claim_loot.py",
    "tests/games/claim/test_claim_knowledge.py",
    "tests/games/claim/test_fast_forms.py",
    "tests/games/claim_it/test_claim_it_rules.py",
    "tests/games/claim_it/test_claim_it_ending.py",
    "tests/games/claim_it/test_odds.py",
    "tests/games/claim_it/test_from_view.py",
    "tests/games/test_playouts.py",
    "tests/games/test_perft.py",
    "tests/test_golden.py",
)
"""The tests of the rules that are fast without the compiler."""
SLOW: Final = 3.0
"""Seconds, while coverage is measured, above which a test is left out."""
OPTIONS: Final = (
    "-q",
    "-x",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-p",
    "no:randomly",
    "--hypothesis-profile=mutants",
    "--no-header",
    "--tb=no",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",  # hypothesis is loaded before the fork
)


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a mutated text."""

    def __init__(self, mutant: Mutant) -> None:
        parts = mutant.path.relative_to(SOURCE).with_suffix("").parts
        self.module = ".".join(parts)
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.text, str(self.mutant.path), "exec"), module.__dict__)


class Timings:
    """Records which test executes which lines of the rules, and how long each test takes."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.measured.switch_context(item.nodeid)
        began = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - began


def rules() -> list[Path]:
    return sorted(SOURCE.glob("claimant/games/*/rules/*.py"))


def profile() -> None:
    """Test settings: the same examples every time, and no search for simpler ones."""
    hypothesis.settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )


def forked(task: Any, *arguments: Any) -> int:
    """Run a function in a process of its own; its process id."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    status = 99
    try:
        os.chdir(ROOT)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = task(*arguments)
    finally:
        os._exit(status)


def measure(to: Path) -> int:
    """Run all tests on the rules as they are; write which tests execute which lines."""
    measured = coverage.Coverage(data_file=None, include=[str(path) for path in rules()])
    timings = Timings(measured)
    measured.start()
    status = pytest.main([*OPTIONS, *TESTS], plugins=[timings])
    measured.stop()
    if status:
        return int(status)
    data = measured.get_data()
    lines = {
        str(path.relative_to(ROOT)): {
            line: [test for test in tests if test]
            for line, tests in data.contexts_by_lineno(str(path)).items()
        }
        for path in rules()
    }
    to.write_text(json.dumps({"seconds": timings.seconds, "lines": lines}))
    return 0


def attempt(mutant: Mutant, tests: list[str]) -> int:
    """Run tests on a mutant: 0 if none of them notices it, or none executes it at all."""
    if not tests:
        return 0
    signal.setitimer(signal.ITIMER_PROF, LIMIT)  # ends this process, which counts as noticed
    sys.meta_path.insert(0, Mutated(mutant))
    return int(pytest.main([*OPTIONS, *tests]))


def tests_for(mutant: Mutant, measured: Any) -> list[str]:
    """The tests that execute a mutant's line, the fastest first; all of them for a constant."""
    seconds = measured["seconds"]
    lines = measured["lines"][str(mutant.path.relative_to(ROOT))]
    found = lines.get(str(mutant.line), [])
    if mutant.function == "(constants)":
        found = list(seconds)
    return sorted((test for test in found if seconds[test] < SLOW), key=seconds.__getitem__)


def key_of(mutant: Mutant) -> str:
    return hashlib.sha256(f"{mutant.path.name} {mutant.text}".encode()).hexdigest()


def run(mutants: list[Mutant], measured: Any, results: Path, jobs: int) -> dict[str, bool]:
    """Try mutants, several at a time; by key whether each was noticed."""
    known: dict[str, bool] = {}
    if results.exists():
        for line in results.read_text().splitlines():
            key, noticed = json.loads(line)
            known[key] = noticed
    waiting = [mutant for mutant in mutants if not known.get(key_of(mutant))]
    print(f"{len(mutants)} mutants, {len(waiting)} to try", flush=True)
    running: dict[int, Mutant] = {}
    done = 0
    with results.open("a") as out:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop(0)
                running[forked(attempt, mutant, tests_for(mutant, measured))] = mutant
            child, status = os.wait()
            mutant = running.pop(child)
            noticed = os.waitstatus_to_exitcode(status) != 0
            known[key_of(mutant)] = noticed
            out.write(json.dumps([key_of(mutant), noticed]) + "\n")
            out.flush()
            done += 1
            if not noticed:
                print(f"survived: {mutant.name} (line {mutant.line})", flush=True)
            if done % 50 == 0:
                print(f"{done} tried, {len(waiting)} left", flush=True)
    return known


def report(mutants: list[Mutant], known: dict[str, bool]) -> bool:
    """Print how many mutants were noticed, by file; whether that is enough and all is explained."""
    for path in rules():
        own = [mutant for mutant in mutants if mutant.path == path]
        noticed = sum(known[key_of(mutant)] for mutant in own)
        if own:
            print(f"{path.parts[-3]}/{path.name}: {noticed} of {len(own)}")
    survivors = [mutant for mutant in mutants if not known[key_of(mutant)]]
    share = 1 - len(survivors) / max(len(mutants), 1)
    print(f"noticed: {len(mutants) - len(survivors)} of {len(mutants)}, {share:.1%}")
    explained = EXPLAINED.read_text("utf-8")
    unexplained = sorted({one.name for one in survivors if f"`{one.name}`" not in explained})
    for name in unexplained:
        print(f"not explained in {EXPLAINED.name}: {name}")
    return share >= GOAL and not unexplained


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--only", default="", help="only mutants with this in their name")
    parser.add_argument("--again", action="store_true", help="forget the results so far")
    options = parser.parse_args()
    sys.path[:0] = [str(SOURCE), str(ROOT / "tests")]
    profile()
    STORED.mkdir(exist_ok=True)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()
    results = STORED / "results.jsonl"
    if options.again:
        results.unlink(missing_ok=True)
    measured = STORED / "measured.json"
    _, status = os.waitpid(forked(measure, measured), 0)
    if status:
        print("the tests fail on the rules as they are")
        return 2
    mutants = [mutant for path in rules() for mutant in mutants_of(path)]
    mutants = [mutant for mutant in mutants if options.only in mutant.name]
    known = run(mutants, json.loads(measured.read_text()), results, options.jobs)
    return 0 if report(mutants, known) else 1


if __name__ == "__main__":
    sys.exit(main())
