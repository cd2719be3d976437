"""What lies on the table in the examples of the rules, for whoever draws or checks them."""

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
    """What to write on spaces."""


@dataclass(frozen=True)
class CardExample:
    """Cards of Claim: tricks in the order of play, or a row for each player or pile."""

    rows: list[list[str]]


@cache
def board(name: str) -> BoardExample:
    """An example of Claim It!, `1` to `6`."""
    return BoardExample(**_examples()["claim-it"][name])


@cache
def cards(name: str) -> CardExample:
    """An example of Claim by the faction that it explains, `trolls`."""
    return CardExample(**_examples()["claim"][name])


@cache
def _examples() -> dict[str, dict[str, dict[str, Any]]]:
    source = resources.files("claimant.texts") / "examples.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
