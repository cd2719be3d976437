"""The games in PettingZoo: its own tests without a warning, and what agents can rely on."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from claimant.envs import pettingzoo
from claimant.envs.pettingzoo import TableEnv, claim_it_v0, claim_v0
from claimant.game import Illegal
from claimant.games.claim_it.game import ClaimIt

TABLES: list[Callable[..., Any]] = [
    *(partial(claim_it_v0, players) for players in (2, 3, 4, 5)),
    partial(claim_it_v0, 3, True),
    partial(claim_v0),
    partial(claim_v0, 2, "high-mountains"),
    partial(claim_v0, 3, "hungry-court"),
    partial(claim_v0, 4, "clockwork-war"),
]

# PettingZoo has a list of its own environments whose observations may be dicts with a mask, and
# these two warnings for every other.
A_DICT = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def named(make: partial[TableEnv]) -> str:
    """An id without a function's address, so that it is the same in every process."""
    return " ".join([make.func.__name__, *map(str, make.args)])


@pytest.mark.parametrize("make", TABLES, ids=named)
def test_pettingzoo_s_api_test_of_flat_observations(make: Callable[..., Any]) -> None:
    api_test(make(flat=True), num_cycles=150)


@pytest.mark.parametrize(
    "make", [pytest.param(make, marks=A_DICT) for make in TABLES[::2]], ids=named
)
def test_pettingzoo_s_api_test_of_named_fields(make: Callable[..., Any]) -> None:
    api_test(make(), num_cycles=100)


@pytest.mark.parametrize("make", TABLES, ids=named)
def test_pettingzoo_s_seed_test(make: Callable[..., Any]) -> None:
    seed_test(make, num_cycles=40)


def played(env: Any, seed: int) -> dict[str, float]:
    """Play a random game to its end; returns what each agent got in total."""
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        gained[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert set(env.agents) == set(env.possible_agents)
        assert (observation["action_mask"] == info["action_mask"]).all()
        env.step(random.choice(np.flatnonzero(info["action_mask"])))
    return gained


def test_partners_gain_the_same_and_rewards_add_up_to_zero() -> None:
    for seed in range(3):
        gained = played(claim_v0(4), seed)
        assert gained["seat_0"] == gained["seat_2"]
        assert gained["seat_1"] == gained["seat_3"]
        assert sum(gained.values()) == 0
    assert sum(played(claim_it_v0(5), 1).values()) == 0


def test_the_luck_continues_without_a_seed_and_repeats_with_one() -> None:
    env = claim_v0()
    env.reset(seed=1)
    first = env.observe("seat_0")["observation"]["hands"]
    env.reset()
    assert (env.observe("seat_0")["observation"]["hands"] != first).any()
    env.reset(seed=1)
    assert (env.observe("seat_0")["observation"]["hands"] == first).all()


def test_functions_are_named_after_the_games_and_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(claim_it_v0)) is claim_it_v0
    assert {"claim_it_v0", "claim_v0"} <= set(dir(pettingzoo))
    assert str(inspect.signature(claim_it_v0)) == (
        "(players=None, squatters_return=False, *, flat=False, render_mode=None)"
    )
    with pytest.raises(AttributeError, match="no attribute 'chess_v0'"):
        pettingzoo.chess_v0()


def test_an_impossible_decision_loses_or_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    env = claim_it_v0()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)  # a space, before any roll
    assert "Illegal move made" in caplog.text
    assert env.terminations[agent]
    assert env._cumulative_rewards[agent] == -1
    bare = TableEnv(ClaimIt(2))
    bare.reset(seed=1)
    with pytest.raises(Illegal, match="roll the dice before placing"):
        bare.step(0)


def test_a_table_is_shown_as_a_spectator_sees_it() -> None:
    env = claim_v0(render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert "stage: play" in shown
    assert "seat: None" in shown
    silent = claim_v0()
    silent.reset(seed=1)
    assert silent.unwrapped.render() is None
    silent.close()


def test_reset_refuses_options_without_effect() -> None:
    with pytest.raises(Illegal, match="reset has no option seat"):
        TableEnv(ClaimIt(2)).reset(seed=1, options={"seat": 1})
