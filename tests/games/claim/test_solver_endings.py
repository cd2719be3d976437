"""The solver compared with brute force on many endings, and its laws on whole hands."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from support.endings import ending_of, every_move
from support.setups import free_decks

from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.judge import JUDGE
from claimant.games.claim.rules.cards import FACTIONS, SCENARIOS
from claimant.games.claim.rules.table import HAND, SCORE, STATE
from claimant.games.claim.solver import solve
from claimant.games.claim.solver.bounds import PLIES, SEARCH
from claimant.games.claim.solver.transpositions import new_transpositions


def random_game(random: Random) -> Claim:
    deck = random.choice(free_decks(2))
    return Claim(2, tuple(random.sample(deck, len(deck))), random.choice(("pile", "deck")))


def winner(state: ClaimState) -> int:
    """1 if seat 0 wins, -1 if seat 1 does, 0 if they share: by the search that asks only that."""
    states = np.zeros(PLIES, STATE)
    states[0] = np.frombuffer(state.data, STATE)[0]
    table, searches = new_transpositions(12), np.zeros(1, SEARCH)
    return solve.value_of(states, state.game.deck, searches, table, 1, solve.NO_LIMIT, True)


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
        assert winner(state) == np.sign(solution.value) * (-1 if state.actor == 1 else 1)
    if endings > 99:  # every faction was still to be played, many times
        assert min(seen[faction.singular] for faction in FACTIONS) > endings / 20


def test_the_judge_says_what_brute_force_finds() -> None:
    """Where all other cards have been seen, a player's view is enough to prove the values."""
    random = Random(7)
    decks = [deck for deck in free_decks(2) if not {"automatons", "raccoons"} & {*deck}]
    for tricks in (2, 3, 4):
        for deck in random.sample(decks, 6):
            state = ending_of(Claim(2, tuple(random.sample(deck, 5))), random, tricks)
            judged = JUDGE.judge(state.view(state.actor))
            assert judged.exact
            values = {
                move: (1 + int(np.sign(worth))) / 2 for move, worth in every_move(state).items()
            }
            assert judged.values == values


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
