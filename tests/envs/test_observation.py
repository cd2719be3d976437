"""Observations: filled from the view alone, within their bounds, and documented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.openings import SET_UPS, claim, states

from claimant import registry
from claimant.environment import Observation, create_game, environment_of
from claimant.envs import action_mask, describe, returns
from claimant.game import Game, Illegal, Outcome
from claimant.games.claim import worlds
from claimant.games.claim.rules.observe import surely
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded

DOC = Path(__file__).parents[2] / "docs" / "environments.md"


def observation_of(game: Game) -> Observation:
    return environment_of(game.name).observation(game)


@pytest.mark.parametrize("game", SET_UPS, ids=str)
def test_fields_fit_their_bounds_and_masks_what_is_legal(game: Game) -> None:
    fields = observation_of(game)
    actions = environment_of(game.name).actions
    for state in list(states(game, 1))[::3]:
        for seat in (None, *range(game.players)):
            view = state.view(seat)
            flat = fields.flat(view)
            assert flat.shape == fields.high.shape
            assert (flat >= 0).all()
            assert (flat <= fields.high).all()
            joined = np.concatenate([array.ravel() for array in fields.observe(view).values()])
            assert (joined == flat).all()
            if seat is not None:
                masked = np.flatnonzero(action_mask(state, seat, actions)).tolist()
                assert sorted(map(state.write, masked)) == list(view.legal)


def test_seats_are_counted_from_the_viewer() -> None:
    state = ClaimIt(3).start()
    for event in ("first 1", "roll", "dice 2 3 5", "3,5", "stop"):
        state = state.play(event)
    fields = observation_of(state.game)
    for seat in range(3):
        seen = fields.observe(state.view(seat))
        owner = (1 - seat) % 3
        assert seen["owners"].sum(axis=1).tolist() == [int(row == owner) for row in range(3)]
        assert seen["turn"].tolist() == [int(row == (2 - seat) % 3) for row in range(3)]


@pytest.mark.parametrize("game", [g for g in SET_UPS if g.name == "claim"], ids=str)
def test_what_a_seat_cannot_tell_apart_looks_the_same(game: Game) -> None:
    fields = observation_of(game)
    actions = environment_of(game.name).actions
    luck = Seeded(3)
    hidden = 0
    for state in list(states(game, 2))[2:-1:4]:
        for seat in range(game.players):
            view = state.view(seat)
            assert isinstance(view, ClaimView)
            world = worlds.sample(view, luck)
            hidden += world.data != state.data
            assert (fields.flat(world.view(seat)) == fields.flat(view)).all()
            for viewer in (None, *range(game.players)):
                assert (fields.of_state(world, viewer) == fields.flat(world.view(viewer))).all()
            masks = [action_mask(one, seat, actions) for one in (world, state)]
            assert (masks[0] == masks[1]).all()
            assert describe(world.view(seat)) == describe(view)
    assert hidden > 10


@pytest.mark.parametrize("game", [ClaimIt(3), claim(3)], ids=str)
def test_every_field_is_documented_with_its_shape(game: Game) -> None:
    title = "Claim It!" if game.name == "claim-it" else "Claim"
    section = DOC.read_text().split(f"\n### Fields of {title}\n")[1].split("\n#")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))
    shapes = {field.name: [*map(str, field.shape)] for field in observation_of(game).fields}
    documented = {
        name: re.findall(r"\d+", shape.replace("players", "3")) for name, shape in rows.items()
    }
    assert documented == shapes


def test_a_win_is_shared_and_all_returns_add_up_to_nothing() -> None:
    assert returns(None, 3) == [0, 0, 0]
    assert returns(Outcome((1,), ""), 2) == [-1, 1]
    assert returns(Outcome((0, 1), ""), 2) == [0, 0]
    assert returns(Outcome((2,), ""), 5) == [-1, -1, 4, -1, -1]
    assert returns(Outcome((0, 2), ""), 4) == [1, -1, 1, -1]
    assert sum(returns(Outcome((0, 3), ""), 5)) == 0


def test_one_known_card_less_is_sure_for_each_equal_one_that_was_played() -> None:
    """Five equal cards, then two, with other cards beside them: every way in which some are known
    and others were played."""
    groups = (0b11111 << 2, 0b11 << 9)
    below = 0b1111 << 2 | 0b1 << 9
    alone = 1 << 1 | 1 << 8
    for group in groups:
        for played in subsets(group):
            for known in subsets(group & ~played):
                left = surely(known | alone, played, below)
                assert left & ~known == alone
                gone = known.bit_count() - (left & group).bit_count()
                assert gone == min(known.bit_count(), played.bit_count())
    assert surely(alone, 1 << 12, below) == alone


def subsets(cards: int) -> Iterator[int]:
    found = cards
    while found:
        yield found
        found = (found - 1) & cards
    yield 0


def test_a_set_up_is_created_from_parameters_and_gives_them_back() -> None:
    assert claim(3).options["factions"].startswith("knights goblins ")
    named = claim(2, "nonsense", factions="kings+peasants+bards+seers+trolls", raccoons="deck")
    assert named.options == {"factions": "kings peasants bards seers trolls", "raccoons": "deck"}
    with pytest.raises(Illegal, match="there is no scenario nonsense; there are the old kingdom,"):
        claim(2, "nonsense")
    with pytest.raises(Illegal, match="claim has no option colour"):
        claim(2, colour="red")
    for game in SET_UPS:
        parameters = environment_of(game.name).parameters_of(game)
        assert create_game(game.name, **parameters) == game  # type: ignore[arg-type]


def test_a_game_without_an_environment_says_so() -> None:
    registry.register(replace(registry.entry("claim-it"), name="bare", environment=""))
    try:
        with pytest.raises(Illegal, match="bare has no environment for research"):
            environment_of("bare")
    finally:
        registry.unregister("bare")
