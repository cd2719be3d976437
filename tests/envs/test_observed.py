"""A view as an agent observes it: what the environments show a seat, and decisions as text."""

from __future__ import annotations

from random import Random

import pytest

from claimant.environment import environment_of
from claimant.envs import action_mask
from claimant.envs.observed import observe
from claimant.game import CHANCE, Game, Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import as_luck


@pytest.mark.parametrize(
    "game",
    [ClaimIt(2), ClaimIt(3, squatters_return=True), Claim(2), Claim(4, scenario="hungry-court")],
    ids=str,
)
def test_a_view_gives_the_observation_of_its_state(game: Game) -> None:
    random = Random(5)
    environment = environment_of(game.name)
    observation = environment.observation(game)
    state = game.start()
    looked = 0
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.happen(state.draw(as_luck(random)))
            continue
        for seat in range(game.players):
            observed = observe(state.view(seat))
            flat = observation.of_state(state, seat)
            assert observed.flat.tolist() == flat.tolist()
            assert observed.mask.tolist() == action_mask(state, seat, environment.actions).tolist()
            named = {name: field.tolist() for name, field in observation.split(flat).items()}
            assert {name: field.tolist() for name, field in observed.fields.items()} == named
        view = state.view(actor)
        observed = observe(view)
        numbers = observed.mask.nonzero()[0]
        assert sorted(map(observed.decision, numbers)) == list(view.legal)
        state = state.apply(random.choice(numbers))
        looked += 1
        if looked == 40:
            break
    assert looked == 40 or state.outcome is not None


def test_only_legal_decisions_of_a_seat_have_a_text() -> None:
    view = ClaimIt(2).start().play("first 0").view(0)
    assert observe(view).decision(36) == "roll"
    for number in (-1, 0, 37, 38):
        with pytest.raises(Illegal, match=f"decision {number} is not legal here"):
            observe(view).decision(number)
    with pytest.raises(Illegal, match="a spectator has nothing to decide"):
        observe(ClaimIt(2).start().view(None))
