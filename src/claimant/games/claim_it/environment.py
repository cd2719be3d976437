"""Claim It! for PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

from typing import Final

from claimant.environment import Environment
from claimant.games.claim_it.batch import KERNELS
from claimant.games.claim_it.chance import dice_model, sample
from claimant.games.claim_it.observation import observation
from claimant.games.claim_it.rules.turn import STOP
from claimant.games.claim_it.single import SINGLE

# (The rules set no limit to the number of decisions; the longest of 160,000 random games had 641.)
ENVIRONMENT: Final = Environment(
    actions=STOP + 1,
    observation=observation,
    chance=dice_model,
    sample=sample,
    parameters={"squatters_return": False},
    batch=KERNELS,
    single=SINGLE,
)
