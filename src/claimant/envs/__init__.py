"""Both games as environments of other projects: OpenSpiel, PettingZoo, Gymnasium.

Adaptors only: nothing of the rules stands here, and all that a player is told comes from a View.
Each module needs the package that it is named after; the extra `envs` brings all three.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimant.game import Illegal, Outcome
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.i18n import Text


class Missing(Illegal, ImportError):  # noqa: N818  (reads as what it is: `raise Missing(...)`)
    """A package that an environment needs and that is not installed: one clear sentence."""

    def __init__(self, package: str) -> None:
        super().__init__(
            "extra",
            Text(
                "{package} is missing: install claimant with its extra, claimant[envs]",
                package=package,
            ),
        )


def claim(
    players: int = 2, scenario: str = "old-kingdom", factions: str = "", raccoons: str = "pile"
) -> Claim:
    """A set-up of Claim by options that fit on one line: factions are separated by spaces or `+`,
    and count before a scenario."""
    names = factions.replace("+", " ")
    if not names:
        known = {name.removeprefix("the ").replace(" ", "-"): s for name, s in SCENARIOS.items()}
        if scenario not in known:
            raise Illegal(
                "scenario",
                Text(
                    "there is no scenario {name}; there are {names}",
                    name=scenario[:30],
                    names=", ".join(known),
                ),
            )
        names = " ".join(known[scenario].deck(players))
    return Claim.set_up(players, {"factions": names, "raccoons": raccoons})


def returns(outcome: Outcome | None, players: int) -> list[float]:
    """What each seat gets for an ending: its share of the win times the players, less one. So it
    is 1 and -1 for two players or two teams, and the sum is always 0."""
    if outcome is None:
        return [0.0] * players
    won = players / len(outcome.winners) - 1.0
    return [won if seat in outcome.winners else -1.0 for seat in range(players)]


class Drawn:
    """Another project's random numbers as luck."""

    def __init__(self, draw: Callable[[int], Any]) -> None:
        self._draw = draw
        """Gives a number below the one it is given."""

    def below(self, n: int) -> int:
        return int(self._draw(n))
