"""The games in Gymnasium: its own check without a warning, and what a seat can rely on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from claimant.environment import create_game
from claimant.envs.gymnasium import SeatEnv
from claimant.game import Illegal
from claimant.games.claim_it.game import ClaimIt

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("claimant/ClaimIt-v0", {}),
    ("claimant/ClaimIt-v0", {"players": 5, "squatters_return": True, "seat": None}),
    ("claimant/ClaimIt-v0", {"players": 3, "others": ["random", "easy"], "seat": 2}),
    ("claimant/Claim-v0", {}),
    ("claimant/Claim-v0", {"players": 3, "scenario": "hungry-court", "others": "random"}),
    ("claimant/Claim-v0", {"players": 4, "factions": "", "seat": None, "others": "random"}),
]


def made(name: str, **options: Any) -> Any:
    return gymnasium.make(name, **options).unwrapped


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_gymnasium_s_check(name: str, options: dict[str, Any]) -> None:
    check_env(made(name, render_mode="ansi", **options))


def played(env: Any, seed: int) -> float:
    """Play a game of random decisions; returns its reward."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    while True:
        assert observation in env.observation_space
        assert (observation["action_mask"] == info["action_mask"]).all()
        action = random.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, cut, info = env.step(action)
        assert not cut
        if over:
            assert not info["action_mask"].any()
            return float(reward)
        assert reward == 0


def watched(env: Any, seed: int) -> list[bytes]:
    """What the seat sees in the first decisions of a game."""
    observation, _ = env.reset(seed=seed)
    seen: list[bytes] = []
    while observation["action_mask"].any() and len(seen) < 20:
        seen.append(b"".join(array.tobytes() for array in observation.values()))
        observation, *_ = env.step(np.flatnonzero(observation["action_mask"])[0])
    return seen


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_whole_games_against_bots(name: str, options: dict[str, Any]) -> None:
    env = made(name, **options)
    assert [played(env, seed) for seed in (1, 2)] == [played(env, seed) for seed in (1, 2)]
    players = options.get("players", 2)
    assert -1 <= played(env, 3) <= players - 1


@pytest.mark.parametrize(
    ("name", "others"), [("claimant/ClaimIt-v0", "expert"), ("claimant/Claim-v0", "normal")]
)
def test_a_seed_is_the_same_game_on_a_slow_machine(
    name: str, others: str, slow_machine: Callable[[], None]
) -> None:
    env = made(name, others=others)
    swift = watched(env, 5)
    slow_machine()
    assert watched(env, 5) == swift


def test_bots_of_openspiel_can_be_the_others() -> None:
    env = made("claimant/Claim-v0", others="open_spiel:ismcts=2")
    assert played(env, 1) in (-1, 0, 1)


def test_an_impossible_decision_loses() -> None:
    env = made("claimant/ClaimIt-v0")
    env.reset(seed=1)
    *_, reward, over, cut, info = env.step(0)
    assert (reward, over, cut) == (-1, True, False)
    assert info["illegal"] == "roll the dice before placing"


def test_the_first_free_seat_is_taken_if_none_is_chosen() -> None:
    env = made("claimant/ClaimIt-v0", players=4, seat=None, others="random")
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


def test_impossible_requests_are_refused() -> None:
    with pytest.raises(Illegal, match="there are 2 other seats, and each needs a bot"):
        made("claimant/ClaimIt-v0", players=3, others=["easy"])
    with pytest.raises(Illegal, match="there is no seat 3"):
        made("claimant/ClaimIt-v0", players=3, seat=3)
    with pytest.raises(Illegal, match="there is no bot called Bob"):
        made("claimant/ClaimIt-v0", others="Bob").reset()


def test_a_seat_is_shown_what_it_sees() -> None:
    env = made("claimant/Claim-v0", render_mode="ansi")
    env.reset(seed=1)
    assert "seat: 0" in env.render()
    env = SeatEnv(create_game("claim"))
    env.reset(seed=1)
    assert env.render() is None


def test_a_masked_learner_needs_no_glue_code() -> None:
    """What MaskablePPO of sb3-contrib asks of an environment: `action_masks()`, found through any
    wrapper, as booleans; a flat discrete space of decisions; boxes to observe."""
    env = gymnasium.wrappers.TimeLimit(gymnasium.make("claimant/Claim-v0", others="random"), 500)
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    assert isinstance(env.observation_space, gymnasium.spaces.Dict)
    assert all(isinstance(space, gymnasium.spaces.Box) for space in env.observation_space.values())
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == bool
        assert masks.shape == (env.action_space.n,)
        assert (masks == observation["action_mask"]).all()
        observation, _, ended, truncated, info = env.step(int(masks.nonzero()[0][-1]))
        assert "illegal" not in info
        over = ended or truncated


def test_options_of_reset_take_effect_or_are_refused() -> None:
    env = SeatEnv(ClaimIt(3), others="random")
    env.reset(seed=1, options={"seat": 2, "others": ["easy", "random"]})
    assert env.seat == 2
    env.reset(seed=1)
    assert env.seat == 0
    with pytest.raises(Illegal, match="reset has no option colour"):
        env.reset(options={"colour": "red"})
    for seat in (-1, 3, True):
        with pytest.raises(Illegal, match="there is no seat"):
            env.reset(options={"seat": seat})
        with pytest.raises(Illegal, match="there is no seat"):
            SeatEnv(ClaimIt(3), seat=seat)
