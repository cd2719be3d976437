"""Games as environments of other projects: OpenSpiel, PettingZoo and Gymnasium.

These are adaptors: the rules and the observations come from the games, and everything that a player
observes comes from a View. Each module needs the package it is named after; the extra `envs`
installs all three.
"""

from __future__ import annotations

import numpy as np

from claimant.environment import Array
from claimant.game import Illegal, Outcome, State, View
from claimant.i18n import Text


class MissingDependency(Illegal, ImportError):  # noqa: N818  (an `Illegal` like the others)
    """A package that an environment needs is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(
            "extra",
            Text(
                "{package} is missing: install claimant with its extra, claimant[envs]",
                package=package,
            ),
        )


def returns(outcome: Outcome | None, players: int) -> list[float]:
    """What each seat gets for an ending: its share of the win times the number of players, less
    one. That is 1 and -1 for two players or two teams, and the sum is always 0."""
    if outcome is None:
        return [0.0] * players
    won = players / len(outcome.winners) - 1.0
    return [won if seat in outcome.winners else -1.0 for seat in range(players)]


def action_mask(state: State, seat: int, actions: int) -> Array:
    """1 for each decision that a seat may make now; `actions` is how many decisions there are."""
    mask = np.zeros(actions, np.int8)
    if state.actor == seat:
        mask[state.legal()] = 1
    return mask


def describe(view: View, fields: list[str] | None = None) -> str:
    """A view as text, one line per field. It says nothing about undo, which environments do not
    offer."""
    values = vars(view)
    names = values if fields is None else fields
    return "\n".join(f"{name}: {values[name]}" for name in names if name != "undo")
