"""The cards of the examples in the rules, for drawing and checking them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class CardExample:
    """Cards of Claim: tricks in the order of play, or a row for each player or pile."""

    rows: list[list[str]]


@cache  # one entry per example
def cards(name: str) -> CardExample:
    """An example by the faction that it explains, `trolls`."""
    return CardExample(**_examples()[name])


@cache
def _examples() -> dict[str, dict[str, Any]]:
    source = resources.files("claimant.games.claim") / "texts" / "examples.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
