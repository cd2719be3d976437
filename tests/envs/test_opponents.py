"""Batches with opponents: one seat learns, bots play the others inside the step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from claimant import bots
from claimant.envs.batch import BatchEnv, make
from claimant.envs.opponents import SeatBatch
from claimant.game import Illegal, View


class Wrapped:
    """A bot that decides game by game, whatever it wraps."""

    def __init__(self, bot: bots.Bot) -> None:
        self.choose = bot.choose


def batch(**more: Any) -> BatchEnv:
    return make("claim", **{"n": 12, "players": 3, "seed": 5, **more})


def learn(env: Any, steps: int, seed: int = 3) -> list[Any]:
    """Random play of a vector environment; everything that it returned."""
    random = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    found = [observation]
    for _ in range(steps):
        masks = env.action_masks()
        actions = (random.random(masks.shape) * masks).argmax(axis=1)
        found.append(env.step(actions))
    return found


@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_step_ends_when_the_learner_is_to_decide(seat: int | None) -> None:
    env = batch().as_gymnasium_vector(seat=seat)
    wanted = np.arange(12) % 3 if seat is None else np.full(12, seat)
    won, games = 0.0, 0
    for observation, rewards, ended, cut, info in learn(env, 120)[1:]:
        assert (env.batch.env.actors == wanted).all()
        assert env.observation_space.contains(observation)
        assert (observation["action_mask"] == info["action_mask"]).all()
        assert set(rewards[ended]) <= {2.0, 0.5, 0.0, -1.0}
        assert not rewards[~ended].any()
        assert not cut.any()
        won, games = won + rewards.sum(), games + ended.sum()
    assert games > 12
    assert abs(won / games) < 1


def test_rewards_are_those_of_the_seat_that_learns() -> None:
    """Everyone plays the first legal decision, so the games are the same whichever seat learns, and
    the rewards of the three seats add up to 0."""

    class First:
        def choose(self, view: View) -> str:
            return view.legal[0]

    def first_rewards(seat: int) -> list[float]:
        env = batch(n=4)
        games = env.as_gymnasium_vector(First, seat=seat)
        games.reset(seed=9)
        found: dict[int, float] = {}
        while len(found) < 4:
            states = [env.state(i) for i in range(4)]
            first = [state.read(state.view(seat).legal[0]) for state in states]
            _, rewards, ended, *_ = games.step(first)
            for i in np.flatnonzero(ended):
                found.setdefault(int(i), float(rewards[i]))
        return [found[i] for i in range(4)]

    by_seat = np.array([first_rewards(seat) for seat in range(3)])
    assert not by_seat.sum(axis=0).any()
    assert by_seat.any()


def test_a_network_decides_for_all_games_as_for_each(tmp_path: Path) -> None:
    env = batch()
    random = np.random.default_rng(1)
    file = tmp_path / "net.npz"
    w0 = random.normal(size=(env.observation.size, env.actions)).astype(np.float32)
    np.savez(file, w0=w0, b0=np.zeros(env.actions, np.float32))
    at_once = learn(batch().as_gymnasium_vector(str(file)), 30)
    one_by_one = learn(batch().as_gymnasium_vector(Wrapped(bots.create(str(file), 1))), 30)
    for one, other in zip(at_once[1:], one_by_one[1:], strict=True):
        assert (one[0]["observation"] == other[0]["observation"]).all()
        assert (one[1] == other[1]).all()


def test_a_better_opponent_wins_more() -> None:
    def gained(others: str) -> float:
        played = learn(make("claim", n=24, seed=1).as_gymnasium_vector(others), 30)[1:]
        return float(sum(step[1].sum() for step in played))

    assert gained("easy") < gained("random")


def test_games_that_wait_stay_as_they_are() -> None:
    env = make("claim", n=3, seed=1)
    env.reset()
    before = [env.state(i).data for i in range(3)]
    waiting = np.array([True, False, True])
    env.step(env.random_actions(), waiting)
    assert [env.state(i).data == before[i] for i in range(3)] == waiting.tolist()
    with pytest.raises(Illegal, match="1 of 3 decisions are illegal"):
        env.step([5, 1000, 5], waiting)


def test_what_cannot_be_learned_is_refused() -> None:
    with pytest.raises(Illegal, match="there is no seat 3"):
        SeatBatch(batch(), seat=3)
    with pytest.raises(Illegal, match="no bot called nobody"):
        batch().as_gymnasium_vector("nobody")
    with pytest.raises(Illegal, match="reset has no option colour"):
        batch().as_gymnasium_vector().reset(options={"colour": 1})


def test_it_is_a_vector_environment() -> None:
    env = batch().as_gymnasium_vector()
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    assert env.num_envs == 12
    assert env.action_space.shape == (12,)


def test_arrays_are_shared_through_dlpack() -> None:
    env = batch()
    env.reset()
    shared = [np.from_dlpack(array) for array in (env.observations, env.masks, env.rewards)]
    env.step(env.random_actions())
    for array, mine in zip(shared, (env.observations, env.masks, env.rewards), strict=True):
        assert np.shares_memory(array, mine)
        assert (array == mine).all()


def test_a_bot_at_a_batch_sees_only_its_view() -> None:
    seen: list[View] = []

    class Watching:
        def choose(self, view: View) -> str:
            seen.append(view)
            return view.legal[0]

    learn(batch(n=2).as_gymnasium_vector(Watching, seat=1), 4)
    assert seen
    assert {view.seat for view in seen} == {0, 2}
    assert all(isinstance(view, View) and view.seat == view.actor for view in seen)
