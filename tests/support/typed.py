"""What a player types at the command line, and what it prints."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

Output = pytest.CaptureFixture[str]
Type = Callable[[str], None]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("CLAIMANT_DEBUG", raising=False)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Type:
    """What the player types, one answer per line."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))
