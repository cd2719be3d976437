"""The records of batch environments: they replay to the states of the batch."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimant.cli import main
from claimant.envs import returns
from claimant.envs.batch import BatchEnv, make
from claimant.game import Illegal, State
from claimant.games.claim.game import ClaimState
from claimant.record import dump, dumps, load, loads, replay

BATCHES: list[tuple[str, dict[str, Any]]] = [
    *(("claim-it", {"players": players}) for players in range(2, 6)),
    ("claim-it", {"players": 3, "squatters_return": [True, False]}),
    ("claim", {"players": 2, "decks": "random"}),
    ("claim", {"players": 2, "raccoons": ["deck", "pile"], "decks": "hungry-court"}),
    ("claim", {"players": 3, "decks": "random"}),
    ("claim", {"players": 4}),
]
ids = [f"{name}-{parameters}" for name, parameters in BATCHES]


def everything(state: State) -> Any:
    """All there is to a state, except for which of several equal cards is which."""
    if not isinstance(state, ClaimState):
        return state.data
    s = state.record()
    pile = [state.game.codes[card] for card in s.pile[s.top : state.game.players * 13]]
    views = [state.view(seat) for seat in (None, *range(state.game.players))]
    seen = [view.replace(undo=False) for view in views]  # a batch takes nothing back
    return seen, state.pieces(), pile


def same(env: BatchEnv, i: int) -> bool:
    """Whether the record of a game replays to its state."""
    replayed = replay(loads(dumps(env.record(i))))
    return replayed.game == env.game(i) and everything(replayed) == everything(env.state(i))


@pytest.mark.parametrize(("name", "parameters"), BATCHES, ids=ids)
def test_a_record_replays_to_the_state_of_the_batch(name: str, parameters: dict[str, Any]) -> None:
    """Before and after the new game that follows the end of another one."""
    env = make(name, 4, seed=3, log=True, **parameters)
    env.reset()
    assert all(same(env, i) for i in range(env.n))
    ended = 0
    for step in range(2500):
        before = [env.record(i) for i in range(env.n)] if step % 50 == 0 else []
        actions = env.random_actions().copy()
        _, rewards, dones, _, _ = env.step(actions)
        for i in np.flatnonzero(dones).tolist():
            ended += 1
            record = env.record(i, ended=True)
            outcome = replay(record).outcome
            assert rewards[i].tolist() == returns(outcome, env.players)
            assert same(env, i)
        for i, earlier in enumerate(before):
            events = env.record(i, ended=bool(dones[i])).events
            assert events[: len(earlier.events)] == earlier.events
            assert len(events) > len(earlier.events)
            assert same(env, i)
        if ended >= 12:
            break
    assert ended >= 4


def test_records_pass_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("claim-it", "claim"):
        env = make(name, 1, players=3, seed=1, log=True)
        env.reset()
        for _ in range(30):
            env.step(env.random_actions())
        path = tmp_path / f"{name}.claim"
        dump(env.record(0), path)
        assert main(["replay", "--trace", str(path)]) == 0
        trace = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert trace[-1] == {"actor": env.actors[0], "legal": env.state(0).choices()}
        assert [line["event"] for line in trace[:-1]] == list(env.record(0).events)
        assert main(["verify", str(path)]) == 1  # nothing was promised before the game
        assert "this game's luck was not fixed before it began" in capsys.readouterr().err


def test_what_did_not_happen_is_not_in_the_record() -> None:
    env = make("claim-it", 3, seed=1, log=True)
    env.reset()
    roll, stop = 36, 37
    env.step([roll, 0, roll], waiting=np.array([False, False, True]) | [False, True, False])
    for wrong in (stop, -1, 2**62, 2**16 + roll):
        with pytest.raises(Illegal, match="1 of 3"):
            env.step([wrong, roll, roll], waiting=np.array([False, True, True]))
    assert [len(env.record(i).events) for i in range(3)] == [3, 1, 1]
    env.step(np.where(env.masks[:, roll], roll, env.masks.argmax(axis=1)))
    assert all(same(env, i) for i in range(3))


def test_new_random_numbers_and_new_games_are_recorded() -> None:
    env = make("claim-it", 2, seed=1, log=True)
    assert env.record(0).events == ()
    env.reset()
    first = env.record(0)
    for seed in range(20):
        env.step(env.random_actions())
        env.seed(seed)
        assert all(same(env, i) for i in range(2))
    env.reset(seed=1)
    assert env.record(0) == first
    with pytest.raises(Illegal, match="no game has ended here yet"):
        env.record(0, ended=True)


def test_the_log_forgets_what_no_record_needs() -> None:
    env = make("claim", 2, seed=1, log=True)
    env.reset()
    for _ in range(1000):
        env.step(env.random_actions())
    assert env._log is not None
    assert len(env._log._steps) < 200
    assert all(same(env, i) for i in range(2))


def test_without_a_log_there_are_no_records() -> None:
    env = make("claim", 2, seed=1)
    env.reset()
    logged = make("claim", 2, seed=1, log=True)
    logged.reset()
    for one in (env, logged.fork([0, 1]), logged.sample(0, 2)):
        with pytest.raises(Illegal, match="made with log=True"):
            one.record(0)


def test_the_examples_of_the_documentation_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()
    section = text.partition("\n## Batches\n")[2].partition("\n## ")[0]
    examples = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        names: dict[str, Any] = {}
        exec(example, names)
    assert everything(replay(load("running.claim"))) == everything(names["env"].state(0))
    assert replay(load("ended.claim")).outcome is not None


def test_arrays_are_shared_through_dlpack() -> None:
    env = make("claim", 4, seed=1)
    env.reset()
    arrays = (env.observations, env.masks, env.rewards, env.dones, env.actors)
    shared = [np.from_dlpack(array) for array in arrays]
    for _ in range(60):
        env.step(env.random_actions())
        for array, other in zip(arrays, shared, strict=True):
            assert np.shares_memory(array, other)
            assert (array == other).all()
    assert isinstance(env.observations, np.ndarray)
