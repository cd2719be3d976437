"""The solver compared with brute force on many endings, and its laws on whole hands."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from support.endings import ending_of, every_move
from support.setups import free_decks

from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import FACTIONS, SCENARIOS
from claimant.games.claim.rules.table import HAND, SCORE, STATE
from claimant.games.claim.solver import solve


def random_game(random: Random) -> Claim:
    deck = random.choice(free_decks(2))
    return Claim(2, tuple(random.sample(deck, len(deck))), random.choice(("pile", "deck")))


@pytest.mark.parametrize(("tricks", "endings"), [(2, 1000), (3, 1000), (4, 100), (5, 12)])
def test_endings_are_worth_what_brute_force_finds(tricks: int, endings: int) -> None:
    random = Random(tricks)
    seen: Counter[str] = Counter()
    for _ in range(endings):
        game = random_game(random)
        state = ending_of(game, random, tricks)
        hands = [code for seat in (0, 1) for code in state.pieces()[f"hand {seat}"]]
        seen.update({code.partition("-")[0] for code in hands})
        solution = solve.solve(state)
        assert solution.moves == every_move(state)
        assert solution.value == max(solution.moves.values())
    if endings > 99:  # every faction was still to be played, many times
        assert min(seen[faction.singular] for faction in FACTIONS) > endings / 20


def swapped(state: ClaimState) -> ClaimState:
    """The same with the seats changed over."""
    states = np.frombuffer(bytearray(state.data), STATE)
    s = states[0]
    for first in (HAND, SCORE):
        s.cards[[first, first + 1]] = s.cards[[first + 1, first]]
    s.gnomes[[0, 1]] = s.gnomes[[1, 0]]
    s.leader = 1 - s.leader
    s.actor = 1 - s.actor
    return ClaimState(state.game, states.tobytes())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_position_is_worth_its_best_move_from_either_seat(scenario: str) -> None:
    random = Random(scenario)
    for tricks in (7, 8, 9):
        state = ending_of(Claim(2, SCENARIOS[scenario].factions), random, tricks)
        solution = solve.solve(state)
        assert solution.value == max(solution.moves.values())
        other = solve.solve(swapped(state))
        assert (other.value, other.moves) == (solution.value, solution.moves)
        best = max(solution.moves, key=solution.moves.__getitem__)
        after = solve.solve(state.play(best))
        assert after.value == (-1 if after.state.actor != state.actor else 1) * solution.value
