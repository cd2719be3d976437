"""`claimant review` at the command line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from third_game import ENTRY
from third_game.game import Ferry

from claimant import laws, registry
from claimant.cli import main
from claimant.record import dump
from claimant.teaching.review import review
from claimant.teaching.review_data import decode


@pytest.fixture(scope="module", autouse=True)
def _ferry() -> Iterator[None]:
    registry.register(replace(ENTRY, judge="support.ferry_judge:JUDGE"))
    yield
    registry.unregister("ferry")


def test_a_review_in_words_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = laws.random_record(Ferry(3), 5)
    dump(record, tmp_path / "game.claim")
    file = str(tmp_path / "game.claim")
    assert main(["review", file, "--seed", "4", "--json", str(tmp_path / "review.json")]) == 0
    told = capsys.readouterr().out
    found = decode((tmp_path / "review.json").read_bytes())
    assert found == review(record, 4)
    for player in found.players:
        assert f"Accuracy {player.accuracy:.0f}%" in told
    for n in found.turning_points:
        assert f"({n}) Player" in told
    assert "Ferry weighs" in told
    assert main(["--lang", "de", "review", file]) == 0
    assert "Wendepunkte" in capsys.readouterr().out


def test_what_cannot_be_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = laws.random_record(Ferry(2), 5)
    dump(replace(record, events=record.events[:-1]), tmp_path / "unfinished.claim")
    dump(replace(record, events=("first 7",)), tmp_path / "wrong.claim")
    for name, why in (
        ("unfinished", "only a finished game can be reviewed"),
        ("wrong", "line"),
        ("missing", "missing.claim"),
    ):
        assert main(["review", str(tmp_path / f"{name}.claim")]) == 1
        shown = capsys.readouterr()
        assert why in shown.err
        assert not shown.out
