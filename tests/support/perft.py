"""The number of continuations from given positions, which chess programs call perft.

An error in a rule anywhere in the tree changes a count. To find it, `divide` gives the count behind
each event: compare, follow the one that differs, and divide again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path

from claimant.game import CHANCE, State
from claimant.record import Record, load, replay

TESTS = Path(__file__).parents[1]
ROLLS = [f"dice {a} {b} {c}" for a, b, c in combinations_with_replacement(range(1, 7), 3)]
"""The 56 different rolls."""


@dataclass(frozen=True)
class Position:
    """A golden game after some of its events."""

    record: str
    after: int
    why: str
    counts: list[int]
    """The number of continuations of 1, 2, 3, ... events. Dice count as 56 rolls; other random
    events are not followed."""

    @property
    def state(self) -> State:
        record = load(TESTS / "golden" / f"{self.record}.claim")
        return replay(Record(record.headers, record.events[: self.after]))


def positions() -> list[Position]:
    data = tomllib.loads((TESTS / "games" / "perft.toml").read_text("utf-8"))
    return [Position(**position) for position in data["position"]]


def children(state: State) -> Iterator[tuple[str, State]]:
    if state.actor == CHANCE:
        for roll in ROLLS:
            yield roll, state.play(roll)
    else:
        for action in state.legal():
            yield state.write(action), state.apply(action)


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` events that can follow."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(ROLLS) if state.actor == CHANCE else len(state.legal())
    return sum(perft(child, depth - 1) for _, child in children(state))


def divide(state: State, depth: int) -> dict[str, int]:
    """The count behind each event."""
    return {event: perft(child, depth - 1) for event, child in children(state)}
