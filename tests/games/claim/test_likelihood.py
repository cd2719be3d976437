"""What the plays of others tell of their cards: the table as it was, and likelier worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from claimant.game import CHANCE
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.network.cards import card_codes
from claimant.games.claim.network.world_net import new_world_room, no_net
from claimant.games.claim.rules import table
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.search import heuristics, likelihood, world_search
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers

TWO = Claim(2, SCENARIOS["the old kingdom"].deck(2))
THREE = Claim(3, ("knights", "goblins", "seers", "dragons", "doppelgangers", "undead", "dwarves"))
FOUR = Claim(4, ("knights", "goblins", "trolls", "griffins", "dwarves", "doppelgangers", "undead"))


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


def history(game: Claim, seed: int) -> list[ClaimState]:
    """All decisions of a game at random."""
    luck = Dice(seed)
    state = game.start()
    states = []
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        states.append(state)
        state = state.apply(luck.choice(state.legal()))
    return states


def record(state: ClaimState) -> Any:
    return np.frombuffer(bytearray(state.data), table.STATE)[0]


@pytest.mark.parametrize("game", [TWO, THREE, FOUR], ids=repr)
def test_the_table_goes_back_to_what_it_was(game: Claim) -> None:
    """This trick taken back, and the one before it: what its players held and could win."""
    states = [state for state in history(game, 1) if state.view(None).phase == 1]
    begun = {state.view(None).trick: state for state in reversed(states) if on_table(state) == 0}
    for state in states:
        view = state.view(None)
        if view.stage != "play":
            continue
        s = record(state)
        likelihood.take_back_trick(s, game.deck[0])
        held = s.cards[table.HAND : table.HAND + game.players]
        assert (held == record(begun[view.trick]).cards[: game.players]).all()
        if view.trick > 1:
            likelihood.take_back_last_trick(s, game.deck[0])
            was = record(begun[view.trick - 1])
            assert (held == was.cards[: game.players]).all()
            assert (s.leader, s.number) == (was.leader, was.number)
            assert s.face_up.tolist() == was.face_up.tolist()


def on_table(state: ClaimState) -> int:
    view = state.view(None)
    return len(view.table) if view.stage == "play" else -1


def chances(state: ClaimState, infer: bool, worlds: int = 100) -> list[float]:
    """How likely others' plays are in worlds that a search deals."""
    game = state.game
    view = state.view(state.actor)
    hidden = HiddenCards(view, sample(view, Dice(1)))
    tables: Any = np.zeros(2, heuristics.CARD_WEIGHTS)
    for t in tables:
        t.follower[:] = game.deck[0].value
        t.keep[:] = 0.1 * game.deck[0].value
        t.average = 4.5
    searches = np.zeros(1, world_search.TREE_SEARCH)
    p = searches[0]
    p.exploration, p.temperature, p.margin, p.opponent_temperature = 0.6, 1.0, 0.1, 0.5
    room = np.zeros(2, table.STATE)
    moves, nodes = np.zeros(1, heuristics.MOVES), np.zeros(1024, world_search.NODE)
    random = random_numbers(1)
    found = []
    for _ in range(worlds):
        if not infer:
            p.likelihood = 0.0  # then any world is as good as the last one
        world_search.search(
            hidden.base, room, game.deck, hidden.cards, tables, moves, searches, nodes, 1, random,
            card_codes(game), no_net(), new_world_room(no_net()),
        )  # fmt: skip
        found.append(float(p.likelihood))
    return found


def test_worlds_come_as_often_as_they_explain_what_others_played() -> None:
    state = [state for state in history(TWO, 3) if on_table(state) == 1][4]
    plain = np.array(chances(state, infer=False))
    weighed = np.array(chances(state, infer=True))
    assert (plain > 0).all()
    assert (plain <= 1).all()
    # A world that is twice as likely comes twice as often.
    expected = (plain**2).mean() / plain.mean()
    assert weighed.mean() == pytest.approx(expected, rel=0.15)
    assert weighed.mean() > plain.mean()


def test_choosing_a_follower_infers_nothing() -> None:
    state = next(state for state in history(THREE, 1) if state.view(None).stage == "take")
    assert set(chances(state, infer=True, worlds=3)) == {1.0}
