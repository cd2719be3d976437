"""Batch environments: the same games and observations as the states that people play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.openings import SET_UPS, claim, states

from claimant.environment import environment_of
from claimant.envs import action_mask, returns
from claimant.envs.batch import BatchEnv, make
from claimant.game import Game, Illegal
from claimant.games.claim.game import ClaimState

EQUAL_CARDS = [
    claim(3, factions="goblins knights undead dwarves dragons seers vikings"),
    claim(3, factions="undead dwarves dragons seers knights vikings goblins"),
]
"""Equal cards in the first and in the second of the two words that a set of cards takes."""
PLACES = [
    claim(2, factions="seers giants dragons gnomes trolls"),
    claim(2, factions="raccoons giants seers trolls gnomes"),
]
"""Factions on which observations depend: the first of a deck, whose number is 0, and the fifth,
the first in the second word of a set."""


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        *((game, seed) for game in SET_UPS for seed in range(3)),
        # Enough games for an unknown card to be played that is equal to a known one.
        *((game, seed) for game in EQUAL_CARDS for seed in range(5)),
        *((game, 0) for game in PLACES),
    ],
    ids=str,
)
def test_the_kernel_observes_what_the_view_says(game: Game, seed: int) -> None:
    observation = environment_of(game.name).observation(game)
    assert observation.write is not None
    for state in states(game, seed):
        for seat in (None, *range(game.players)):
            seen = observation.flat(state.view(seat))
            assert (observation.of_state(state, seat) == seen).all()


@pytest.mark.parametrize("game", SET_UPS, ids=str)
def test_every_step_follows_the_rules(game: Game) -> None:
    """Each game of a batch is compared with a `State` that gets the same decisions."""
    env = BatchEnv([game], 3, seed=5)
    observations, masks, actors = env.reset()
    ended = 0
    for _ in range(200):
        before = [env.state(i) for i in range(env.n)]
        for i, state in enumerate(before):
            seat = state.actor
            assert seat == actors[i]
            assert seat is not None
            assert (masks[i] == action_mask(state, seat, env.actions)).all()
            assert (observations[i] == env.observation.flat(state.view(seat))).all()
        actions = env.random_actions().copy()
        observations, rewards, dones, masks, actors = env.step(actions)
        for i, state in enumerate(before):
            after = state.apply(int(actions[i]))
            if dones[i]:
                ended += 1
                assert rewards[i].tolist() == returns(after.outcome, game.players)
                assert env.state(i).view(0).outcome is None  # the next game has begun
            else:
                assert not rewards[i].any()
                if after.actor is not None and after.actor >= 0:
                    assert env.state(i).data == after.data
    assert ended or game.name == "claim-it"


def test_a_seed_gives_the_same_games_whatever_the_size_of_the_batch_before_it() -> None:
    def play(env: BatchEnv) -> list[Any]:
        env.reset(seed=11)
        found = []
        for _ in range(60):
            actions = env.random_actions().copy()
            observations, rewards, *_ = env.step(actions)
            found.append((actions, observations.copy(), rewards.copy()))
        return found

    first, second = (play(make("claim", 8, players=3)) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_a_batch_mixes_decks() -> None:
    env = make("claim", 64, decks="random", seed=1)
    assert len(env.games) == 495
    env.reset()
    assert len({env.game(i) for i in range(64)}) > 50
    both = make("claim", 32, players=3, decks=["old-kingdom", "kings peasants bards seers vikings"
                                               " griffins undead"], seed=1)  # fmt: skip
    both.reset()
    assert len({both.game(i) for i in range(32)}) == 2
    variants = make("claim-it", 32, players=4, squatters_return=[True, False], seed=1)
    variants.reset()
    assert {variants.game(i).options["squatters-return"] for i in range(32)} == {"yes", "no"}


def test_an_illegal_decision_is_refused_and_changes_nothing() -> None:
    env = make("claim-it", 2, seed=1)
    env.reset()
    before = env.state(0).data
    with pytest.raises(Illegal, match="1 of 2 decisions are illegal"):
        env.step([37, 36])  # a turn begins with a roll
    assert env.state(0).data == before
    for wrong in (-1, 38, 2**62):
        with pytest.raises(Illegal, match="2 of 2"):
            env.step([wrong, wrong])
    with pytest.raises(Illegal, match="a batch of 2 games needs 2 decisions"):
        env.step([36])


def test_a_fork_goes_its_own_way() -> None:
    env = make("claim", 4, seed=3)
    env.reset()
    env.step(env.random_actions())
    fork = env.fork([2, 2, 0])
    assert [fork.state(i).data for i in range(3)] == [env.state(i).data for i in (2, 2, 0)]
    assert (fork.observations == env.observations[[2, 2, 0]]).all()
    before = env.state(2).data
    fork.step(fork.random_actions())
    assert env.state(2).data == before


def test_sampled_worlds_look_the_same_to_the_actor() -> None:
    env = make("claim", 2, players=3, seed=3)
    env.reset()
    for _ in range(20):
        env.step(env.random_actions())
    worlds = env.sample(0, 16)
    assert (worlds.observations == env.observations[0]).all()
    assert len({worlds.state(i).data for i in range(16)}) > 1


def test_sampled_worlds_are_observed_as_their_views_when_they_are_played_on() -> None:
    env = make("claim", 1, players=2, seed=4)
    env.reset()

    def on_the_table() -> int:
        state = env.state(0)
        assert isinstance(state, ClaimState)
        return int(state.record().played)

    while on_the_table() == 0:  # in phase 1
        env.step(env.random_actions())
    worlds = env.sample(0, 3)
    dones = np.zeros(worlds.n, np.bool_)
    while not dones.any():
        for i in range(worlds.n):
            view = worlds.state(i).view(int(worlds.actors[i]))
            assert (worlds.observations[i] == worlds.observation.flat(view)).all()
        *_, dones, _, _ = worlds.step(worlds.random_actions())


def test_any_seat_can_be_observed_and_no_other() -> None:
    env = make("claim", 3, players=4, seed=3)
    env.reset()
    seats = [3, 0, 1]
    seen = env.observe(seats)
    for i, seat in enumerate(seats):
        assert (seen[i] == env.observation.flat(env.state(i).view(seat))).all()
    for wrong in (-1, -2, 4):
        with pytest.raises(Illegal, match="there is no seat"):
            env.observe(wrong)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"n": 0}, "1 to"),
        ({"n": 1, "device": "abacus"}, "device is one of cpu, cuda"),
        ({"n": 1, "colour": "red"}, "claim has no option colour"),
    ],
)
def test_a_batch_that_cannot_be_made_says_why(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        make("claim", **arguments)


@pytest.mark.parametrize("name", ["claim-it", "claim"])
def test_nothing_is_left_of_the_game_that_has_ended(name: str) -> None:
    """New games differ only in what luck decides."""
    env = make(name, 16, players=2, seed=3)
    kernels = environment_of(name).batch
    assert kernels is not None
    kind = kernels.state
    assert kind.names is not None
    env.reset()
    first, *others = (np.frombuffer(env.state(i).data, kind)[0] for i in range(env.n))
    alike = [
        field for field in kind.names if all(np.all(one[field] == first[field]) for one in others)
    ]
    ended = 0
    while ended < 5:
        *_, dones, _, _ = env.step(env.random_actions())
        for i in dones.nonzero()[0].tolist():
            ended += 1
            begun = np.frombuffer(env.state(i).data, kind)[0]
            assert [field for field in alike if np.any(begun[field] != first[field])] == []
