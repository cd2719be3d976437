"""The solver agrees with the rules about who wins phase 2 with open cards and best play."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support.endings import ending_of, every_move
from support.setups import free_decks
from support.tables import BEN, cards

from claimant.game import Illegal
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import FACTIONS
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.solver import solve
from claimant.games.claim.solver.bounds import PLIES, SEARCH
from claimant.games.claim.solver.transpositions import new_transpositions


@pytest.mark.parametrize("raccoons", ["pile", "deck"])
@pytest.mark.parametrize("faction", [faction.name for faction in FACTIONS])
def test_small_endings_are_worth_what_brute_force_finds(faction: str, raccoons: str) -> None:
    """Both before a lead and before a reply, and so is every move."""
    random = Random(f"{faction} {raccoons}")
    deck = random.choice([deck for deck in free_decks(2) if faction in deck])
    game = Claim(2, tuple(random.sample(deck, len(deck))), raccoons)
    state = ending_of(game, random, 3)
    for position in (state, state.apply(random.choice(state.legal()))):
        solution = solve.solve(position)
        assert solution.moves == every_move(position)
        assert solution.value == max(solution.moves.values())


FIVE = "knights goblins undead dwarves dragons"


@pytest.mark.parametrize(
    ("hands", "scores", "value"),
    [
        # Ann takes a third knight: four cards in her two factions beat three.
        (["knight-4", "knight-3"], ["knight-5 goblin-1", "undead-1 undead-9 dragon-2"], 1),
        # Three cards each, but Ben's are worth more by one.
        (["goblin-3", "goblin-2"], ["knight-5", "undead-1 undead-4 dragon-6"], -1),
        (["goblin-3", "goblin-2"], ["knight-5", "undead-1 undead-4 dragon-5"], 0),
    ],
)
def test_equal_factions_are_decided_by_cards_and_values(
    hands: list[str], scores: list[str], value: int
) -> None:
    """R-S2: dwarves go to nobody, so that two factions each are possible."""
    state = cards(*hands, phase=2, scores=scores, factions=FIVE)
    solution = solve.solve(state)
    assert solution.moves == every_move(state)
    assert solution.value == value


def test_the_best_line_leads_to_the_value() -> None:
    state = cards(
        "goblin-3 knight-3 dragon-0",
        "goblin-4 undead-4 dwarf-8",
        phase=2,
        leader=BEN,
        factions=FIVE,
    )
    solution = solve.solve(state)
    end = state
    for move in solution.line:
        end = end.play(move)
    assert end.actor is None
    assert solve.solve(end) == solve.Solution(end, -solution.value, {})


def value_of(state: ClaimState, limit: int = solve.NO_LIMIT, only_winner: bool = False) -> int:
    """The value of a position to seat 0, with a table of its own."""
    states = np.zeros(PLIES, STATE)
    states[0] = np.frombuffer(state.data, STATE)[0]
    table, searches = new_transpositions(4), np.zeros(1, SEARCH)
    found = solve.value_of(states, state.game.deck, searches, table, 1, limit, only_winner)
    return int(found)


def test_a_search_can_be_stopped() -> None:
    state = cards("goblin-3 knight-3", "goblin-4 knight-4", phase=2, factions=FIVE)
    assert [value_of(state, limit) for limit in (0, 2)] == [solve.UNKNOWN] * 2
    assert value_of(state) == solve.solve(state).value


@pytest.mark.parametrize("seed", range(12))
def test_who_wins_is_found_without_the_margin(seed: int) -> None:
    random = Random(seed)
    state = ending_of(Claim(2, random.choice(free_decks(2))), random, 3)
    value = value_of(state)
    assert value_of(state, only_winner=True) == (value > 0) - (value < 0)


def test_only_phase_2_with_two_players_can_be_solved() -> None:
    hands = ("goblin-3", "goblin-4")
    for state in (cards(*hands), cards(*hands, "goblin-5", phase=2)):
        with pytest.raises(Illegal) as refused:
            solve.solve(state)
        assert refused.value.code == "solve"


def test_equal_cards_are_not_like_their_neighbours() -> None:
    """R-C5: of equal cards the earlier wins. Onto Ann's 0 Ben has to find the 1, not his own 0."""
    scores = ["undead-9 knight-2 goblin-7", "dwarf-1 dragon-1"]
    state = cards("goblin-0 goblin-0", "goblin-0 goblin-1", phase=2, scores=scores, factions=FIVE)
    assert solve.solve(state).value == -2
