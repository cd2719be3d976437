"""Compiled kernels are cached per version of their sources, wherever something can be written."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import claimant.kernels
from claimant import registry
from claimant.kernels import cache

PACKAGE = Path(claimant.kernels.__file__).parent
LAST_YEAR = time.time() - 365 * cache.DAY

TOY = """
from claimant.registry import GameEntry, register

register(GameEntry(name="toy", package="toy", rules=(), kernels=("toy",)))
"""
ENTRY = """
from claimant.kernels.compile import entry
from toy.rule import rule

@entry
def play():
    return rule()
"""
RULE = """
from claimant.kernels.compile import kernel

@kernel
def rule():
    return {value}
"""


def played(folder: Path) -> tuple[int, set[str]]:
    """What a kernel returns in a fresh process, and the cache folders there are then."""
    stored = folder / "cache"
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(stored),
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
    }
    code = "import toy; from toy.play import play; print(play())"
    out = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
    return int(out), {path.name for path in stored.glob(f"{cache.PREFIX}*")}


def test_a_change_in_a_rule_that_is_inlined_elsewhere_leads_to_a_fresh_compile(
    tmp_path: Path,
) -> None:
    toy = tmp_path / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text(TOY)
    (toy / "play.py").write_text(ENTRY)
    (toy / "rule.py").write_text(RULE.format(value=1))
    value, first = played(tmp_path)
    assert (value, len(first)) == (1, 1)
    assert played(tmp_path) == (1, first)
    (toy / "rule.py").write_text(RULE.format(value=2))
    value, both = played(tmp_path)
    assert (value, len(both)) == (2, 2)
    assert first < both


def test_games_are_cached_apart() -> None:
    hashes = {
        cache.source_hash(registry.kernel_packages(entry.package))
        for entry in registry.entries().values()
        if entry.kernels
    }
    assert len(hashes) == 2


def test_the_cache_can_be_put_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache.roots() == [tmp_path]
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.roots() == [PACKAGE / "__pycache__", tmp_path / "claimant"]


def test_a_root_that_cannot_be_written_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    blocked, free = tmp_path / "file" / "below", tmp_path / "deep" / "free"
    assert cache.prepare_folder([blocked], "kernels-1") is None
    assert cache.prepare_folder([blocked, free], "kernels-1") == free / "kernels-1"
    assert (free / "kernels-1").is_dir()


def test_a_folder_in_use_stays_and_stale_ones_go(tmp_path: Path) -> None:
    mine, other, old = (tmp_path / f"kernels-{name}" for name in ("mine", "other", "old"))
    elsewhere = tmp_path / "something-else"
    for folder in (mine, old, elsewhere):
        folder.mkdir()
        os.utime(folder, (LAST_YEAR, LAST_YEAR))
    cache.prepare_folder([tmp_path], mine.name)  # it exists: it is only marked as in use
    assert mine.stat().st_mtime > LAST_YEAR
    assert old.is_dir()
    cache.prepare_folder([tmp_path], other.name)  # it is new: the time to tidy up
    assert sorted(tmp_path.iterdir()) == sorted([mine, other, elsewhere])
