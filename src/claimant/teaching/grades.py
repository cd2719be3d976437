"""Grades: how good a decision was, by what it cost in winning chance."""

from __future__ import annotations

from typing import Final

from claimant.i18n import Text

GRADES: Final = (
    ("best", 0.005, Text("best")),
    ("good", 0.02, Text("good")),
    ("slip", 0.06, Text("slip")),
    ("mistake", 0.15, Text("mistake")),
    ("blunder", 1.0, Text("blunder")),
)
"""Each grade with the highest cost that still earns it, and its name."""

NAMES: Final = {grade: name for grade, _, name in GRADES}


def grade(cost: float) -> str:
    """The grade of a decision with this cost in winning chance."""
    return next((name for name, limit, _ in GRADES if cost <= limit), GRADES[-1][0])
