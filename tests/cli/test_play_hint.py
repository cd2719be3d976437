"""A hint in the terminal, and its mark in the record."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from claimant.cli import main
from claimant.record import HINT, load


def test_a_hint_says_what_to_do_and_is_marked_in_the_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.claim"
    monkeypatch.setattr("sys.stdin", io.StringIO("roll\nh\n1\nu\n2\nstop\nq\n"))
    arguments = ["--players", "2", "--bots", "random", "--seed", "1", "--save", str(file)]
    assert main(["play", "claim-it", *arguments]) == 0
    out = capsys.readouterr().out
    assert "Hint: " in out
    record = load(file)
    undo = record.events.index("undo")
    assert [c.after for c in record.comments if c.line == HINT] == [undo, undo + 2]
