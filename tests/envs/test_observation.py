"""The pieces of an observation: from the view alone, within their bounds, and documented."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from support.openings import SET_UPS, states

from claimant.envs import claim, returns
from claimant.envs.observation import pieces_of, told
from claimant.game import Game, Illegal, Outcome
from claimant.games.claim import worlds
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded

DOC = Path(__file__).parents[2] / "docs" / "environments.md"


@pytest.mark.parametrize("game", SET_UPS, ids=str)
def test_pieces_fit_their_bounds_and_masks_what_is_legal(game: Game) -> None:
    pieces = pieces_of(game)
    for state in list(states(game, 1))[::3]:
        for seat in (None, *range(game.players)):
            view = state.view(seat)
            flat = pieces.flat(view)
            assert flat.shape == pieces.most.shape
            assert (flat >= 0).all()
            assert (flat <= pieces.most).all()
            joined = np.concatenate([piece.ravel() for piece in pieces.observe(view).values()])
            assert (joined == flat).all()
            legal = state.legal() if seat is not None and seat == state.actor else []
            assert np.flatnonzero(pieces.mask(view)).tolist() == legal


def test_seats_are_counted_from_the_viewer() -> None:
    state = ClaimIt(3).start()
    for event in ("first 1", "roll", "dice 2 3 5", "3,5", "stop"):
        state = state.play(event)
    pieces = pieces_of(state.game)
    for seat in range(3):
        seen = pieces.observe(state.view(seat))
        owner = (1 - seat) % 3
        assert seen["owners"].sum(axis=1).tolist() == [int(row == owner) for row in range(3)]
        assert seen["turn"].tolist() == [int(row == (2 - seat) % 3) for row in range(3)]


@pytest.mark.parametrize("game", [g for g in SET_UPS if g.name == "claim"], ids=str)
def test_what_a_seat_cannot_tell_apart_looks_the_same(game: Game) -> None:
    pieces = pieces_of(game)
    luck = Seeded(3)
    hidden = 0
    for state in list(states(game, 2))[2:-1:4]:
        for seat in range(game.players):
            view = state.view(seat)
            assert isinstance(view, ClaimView)
            world = worlds.sample(view, luck)
            hidden += world.data != state.data
            assert (pieces.flat(world.view(seat)) == pieces.flat(view)).all()
            assert (pieces.mask(world.view(seat)) == pieces.mask(view)).all()
            assert told(world.view(seat)) == told(view)
    assert hidden > 10


@pytest.mark.parametrize("game", [ClaimIt(3), claim(3)], ids=str)
def test_every_piece_is_documented_with_its_shape(game: Game) -> None:
    title = "Claim It!" if game.name == "claim-it" else "Claim"
    section = DOC.read_text().split(f"\n### The pieces of {title}\n")[1].split("\n#")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))
    shapes = {piece.name: [*map(str, piece.shape)] for piece in pieces_of(game).pieces}
    told = {name: re.findall(r"\d+", shape.replace("players", "3")) for name, shape in rows.items()}
    assert told == shapes


def test_a_win_is_shared_and_all_returns_add_up_to_nothing() -> None:
    assert returns(None, 3) == [0, 0, 0]
    assert returns(Outcome((1,), ""), 2) == [-1, 1]
    assert returns(Outcome((0, 1), ""), 2) == [0, 0]
    assert returns(Outcome((2,), ""), 5) == [-1, -1, 4, -1, -1]
    assert returns(Outcome((0, 2), ""), 4) == [1, -1, 1, -1]
    assert sum(returns(Outcome((0, 3), ""), 5)) == 0


def test_a_set_up_by_one_line() -> None:
    assert claim(3).factions[:2] == ("knights", "goblins")
    named = claim(2, "nonsense", "kings+peasants+bards+seers+trolls", "deck")
    assert named.factions == ("kings", "peasants", "bards", "seers", "trolls")
    with pytest.raises(Illegal, match="there is no scenario nonsense; there are old-kingdom,"):
        claim(2, "nonsense")
