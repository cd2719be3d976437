"""Reviews of real games by their own judges: the law, and values that brute force agrees with."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from support.reviews import check_laws
from support.setups import seeds, set_ups

from claimant import laws
from claimant.game import CHANCE, Game, State
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.play import drawing, play
from claimant.record import Record, steps
from claimant.teaching.review import review

LITTLE = 0.002
"""Effort for tests of what holds however well positions are judged."""
PLAYERS = [ClaimIt(players) for players in ClaimIt.seats]
CLAIMS = [Claim(n, SCENARIOS["the old kingdom"].deck(n)) for n in Claim.seats]


def random_game(game: Game, seed: int) -> Record:
    """A game at random in which players often choose the last decision, which keeps turns short."""
    random = Random(seed)

    def decide(state: State, _: int) -> str:
        legal = state.legal()
        return state.write(legal[-1] if random.random() < 0.6 else random.choice(legal))

    turns = play(game, decide, drawing(Seeded(seed)))
    return replace(Record.of(game), events=tuple(turn.event for turn in turns))


@pytest.mark.parametrize("game", [*PLAYERS, *CLAIMS], ids=str)
def test_luck_and_decisions_add_up_for_every_number_of_players(game: Game) -> None:
    record = random_game(game, 3)
    check_laws(record, review(record, effort=LITTLE))


@settings(max_examples=2, deadline=None)
@given(set_ups(), seeds())
def test_luck_and_decisions_add_up_in_any_set_up(game: Game, seed: int) -> None:
    record = random_game(game, seed)
    check_laws(record, review(record, seed, effort=LITTLE))


def margin(state: State, seat: int) -> float:
    """The share of the win that a seat gets if both see everything and play as well as possible."""
    outcome = state.outcome
    if outcome is not None:
        return (seat in outcome.winners) / len(outcome.winners)
    assert state.actor != CHANCE
    shares = [margin(state.apply(action), seat) for action in state.legal()]
    return max(shares) if state.actor == seat else min(shares)


def test_the_end_of_phase_2_is_graded_as_brute_force_does() -> None:
    """With open cards, in the last four tricks."""
    record = laws.random_record(CLAIMS[0], 1)
    found = review(record, effort=0.05)
    history = list(steps(record))
    checked = 0
    for one in found.decisions:
        if one.n > len(record.events) - 8:
            before = history[one.n - 1].before
            by_choice = {
                before.write(action): margin(before.apply(action), one.seat)
                for action in before.legal()
            }
            best = max(by_choice.values())
            assert one.open_cost == best - by_choice[one.event]
            assert one.open_best is not None
            assert by_choice[one.open_best] == best
            # And so the curve: what the position is worth before the decision.
            assert found.moments[one.n - 2].chances[one.seat] == best
            checked += 1
    assert checked


def test_luck_of_an_open_game_is_the_dice_alone_where_the_judge_is_exact() -> None:
    """In the last turn, decisions are worth what the search has proven, so nothing but the dice
    and the cost of decisions moves the curve."""
    record = random_game(ClaimIt(2), 5)
    found = review(record, effort=0.3)
    exact = [one for one in found.decisions if one.exact]
    assert exact
    for one in exact:
        moment = found.moments[one.n - 1]
        assert all(abs(luck) < 1e-3 for luck in moment.luck), moment
