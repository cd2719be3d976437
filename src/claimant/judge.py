"""What a game's judge says about a position: the course, hints, reviews and puzzles rely on it.

A game's registry entry names a `Judge`. It is given a `View`, never a state, so what it says cannot
reveal anything the seat does not know; for a review with open cards, it is given the full view.
A judge does a fixed amount of work: the same view and seed give the same judgement on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from claimant import registry
from claimant.game import View
from claimant.i18n import Text


@dataclass(frozen=True)
class Reason:
    """Why a decision is the best one, in words with figures."""

    code: str
    """A stable name for programs and tests, such as `bust-risk`."""
    text: Text


@dataclass(frozen=True)
class Judgement:
    """What a judge says about a decision."""

    values: Mapping[str, float]
    """The chance of each legal decision to win for the seat's side, from 0 to 1; a shared win
    counts for its share."""
    best: str
    """The decision that the judge would make."""
    reasons: tuple[Reason, ...] = ()
    """Why, the most important reason first; never empty if there is more than one decision."""
    exact: bool = False
    """Whether the values are proven, and not estimates."""

    @property
    def value(self) -> float:
        """The chance to win with the best decision."""
        return self.values[self.best]

    def cost(self, event: str) -> float:
        """How much less than the best a decision wins."""
        return max(0.0, self.value - self.values[event])


class Judge(Protocol):
    """Judges positions of one game."""

    def judge(self, view: View, seed: int = 0, effort: float = 1.0) -> Judgement:
        """Judge the decision before `view.seat`, which must have legal ones. `effort` multiplies
        the usual amount of work."""
        ...

    def chances(self, view: View, seed: int = 0, effort: float = 1.0) -> tuple[float, ...]:
        """Estimate each seat's share of the win (they add up to 1) from what `view` shows. The game
        may be anywhere between its first random event and its end."""
        ...


COMPARISONS: Final = frozenset({"as-good", "wins-more"})
"""The codes of `compared`: they say that a decision is better, not why."""


def compared(values: Mapping[str, float], best: str) -> Reason:
    """The reason that always applies: how the best decision compares with the next best."""
    second = max(value for choice, value in values.items() if choice != best)
    percent, other = round(100 * values[best]), round(100 * second)
    if percent == other:
        return Reason("as-good", Text("Another choice is just as good."))
    return Reason(
        "wins-more",
        Text(
            "This wins about {percent}% of games from here, the next best choice {other}%.",
            percent=percent,
            other=other,
        ),
    )


def judge_of(game: str) -> Judge | None:
    """A game's judge, if it has one."""
    name = registry.entry(game).judge
    if not name:
        return None
    found: Judge = registry.part(name)
    return found
