"""The positions of the examples in the rules, for drawing and checking them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class BoardExample:
    """A board of Claim It! in the middle of seat 0's turn; spaces are named as in a record."""

    dice: list[int] = field(default_factory=list)
    markers: list[list[str]] = field(default_factory=lambda: [[], [], []])
    """The spaces with each seat's markers."""
    claimed: list[str] = field(default_factory=list)
    """Spaces whose marker lies on a claim marker."""
    squatters: dict[str, str] = field(default_factory=dict)
    """The space of each squatter on the board by its number."""
    capped: list[str] = field(default_factory=list)
    """Spaces with a claim marker of this turn on top."""
    labels: dict[str, str] = field(default_factory=dict)
    """Labels on spaces."""


@cache  # one entry per example
def board(name: str) -> BoardExample:
    """An example by its name, `1` to `6`."""
    return BoardExample(**_examples()[name])


@cache
def _examples() -> dict[str, dict[str, Any]]:
    source = resources.files("claimant.games.claim_it") / "texts" / "examples.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
