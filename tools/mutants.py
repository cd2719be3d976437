"""Mutation testing of the rules: how many altered rules do the tests notice?

    python tools/mutants.py [--jobs N] [--only NAME] [--again]

Every rule of both games is altered in one small way at a time (see `mutation.py`), and the tests
that execute the altered line run until one fails (see `mutant_trials.py`). A mutant that passes all
of them has survived: either a test is missing, or the change makes no difference, which
docs/mutants.md explains.

Why not an existing tool: mutmut does not mutate decorated functions, and all rules are decorated
kernels. cosmic-ray edits files in place and starts Python anew for each of its some ten thousand
mutants, at three seconds each. Here a mutant costs a fork and the tests of its line, the fastest
first. The compiler is off: mutants are plain Python.

Results are stored in `.mutants/`, so an interrupted run resumes. Mutants that were noticed are not
tried again until their file changes; survivors are tried again when a rule or a test has changed.

Most of the time goes into survivors, which run all tests. Those that the documentation explains are
therefore tried together first: if all tests pass with all these changes in place, no test notices
any of them. If one fails, each half is tried, down to single mutants.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

os.environ["NUMBA_DISABLE_JIT"] = "1"

import hypothesis
import numba  # noqa: F401  (loaded once here, for every fork)
from mutant_trials import ROOT, SOURCE, Measured, cold_trial, forked, in_forks, measure, warm_trials
from mutation import Mutant, joined, mutants_of

STORED: Final = ROOT / ".mutants"
EXPLAINED: Final = ROOT / "docs" / "mutants.md"
GOAL: Final = 0.95
TESTS: Final = (
    "tests/games/claim/test_claim_decks.py",
    "tests/games/claim/test_deck_tables.py",
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
    "tests/games/test_steps.py",
    "tests/envs/test_batch.py",
    "tests/envs/test_observation.py",
    "tests/test_golden.py",
)
"""The tests of the rules that are fast without the compiler."""


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


def fingerprint() -> str:
    """Changes if a rule or a test does."""
    texts = [path.read_bytes() for path in (*rules(), *map(ROOT.joinpath, TESTS))]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:16]


def measured_tests() -> Measured | None:
    """The tests of every line; None if they fail on the rules as they are."""
    path = STORED / f"measured-{fingerprint()}.json"
    if not path.exists():
        print("measuring the tests", flush=True)
        if os.waitpid(forked(measure, TESTS, rules(), path), 0)[1]:
            path.unlink(missing_ok=True)
            return None
    return Measured(**json.loads(path.read_text()))


class Results:
    """What is known so far, in a file to which every result is appended."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._noticed: dict[str, bool] = {}
        self._tests = fingerprint()
        self._tried = 0
        self.read()

    def read(self) -> None:
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                key, noticed = json.loads(line)
                self._noticed[key] = noticed

    def noticed(self, mutant: Mutant) -> bool:
        return self._noticed.get(_noticed_key(mutant), False)

    def known(self, mutant: Mutant) -> bool:
        """Whether it was noticed, or survived these very tests."""
        return self.noticed(mutant) or self._survived_key(mutant) in self._noticed

    def add(self, mutant: Mutant, noticed: bool) -> None:
        """Add a result. If several changes together were not noticed, none of them was."""
        if not mutant.parts:
            self._add(mutant, noticed)
        elif not noticed or len(mutant.parts) == 1:
            for part in mutant.parts:
                self._add(part, noticed)

    def _add(self, mutant: Mutant, noticed: bool) -> None:
        key = _noticed_key(mutant) if noticed else self._survived_key(mutant)
        self._noticed[key] = noticed
        with self._path.open("a") as out:
            out.write(json.dumps([key, noticed]) + "\n")
        if not noticed:
            print(f"survived: {mutant.name} (line {mutant.lines[0]})", flush=True)
        self._tried += 1
        if self._tried % 50 == 0:
            print(f"{self._tried} tried", flush=True)

    def _survived_key(self, mutant: Mutant) -> str:
        return f"{_noticed_key(mutant)} {self._tests}"


def _noticed_key(mutant: Mutant) -> str:
    return hashlib.sha256(f"{mutant.path.name} {mutant.text}".encode()).hexdigest()


def run(mutants: Sequence[Mutant], measured: Measured, results: Results, jobs: int) -> None:
    """Try mutants, several at a time: first together those that are explained."""
    waiting = [one for one in mutants if not results.known(one)]
    print(f"{len(mutants)} mutants, {len(waiting)} to try", flush=True)
    explained = EXPLAINED.read_text("utf-8")
    by_kind: dict[tuple[Path, bool], list[Mutant]] = {}
    for one in waiting:
        if f"`{one.name}`" in explained:
            by_kind.setdefault((one.path, measured.matters_on_import(one)), []).append(one)
    groups = [group for kind in by_kind.values() for group in joined(kind)]
    while groups:
        _try(groups, measured, results, jobs)
        groups = [
            half
            for group in groups
            if not all(map(results.known, group.parts))
            for half in joined(group.parts[::2]) + joined(group.parts[1::2])
        ]
    _try([one for one in waiting if not results.known(one)], measured, results, jobs)


def _try(waiting: Sequence[Mutant], measured: Measured, results: Results, jobs: int) -> None:
    cold = [mutant for mutant in waiting if measured.matters_on_import(mutant)]
    warm = [mutant for mutant in waiting if not measured.matters_on_import(mutant)]
    if warm:
        trials = forked(warm_trials, TESTS, warm, measured, jobs, results.add, silent=False)
        os.waitpid(trials, 0)
        results.read()
    in_forks(lambda mutant: cold_trial(mutant, measured), cold, jobs, results.add)


def report(mutants: Sequence[Mutant], results: Results) -> bool:
    """Print how many mutants were noticed, by file; whether that is enough and all is explained."""
    for path in rules():
        own = [mutant for mutant in mutants if mutant.path == path]
        if own:
            print(f"{path.parts[-3]}/{path.name}: {sum(map(results.noticed, own))} of {len(own)}")
    survivors = [mutant for mutant in mutants if not results.noticed(mutant)]
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
    file = STORED / "results.jsonl"
    if options.again:
        file.unlink(missing_ok=True)
    measured = measured_tests()
    if measured is None:
        print("the tests fail on the rules as they are")
        return 2
    mutants = [mutant for path in rules() for mutant in mutants_of(path)]
    mutants = [mutant for mutant in mutants if options.only in mutant.name]
    results = Results(file)
    run(mutants, measured, results, options.jobs)
    return 0 if report(mutants, results) else 1


if __name__ == "__main__":
    sys.exit(main())
