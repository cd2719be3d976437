"""Faster forms of the rules, for bots, agree with the rules on random positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from claimant.game import CHANCE
from claimant.games.claim_it import odds, value_net
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.heuristic_bot import BoardValue, HeuristicWeights
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NUMBERS
from claimant.luck import Seeded

SET_UPS = [ClaimIt(players, returning) for players in ClaimIt.seats for returning in (False, True)]
WEIGHTS = HeuristicWeights(5.0, 3.0, 2.0, rival=0.5, blunder_rate=0.0, stops_after=None)


def states(game: ClaimIt, seed: int) -> Iterator[ClaimItState]:
    """All states of a random game."""
    random = Random(seed)
    luck = Seeded(seed)
    state = game.start()
    yield state
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            state = state.apply(random.choice(state.legal()))
        yield state


@pytest.mark.parametrize("game", SET_UPS, ids=repr)
def test_the_network_gives_a_finished_game_to_its_winners(game: ClaimIt) -> None:
    """R-I9: largest group, claims and spaces, in this order; a shared win is divided."""
    buffers = np.zeros(1, value_net.BUFFERS)[0]
    for seed in range(3):
        *_, end = states(game, seed)
        assert end.outcome is not None
        record = np.frombuffer(bytearray(end.data), turn.STATE)[0]
        value_net.final_chances(record, buffers)
        share = 1 / len(end.outcome.winners)
        expected = [share * (seat in end.outcome.winners) for seat in range(game.players)]
        assert buffers.chances[: game.players].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("game", SET_UPS, ids=repr)
def test_placements_are_valued_by_the_board_that_stopping_leaves(game: ClaimIt) -> None:
    compared = 0
    for state in list(states(game, 4))[-150:]:
        view = state.view(state.actor if state.actor != CHANCE else None)
        if view.stage != "place":
            continue
        board = BoardValue(view, WEIGHTS)
        risks = odds.ways_to_bust_after(view)
        for choice in view.legal:
            placed = state.play(choice)
            stopped = placed.play("stop").view(view.seat)
            left = BoardValue(stopped, WEIGHTS).evaluate(0, 0)
            assert board.after_placing(NUMBERS[choice]) == pytest.approx(left)
            assert risks[choice] == odds.ways_to_bust(placed.view(None))
            compared += 1
    assert compared > 20
