"""The examples run as they are; without the extra, one sentence says what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("spiel", ["OpenSpiel places on ", "and would place on "]),
        ("table", ["seat_0 gets ", "seat_1 gets ", "seat_2 gets ", "seat_3 gets "]),
        ("seat", ["game 0: ", "game 1: ", "game 2: "]),
    ],
)
def test_an_example_runs(name: str, lines: list[str]) -> None:
    """It also exits cleanly, although OpenSpiel's objects outlive Python's."""
    ran = run(str(EXAMPLES / f"{name}.py"))
    assert (ran.returncode, ran.stderr) == (0, "")
    said = sorted(ran.stdout.splitlines())
    assert len(said) == len(lines)
    assert all(line.startswith(start) for line, start in zip(said, sorted(lines), strict=True))


WITHOUT = """
import sys
from importlib import import_module

for module in ("pyspiel", "pettingzoo", "gymnasium"):
    sys.modules[module] = None
for name in ("open_spiel", "pettingzoo", "gymnasium"):
    try:
        import_module(f"claimant.envs.{name}")
    except ImportError as missing:
        print(missing)
"""


def test_without_the_extra_one_sentence_says_so() -> None:
    ran = run("-c", WITHOUT)
    assert ran.stdout.splitlines() == [
        f"{package} is missing: install claimant with its extra, claimant[envs]"
        for package in ("open_spiel", "gymnasium", "gymnasium")
    ]
