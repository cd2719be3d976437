"""Durations as options of commands."""

from __future__ import annotations

import click
import pytest

from claimant.cli.durations import Duration
from claimant.cli.options import in_language


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("90s", 90.0), ("15m", 900.0), ("6h", 21_600.0), ("30d", 2_592_000.0)],
)
def test_a_duration_is_a_number_and_a_unit(typed: str, seconds: float) -> None:
    duration = Duration(in_language("en"))
    assert duration.convert(typed, None, None) == seconds
    assert duration.convert(seconds, None, None) == seconds


@pytest.mark.parametrize(
    "typed", ["", "6", "h", "0h", "-6h", "6 h", "6H", "1.5h", "6h30m", "1000000d", "٦h", "6h\n"]
)
def test_anything_else_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(click.BadParameter, match="such as 30d, 6h or 15m"):
        Duration(in_language("en")).convert(typed, None, None)
