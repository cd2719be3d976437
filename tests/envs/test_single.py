"""One game at a time: the kernels' step is the rules', and the bots in it are the levels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from claimant.environment import create_game, environment_of
from claimant.envs import action_mask, returns
from claimant.envs.single import KernelGame, StateGame, one_game
from claimant.game import CHANCE, Illegal
from claimant.games.claim.bots import PARAMETERS, ClaimHeuristicBot
from claimant.games.claim.game import ClaimState
from claimant.games.claim_it import single as claim_it_single
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.heuristic_bot import WEIGHTS, BoardValue, ClaimItHeuristicBot
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NUMBERS
from claimant.luck import Seeded

SET_UPS: list[tuple[str, dict[str, Any]]] = [
    ("claim-it", {"players": 2}),
    ("claim-it", {"players": 5, "squatters_return": True}),
    ("claim", {"players": 2}),
    ("claim", {"players": 2, "scenario": "high-mountains"}),
    ("claim", {"players": 3, "scenario": "hungry-court"}),
    ("claim", {"players": 4, "scenario": "clockwork-war"}),
]


def check(game: KernelGame) -> None:
    """What the kernels say of a position is what its `State` says."""
    state, players = game.state, game.game.players
    environment = environment_of(game.game.name)
    observation = environment.observation(game.game)
    assert state.actor == game.actor
    for seat in range(players):
        assert (game.observe(seat) == observation.of_state(state, seat)).all()
        assert (game.mask(seat) == action_mask(state, seat, environment.actions)).all()
    assert game.rewards == pytest.approx(returns(state.outcome, players))


@pytest.mark.parametrize(("name", "parameters"), SET_UPS, ids=str)
def test_a_step_is_that_of_the_rules(name: str, parameters: dict[str, Any]) -> None:
    game = one_game(create_game(name, **parameters))
    assert isinstance(game, KernelGame)
    luck, random = np.random.default_rng(3), np.random.default_rng(4)
    for _ in range(2):
        game.begin(luck)
        while game.actor is not None:
            check(game)
            seen = game.observe(game.actor)
            copy = seen.copy()
            game.play(random.choice(np.flatnonzero(game.mask(game.actor))))
            assert (seen == copy).all()  # a step never changes what was returned before
        check(game)
        with pytest.raises(Illegal, match="the game is over"):
            game.play(0)


@pytest.mark.parametrize("others", ["random", "novice", "easy"])
@pytest.mark.parametrize(("name", "parameters"), SET_UPS, ids=str)
def test_bots_play_up_to_the_learner_s_turn(
    name: str, parameters: dict[str, Any], others: str
) -> None:
    game = create_game(name, **parameters)
    seat = game.players - 1
    played = one_game(game, [others] * seat, seat)
    assert isinstance(played, KernelGame)
    luck, random = np.random.default_rng(5), np.random.default_rng(6)
    played.begin(luck)
    while played.actor is not None:
        assert played.actor == seat
        check(played)
        played.play(random.choice(np.flatnonzero(played.mask(seat))))
    check(played)
    assert sum(played.rewards) == pytest.approx(0)


def test_other_bots_decide_by_a_view() -> None:
    assert isinstance(one_game(ClaimIt(2), ["hard"], 0), StateGame)
    assert isinstance(
        one_game(ClaimIt(3), ["novice", ClaimItHeuristicBot(WEIGHTS["easy"], 1)], 0), StateGame
    )


@pytest.mark.parametrize("action", [-1, -3, 38, 1 << 70])
def test_what_is_no_decision_is_refused(action: int) -> None:
    game = one_game(ClaimIt(2))
    game.begin(np.random.default_rng(1))
    with pytest.raises(Illegal):
        game.play(action)
    assert game.mask(game.actor or 0).sum() == 1


@pytest.mark.parametrize("level", ["novice", "easy"])
def test_levels_of_claim_it_value_placements_as_their_bots_do(level: str) -> None:
    weights = WEIGHTS[level]
    levels, _ = claim_it_single.level_records(ClaimIt(3))
    number = claim_it_single.SINGLE.levels.index(level)
    luck, placements = Seeded(8), 0
    state: Any = ClaimIt(3).start()
    while placements < 60:
        if state.actor is None:
            state = ClaimIt(3).start()
        elif state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            legal = state.legal()
            if len(legal) > 1 and isinstance(state, ClaimItState) and legal[0] < turn.ROLL:
                placements += 1
                view = state.view(state.actor)
                board = BoardValue(view, weights)
                values = {n: board.after_placing(NUMBERS[n]) for n in view.legal}
                best = max(values.values())
                s = np.frombuffer(bytearray(state.data), turn.STATE)[0]
                found = claim_it_single.best_placements(s, levels[number])
                assert found == sum(1 << NUMBERS[n] for n in values if values[n] == best)
            state = state.apply(legal[luck.below(len(legal))])


def test_levels_of_claim_decide_by_what_the_actor_knows() -> None:
    """The same heuristics on the true state and on a world that fits the actor's view decide alike:
    the bot in the step, which sees the state, is the bot at the table."""
    from claimant.games.claim.bots import _heuristic_choice, decision_seed
    from claimant.games.claim.game import Claim
    from claimant.kernels.random import random_numbers

    luck = Seeded(9)
    for level in ("novice", "easy"):
        state: Any = Claim(3, scenario="hungry-court").start()
        bot = ClaimHeuristicBot(PARAMETERS[level], 7)
        while state.actor is not None:
            if state.actor == CHANCE:
                state = state.happen(state.draw(luck))
                continue
            assert isinstance(state, ClaimState)
            view = state.view(state.actor)
            seed = decision_seed(7, view)
            chosen = _heuristic_choice(state, PARAMETERS[level], random_numbers(seed))
            assert chosen == bot.choose(view)
            state = state.play(chosen)
