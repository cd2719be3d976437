"""Ferry in PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from claimant import laws
from claimant.environment import create_game, environment_of
from claimant.envs import pettingzoo
from claimant.game import CHANCE
from claimant.luck import Seeded
from claimant.record import steps
from third_game.game import Ferry


@pytest.mark.parametrize("players", Ferry.seats)
def test_pettingzoo(players: int) -> None:
    api_test(pettingzoo.ferry_v0(players, flat=True), num_cycles=100)
    seed_test(lambda: pettingzoo.ferry_v0(players, limit=18), num_cycles=40)


def test_a_whole_game_in_pettingzoo() -> None:
    env = pettingzoo.ferry_v0(3, limit=18)
    env.reset(seed=5)
    random = Random(5)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        gained[agent] += reward
        choices = np.flatnonzero(info["action_mask"])
        env.step(None if terminated else random.choice(list(choices)))
    assert sum(gained.values()) == pytest.approx(0)
    assert max(gained.values()) > 0


# OpenSpiel and Gymnasium list their environments once per process: these look in one of their own.
ELSEWHERE = {
    "open_spiel": """
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
import numpy as np
import claimant.envs.open_spiel
for name in ("ferry", "ferry(players=3,limit=18)"):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
random = np.random.RandomState(1)
bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 2.0, 5, random_state=random)
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes())
        state.apply_action(random.choice(outcomes, p=chances))
    else:
        state.apply_action(bot.step(state))
print(sum(state.returns()))
""",
    "gymnasium": """
import gymnasium
import claimant.envs.gymnasium
env = gymnasium.make("claimant/Ferry-v0", players=3, others="greedy")
observation, info = env.reset(seed=3)
over, total = False, 0.0
while not over:
    observation, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    total += reward
print(0.0 if total in (-1.0, 0.5, 2.0) else total)
""",
}


@pytest.mark.parametrize("project", ELSEWHERE)
def test_other_projects(project: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ELSEWHERE[project]], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert float(ran.stdout.split()[-1]) == 0.0


def test_chance_is_as_likely_as_it_says() -> None:
    game = create_game("ferry", 2, limit=18)
    assert game == Ferry(2, 18)
    model = environment_of("ferry").chance(game)
    state = game.start()
    while state.actor == CHANCE:
        outcomes = model.outcomes(state, ())
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        for n, _ in outcomes:
            assert model.event(state, (n,)) == (n,)
            state.happen((n,))
        state = state.happen(state.draw(Seeded(1)))


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_cannot_be_told_from_the_truth(seed: int) -> None:
    environment = environment_of("ferry")
    record = laws.random_record(Ferry(3), seed, undo=0)
    differ = 0
    for step in steps(record):
        state = step.before
        if state.actor in (CHANCE, None):
            continue
        for seat in range(3):
            view = state.view(seat)
            other = environment.sample(view, Seeded(seed))
            assert other.view(seat).replace(undo=False) == view.replace(undo=False)
            differ += other.data != state.data
            fields = environment.observation(record.game).observe(view)
            same = environment.observation(record.game).observe(other.view(seat))
            assert all((fields[name] == same[name]).all() for name in fields)
    assert differ
