"""The laws of a judge, over positions of random games."""

from __future__ import annotations

from math import isfinite

import pytest

from claimant.bots import create
from claimant.game import Game, State
from claimant.games.claim.game import Claim
from claimant.games.claim_it.game import ClaimIt
from claimant.judge import Judge, judge_of
from claimant.luck import Seeded
from claimant.play import drawing, play

EFFORT = 0.05

GAMES: list[Game] = [
    ClaimIt(2),
    ClaimIt(5, squatters_return=True),
    Claim.create(2),
    Claim.create(2, {"factions": "kings peasants vikings bards raccoons"}),
    Claim.create(3, {"factions": "knights goblins automatons griffins dragons undead bards"}),
    Claim.create(4),
]


def judge(game: Game) -> Judge:
    found = judge_of(game.name)
    assert found is not None
    return found


def positions(game: Game, seed: int, every: int) -> list[State]:
    """Every so many positions of a game between weak bots, with its first and its last two."""
    bot = create("easy", seed)

    def decide(state: State, _: int) -> str:
        return bot.choose(state.view(state.actor))

    states = [game.start()]
    states += [turn.state for turn in play(game, decide, drawing(Seeded(seed)))]
    return [*states[:-2:every], *states[-2:]]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_are_chances_and_the_best_decision_has_the_highest(game: Game) -> None:
    judged = 0
    for state in positions(game, 1, 7):
        if state.actor is None or not state.legal():
            continue
        view = state.view(state.actor)
        found = judge(game).judge(view, 3, EFFORT)
        assert set(found.values) == set(view.legal)
        assert all(isfinite(value) and 0.0 <= value <= 1.0 for value in found.values.values())
        assert found.value == max(found.values.values())
        assert all(found.cost(choice) >= 0.0 for choice in view.legal)
        assert bool(found.reasons) == (len(view.legal) > 1)
        assert found == judge(game).judge(view, 3, EFFORT)
        judged += 1
    assert judged > 5


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_chances_add_up_whoever_looks(game: Game) -> None:
    for state in positions(game, 2, 13):
        for view in (state.view(None), state.view(0), state.full_view()):
            chances = judge(game).chances(view, 3, EFFORT)
            assert len(chances) == game.players
            assert all(0.0 <= chance <= 1.0 for chance in chances)
            assert sum(chances) == pytest.approx(1.0, abs=1e-9)
            assert chances == judge(game).chances(view, 3, EFFORT)
            for side in game.teams:
                assert len({chances[seat] for seat in side}) == 1
            if view.outcome is not None:
                winners = view.outcome.winners
                assert {seat for seat, chance in enumerate(chances) if chance} == {*winners}
            if view.legal and view.seat is not None:
                (mine,) = [side for side in game.teams if view.seat in side]
                value = judge(game).judge(view, 3, EFFORT).value
                assert chances[view.seat] * len(mine) == pytest.approx(value)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_seat_begins_with_the_same_chance(game: Game) -> None:
    assert judge(game).chances(game.start().view(None)) == (1 / game.players,) * game.players
