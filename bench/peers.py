"""Measure one round of the peers and print JSON. Run by the Python of their own environment."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from random import Random
from typing import Any

from bench.clock import Rates, rate, rate_from

SECONDS = 0.5
ROLLOUTS = 100
COUNTED = 1000  # games in which decisions are counted
BATCH = 256  # as many games as ours
SIMULATIONS = 500
CARDS = ("hearts", "spades")


def pick(legal: Any, random: Random) -> Any:
    """Choose as our own loop does: `random.choice` would cost as much as the step."""
    return legal[int(random.random() * len(legal))]


def begun(game: Any, random: Random) -> Any:
    """A state in which the cards are dealt or the first dice are rolled."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(pick(state.legal_actions(), random))
    return state


def walk(state: Any, random: Random) -> int:
    """Play a state to its end with `legal_actions` and `apply_action`, and return the number of
    decisions.

    All chance outcomes are equally likely here, which is right for dice and deals and cheaper than
    reading their probabilities; only backgammon's doubles come up too often.
    """
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(pick(state.legal_actions(), random))
    return decisions


def walk_values(state: Any, random: Random) -> int:
    """Like `walk`, but every step creates a new state and keeps the old one, as ours does."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state = state.child(pick(state.legal_actions(), random))
    return decisions


def openspiel_compiled(name: str, random: Random) -> float:
    """Decisions per second of OpenSpiel's own rollouts in C++: `MCTSBot` with a single simulation
    does nothing but let its evaluator play the root state to its end ROLLOUTS times.

    It does not report the number of decisions, so this is rollouts per second times the mean number
    of decisions from the same state, counted through the Python API.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    root = begun(game, random)  # the bot cannot start at a chance node
    decisions = sum(walk_fairly(root.clone(), random) for _ in range(COUNTED))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.randrange(1 << 30))
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, random.randrange(1 << 30), False)

    def search() -> int:
        bot.mcts_search(root)
        return ROLLOUTS

    return rate(search, SECONDS) * decisions / COUNTED


def walk_fairly(state: Any, random: Random) -> int:
    """Like `walk`, with the true probabilities of chance: for counting, not for timing."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            decisions += 1
            state.apply_action(pick(state.legal_actions(), random))
    return decisions


def openspiel_python(name: str, random: Random) -> Rates:
    import pyspiel

    game = pyspiel.load_game(name)

    def from_start(play: Callable[[Any, Random], int]) -> float:
        return rate(lambda: play(game.new_initial_state(), random), SECONDS)

    rates = {f"OpenSpiel Python {name}, new state per step": from_start(walk_values)}
    if name not in CARDS:
        return rates | {f"OpenSpiel Python {name}": from_start(walk)}
    after = rate_from(lambda: begun(game, random), lambda state: walk(state, random), SECONDS)
    return rates | {
        f"OpenSpiel Python {name}, after the deal": after,
        f"OpenSpiel Python {name}, deal included": from_start(walk),
    }


def rlcard(name: str, random: Random) -> float:
    import rlcard  # type: ignore[import-not-found]

    env = rlcard.make(name, config={"seed": random.randrange(1 << 30)})

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(pick(list(state["legal_actions"]), random))
            decisions += 1
        return decisions

    return rate(play, SECONDS)


def pettingzoo(env: Any, random: Random) -> float:
    def play() -> int:
        env.reset(seed=random.randrange(1 << 30))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(pick(observation["action_mask"].nonzero()[0], random)))
                decisions += 1
        return decisions

    return rate(play, SECONDS)


def envpool(name: str, seed: int) -> float:
    """Steps per second of EnvPool, whose environments are written in C++, in one thread."""
    import envpool as pool  # type: ignore[import-not-found]
    import numpy as np

    env = pool.make(
        name, env_type="gymnasium", num_envs=BATCH, batch_size=BATCH, num_threads=1, seed=seed
    )
    env.reset()
    numbers = np.random.default_rng(seed)
    actions = numbers.integers(env.action_space.n, size=(64, BATCH), dtype=np.int32)

    def steps() -> int:
        for chosen in actions:
            env.step(chosen)
        return int(actions.size)

    return rate(steps, SECONDS)


def openspiel_batch(name: str, random: Random) -> float:
    """Steps per second of OpenSpiel's own batch, which is written in Python."""
    from open_spiel.python import rl_environment, vector_env
    from open_spiel.python.rl_agent import StepOutput

    envs = [rl_environment.Environment(name, include_full_state=False) for _ in range(BATCH)]
    batch = vector_env.SyncVectorEnv(envs)
    current = batch.reset()

    def steps() -> int:
        nonlocal current
        chosen = []
        for step in current:
            seen = step.observations
            action = pick(seen["legal_actions"][seen["current_player"]], random)
            chosen.append(StepOutput(action, None))
        current = batch.step(chosen, reset_if_done=True)[0]
        return BATCH

    return rate(steps, SECONDS)


def openspiel_ismcts(name: str, random: Random) -> float:
    """Simulations per second of OpenSpiel's information-set tree search in C++, after the deal."""
    import pyspiel

    root = begun(pyspiel.load_game(name), random)
    while len(root.legal_actions()) < 2:  # otherwise there is nothing to search
        root.apply_action(pick(root.legal_actions(), random))
    evaluator = pyspiel.RandomRolloutEvaluator(1, random.randrange(1 << 30))
    bot = pyspiel.ISMCTSBot(random.randrange(1 << 30), evaluator, 2.0, SIMULATIONS)

    def search() -> int:
        bot.restart()
        bot.step(root)
        return SIMULATIONS

    return rate(search, SECONDS)


def main() -> None:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from pettingzoo.classic import (
        leduc_holdem_v4,
        tictactoe_v3,
    )

    random = Random(int(sys.argv[1]))
    rates: Rates = {}
    for name in ("pig", "backgammon", *CARDS):
        rates[f"OpenSpiel C++ {name}"] = openspiel_compiled(name, random)
    for name in ("pig", *CARDS):
        rates |= openspiel_python(name, random)
    rates["OpenSpiel C++ ISMCTS hearts, simulations"] = openspiel_ismcts("hearts", random)
    for name in ("leduc-holdem", "uno"):
        rates[f"RLCard {name}"] = rlcard(name, random)
    rates["PettingZoo leduc_holdem"] = pettingzoo(leduc_holdem_v4.env(), random)
    rates["PettingZoo tictactoe"] = pettingzoo(tictactoe_v3.env(), random)
    for name in ("Blackjack-v1", "Catch-v0", "CartPole-v1"):
        rates[f"EnvPool {name}"] = envpool(name, random.randrange(1 << 30))
    rates["OpenSpiel batch, spades"] = openspiel_batch("spades", random)
    packages = ("open_spiel", "rlcard", "pettingzoo", "envpool", "numpy")
    versions = {name: version(name) for name in packages}
    print(json.dumps({"rates": rates, "versions": versions}))


if __name__ == "__main__":
    main()
