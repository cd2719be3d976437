"""Bots from elsewhere: objects, classes, modules, files of networks, and names of the operator."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.openings import SET_UPS, claim, states

from claimant import bots
from claimant.bots.random_bot import RandomBot
from claimant.cli import main
from claimant.cli.simulate import simulated
from claimant.environment import environment_of
from claimant.envs.gymnasium import SeatEnv
from claimant.game import CHANCE, Game, Illegal, View
from claimant.games.claim_it.game import ClaimIt
from claimant.web.tables.requests import requested_seat

MODULE = """
class Last:
    def choose(self, view):
        return view.legal[-1]

class Seeded(Last):
    def __init__(self, seed, budget):
        self.made_with = seed, budget

class FromFile(Last):
    def __init__(self, file, seed):
        self.made_with = file, seed

ready = Last()
number = 7
"""


class Last:
    def choose(self, view: View) -> str:
        return view.legal[-1]


def to_decide(game: Game) -> View:
    """The view of a seat that has several choices."""
    state = next(s for s in states(game, 1) if s.actor != CHANCE and len(s.legal()) > 1)
    return state.view(state.actor)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "bots_of_mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "bots_of_mine", raising=False)
    return "bots_of_mine"


@pytest.mark.parametrize("bot", [Last(), Last, lambda: Last(), lambda seed: Last(), RandomBot])
def test_an_object_a_class_or_a_function_is_a_bot(bot: Any) -> None:
    view = to_decide(ClaimIt(2))
    assert bots.create(bot, seed=3).choose(view) in view.legal


def test_what_is_not_a_bot_is_refused() -> None:
    with pytest.raises(Illegal, match=r"a bot has a method choose\(view\); 7 has none"):
        bots.create(7, seed=1)  # type: ignore[arg-type]


def test_a_bot_is_found_in_a_module(module: str) -> None:
    made: Any = bots.create(f"{module}:Seeded", 5, 0.5)
    assert made.made_with == (5, 0.5)
    made = bots.create(f"{module}:FromFile=run/3.pt", 5, 0.5)
    assert made.made_with == ("run/3.pt", 5)
    view = to_decide(ClaimIt(2))
    assert bots.create(f"{module}:ready", 1).choose(view) == view.legal[-1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("bots_of_mine:Nobody", "AttributeError"),
        ("bots_of_nobody:Last", "ModuleNotFoundError"),
        ("bots_of_mine:number", "has none"),
        ("nowhere.npz", "nowhere.npz cannot be loaded: .*No such file"),
        ("bots_of_mine:", "there is no bot called"),
    ],
)
def test_a_bot_that_cannot_be_loaded_says_why(module: str, name: str, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        bots.create(name, 1)


def network(path: Path, game: Game, layers: tuple[int, ...] = (), **more: Any) -> Path:
    """A network with random weights for a game."""
    environment = environment_of(game.name)
    sizes = (environment.observation(game).size, *layers, environment.actions)
    random = np.random.default_rng(1)
    arrays: dict[str, Any] = {}
    for n, (inputs, outputs) in enumerate(pairwise(sizes)):
        arrays[f"w{n}"] = random.normal(size=(inputs, outputs)).astype(np.float32)
        arrays[f"b{n}"] = random.normal(size=outputs).astype(np.float32)
    np.savez(path, **arrays, **more)
    return path


@pytest.mark.parametrize("game", [SET_UPS[0], claim(3, "hungry-court")], ids=str)
@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_a_network_plays_the_legal_decision_it_values_most(
    game: Game, activation: str, tmp_path: Path
) -> None:
    file = network(tmp_path / "net.npz", game, (16,), activation=activation)
    arrays = np.load(file)
    bot = bots.create(str(file), 1)
    environment = environment_of(game.name)
    for state in list(states(game, 2))[::5]:
        if state.actor is None or state.actor == CHANCE:
            continue
        x = environment.observation(game).flat(state.view(state.actor)).astype(np.float32)
        x = x @ arrays["w0"] + arrays["b0"]
        x = np.tanh(x) if activation == "tanh" else np.where(x > 0, x, 0)
        values = x @ arrays["w1"] + arrays["b1"]
        best = max(state.legal(), key=values.__getitem__)
        assert bot.choose(state.view(state.actor)) == state.write(best)


@pytest.mark.parametrize(
    ("arrays", "why"),
    [
        ({}, "do not fit"),
        ({"w0": np.zeros((4, 3)), "b0": np.zeros(2)}, "do not fit"),
        ({"w0": np.zeros((4, 3))}, "b0"),
        (
            {"w0": np.zeros((4, 3)), "b0": np.zeros(3), "w1": np.zeros((4, 3)), "b1": np.zeros(3)},
            "do not fit",
        ),
        ({"w0": np.zeros((4, 3)), "b0": np.zeros(3), "activation": "magic"}, "one of relu, tanh"),
        ({"w0": np.array(["a", "b"]), "b0": np.zeros(3)}, "cannot be loaded"),
        ({"w0": np.array([{}]), "b0": np.zeros(3)}, "allow_pickle"),
    ],
)
def test_a_file_that_is_no_network_is_refused(
    tmp_path: Path, arrays: dict[str, Any], why: str
) -> None:
    np.savez(tmp_path / "net.npz", **arrays)
    with pytest.raises(Illegal, match=why):
        bots.create(str(tmp_path / "net.npz"), 1)


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    bot = bots.create(str(network(tmp_path / "net.npz", ClaimIt(3))), 1)
    with pytest.raises(Illegal, match=r"38 outputs; claim with 2 players has .* and 119"):
        bot.choose(to_decide(claim(2)))


def test_bots_play_wherever_a_name_is_accepted(
    module: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net = network(tmp_path / "net.npz", ClaimIt(2))
    env = SeatEnv(ClaimIt(3), others=[Last, f"{module}:Last"])
    env.reset(seed=1)
    for record, end in simulated(ClaimIt(2), [f"{module}:Last", net.name], seed=1, games=1):
        assert end.outcome is not None
        assert record.headers["seat 0"] == f"bot {module}:Last"
    arena = ["arena", f"{module}:Last", "net.npz", "-g", "claim-it", "--games", "2", "-w", "1"]
    assert main(arena) == 0
    assert f"{module}:Last" in capsys.readouterr().out


def test_only_the_operator_decides_which_bots_visitors_can_choose(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wanted in (f"bot:{module}:Last", "bot:os:getcwd", "bot:net.npz", "bot:mine"):
        with pytest.raises(Exception, match="a seat is one of"):
            requested_seat(0, wanted)
    bots.installed.cache_clear()
    monkeypatch.setenv(bots.NAMED, f"mine={module}:Last random={module}:Last")
    try:
        assert bots.names() == (*bots.NAMES, *bots.installed())
        assert "mine" in bots.names()
        view = to_decide(ClaimIt(2))
        assert bots.create("mine", 1).choose(view) == view.legal[-1]
        assert requested_seat(0, "bot:mine").level == "mine"
        with pytest.raises(Illegal, match="random=bots_of_mine:Last is not NAME=BOT"):
            bots.check_named()
        monkeypatch.setenv(bots.NAMED, f"mine={module}:Last")
        bots.installed.cache_clear()
        bots.check_named()
    finally:
        bots.installed.cache_clear()
