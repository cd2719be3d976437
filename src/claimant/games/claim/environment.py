"""Claim for PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from claimant.environment import Environment, Parameter, options_of
from claimant.games.claim.batch import KERNELS
from claimant.games.claim.chance import DealModel
from claimant.games.claim.game import Claim
from claimant.games.claim.observation import memory, observation
from claimant.games.claim.rules.cards import BY_NAME, PAIRS, SLOTS, TEN_CARDS
from claimant.games.claim.rules.scoring import LOOT_FOR
from claimant.games.claim.single import SINGLE
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


def _decks(players: int, decks: str | Sequence[str]) -> list[Mapping[str, Parameter]]:
    """The decks of a batch: `random` for every deck of the rulebook, the name of a scenario,
    factions, or a list of those."""
    if decks == "random":
        size = 3 if players == 2 else 5
        return [
            {"factions": " ".join((*pair, *others))}
            for pair in PAIRS
            for others in combinations(TEN_CARDS, size)
        ]
    names = [decks] if isinstance(decks, str) else decks
    return [
        {"factions" if BY_NAME.keys() & set(name.replace("+", " ").split()) else "scenario": name}
        for name in names
    ]


ENVIRONMENT: Final = Environment(
    actions=LOOT_FOR + SLOTS,
    observation=observation,
    chance=DealModel,
    sample=sample,
    parameters={"scenario": "old-kingdom", "factions": "", "raccoons": "pile"},
    options=_options,
    max_decisions=_max_decisions,
    memory=memory,
    batch=KERNELS,
    single=SINGLE,
    mixtures={"decks": _decks},
)
