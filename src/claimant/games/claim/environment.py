"""Claim for PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from claimant.environment import Environment, Parameter, options_of
from claimant.games.claim.chance import DealModel
from claimant.games.claim.game import Claim
from claimant.games.claim.observation import observation
from claimant.games.claim.rules.cards import SLOTS
from claimant.games.claim.rules.scoring import LOOT_FOR
from claimant.games.claim.worlds import sample


def _options(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    """Factions take precedence over a scenario, which always has a value."""
    options = options_of(parameters)
    if "factions" in options:
        options.pop("scenario", None)
    return options


def _max_decisions(game: Claim) -> int:
    """Every card is played once in each phase and a follower taken for it in the first; in the end
    each seat may give loot."""
    return game.players * (3 * game.hand_size + 1)


ENVIRONMENT: Final = Environment(
    actions=LOOT_FOR + SLOTS,
    observation=observation,
    chance=DealModel,
    sample=sample,
    parameters={"scenario": "old-kingdom", "factions": "", "raccoons": "pile"},
    options=_options,
    max_decisions=_max_decisions,
)
