"""The contests for the factions: who leads, by how much, and what is decided."""

from __future__ import annotations

import random

import pytest

from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.standing import races
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.luck import Seeded


@pytest.mark.parametrize(
    ("players", "scenario"),
    [(n, name) for n in (2, 3, 4) for name, one in SCENARIOS.items() if n == 2 or one.more],
)
def test_what_is_decided_stays_decided(players: int, scenario: str) -> None:
    """Once a faction is said to be decided, that side owns it at the end, whatever is played."""
    decided = 0
    for seed in range(30):
        state = Claim.create(players, {"scenario": scenario}).start()
        luck, choose = Seeded(seed), random.Random(seed)
        promised: dict[str, int] = {}
        while state.outcome is None:
            if state.actor is not None and state.actor < 0:
                state = state.happen(state.draw(luck))
            else:
                state = state.play(choose.choice(state.choices()))
            view = state.view(None)
            assert isinstance(view, ClaimView)
            for race in races(view):
                if race.decided and state.outcome is None:
                    assert race.leader is not None
                    assert promised.setdefault(race.faction, race.leader) == race.leader
        assert isinstance(state.outcome, ClaimOutcome)
        final = {race.faction: race.leader for race in races(view)}
        for faction, side in promised.items():
            assert final[faction] == side, (faction, seed)
        decided += len(promised)
    assert decided
